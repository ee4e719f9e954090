import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

/**
 * What: drizzle's session writes `+?` for each parameter, and constants into the text.
 * Why: SQLite looks at the values of parameters while it plans, at a limit and at what sorted rows are compared with. So it
 * plans such a statement anew at each run. It looks at no value of an expression, such as `+?`.
 * Gain: a list of one row takes 14 → 2.4 µs.
 * Test: test/infra/db/statements.test.ts
 * To remove: drop `planOnce` in `infra/db/handle.ts`. Then an index with a condition needs its constants as `sql.raw`.
 */

/** SQL of drizzle's, and what stands for its question marks. */
interface Text {
  sql: string;
  params: readonly unknown[];
}

/** The part of drizzle's session that makes prepared queries. */
interface Session {
  prepareQuery(query: Text, ...rest: unknown[]): unknown;
}

/** SQLite plans each statement of this handle once. */
export function planOnce(db: BetterSQLite3Database): BetterSQLite3Database {
  const { session } = db as unknown as { session: Session };
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, ...rest) => prepareQuery(plannedOnce(query), ...rest);
  return db;
}

/**
 * Words and numbers that the code names: they need no quotes inside, and no sign that could join another. As text, numbers
 * are integers, which matters where they are divided.
 */
const isNamed = (param: unknown): param is string | number =>
  typeof param === "string" ? /^[a-z_.]+$/.test(param) : Number.isSafeInteger(param) && Number(param) >= 0;

/**
 * A constant becomes a part of the text, so that it can fit the condition of a partial index. A limit stays unknown: a plan
 * for few rows is not one for many.
 */
function plannedOnce<Given extends Text>(query: Given): Given {
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
