import type { Database } from "better-sqlite3";
import { sql } from "drizzle-orm";
import type { Db } from "../../src/infra/db/store.ts";
import { environments } from "../../src/infra/environment.ts";
import { eventually, type TestServer } from "./harness.ts";

type Rows = Record<string, unknown>[];

/** Columns that change by themselves: when a credential was last used, and when attention is next due. */
const volatile: readonly string[] = ["last_used_at", "last_request_at", "last_seen_at", "attention_at"];

/** An audit entry gets its place in the chain, and its salts, only when it is moved into the log. */
const ofChain = ["position", "hash", "salted"];

/** Counts that are kept in memory first, and written in their own time. */
const writtenBehind: readonly string[] = ["quota_use", "carrier_health"];

/** Reads all rows of a table. */
interface Reader {
  table: string;
  all(): Rows;
}

/** Prepared once for each database: most tests read everything again and again. */
const readersOf = new WeakMap<Db, Reader[]>();

/** Every row of every database, by store and table. Two snapshots are equal if nothing changed. */
export function databaseRows({ deps: { stores } }: TestServer): Record<string, Rows> {
  const dump: Record<string, Rows> = {};
  for (const { db, name } of [stores.accounts, stores.platform("sandbox"), stores.platform("live")]) {
    const readers = readersOf.get(db) ?? createReaders(db);
    readersOf.set(db, readers);
    for (const { table, all } of readers) dump[`${name}.${table}`] = all();
  }
  return withMovedAudit(dump);
}

function createReaders(db: Db): Reader[] {
  const { $client: database } = db as unknown as { $client: Database };
  const tables = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  return tables
    .filter((table) => !writtenBehind.includes(table))
    .map((table) => {
      const columns = database
        .prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
        .pluck()
        .all(table);
      const kept = columns.filter((column) => !volatile.includes(column)).map((column) => `"${column}"`);
      const statement = database.prepare<[], Rows[number]>(`SELECT ${kept.join()} FROM "${table}"`);
      return { table, all: () => statement.all() };
    });
}

/** Counts entries that wait for the audit log as part of it, because a job may move them at any time. */
function withMovedAudit({ "accounts.audit_entries": entries = [], ...dump }: Record<string, Rows>) {
  const all = new Map<unknown, Rows[number]>();
  for (const row of entries) {
    all.set(row.id, Object.fromEntries(Object.entries(row).filter(([column]) => !ofChain.includes(column))));
  }
  for (const environment of environments) {
    for (const row of dump[`${environment}.audit_outbox`] ?? []) all.set(row.id, row);
    delete dump[`${environment}.audit_outbox`];
  }
  const byId = [...all.values()].sort((a, b) => String(a.id).localeCompare(String(b.id)));
  return { ...dump, "accounts.audit_entries": byId };
}

/** Every row, once the carriers have answered all calls. */
export async function settledRows(server: TestServer): Promise<Record<string, Rows>> {
  return eventually("an end of quoting and booking", () => {
    const rows = databaseRows(server);
    const of = (table: string) => [...(rows[`sandbox.${table}`] ?? []), ...(rows[`live.${table}`] ?? [])];
    const isQuoting = of("quote_rounds").some((round) => round.state === "running");
    return isQuoting || of("carrier_calls").length > 0 || hasDueLooks(server) ? undefined : rows;
  });
}

/** Whether a job is about to look what needs a person. */
function hasDueLooks({ deps: { stores, clock } }: TestServer): boolean {
  const due = sql`SELECT 1 FROM shipments WHERE attention_at <= ${clock.now()} LIMIT 1`;
  return environments.some((environment) => stores.platform(environment).db.all(due).length > 0);
}
