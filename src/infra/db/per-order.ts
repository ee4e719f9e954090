import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { ListOrder } from "../list-order.ts";

/** An order in SQL. */
export interface Direction {
  isNewest: boolean;
  sorted: typeof asc | typeof desc;
  word: SQL;
  /** Compares a place with the one where the last page ended. */
  past: SQL;
  /** Compares a place with the last one that is read. */
  upTo: SQL;
}

export const directions: Readonly<Record<ListOrder, Direction>> = {
  newest: { isNewest: true, sorted: desc, word: sql.raw("DESC"), past: sql`<`, upTo: sql`>=` },
  oldest: { isNewest: false, sorted: asc, word: sql.raw("ASC"), past: sql`>`, upTo: sql`<=` },
};

/** Statements of a list: each order has its own. */
export function perOrder<T>(make: (direction: Direction) => T): Readonly<Record<ListOrder, T>> {
  return { newest: make(directions.newest), oldest: make(directions.oldest) };
}
