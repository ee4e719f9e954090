import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import type { Environment } from "../environment.ts";
import type { Condition } from "./condition.ts";
import type { StoreName } from "./database.ts";
import type { WatchRows } from "./row-watch.ts";

/** drizzle's handle over the store's one main-thread connection. */
export type Db = BetterSQLite3Database;

declare const inWrite: unique symbol;

/** A `Db` inside a transaction. Only `Store.write` provides one, so queries that change rows can require it. */
export type Tx = Db & { readonly [inWrite]: true };

/** What a write's function may return: no Promise, because the rest of it would run after the commit. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;

export interface Store {
  readonly name: StoreName;
  /** For plain reads, which may see commits that are not synced yet. */
  readonly db: Db;
  /**
   * Runs `fn` in a transaction and resolves with its result when that is durable. If `fn` throws, only its own changes
   * are undone, and the promise rejects after the same wait. Read, decide and write inside it: other functions share
   * the transaction, but none runs in between.
   *
   * Rejects with `storage_full` if there is too little space, `storage_unavailable` if the disk failed, and
   * `shutting_down` after `close`.
   * `fn` must not catch errors of statements: they may have ended the transaction.
   */
  write<T>(fn: (tx: Tx) => Sync<T>): Promise<T>;
  /**
   * Runs `fn` in a transaction from the reserved space: for the few small rows that somebody needs to
   * sign in and fix a full disk. When the reserve is nearly used up, it rejects with `storage_full` too.
   */
  writeFromReserve<T>(fn: (tx: Tx) => Sync<T>): Promise<T>;
  /** Resolves when every commit made so far is durable; at once for a store that does not wait for syncs. */
  synced(): Promise<void>;
  /** Calls `listener` when commits became durable, in the same turn as their answers. Returns how to unsubscribe. */
  onSynced(listener: () => void): () => void;
  /**
   * Takes what the writes so far deleted and overwrote out of the log too. While another process reads the log, or the
   * disk is full, it resolves with false, and Waybill tries again for ten minutes. A stop empties every log.
   */
  emptyLog(): Promise<boolean>;
  /** Calls `listener` for each row that a write inserts into what the watch covers, or updates in it. */
  readonly watchRows: WatchRows;
  /** Whether this start made it and has written nothing since: nobody needs to look for rows. */
  isUntouched(): boolean;
  /** Whether accounts may have clocks of their own in it. */
  readonly hasTestClocks: boolean;
  /**
   * Leaves nothing on the disk of what was overwritten or deleted. Before serving only; takes as long as copying it.
   */
  rewrite(): void;
}

/** A database that a thread of its own writes. This thread reads only. */
export interface WorkerStore {
  readonly name: StoreName;
  /** For reads. A write throws. */
  readonly db: Db;
  /**
   * Runs a task in the writing thread and resolves when its commits are visible here. `input` is copied to that thread,
   * and the buffers in `moved` are moved. The first task starts the thread.
   *
   * Rejects with `storage_full`, `storage_unavailable` and `shutting_down` as `Store.write` does. Any other error is a
   * defect of the task, or the thread ended: what the task has committed by then stays.
   */
  run<Input>(task: WorkerTask<Input>, input: Input, moved?: ArrayBuffer[]): Promise<void>;
}

/** What a task has of its store. */
export type TaskStore = Pick<Store, "db" | "write" | "emptyLog">;

/** What the writing thread knows how to do. Tasks run beside each other; each `write` is one transaction. */
export interface WorkerTask<Input> {
  readonly name: string;
  work(store: TaskStore, input: Input): Promise<void>;
}

export interface Stores {
  readonly accounts: Store;
  readonly telemetry: WorkerStore;
  /** The delivery data of one environment. There is no other way to it. */
  platform(environment: Environment): Store;
  readonly condition: Condition;
  /** Records that the daily check found a database damaged. */
  noteDamage(name: StoreName): void;
  /** Databases that the daily check found damaged. */
  damaged(): StoreName[];
  /** Current disk usage of each database. */
  footprints(): Footprint[];
  /** Lets all writes use the reserve from now on, so that counters in memory can be written before closing. */
  freeReserve(): void;
  /** Refuses new writes, answers the earlier ones, empties the logs, closes the files and frees the folder. */
  close(): Promise<void>;
}

/** Disk usage and state of a database. */
export interface Footprint {
  readonly name: StoreName;
  readonly fileBytes: number;
  /** Size of the write-ahead log, which a checkpoint empties. */
  readonly logBytes: number;
  /** The newest migration. */
  readonly schema: string;
  /** Whether a statement or the daily check found damage. */
  readonly isDamaged: boolean;
  /** Undefined if it was not synced since it was opened, or does not wait for syncs. */
  readonly lastSyncAgeMs: number | undefined;
}

/**
 * A feature's prepared statements, created once for each connection:
 * `const keyStore = prepared((db) => ({ findByHash: … }))`, used as `keyStore(tx).findByHash.get({ hash })`.
 * Building a query costs far more than running it.
 */
export function prepared<T>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>();
  return (db) => {
    const existing = made.get(db);
    if (existing !== undefined) return existing;
    const statements = make(db);
    made.set(db, statements);
    return statements;
  };
}
