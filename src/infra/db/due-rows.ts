import { sql } from "drizzle-orm";
import { prepared, type Store } from "./store.ts";

export interface DueRow {
  readonly id: string;
  /** When it is or was due. */
  readonly at: number;
}

/** Rows that wait for a time: the truth that a job works from. */
export interface DueRows {
  /** Those due at `from` or later, in order of time, each id once. */
  read(from: number, limit: number): DueRow[];
  /** Calls `listener` for each row that a transaction makes due at a time. It may still be undone. */
  watch(listener: (id: string, at: number) => void): void;
  /** Resolves when every commit made so far is durable. */
  synced(): Promise<void>;
}

/** Where rows with a time are. The functions make SQL over the row that the alias names. */
interface DueTable {
  readonly table: string;
  id(row: string): string;
  at(row: string): string;
  when?(row: string): string;
  /** Several rows can have the same id, which is due with the first. */
  readonly isGrouped?: boolean;
}

/**
 * A feature's rows with a time, created once: `const simulationsDue = dueRows({ … })`, used as
 * `simulationsDue(store).read(from, limit)`. The table needs an index for it, by time unless it stays small.
 */
export function dueRows({ table, id, at, when, isGrouped }: DueTable): (store: Store) => DueRows {
  const condition = (row: string) => [`${at(row)} IS NOT NULL`, ...(when ? [when(row)] : [])].join(" AND ");
  const reading = prepared((db) => {
    const rows = db
      .select({ id: sql<string>`${sql.raw(id("due"))}`, at: sql<number>`${sql.raw(first("due"))}` })
      .from(sql.raw(`${table} AS due`))
      .where(sql`${sql.raw(condition("due"))} AND ${sql.raw(at("due"))} >= ${sql.placeholder("from")}`);
    const sorted = sql.raw(first("due"));
    const limit = sql.placeholder("limit");
    if (isGrouped)
      return rows
        .groupBy(sql.raw(id("due")))
        .orderBy(sorted)
        .limit(limit)
        .prepare();
    return rows.orderBy(sorted).limit(limit).prepare();
  });
  function first(row: string): string {
    return isGrouped ? `min(${at(row)})` : at(row);
  }
  return (store) => ({
    read: (from, limit) => reading(store.db).all({ from, limit }),
    watch: (listener) =>
      store.watchRows({ table, when: condition, values: (row) => [id(row), at(row)] }, listener),
    synced: store.synced,
  });
}

/** For a job that has nothing to do in this installation. */
export const noDueRows: DueRows = { read: () => [], watch: () => {}, synced: async () => {} };
