import { sql } from "drizzle-orm";
import { environments } from "../../src/infra/environment.ts";
import { eventually, type TestServer } from "./harness.ts";

type Rows = Record<string, unknown>[];

/** Columns that any request may touch: when a credential was last used. */
const volatile: readonly string[] = ["last_used_at", "last_seen_at"];

/** Where an entry of the audit log stands in the chain is settled when it is moved there. */
const ofChain = ["position", "hash"];

/** What requests took of their day's quota, written about once a second, whatever was asked. */
const writtenBehind = "quota_use";

/** Every row of every database, by store and table: two of these are equal when nothing was changed. */
export function databaseRows({ deps: { stores } }: TestServer): Record<string, Rows> {
  const dump: Record<string, Rows> = {};
  for (const store of [stores.accounts, stores.platform("sandbox"), stores.platform("live")]) {
    const tables = store.db.all<{ name: string }>(
      sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name != ${writtenBehind} ORDER BY name`,
    );
    for (const { name } of tables) {
      const rows = store.db.all<Record<string, unknown>>(sql.raw(`SELECT * FROM "${name}"`));
      dump[`${store.name}.${name}`] = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !volatile.includes(column))),
      );
    }
  }
  return withMovedAudit(dump);
}

/** Counts entries that still wait for the audit log as its own: a job moves them at any time. */
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

/** Every row once the carriers have answered all that they were asked, and know all that they were told. */
export async function settledRows(server: TestServer): Promise<Record<string, Rows>> {
  return eventually("an end of quoting and booking", () => {
    const rows = databaseRows(server);
    const of = (table: string) => [...(rows[`sandbox.${table}`] ?? []), ...(rows[`live.${table}`] ?? [])];
    const isQuoting = of("quote_rounds").some((round) => round.state === "running");
    return isQuoting || of("carrier_calls").length > 0 ? undefined : rows;
  });
}
