import type { ExaminedDatabase } from "../../infra/backups/diagnosis.ts";
import { toTimestamp } from "../../infra/clock.ts";
import type { StoreName } from "../../infra/db/database.ts";
import { type OpenDatabase, sizeOf } from "./patient.ts";

/** Of which moment each database is: copies that were restored one by one may be of different ones. */

/** The newest rows, each by its key. */
const newestOf: Record<StoreName, string[]> = {
  accounts: [
    "SELECT at FROM audit_entries ORDER BY position DESC LIMIT 1",
    "SELECT created_at FROM accounts ORDER BY id DESC LIMIT 1",
    "SELECT max(last_seen_at) FROM sessions",
    "SELECT max(last_used_at) FROM api_keys",
  ],
  live: ["SELECT created_at FROM events ORDER BY position DESC LIMIT 1"],
  sandbox: ["SELECT created_at FROM events ORDER BY position DESC LIMIT 1"],
  telemetry: ["SELECT newest_at FROM request_batches ORDER BY position DESC LIMIT 1"],
};

export function describe(database: OpenDatabase): ExaminedDatabase {
  const { name, applied } = database;
  const newest = newestAt(database);
  return {
    name,
    size_bytes: sizeOf(database),
    schema: applied.at(-1) ?? null,
    newest_at: newest === undefined ? null : toTimestamp(newest),
  };
}

function newestAt({ name, connection, isCurrent }: OpenDatabase): number | undefined {
  if (!isCurrent) return undefined;
  try {
    const times = newestOf[name].map((sql) => connection.prepare<[], number | null>(sql).pluck().get() ?? 0);
    return Math.max(...times) || undefined;
  } catch {
    // A damaged table: the check of its integrity says so.
    return undefined;
  }
}
