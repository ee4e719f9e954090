import { getTableColumns, sql } from "drizzle-orm";
import {
  customType,
  type SQLiteColumn,
  type SQLiteColumnBuilderBase,
  type SQLiteTable,
  sqliteTable,
} from "drizzle-orm/sqlite-core";
import type { StoredSecret } from "../secrets/vault.ts";
import type { Db } from "./store.ts";

export { blob, integer, real, text } from "drizzle-orm/sqlite-core";

/**
 * What a `table.ts` is made of. Each column says what it is where it is declared: `plain`, `personal`, `sealed`, or a time
 * that `expires`. What erases personal data, moves secrets to another key and deletes old rows reads it here, so nobody can
 * forget a new column elsewhere.
 */

type Builder = SQLiteColumnBuilderBase;

/** What a row has in the column, but for null. */
type Value<B extends Builder> = B["_"] extends { $type: infer T } ? T : B["_"]["data"];

type Null<B extends Builder> = B["_"] extends { notNull: true } ? never : null;

/** What binds a secret to the row with this key, see `Vault`; in a record of secrets also to its member. */
type Place = (key: string, member: string, row: never) => string;

/** The value with what `map` makes of each secret in it. */
type Within<T> = (value: T, map: (kept: StoredSecret, member?: string) => StoredSecret) => T;

/** The row is deleted: with what is erased, or with its owner. */
export const gone = Symbol("gone");

/** Something else erases it, because it takes more than its row. */
interface Apart {
  /** The exported function. */
  by: string;
}

export function apart(by: string): Apart {
  return { by };
}

/**
 * What an erasure leaves of a value that is not null: nothing, this text, or what a function makes of it. The function
 * changes its own result no more.
 */
type Left<B extends Builder, T = Value<B>> =
  | Null<B>
  | typeof gone
  | Apart
  | (T & string)
  | ((value: T, row: never) => T | Null<B>);

declare const isSaid: unique symbol;
/** A column that says what it is. */
interface Said {
  readonly [isSaid]: true;
}

interface Policy {
  expires?: { afterMs: number; unless?: string };
  left?: null | typeof gone | Apart | string | ((value: never, row: never) => unknown);
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

/** Declares a table with drizzle. A column that does not say what it is does not compile. */
export function table<Name extends string, Columns extends Record<string, Builder & Said>>(
  name: Name,
  builders: Columns,
) {
  const made = sqliteTable(name, builders);
  const columns = Object.entries(getTableColumns(made)).map(([name, column]) => ({
    name,
    column,
    ...policies.get(builders[name] as Builder),
  }));
  declared.push({ name, table: made, columns });
  return made;
}

/** @throws Error if no loaded file declares a table of this name */
export function declaredTable(name: string): DeclaredTable {
  const found = declared.find((each) => each.name === name);
  if (!found) throw new Error(`nothing has declared the table ${name}`);
  return found;
}

/** @throws Error if the table has no column of this name in its rows */
export function columnIn({ name, columns }: DeclaredTable, wanted: string): SQLiteColumn {
  const found = columns.find((column) => column.name === wanted);
  if (!found) throw new Error(`${name} has no column ${wanted}`);
  return found.column;
}

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

function said<B extends Builder>(column: B, policy: Policy): B & Said {
  policies.set(column, { ...policies.get(column), ...policy });
  return column as B & Said;
}

/** A column that no erasure changes. */
export function plain<B extends Builder>(column: B): B & Said {
  return said(column, {});
}

/**
 * The time from which on a row is kept for so long: `infra/jobs/jobs.ts` deletes it within the hour after.
 * @param unless a column, by its name in rows: where it is not null, the row stays
 */
export function expires<B extends Builder>(column: B, afterMs: number, unless?: string): B & Said {
  return said(column, { expires: { afterMs, ...(unless && { unless }) } });
}

/** A column that can say who or where somebody is, or what they said. */
export function personal<B extends Builder>(column: B, left: Left<B>): B & Said {
  return said(column, { left });
}

/**
 * A column with secrets as the vault stores them: `waybill secrets rotate` moves them to the new key. Its table has a
 * primary key of one column of text.
 * @param within where they are, in a value that is not itself a secret
 */
export function sealed<B extends Builder>(
  column: B,
  place: Place,
  within: Within<Value<B>> = (kept, map) => map(kept as StoredSecret) as Value<B>,
): B & Said {
  return said(column, { sealed: { place, within } });
}

/** Where the secrets of a record are. */
export const members: Within<Record<string, StoredSecret>> = (record, map) =>
  Object.fromEntries(Object.entries(record).map(([name, kept]) => [name, map(kept, name)]));
