import { and, type SQL, sql } from "drizzle-orm";
import { prepared, type Store } from "./store.ts";

/**
 * The due rows of every account's sandbox, by account and time: a temporary table that SQLite's own triggers keep. A
 * write that is undone is undone here too, so it always says what the rows say. Only stores with test clocks have one.
 */

/** A row of a job's table, by the number of the job. */
export interface IndexedRow {
  readonly job: number;
  readonly id: string;
  readonly at: number;
}

/** What the index keeps of a job's table. The functions make SQL over the row that the alias names. */
export interface IndexedTable {
  readonly table: string;
  id(row: string): string;
  at(row: string): string;
  account(row: string): string;
  condition(row: string): string;
  readonly isGrouped: boolean;
}

/** Before all rows. */
export const firstRow: IndexedRow = { at: Number.MIN_SAFE_INTEGER, job: -1, id: "" };

/** Which due rows to read. */
interface DuePage {
  readonly now: number;
  /** The last row that was read before. */
  readonly after: IndexedRow;
  /** Jobs whose rows are left out. */
  readonly but: readonly number[];
  readonly limit: number;
}

const index = sql.raw("temp.clock_due");
const ofAccount = sql`account_id = ${sql.placeholder("accountId")}`;

const reading = prepared((db) => {
  const row = { job: sql<number>`job`, id: sql<string>`id`, at: sql<number>`at` };
  const dueWhere = (condition?: SQL) =>
    db
      .select(row)
      .from(index)
      .where(
        and(
          sql`${ofAccount} AND at <= ${sql.placeholder("now")} AND job >= 0
            AND (at, job, id) > (${sql.placeholder("at")}, ${sql.placeholder("job")}, ${sql.placeholder("id")})`,
          condition,
        ),
      )
      .orderBy(sql`at, job, id`)
      .limit(sql.placeholder("limit"))
      .prepare();
  return {
    due: dueWhere(),
    // A list of jobs takes longer than the rest of the statement, and mostly it is empty.
    dueBut: dueWhere(sql`job NOT IN (SELECT value FROM json_each(${sql.placeholder("but")}))`),
    next: db
      .select(row)
      .from(index)
      .where(sql`${ofAccount} AND at > ${sql.placeholder("now")}`)
      .orderBy(sql`at, job`)
      .limit(1)
      .prepare(),
    anyDue: db
      .select({ is: sql`1` })
      .from(index)
      .where(sql`${ofAccount} AND at <= ${sql.placeholder("now")}`)
      .limit(1)
      .prepare(),
    ownDue: db
      .select({ is: sql`1` })
      .from(index)
      .where(sql`${ofAccount} AND at <= ${sql.placeholder("now")} AND job < 0`)
      .limit(1)
      .prepare(),
    find: db
      .select(row)
      .from(index)
      .where(sql`job = ${sql.placeholder("job")} AND id = ${sql.placeholder("id")}`)
      .prepare(),
  };
});

/** A table, and who hears of its rows. */
interface Indexed {
  /** The number of its job; negative if the job runs its rows itself. */
  readonly job: number;
  readonly table: IndexedTable;
  /** Called inside the transaction that makes a row due, or changes which of a group is the first. */
  onDue(accountId: string | null, id: string): void;
}

/** Once for each store. Nothing is kept before `begin`: most accounts never have a clock. */
export function createDueIndex(store: Store) {
  const tables: Indexed[] = [];
  let hasBegun = false;
  const run = (statement: string) => store.db.run(sql.raw(statement));
  const read = () => reading(store.db);

  function keep({ job, table, onDue }: Indexed): void {
    for (const statement of statementsOf(job, table)) run(statement);
    const values = (row: string) => [table.account(row), table.id(row)];
    // The end of a group's first row is the turn of the next one, which may be due at the same time.
    const { isGrouped: alsoDeleted } = table;
    const when = alsoDeleted ? () => "1" : table.condition;
    store.watchRows({ table: table.table, when, values, alsoDeleted }, onDue);
  }

  return {
    add(indexed: Indexed): void {
      tables.push(indexed);
      if (hasBegun) keep(indexed);
    },
    /** Keeps the rows of all tables from now on. Not inside a transaction. */
    begin(): void {
      if (hasBegun) return;
      hasBegun = true;
      run(`CREATE TEMP TABLE clock_due (account_id TEXT NOT NULL, at INTEGER NOT NULL, job INTEGER NOT NULL,
        id TEXT NOT NULL, PRIMARY KEY (account_id, at, job, id)) WITHOUT ROWID`);
      run("CREATE UNIQUE INDEX temp.clock_due_row ON clock_due (job, id)");
      tables.forEach(keep);
    },
    /** The account's rows that are due by `now`, in order of time, without those that their jobs run themselves. */
    due(accountId: string, { now, after, but, limit }: DuePage): IndexedRow[] {
      const page = { ...after, accountId, now, limit };
      const { due, dueBut } = read();
      return but.length === 0 ? due.all(page) : dueBut.all({ ...page, but: JSON.stringify(but) });
    },
    /** The account's next row that is due after `now`. Of several, one that its job runs itself comes first. */
    nextAfter: (accountId: string, now: number): IndexedRow | undefined =>
      read().next.get({ accountId, now }),
    /** Whether any row of the account is due by `now`. */
    isAnyDue: (accountId: string, now: number): boolean =>
      read().anyDue.get({ accountId, now }) !== undefined,
    /** Whether a row of the account is due by `now` that its job runs itself. */
    isOwnDue: (accountId: string, now: number): boolean =>
      read().ownDue.get({ accountId, now }) !== undefined,
    find: (job: number, id: string): IndexedRow | undefined => read().find.get({ job, id }),
  };
}

export type DueIndex = ReturnType<typeof createDueIndex>;

function statementsOf(job: number, { table, id, at, account, condition, isGrouped }: IndexedTable): string[] {
  const first = isGrouped ? (row: string) => `min(${at(row)})` : at;
  const grouped = isGrouped ? `GROUP BY ${id("due")}` : "";
  const insert = (where: string) =>
    `INSERT INTO clock_due SELECT ${account("due")}, ${first("due")}, ${job}, ${id("due")} FROM ${table} AS due
      WHERE ${condition("due")} AND ${account("due")} IS NOT NULL ${where} ${grouped}`;
  const forget = (row: string) => `DELETE FROM clock_due WHERE job = ${job} AND id = ${id(row)};`;
  // Of a group the others count too. Else the row alone says all.
  const keep = (row: string) =>
    isGrouped
      ? `${insert(`AND ${id("due")} = ${id(row)}`)};`
      : `INSERT INTO clock_due SELECT ${account(row)}, ${at(row)}, ${job}, ${id(row)}
          WHERE ${condition(row)} AND ${account(row)} IS NOT NULL;`;
  const seen = (row: string) => `(${id(row)}, ${at(row)}, ${condition(row)})`;
  const trigger = (event: string, when: string, body: string) =>
    `CREATE TEMP TRIGGER clock_due_${table}_${job < 0 ? "own" : job}_${event} AFTER ${event} ON main.${table} WHEN ${when} BEGIN ${body} END`;
  return [
    insert(""),
    trigger("INSERT", condition("NEW"), `${forget("NEW")} ${keep("NEW")}`),
    trigger(
      "UPDATE",
      `${seen("OLD")} IS NOT ${seen("NEW")}`,
      `${forget("OLD")} ${forget("NEW")} ${keep("NEW")}`,
    ),
    trigger("DELETE", "1", `${forget("OLD")} ${isGrouped ? keep("OLD") : ""}`),
  ];
}
