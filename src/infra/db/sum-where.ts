import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The sum over the rows that fit the condition; 0 without one. */
export function sumWhere(amount: SQLWrapper, condition: SQL): SQL<number> {
  return sql<number>`ifnull(sum(${amount}) FILTER (WHERE ${condition}), 0)`;
}
