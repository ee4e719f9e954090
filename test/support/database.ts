import { sql } from "drizzle-orm";
import { eventually, type TestServer } from "./harness.ts";

type Rows = Record<string, unknown>[];

/** Columns that any request may touch: when a credential was last used. */
const volatile: readonly string[] = ["last_used_at", "last_seen_at"];

/** Every row of every database, by store and table: two of these are equal when nothing was changed. */
export function databaseRows({ deps: { stores } }: TestServer): Record<string, Rows> {
  const dump: Record<string, Rows> = {};
  for (const store of [stores.accounts, stores.platform("sandbox"), stores.platform("live")]) {
    const tables = store.db.all<{ name: string }>(
      sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    );
    for (const { name } of tables) {
      const rows = store.db.all<Record<string, unknown>>(sql.raw(`SELECT * FROM "${name}"`));
      dump[`${store.name}.${name}`] = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !volatile.includes(column))),
      );
    }
  }
  return dump;
}

/** Every row once the carriers have answered all that they were asked. */
export async function settledRows(server: TestServer): Promise<Record<string, Rows>> {
  return eventually("an end of quoting", () => {
    const rows = databaseRows(server);
    const asking = [...(rows["sandbox.quote_rounds"] ?? []), ...(rows["live.quote_rounds"] ?? [])];
    return asking.some((round) => round.state === "running") ? undefined : rows;
  });
}
