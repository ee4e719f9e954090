import { Column, is, noopDecoder, Param, Placeholder, SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { Connection } from "./connection.ts";
import { prepareLater } from "./lazy-statements.ts";
import type { Db } from "./store.ts";

/** What a statement is run with, by placeholder. */
type Values = Readonly<Record<string, unknown>>;
/** From SQLite's value, which is not null, to the row's. */
type Decode = (value: unknown) => unknown;

/** SQL of drizzle's, and what stands for its question marks. */
interface Text {
  sql: string;
  params: readonly unknown[];
}

/** The parts of drizzle's prepared query that are used here. */
interface Query {
  query: { params: readonly unknown[] };
  stmt: { run(...values: unknown[]): unknown; raw(): RawStatement };
  run(values?: Values): unknown;
  get(values?: Values): unknown;
  all(values?: Values): unknown;
}

/** A statement whose rows are lists of values. */
interface RawStatement {
  get(...values: unknown[]): unknown[] | undefined;
  all(...values: unknown[]): unknown[][];
}

/** A column of the result, as drizzle describes it: where it goes in the row, and what it is. */
interface Field {
  path: readonly string[];
  field: Column | SQL | SQL.Aliased;
}

/** The part of drizzle's session that makes prepared queries. */
interface Session {
  prepareQuery(query: Text, fields: readonly Field[] | undefined, ...rest: unknown[]): Query;
}

/**
 * drizzle over a connection. drizzle finds out in each row what each column is, and for each run what each parameter
 * is: that was a sixth of reading a row. Here both are found out once for each statement. Statements whose rows have
 * several levels stay as they are.
 */
export function handleOf(connection: Connection): Db {
  const db: Db = drizzle({ client: connection });
  const { session } = db as unknown as { session: Session };
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, ...rest) => {
    const prepared = prepareQuery(planOnce(query), fields, ...rest);
    const bind = binderOf(prepared.query.params);
    prepared.run = (values) => prepared.stmt.run(...bind(values));
    if (fields?.every(isFlat)) readRows(prepared, fields, bind);
    return prepared;
  };
  return prepareLater(db);
}

/**
 * Words and numbers that the code names: they need no quotes inside, and no sign that could join another. As text, numbers
 * are integers, which matters where they are divided.
 */
const isNamed = (param: unknown): param is string | number =>
  typeof param === "string" ? /^[a-z_.]+$/.test(param) : Number.isSafeInteger(param) && Number(param) >= 0;

/**
 * SQLite looks at the values of parameters while it plans: at a limit, and at what rows are compared with that it sorts.
 * So it plans such a statement anew at each run, which takes five times as long as reading a row. It looks at none in an
 * expression, such as `+?`. A constant becomes a part of the text, so that it can fit the condition of a partial index.
 * A limit stays unknown: a plan for few rows is not one for many.
 */
function planOnce<Given extends Text>(query: Given): Given {
  const params = [...query.params];
  const kept: unknown[] = [];
  const sql = query.sql.replace(/'(?:[^']|'')*'|"[^"]*"|(limit )?\?/gi, (token, limit = "") => {
    if (!token.endsWith("?")) return token;
    const param = params.shift();
    if (isNamed(param) && limit === "") return typeof param === "number" ? String(param) : `'${param}'`;
    kept.push(param);
    return `${limit}+?`;
  });
  return { ...query, sql, params: kept };
}

function isFlat({ path, field }: Field): boolean {
  return path.length === 1 && (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased));
}

function readRows(prepared: Query, fields: readonly Field[], bind: ReturnType<typeof binderOf>): void {
  const { stmt } = prepared;
  const toRow = rowMaker(fields);
  prepared.get = (values) => {
    const row = stmt.raw().get(...bind(values));
    return row && toRow(row);
  };
  prepared.all = (values) =>
    stmt
      .raw()
      .all(...bind(values))
      .map(toRow);
}

/** Makes a statement's parameters from named values. */
function binderOf(params: readonly unknown[]): (values?: Values) => unknown[] {
  const parameters = params.map(toParameter);
  return (values = {}) => parameters.map((parameter) => parameter(values));
}

function toParameter(param: unknown): (values: Values) => unknown {
  const placeholder = is(param, Param) ? param.value : param;
  if (!is(placeholder, Placeholder)) return () => param;
  const { name } = placeholder;
  const value = (values: Values) => {
    if (name in values) return values[name];
    throw new Error(`the statement needs a value for ${name}`);
  };
  return is(param, Param) ? (values) => param.encoder.mapToDriverValue(value(values)) : value;
}

function rowMaker(fields: readonly Field[]): (values: readonly unknown[]) => Record<string, unknown> {
  const columns = fields.map(({ path: [name = ""], field }) => ({ name, decode: decodeOf(field) }));
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) {
      const { name, decode } = columns[index] as (typeof columns)[number];
      const value = values[index];
      row[name] = decode === undefined || value === null ? value : decode(value);
    }
    return row;
  };
}

/** Undefined for a column whose values stay as SQLite gives them. */
function decodeOf(field: Field["field"]): Decode | undefined {
  const decoder = is(field, Column) ? field : is(field, SQL) ? decoderOf(field) : decoderOf(field.sql);
  const { mapFromDriverValue } = decoder;
  const stays = mapFromDriverValue === plain || mapFromDriverValue === noopDecoder.mapFromDriverValue;
  return stays ? undefined : (value) => decoder.mapFromDriverValue(value);
}

const plain = Column.prototype.mapFromDriverValue;
const decoderOf = (sql: SQL) => (sql as unknown as { decoder: typeof noopDecoder }).decoder;
