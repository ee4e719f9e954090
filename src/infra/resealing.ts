import type { Store, Tx } from "./db/store.ts";

const stepRows = 500;

interface SealedRows<Row> {
  /** At most `limit` rows whose id follows this one, by id. */
  listAfter(tx: Tx, id: string, limit: number): Row[];
  /** Stores the row's secrets, encrypted anew. */
  reseal(tx: Tx, row: Row): void;
}

/** Re-encrypts every row with secrets, in steps that keep nobody waiting. @returns the number of rows */
export async function resealRows<Row extends { id: string }>(
  store: Pick<Store, "write">,
  { listAfter, reseal }: SealedRows<Row>,
): Promise<number> {
  let moved = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const before: string = after;
    after = await store.write((tx): string | undefined => {
      const rows = listAfter(tx, before, stepRows);
      for (const row of rows) reseal(tx, row);
      moved += rows.length;
      return rows.at(-1)?.id;
    });
  }
  return moved;
}
