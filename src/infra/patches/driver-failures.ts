import type { Database } from "better-sqlite3";

/**
 * What: a connection of better-sqlite3 prepares statements that call back when they fail.
 * Why: the driver has no hook for errors, and damage of a file shows in whatever statement comes upon it.
 * Gain: none in speed. A damaged file is known at the first statement, whoever ran it.
 * Test: test/infra/patches/driver-failures.test.ts
 * To remove: tell of each error where statements run, in `infra/db/handle.ts`, or use a hook of the driver.
 */

/** Calls `onFailure` with what a statement of the connection throws from now on. It is still thrown. */
export function watchFailures(connection: Database, onFailure: (error: unknown) => void): void {
  const guarded =
    <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
    (...given: Given): Result => {
      try {
        return work(...given);
      } catch (error) {
        onFailure(error);
        throw error;
      }
    };
  const prepare = guarded(connection.prepare.bind(connection));
  const guardedPrepare = (source: string) => {
    const statement = prepare(source);
    const { run, get, all } = statement;
    return Object.assign(statement, {
      run: guarded(run.bind(statement)),
      get: guarded(get.bind(statement)),
      all: guarded(all.bind(statement)),
    });
  };
  connection.prepare = guardedPrepare as typeof connection.prepare;
}
