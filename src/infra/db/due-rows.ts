import { sql } from "drizzle-orm";
import type { IndexedTable } from "./due-index.ts";
import { type Db, prepared, type Store } from "./store.ts";

export interface DueRow {
  readonly id: string;
  /** When it is or was due. */
  readonly at: number;
  /** In whose time its task runs; only where accounts may have clocks of their own. */
  readonly accountId?: string | null;
}

/** Rows that wait for a time: the truth that a job works from. */
export interface DueRows {
  /** Rows that are due at `from` or later, in order of time, each id once. */
  read(from: number, limit: number): DueRow[];
  /** Calls `listener` for each row that a transaction makes due at a time. It may still be undone. */
  watch(listener: (id: string, at: number) => void): void;
  /** Whether there cannot be any: the database is new. */
  isEmpty(): boolean;
  /** Resolves when every commit made so far is durable. */
  synced(): Promise<void>;
  /** The rows of accounts with clocks of their own, which `read` leaves out; undefined where no account can have one. */
  readonly indexed?: IndexedTable | undefined;
}

/** Where rows with a time are. The functions make SQL over the row that the alias names. */
interface DueTable {
  readonly table: string;
  id(row: string): string;
  at(row: string): string;
  when?(row: string): string;
  /** Several rows can have the same id, which is due with the first. */
  readonly isGrouped?: boolean;
  /** The account whose clock its times follow. Without it, and where it is null, they are real. */
  account?(row: string): string;
  /** The times of the rows only give an order, so rows of accounts with clocks of their own are read like all others. */
  readonly isDueAtOnce?: boolean;
}

/** Whether an account has no clock of its own. `account` is SQL. */
export function isInRealTime(account: string): string {
  return `NOT EXISTS (SELECT 1 FROM sandbox_clocks WHERE sandbox_clocks.account_id = ${account})`;
}

/**
 * A feature's rows with a time, created once: `const simulationsDue = dueRows({ … })`, used as
 * `simulationsDue(store).read(from, limit)`. The table needs an index for it, by time unless it stays small.
 */
export function dueRows({
  table,
  id,
  at,
  when,
  isGrouped = false,
  account,
  isDueAtOnce,
}: DueTable): (store: Store) => DueRows {
  const condition = (row: string) => [`${at(row)} IS NOT NULL`, ...(when ? [when(row)] : [])].join(" AND ");
  const read = (db: Db, andWhere: string, fields: Record<string, ReturnType<typeof sql>>) => {
    const rows = db
      .select({
        id: sql<string>`${sql.raw(id("due"))}`,
        at: sql<number>`${sql.raw(first("due"))}`,
        ...fields,
      })
      .from(sql.raw(`${table} AS due`))
      .where(
        sql`${sql.raw(`${condition("due")}${andWhere}`)} AND ${sql.raw(at("due"))} >= ${sql.placeholder("from")}`,
      );
    const sorted = sql.raw(first("due"));
    const limit = sql.placeholder("limit");
    if (isGrouped)
      return rows
        .groupBy(sql.raw(id("due")))
        .orderBy(sorted)
        .limit(limit)
        .prepare();
    return rows.orderBy(sorted).limit(limit).prepare();
  };
  const reading = prepared((db) => read(db, "", {}));
  const readingByAccount = prepared((db) => {
    if (!account) return read(db, "", {});
    const owner = account("due");
    return read(db, isDueAtOnce ? "" : ` AND ${isInRealTime(owner)}`, {
      accountId: sql<string | null>`${sql.raw(owner)}`,
    });
  });
  function first(row: string): string {
    return isGrouped ? `min(${at(row)})` : at(row);
  }
  return (store) => ({
    read: (from, limit) =>
      (store.hasTestClocks ? readingByAccount : reading)(store.db).all({ from, limit }) as DueRow[],
    watch: (listener) =>
      store.watchRows({ table, when: condition, values: (row) => [id(row), at(row)] }, listener),
    isEmpty: store.isUntouched,
    synced: store.synced,
    ...(store.hasTestClocks &&
      account &&
      !isDueAtOnce && { indexed: { table, id, at, account, condition, isGrouped } }),
  });
}

/** For a job that has nothing to do in this installation. */
export const noDueRows: DueRows = {
  read: () => [],
  watch: () => {},
  isEmpty: () => true,
  synced: async () => {},
};
