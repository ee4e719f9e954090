import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Erasure } from "../../infra/backups/backup.ts";
import { ifReadable, leftErasures } from "../../infra/backups/erasure-list.ts";
import type { BackupSource } from "../../infra/backups/source.ts";
import { toTimestamp } from "../../infra/clock.ts";
import { openReader } from "../../infra/db/connection.ts";
import { databaseFile } from "../../infra/db/databases.ts";
import { refuseLostLog } from "../../infra/db/lost-log.ts";
import { environments } from "../../infra/environment.ts";

/** What was erased after a backup was taken, which it brings back. */

export interface ErasedSince {
  /** Whether a list stands beside the backup, or the replaced folder could be read. */
  readonly isKnown: boolean;
  readonly erasures: readonly Erasure[];
}

/** From the list beside the backup, and from the folder that it replaces, which may wait for the start that erases again. */
export function erasedSince(
  { manifest, erasures }: BackupSource,
  former: string | null,
  nativeBinding: string | undefined,
): ErasedSince {
  const listed = ifReadable(erasures);
  const replaced =
    former === null ? undefined : erasedIn(former, Date.parse(manifest.taken_at), nativeBinding);
  // Also where the databases are damaged: that may be why the folder is replaced.
  const left = (former === null ? undefined : ifReadable(() => leftErasures(former))) ?? [];
  const later = (listed ?? []).filter(({ erased_at }) => erased_at >= manifest.taken_at);
  const byId = new Map([...later, ...left, ...(replaced ?? [])].map((each) => [each.id, each]));
  return { isKnown: listed !== undefined || replaced !== undefined, erasures: [...byId.values()] };
}

/** Undefined if there is no folder, or it cannot be read. */
function erasedIn(dataDir: string, since: number, nativeBinding: string | undefined): Erasure[] | undefined {
  if (!existsSync(join(dataDir, "accounts.db"))) return undefined;
  return ifReadable(() => [
    ...environments.flatMap((environment) =>
      read(
        dataDir,
        environment,
        nativeBinding,
        "SELECT id, redacted_at AS at FROM shipments WHERE redacted_at >= ?",
        since,
      ).map(({ id, at }): Erasure => ({ kind: "shipment", id, environment, erased_at: toTimestamp(at) })),
    ),
    ...read(
      dataDir,
      "accounts",
      nativeBinding,
      "SELECT id, kind, environment, erased_at AS at FROM erasures WHERE erased_at >= ?",
      since,
    ).map(
      ({ id, kind, environment, at }): Erasure => ({ kind, id, environment, erased_at: toTimestamp(at) }),
    ),
  ]);
}

type Read = Pick<Erasure, "id" | "kind" | "environment"> & { at: number };

function read(
  dataDir: string,
  name: "accounts" | "live" | "sandbox",
  nativeBinding: string | undefined,
  sql: string,
  since: number,
): Read[] {
  const file = databaseFile({ dataDir }, name);
  // Before anything opens it: SQLite would create the log anew.
  refuseLostLog(file);
  const connection = openReader(file.path, nativeBinding);
  try {
    return connection.prepare<[number], Read>(sql).all(since);
  } finally {
    connection.close();
  }
}
