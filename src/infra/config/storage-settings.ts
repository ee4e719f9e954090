import { serverUrl } from "./address-kinds.ts";
import { type Kind, setting, text } from "./kinds.ts";

const bucket: Kind<string> = {
  placeholder: "NAME",
  parse(value) {
    if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)) return value;
    throw new Error("must be the name of a bucket: 3 to 63 of a-z, 0-9, dots and dashes");
  },
};

const keySecret: Kind<string> = {
  placeholder: "SECRET",
  isSecret: true,
  parse(value) {
    if (/^\S+$/.test(value.trim())) return value.trim();
    throw new Error("must be the secret of an access key, without blanks");
  },
};

/** S3-compatible storage for backups: all but the region belong together. */
export const storageSettings = {
  backupS3Endpoint: setting(
    serverUrl,
    null,
    "S3-compatible storage that keeps each daily backup too, such as https://s3.eu-central-1.amazonaws.com.",
    "none (backups stay in the folder)",
  ),
  backupS3Bucket: setting(bucket, null, "With S3-compatible storage: the bucket, which exists."),
  backupS3KeyId: setting(text, null, "With S3-compatible storage: id of the access key."),
  backupS3Key: setting(keySecret, null, "With S3-compatible storage: secret of the access key."),
  backupS3Region: setting(
    text,
    null,
    "With S3-compatible storage: region of the bucket.",
    "the one in the endpoint's name, or us-east-1",
  ),
} as const;

export const storageSettingNames = Object.keys(storageSettings) as (keyof typeof storageSettings)[];
