import {
  SQLiteDeleteBase,
  SQLiteInsertBase,
  SQLiteSelectBase,
  SQLiteUpdateBase,
} from "drizzle-orm/sqlite-core";

interface Query {
  config: object;
  prepare(): Statement;
}

/** What stores call of a prepared statement. */
interface Statement {
  run(values?: unknown): unknown;
  get(values?: unknown): unknown;
  all(values?: unknown): unknown;
  values(values?: unknown): unknown;
}

/**
 * Stores prepare their statements together, hundreds of them, and few run soon after a start. So drizzle's `prepare()`
 * keeps the query as it is then, and makes the SQL and SQLite's statement when that first runs.
 */
for (const { prototype } of [SQLiteSelectBase, SQLiteInsertBase, SQLiteUpdateBase, SQLiteDeleteBase]) {
  const query = prototype as unknown as Query;
  const { prepare } = query;
  query.prepare = function (this: Query) {
    const kept: Query = Object.create(prototype, Object.getOwnPropertyDescriptors(this));
    kept.config = { ...this.config };
    return preparedLater(() => prepare.call(kept));
  };
}

function preparedLater(prepare: () => Statement): Statement {
  let prepared: Statement | undefined;
  const statement = () => {
    prepared ??= prepare();
    return prepared;
  };
  return {
    run: (values) => statement().run(values),
    get: (values) => statement().get(values),
    all: (values) => statement().all(values),
    values: (values) => statement().values(values),
  };
}
