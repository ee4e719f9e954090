import type { Connection } from "./connection.ts";
import { asRefusal, storageRefusal } from "./storage-error.ts";

/** Settles one caller's promise. */
export type Settle = () => void;

/** A caller's function that waits for its transaction. */
export interface Write {
  /** Runs the function and returns how to settle its promise; throws what the function throws. */
  run(): Settle;
  reject(error: unknown): void;
}

interface Batch {
  /** One for each write, in the same order, not yet called. */
  settles: Settle[];
  /** False if the commit added nothing to the log. */
  changed: boolean;
  /** True if the full disk refused the whole batch. */
  full: boolean;
}

/**
 * Runs many writes in one transaction, each in a savepoint: a write that throws is undone alone. An error that ends the
 * transaction (a full disk may undo all of it), or a failed commit, refuses all of them.
 */
export function batchRunner(connection: Connection): (writes: Write[]) => Batch {
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const commit = connection.prepare("COMMIT");
  const rollback = connection.prepare("ROLLBACK");
  const savepoint = connection.prepare("SAVEPOINT one_write");
  const undo = connection.prepare("ROLLBACK TO one_write");
  const release = connection.prepare("RELEASE one_write");
  const totalChanges = connection.prepare("SELECT total_changes()").pluck();

  let changed = false;

  function runOne(write: Write): Settle {
    savepoint.run();
    const changesBefore = totalChanges.get();
    try {
      const settle = write.run();
      // Throws if the function caught an error that ended the transaction.
      release.run();
      // The counter includes undone changes, so only a function that succeeded counts.
      changed ||= totalChanges.get() !== changesBefore;
      return settle;
    } catch (error) {
      if (!connection.inTransaction) throw error;
      undo.run();
      release.run();
      return () => write.reject(asRefusal(error));
    }
  }

  return function runBatch(writes) {
    changed = false;
    try {
      begin.run();
      const settles = writes.map(runOne);
      commit.run();
      return { settles, changed, full: false };
    } catch (error) {
      if (connection.inTransaction) rollback.run();
      const refusal = storageRefusal(error);
      const settles = writes.map((write) => () => write.reject(refusal));
      return { settles, changed: false, full: refusal.code === "storage_full" };
    }
  };
}
