import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { eventually } from "./harness.ts";

/** S3-compatible storage of others: Versity's gateway to a folder. */

/** Its program: in the folder that `VERSITYGW` names, on the PATH, or where `go install` puts it. */
export function findVersitygw(): string | undefined {
  const folders = [process.env.VERSITYGW, process.env.PATH, join(homedir(), "go/bin")];
  return folders
    .filter((folder) => folder !== undefined)
    .map((PATH) => Bun.which("versitygw", { PATH }))
    .find((program) => program !== null);
}

export interface Gateway {
  readonly endpoint: string;
  /** Where objects are files, by the bucket and the key. */
  readonly folder: string;
  /** The variables for Waybill, with a bucket that is there. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

const bucket = "courier-backups";
const secret = "Sa/l+t=ed0123456789";

/** @param tls files of its certificate and key */
export async function startVersitygw(
  folder: string,
  tls?: { certFile: string; keyFile: string },
): Promise<Gateway> {
  const program = findVersitygw();
  if (program === undefined) throw new Error("versitygw is missing");
  const port = freePort();
  const objects = join(folder, "objects");
  for (const path of [join(objects, bucket), join(folder, "sidecar")]) mkdirSync(path, { recursive: true });
  const secure = tls ? ["--cert", tls.certFile, "--key", tls.keyFile] : [];
  const child = Bun.spawn(
    [program, "--port", `127.0.0.1:${port}`, ...secure, "--region", "eu-test-1", "--quiet"].concat([
      "posix",
      // Extended attributes are not on every file system.
      "--sidecar",
      join(folder, "sidecar"),
      objects,
    ]),
    {
      env: { ROOT_ACCESS_KEY_ID: "AKCOURIER", ROOT_SECRET_ACCESS_KEY: secret },
      stdout: "ignore",
      stderr: "ignore",
    },
  );
  const endpoint = `${tls ? "https" : "http"}://127.0.0.1:${port}`;
  await eventually("the gateway", async () => {
    if (child.exitCode !== null) throw new Error(`versitygw ended with ${child.exitCode}`);
    const answer = await fetch(endpoint, { tls: { rejectUnauthorized: false } }).catch(() => undefined);
    return answer?.status;
  });
  const env = {
    WAYBILL_BACKUP_S3_ENDPOINT: endpoint,
    WAYBILL_BACKUP_S3_BUCKET: bucket,
    WAYBILL_BACKUP_S3_KEY_ID: "AKCOURIER",
    WAYBILL_BACKUP_S3_KEY: secret,
    WAYBILL_BACKUP_S3_REGION: "eu-test-1",
  };
  return {
    endpoint,
    folder: join(objects, bucket),
    env,
    async stop() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
