import Database from "better-sqlite3";

/** The statements that are run, from the driver, and their plans, from SQLite. */

/**
 * Tables that stay small: they grow with tiers, settings and accounts that make the API fail, not with use, or have one
 * row for each account.
 */
const small = ["tiers", "need_dismissals", "installation", "migrations", "api_faults", "storage_use"];

export interface Statement {
  database: Database.Database;
  source: string;
  args: unknown[];
}

export interface StatementWatch {
  /** What was run since the last call. */
  take(): Statement[];
  stop(): void;
}

/** Notes every statement, with the values it was run with. */
export function watchStatements(): StatementWatch {
  const statements: Statement[] = [];
  const restore: (() => void)[] = [];
  const database = new Database(":memory:");
  const prototype = Object.getPrototypeOf(database.prepare("SELECT 1"));
  for (const method of ["all", "get", "iterate", "run"] as const) {
    const original = prototype[method];
    prototype[method] = function (this: Database.Statement, ...args: unknown[]) {
      statements.push({ database: this.database, source: this.source, args });
      return original.apply(this, args);
    };
    restore.push(() => {
      prototype[method] = original;
    });
  }
  database.close();
  return {
    take: () => statements.splice(0),
    stop() {
      for (const undo of restore) undo();
    },
  };
}

/** Lines of the plan that go through a whole table. */
export function scansOf({ database, source, args }: Statement): string[] {
  if (!/^\s*(SELECT|WITH|UPDATE|DELETE)\b/i.test(source)) return [];
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${source}`).all(...args) as { detail: string }[];
  const details = plan.map(({ detail }) => detail);
  // The first rows of a whole table in its own order.
  if (/ limit /i.test(source) && !/ where /i.test(source) && details.length === 1) return [];
  return details.filter((detail) => {
    const [, table = "", index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
    if (small.includes(table) || (index !== undefined && isPartial(database, index))) return false;
    const isSubquery = details.some(
      (other) => /^(CO-ROUTINE|MATERIALIZE) /.test(other) && other.endsWith(` ${table}`),
    );
    return !isSubquery && definitionOf(database, table) !== undefined;
  });
}

/** A partial index holds the rows that are asked for and no others. */
function isPartial(database: Database.Database, index: string): boolean {
  return / where /i.test(definitionOf(database, index) ?? "");
}

/** Of a table or an index; undefined for what is neither. */
function definitionOf(database: Database.Database, name: string): string | undefined {
  const found = database.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").get(name);
  return (found as { sql: string | null } | undefined)?.sql ?? undefined;
}
