import {
  type AnyColumn,
  getTableColumns,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./store.ts";

/** A placeholder that drizzle's types accept as a column's value. The column encodes it like a value. */
export function placeholderFor(name: string): never {
  return sql.placeholder(name) as never;
}

type Row<T extends SQLiteTable> = T["$inferSelect"];

function placeholders<T extends SQLiteTable>(table: T): Record<string, Placeholder> {
  const names = Object.keys(getTableColumns(table));
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
}

/** Inserts whole rows with one prepared statement. SQLite counts up a `generated` column. */
export function rowInsert<T extends SQLiteTable, Generated extends keyof Row<T> & string = never>(
  db: Db,
  table: T,
  generated?: Generated,
): (row: Omit<Row<T>, Generated>) => void {
  const values = placeholders(table);
  if (generated !== undefined) delete values[generated];
  const statement = db
    .insert(table)
    .values(values as never)
    .prepare();
  return (row) => void statement.run(row);
}

/** Replaces the whole row with the same key, with one prepared statement. */
export function rowUpdate<T extends SQLiteTable>(
  db: Db,
  table: T,
  key: keyof Row<T> & string,
): (row: Row<T>) => void {
  const column = getTableColumns(table)[key] as AnyColumn;
  // A key that is set, even to what it is, is looked up in every table that refers to it.
  const { [key]: _key, ...others } = placeholders(table);
  const statement = db
    .update(table)
    .set(others as never)
    .where(sql`${column} = ${sql.placeholder(key)}`)
    .prepare();
  return (row) => void statement.run(row);
}

/** The placeholder of the key; no column has this name. */
const keyName = "row key";

/** Changes some columns of the row with the key. It prepares one statement for each set of columns. */
export function rowChange<T extends SQLiteTable>(
  db: Db,
  table: T,
  key: keyof Row<T> & string,
): (value: string, change: Partial<Row<T>>) => void {
  const column = getTableColumns(table)[key] as AnyColumn;
  const prepare = (names: string[]) =>
    db
      .update(table)
      .set(Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as never)
      .where(sql`${column} = ${sql.placeholder(keyName)}`)
      .prepare();
  const statements = new Map<string, ReturnType<typeof prepare>>();
  return (value, change) => {
    const names = Object.keys(change);
    const statement = statements.get(names.join()) ?? prepare(names);
    statements.set(names.join(), statement);
    statement.run({ ...change, [keyName]: value });
  };
}

/** The columns in which a row differs from what it was; of a column of JSON counts whether it is the same object. */
export function changedColumns<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[];
  const changed: Partial<T> = {};
  for (const name of names) if (after[name] !== before[name]) changed[name] = after[name];
  return changed;
}

/** Inserts the row, or replaces the row with the same key. `key` is the whole primary key. */
export function rowUpsert<T extends SQLiteTable>(
  db: Db,
  table: T,
  ...key: (keyof Row<T> & string)[]
): (row: Row<T>) => void {
  const columns = getTableColumns(table);
  const others = Object.entries(columns).filter(([name]) => !key.includes(name));
  const replaced = others.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]);
  const statement = db
    .insert(table)
    .values(placeholders(table) as never)
    .onConflictDoUpdate({
      target: key.map((name) => columns[name]) as never,
      set: Object.fromEntries(replaced),
    })
    .prepare();
  return (row) => void statement.run(row);
}

/**
 * Inserts the row, or adds its `sums` to the row with the same key, which is the whole primary key. Of `latest` the
 * greater value stays.
 */
export function rowAdd<T extends SQLiteTable>(
  db: Db,
  table: T,
  key: readonly (keyof Row<T> & string)[],
  sums: readonly (keyof Row<T> & string)[],
  latest: readonly (keyof Row<T> & string)[] = [],
): (row: Row<T>) => void {
  const columns = getTableColumns(table);
  const change = (name: keyof Row<T> & string, of: (old: AnyColumn, added: SQL) => SQL) => {
    const column = columns[name] as AnyColumn;
    return [name, of(column, sql`excluded.${sql.identifier(column.name)}`)];
  };
  const changes = [
    ...sums.map((name) => change(name, (old, added) => sql`${old} + ${added}`)),
    ...latest.map((name) => change(name, (old, added) => sql`max(${old}, ${added})`)),
  ];
  const statement = db
    .insert(table)
    .values(placeholders(table) as never)
    .onConflictDoUpdate({
      target: key.map((name) => columns[name]) as never,
      set: Object.fromEntries(changes),
    })
    .prepare();
  return (row) => void statement.run(row);
}

/** The sum over the rows that fit the condition; 0 without one. */
export function sumWhere(amount: SQLWrapper, condition: SQL): SQL<number> {
  return sql<number>`ifnull(sum(${amount}) FILTER (WHERE ${condition}), 0)`;
}
