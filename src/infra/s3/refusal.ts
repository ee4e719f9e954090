import { toTimestamp } from "../clock.ts";
import { variableName } from "../config/settings.ts";
import { DataFolderError, type DataFolderFault } from "../db/data-folder-error.ts";
import { minuteMs } from "../units.ts";
import { memberOf } from "./answers.ts";

/** Why S3-compatible storage did not do what it was asked, in words. */

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** Where the storage is, without the secret of its key. */
interface Where {
  readonly endpoint: string;
  readonly bucket: string;
}

/** What may pass when it is tried again. */
const passing: ReadonlySet<string> = new Set([
  "InternalError",
  "OperationAborted",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
]);
const passingStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

const [endpointVariable, bucketVariable, regionVariable, keyIdVariable] = [
  variableName("backupS3Endpoint"),
  variableName("backupS3Bucket"),
  variableName("backupS3Region"),
  variableName("backupS3KeyId"),
];
const keyVariables = `${variableName("backupS3Key")}_FILE`;

export function isPassing(answer: Refusal): boolean {
  return passingStatuses.has(answer.status) || passing.has(codeOf(answer) ?? "");
}

/** `NoSuchBucket`; undefined without one. */
export function codeOf({ body }: Pick<Refusal, "body">): string | undefined {
  const code = memberOf(body, "Code");
  return code !== undefined && /^[A-Za-z.]{1,60}$/.test(code) ? code : undefined;
}

/** The refusal of the storage as an error with its remedy. @param now by the clock of this machine */
export function refusalOf(where: Where, answer: Refusal, now: number): DataFolderError {
  const code = codeOf(answer);
  const told = code === undefined ? undefined : causes[code]?.(where, answer, now);
  const reason = code === undefined ? `with status ${answer.status} and no reason` : `(${code})`;
  const text = `refused the request ${reason}${told === undefined ? unexplained(answer, code) : `: ${told}`}`;
  return storageError(where, isPassing(answer) ? "in_use" : "unusable", text, code);
}

function unexplained(answer: Refusal, code: string | undefined): string {
  if (code === undefined) return `: is ${endpointVariable} the address of S3-compatible storage?`;
  return isPassing(answer) ? "" : `: check ${keyIdVariable}, its secret, and what the key may do`;
}

/** @param predicate what the storage did, such as `does not answer` @param code its own, which becomes the cause */
export function storageError(
  { endpoint, bucket }: Where,
  fault: DataFolderFault,
  predicate: string,
  code?: string,
): DataFolderError {
  const message = `the S3-compatible storage ${endpoint}/${bucket} ${predicate}`;
  return new DataFolderError(fault, message, { cause: code });
}

type Cause = (where: Where, answer: Refusal, now: number) => string;

const unknownKeyId: Cause = () => `it does not know the key id: check ${keyIdVariable}`;
const wrongRegion: Cause = (_where, { body }) => {
  const region = memberOf(body, "Region");
  return region === undefined
    ? `set ${regionVariable} to the region of the bucket`
    : `set ${regionVariable}=${region}`;
};
const elsewhere: Cause = ({ bucket }, { body }) => {
  const host = memberOf(body, "Endpoint");
  const address = host?.startsWith(`${bucket}.`) ? host.slice(bucket.length + 1) : host;
  return `the bucket is in another region: set ${endpointVariable} to ${address ? `https://${address}` : "its address"}`;
};

const causes: Readonly<Record<string, Cause>> = {
  InvalidAccessKeyId: unknownKeyId,
  SignatureDoesNotMatch: () => `the secret of the key is wrong: check the file of ${keyVariables}`,
  AccessDenied: () =>
    `the key ${keyIdVariable} may not do this: allow it to list the bucket, and to read, write and delete objects in it`,
  AllAccessDisabled: () => "the bucket is locked",
  NoSuchBucket: ({ bucket }) => `there is no bucket ${bucket}: create it, or correct ${bucketVariable}`,
  RequestTimeTooSkewed: (_where, answer, now) => skew(answer, now),
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  InvalidRegion: wrongRegion,
  PermanentRedirect: elsewhere,
  TemporaryRedirect: elsewhere,
  QuotaExceeded: () => "its quota is used up: raise it, or keep fewer backups",
  EntityTooLarge: () => "it takes no object so large",
};

/** Both clocks, as the storage says its time in each answer. */
function skew({ headers }: Refusal, now: number): string {
  const theirs = Date.parse(headers.date?.[0] ?? "");
  const minutes = Math.round(Math.abs(theirs - now) / minuteMs);
  const difference = Number.isNaN(theirs)
    ? `it is ${toTimestamp(now)} here`
    : `it is ${minutes} min ${now < theirs ? "behind" : "ahead of"} the storage's`;
  return `the clock of this machine is wrong (${difference}): set it, for example with timedatectl set-ntp true`;
}
