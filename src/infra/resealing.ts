import { type Deps, type Writing, write } from "./deps.ts";
import type { Environment } from "./environment.ts";

const stepRows = 500;

interface SealedRows<Row> {
  /** At most `limit` rows whose id follows this one, by id. */
  listAfter(tx: Writing["tx"], id: string, limit: number): Row[];
  /** Stores the row's secrets, encrypted anew. */
  reseal(tx: Writing["tx"], row: Row): void;
}

/** Re-encrypts every row with secrets, in steps that keep nobody waiting. @returns the number of rows */
export async function resealRows<Row extends { id: string }>(
  deps: Deps,
  environment: Environment,
  { listAfter, reseal }: SealedRows<Row>,
): Promise<number> {
  let moved = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const before: string = after;
    after = await write(deps, environment, ({ tx }) => {
      const rows = listAfter(tx, before, stepRows);
      for (const row of rows) reseal(tx, row);
      moved += rows.length;
      return rows.at(-1)?.id;
    });
  }
  return moved;
}
