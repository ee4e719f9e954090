import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Manifest } from "../../infra/backups/backup.ts";
import { type Connection, openReader } from "../../infra/db/connection.ts";
import type { StoreName } from "../../infra/db/database.ts";
import { databaseFiles } from "../../infra/db/databases.ts";
import { refuseLostLog } from "../../infra/db/lost-log.ts";

/** What a restore brings, beside what it replaces. */

export interface RestoredDatabase {
  readonly database: StoreName;
  /** It has everything that was acknowledged before this time. RFC 3339. */
  readonly holds_until: string;
  readonly counts: Counts;
  /** Of the replaced database; null if there was none, or it cannot be read. */
  readonly replaced_counts: Counts | null;
  /** Migrations that the next start applies. */
  readonly pending_migrations: number;
}

/** Rows by what one of them is, such as `shipment`. */
export type Counts = Readonly<Record<string, number>>;

export const pendingDeliveries = "pending webhook delivery";

/** Tables that every version has. */
const countersOf: Record<StoreName, Readonly<Record<string, string>>> = {
  accounts: {
    account: "SELECT count(*) FROM accounts",
    user: "SELECT count(*) FROM users",
    "usable key": "SELECT count(*) FROM api_keys WHERE revoked_at IS NULL",
  },
  live: platformCounters(),
  sandbox: platformCounters(),
  telemetry: {},
};

function platformCounters() {
  return {
    shipment: "SELECT count(*) FROM shipments",
    event: "SELECT count(*) FROM events",
    [pendingDeliveries]: "SELECT count(*) FROM webhook_deliveries WHERE status = 'pending'",
  };
}

/** @param folder the restored files; @param former the folder with what they replace; null if there is none */
export function overviewOf(
  folder: string,
  former: string | null,
  manifest: Manifest,
  nativeBinding: string | undefined,
): RestoredDatabase[] {
  const replaced = former === null ? [] : databaseFiles({ dataDir: former });
  return databaseFiles({ dataDir: folder }).flatMap((file, index) => {
    const told = manifest.databases.find((database) => database.file === basename(file.path));
    if (told === undefined) return [];
    const applied = file.migrations.findIndex(({ name }) => name === told.schema) + 1;
    const formerFile = replaced[index];
    return {
      database: file.name,
      holds_until: told.taken_at ?? manifest.taken_at,
      counts: reading(file.path, nativeBinding, (connection) => countsIn(connection, file.name)),
      replaced_counts: formerFile ? countsIfReadable(formerFile, nativeBinding) : null,
      pending_migrations: file.migrations.length - applied,
    };
  });
}

/** The replaced database may be damaged, which may be why it is replaced. */
function countsIfReadable(
  file: ReturnType<typeof databaseFiles>[number],
  nativeBinding: string | undefined,
): Counts | null {
  if (!existsSync(file.path)) return null;
  try {
    // Before anything opens it: SQLite would create the log anew.
    refuseLostLog(file);
    return reading(file.path, nativeBinding, (connection) => countsIn(connection, file.name));
  } catch {
    return null;
  }
}

function countsIn(connection: Connection, name: StoreName): Counts {
  return Object.fromEntries(
    Object.entries(countersOf[name]).map(([what, sql]) => [
      what,
      Number(connection.prepare(sql).pluck().get()),
    ]),
  );
}

function reading<T>(path: string, nativeBinding: string | undefined, read: (connection: Connection) => T): T {
  const connection = openReader(path, nativeBinding);
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}
