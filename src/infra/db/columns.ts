import { getTableColumns, sql } from "drizzle-orm";
import {
  customType,
  type SQLiteColumn,
  type SQLiteColumnBuilderBase,
  type SQLiteTable,
  sqliteTable,
} from "drizzle-orm/sqlite-core";
import type { StoredSecret } from "../vault.ts";
import type { Db } from "./store.ts";

export { blob, integer, real, text } from "drizzle-orm/sqlite-core";

/**
 * What a `table.ts` is made of. Each column says what it is where it is declared. What moves secrets to another key reads
 * it here, so whoever adds a column cannot forget it elsewhere.
 */

type Builder = SQLiteColumnBuilderBase;

/** What a row has in the column, but for null. */
type Value<B extends Builder> = B["_"] extends { $type: infer T } ? T : B["_"]["data"];

/** What binds a secret to the row with this key, see `Vault`; in a record of secrets also to its member. */
type Place = (key: string, member: string, row: never) => string;

/** The value with what `map` makes of each secret in it. */
type Within<T> = (value: T, map: (kept: StoredSecret, member?: string) => StoredSecret) => T;

interface Policy {
  sealed?: {
    place: Place;
    within(value: never, map: (kept: StoredSecret, member?: string) => StoredSecret): unknown;
  };
}

export interface DeclaredColumn extends Policy {
  /** In rows. */
  name: string;
  column: SQLiteColumn;
}

export interface DeclaredTable {
  /** In the database. */
  name: string;
  table: SQLiteTable;
  columns: DeclaredColumn[];
}

const policies = new WeakMap<Builder, Policy>();
const declared: DeclaredTable[] = [];

/** Declares a table with drizzle. */
export const table = ((name: string, builders: Record<string, Builder>, extra?: never) => {
  const made = sqliteTable(name, builders, extra);
  const columns = Object.entries(getTableColumns(made)).map(([name, column]) => ({
    name,
    column,
    ...policies.get(builders[name] as Builder),
  }));
  declared.push({ name, table: made, columns });
  return made;
}) as typeof sqliteTable;

/** The tables of a database. `app/tables.ts` loads all of them. */
export function tablesOf(db: Db): DeclaredTable[] {
  const rows = db.all<{ name: string }>(sql`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  const names = new Set(rows.map(({ name }) => name));
  return declared.filter(({ name }) => names.has(name));
}

/** A column of JSON text. Unlike drizzle's own it stores null as NULL in prepared statements too. */
export const json = <T>() =>
  customType<{ data: T; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => (value === null ? (value as never) : JSON.stringify(value)),
    fromDriver: (text) => JSON.parse(text),
  });

/**
 * A column with secrets as the vault stores them: `waybill secrets rotate` moves them to the new key. Its table has a
 * primary key of one column.
 * @param within where they are, in a value that is not itself a secret
 */
export function sealed<B extends Builder>(
  column: B,
  place: Place,
  within: Within<Value<B>> = (kept, map) => map(kept as StoredSecret) as Value<B>,
): B {
  policies.set(column, { sealed: { place, within } });
  return column;
}

/** Where the secrets of a record are. */
export const members: Within<Record<string, StoredSecret>> = (record, map) =>
  Object.fromEntries(Object.entries(record).map(([name, kept]) => [name, map(kept, name)]));
