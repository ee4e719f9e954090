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
 * Takes writes from the queue, at most `max` and for so long as `mayGoOn`, and runs them in one transaction, each in a
 * savepoint: a write that throws is undone alone. What a write adds to the queue can follow in the same transaction. An
 * error that ends the transaction (a full disk may undo all of it), or a failed commit, refuses all of them.
 */
export function batchRunner(
  connection: Connection,
): (queue: Write[], max: number, mayGoOn: () => boolean) => Batch {
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
    const changesBefore = changed || totalChanges.get();
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

  return function runBatch(queue, max, mayGoOn) {
    const taken: Write[] = [];
    const settles: Settle[] = [];
    changed = false;
    try {
      begin.run();
      for (let write = queue.shift(); write !== undefined; write = queue.shift()) {
        taken.push(write);
        settles.push(runOne(write));
        if (taken.length === max || !mayGoOn()) break;
      }
      commit.run();
      return { settles, changed, full: false };
    } catch (error) {
      if (connection.inTransaction) rollback.run();
      const refusal = storageRefusal(error);
      const refused = [...taken, ...queue.splice(0, max - taken.length)];
      const settles = refused.map((write) => () => write.reject(refusal));
      return { settles, changed: false, full: refusal.code === "storage_full" };
    }
  };
}
