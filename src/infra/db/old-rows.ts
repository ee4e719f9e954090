import { and, isNull, lte, or } from "drizzle-orm";
import { columnIn, type DeclaredColumn, tablesOf } from "./columns.ts";
import type { Store } from "./store.ts";

/** Deletes the rows whose time is over: their tables say how long they are kept. */

const rowsPerStep = 200;

type Expiring = DeclaredColumn & Required<Pick<DeclaredColumn, "expires">>;

/** Deletes old rows in small steps that delay nobody. @throws Error if `unless` names no column */
export async function deleteOldRows({ db, write }: Pick<Store, "db" | "write">, now: number): Promise<void> {
  for (const of of tablesOf(db)) {
    const expiring = of.columns.filter((each): each is Expiring => each.expires !== undefined);
    if (expiring.length === 0) continue;
    const times = expiring.map(({ column, expires: { afterMs, unless } }) => {
      const waits = unless === undefined ? undefined : columnIn(of, unless);
      return and(lte(column, now - afterMs), waits && isNull(waits));
    });
    const isOld = or(...times);
    const deleteSome = () => write((tx) => tx.delete(of.table).where(isOld).limit(rowsPerStep).run().changes);
    while ((await deleteSome()) === rowsPerStep);
  }
}
