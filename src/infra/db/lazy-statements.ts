import type { Db } from "./store.ts";

/** A query of drizzle's while it is built. */
type Query = Record<PropertyKey, ((...given: unknown[]) => unknown) | undefined>;

/** A call that goes on building: its name, and what it was given. */
type Step = readonly [name: string, given: unknown[]];

/** What stores call of a prepared statement. */
interface Statement {
  run(values?: unknown): unknown;
  get(values?: unknown): unknown;
  all(values?: unknown): unknown;
  values(values?: unknown): unknown;
}

const beginnings = ["select", "selectDistinct", "insert", "update", "delete"];

const steps = new Set<PropertyKey>([
  ...[
    "from",
    "leftJoin",
    "innerJoin",
    "crossJoin",
    "where",
    "groupBy",
    "having",
    "orderBy",
    "limit",
    "offset",
  ],
  ...["set", "returning", "onConflictDoNothing", "onConflictDoUpdate"],
]);

/**
 * Stores prepare their statements together, hundreds of them, and few run soon after a start. So the queries of this
 * handle only keep what was called, and drizzle builds a query, its SQL and SQLite's statement when that first runs.
 */
export function prepareLater(db: Db): Db {
  const handle = db as unknown as Query;
  for (const name of beginnings) {
    const begin = handle[name]?.bind(db);
    handle[name] = (...given) => keptQuery(() => begin?.(...given) as Query, name === "insert");
  }
  return db;
}

/** Every call but a step has the query built. */
function keptQuery(begin: () => Query, isInsert: boolean): Query {
  const kept: Step[] = [];
  const build = (calls: readonly Step[]) =>
    calls.reduce((query, [name, given]) => query[name]?.(...given) as Query, begin());
  const query: Query = new Proxy({} as Query, {
    get(_, name) {
      // Of an insert it is a step; otherwise it runs the query.
      if (steps.has(name) || (isInsert && name === "values")) {
        return (...given: unknown[]) => {
          kept.push([name as string, given]);
          return query;
        };
      }
      if (name === "prepare") {
        const calls = [...kept];
        return () => preparedLater(() => build(calls).prepare?.() as Statement);
      }
      const built = build(kept);
      const member = built[name];
      return typeof member === "function" ? member.bind(built) : member;
    },
  });
  return query;
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
