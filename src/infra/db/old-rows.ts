import { and, isNull, lte, or } from "drizzle-orm";
import { type DeclaredColumn, tablesOf } from "./columns.ts";
import type { Store } from "./store.ts";

/** Deletes the rows whose time is over: their tables say how long they are kept. */

const rowsPerStep = 200;

type Expiring = DeclaredColumn & Required<Pick<DeclaredColumn, "expires">>;

/** In small steps that delay nobody. */
export async function deleteOldRows({ db, write }: Pick<Store, "db" | "write">, now: number): Promise<void> {
  for (const { table, columns } of tablesOf(db)) {
    const expiring = columns.filter((each): each is Expiring => each.expires !== undefined);
    if (expiring.length === 0) continue;
    const waits = columns.find(({ name }) => expiring.some(({ expires }) => expires.unless === name));
    const isOld = or(...expiring.map(({ column, expires }) => lte(column, now - expires.afterMs)));
    const condition = and(isOld, waits && isNull(waits.column));
    const deleteSome = () =>
      write((tx) => tx.delete(table).where(condition).limit(rowsPerStep).run().changes);
    while ((await deleteSome()) === rowsPerStep);
  }
}
