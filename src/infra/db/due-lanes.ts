import { type SQL, sql } from "drizzle-orm";
import type { IndexedTable } from "./due-index.ts";
import { type DueRow, isInRealTime } from "./due-rows.ts";
import { type Db, prepared, type Store } from "./store.ts";

/** Rows that wait for a time and then for a receiver. The rows of each receiver are a lane: a long one hides no other. */
export interface DueLanes {
  /** The lanes that have rows. */
  lanes(): string[];
  /** Rows of a lane that are due at `from` or later, in order of time, each id once. */
  read(lane: string, from: number, limit: number): DueRow[];
  /** Calls `listener` for each row that a transaction makes due at a time. It may still be undone. */
  watch(listener: (lane: string, id: string, at: number) => void): void;
  /** Whether there cannot be any: the database is new. */
  isEmpty(): boolean;
  /** Resolves when every commit made so far is durable. */
  synced(): Promise<void>;
  /** The rows of accounts with clocks of their own, which `read` leaves out; undefined where no account can have one. */
  readonly indexed: IndexedTable | undefined;
}

/** Where they are: columns, and SQL of the account whose clock their times follow. */
interface LaneTable {
  table: string;
  id: string;
  lane: string;
  at: string;
  account(row: string): string;
}

/** As `dueRows`. A row without a time waits for nothing. The table needs an index by lane and time. */
export function dueLanes({ table, id, lane, at, account }: LaneTable): (store: Store) => DueLanes {
  const waits = (row: string) => `${row}.${at} IS NOT NULL`;
  const read = (db: Db, andWhere: string) =>
    db
      .select({ id: sql<string>`${sql.raw(`due.${id}`)}`, at: sql<number>`${sql.raw(`due.${at}`)}` })
      .from(sql.raw(`${table} AS due`))
      .where(
        sql`${sql.raw(`due.${lane}`)} = ${sql.placeholder("lane")}
          AND ${sql.raw(`due.${at}`)} >= ${sql.placeholder("from")}${sql.raw(andWhere)}`,
      )
      .orderBy(sql.raw(`due.${at}`))
      .limit(sql.placeholder("limit"))
      .prepare();
  const reading = prepared((db) => read(db, ""));
  const readingInRealTime = prepared((db) => read(db, ` AND ${isInRealTime(account("due"))}`));
  const listing = prepared((db) =>
    db
      .select({ id: sql<string>`id` })
      .from(distinctValues(table, lane, `${at} IS NOT NULL`))
      .prepare(),
  );
  const values = (row: string) => [`${row}.${lane}`, `${row}.${id}`, `${row}.${at}`];
  return (store) => {
    const rows = store.hasTestClocks ? readingInRealTime : reading;
    return {
      lanes: () =>
        listing(store.db)
          .all()
          .map((row) => row.id),
      read: (name, from, limit) => rows(store.db).all({ lane: name, from, limit }),
      watch: (listener) => store.watchRows({ table, when: waits, values }, listener),
      isEmpty: store.isUntouched,
      synced: store.synced,
      indexed: store.hasTestClocks
        ? {
            table,
            id: (row) => `${row}.${id}`,
            at: (row) => `${row}.${at}`,
            account,
            condition: waits,
            isGrouped: false,
          }
        : undefined,
    };
  };
}

/**
 * A table of the different values of an indexed column, as `id`, of the rows that fit a condition. It looks each one up in
 * the index: a list of all rows takes as long as they are many.
 */
export function distinctValues(table: string, column: string, where = "1"): SQL {
  return sql.raw(`(
    WITH RECURSIVE found (id) AS (
      SELECT min(${column}) FROM ${table} WHERE ${where}
      UNION ALL
      SELECT (SELECT min(${column}) FROM ${table} WHERE ${where} AND ${column} > found.id)
      FROM found WHERE found.id IS NOT NULL
    ) SELECT id FROM found WHERE id IS NOT NULL)`);
}
