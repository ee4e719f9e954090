import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import type { Environment } from "../environment.ts";
import type { Condition } from "./condition.ts";
import type { StoreName } from "./databases.ts";

/** drizzle's handle over the store's one main-thread connection. */
export type Db = BetterSQLite3Database;

declare const inWrite: unique symbol;

/** A `Db` inside a transaction. Only `Store.write` hands one out, so that a query that changes rows can ask for it. */
export type Tx = Db & { readonly [inWrite]: true };

/** What a write's function may return: not a Promise, whose later part would run after the commit. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;

export interface Store {
  readonly name: StoreName;
  /** For plain reads, which may see commits that are not synced yet. */
  readonly db: Db;
  /**
   * Runs `fn` in a transaction and resolves with its result once that is durable. What `fn` throws undoes its
   * changes alone, and rejects the promise after the same wait. Read, decide and write inside it; other
   * functions share its transaction, but none runs in between.
   *
   * Rejects with `storage_full` when there is too little space, `storage_unavailable` when the disk refused,
   * `shutting_down` after `close`.
   * `fn` must let an error of a statement pass: it may have ended the transaction.
   */
  write<T>(fn: (tx: Tx) => Sync<T>): Promise<T>;
  /**
   * The same, from the reserved space: for the few small rows that somebody needs to sign in and fix a full disk.
   * When the reserve is nearly used up, it rejects with `storage_full` too.
   */
  writeFromReserve<T>(fn: (tx: Tx) => Sync<T>): Promise<T>;
  /** Resolves when every commit made so far is durable; at once for a store that does not wait for its syncs. */
  synced(): Promise<void>;
  /** Calls `listener` after commits have become durable, in the same turn as their answers; returns how to stop it. */
  onSynced(listener: () => void): () => void;
  /**
   * Leaves nothing on the disk of what was overwritten or deleted. Before serving only; takes as long as copying it.
   */
  rewrite(): void;
}

export interface Stores {
  readonly accounts: Store;
  readonly telemetry: Store;
  /** The delivery data of one environment: the only way to either. */
  platform(environment: Environment): Store;
  readonly condition: Condition;
  /** Says that reading a database through has found damage. */
  noteDamage(name: StoreName): void;
  /** In which such damage was found. */
  damaged(): StoreName[];
  /** What each database takes, asked of the file system now. */
  footprints(): Footprint[];
  /** From here on writes may use the space that is kept free: what is counted can be written before closing. */
  freeReserve(): void;
  /** Refuses new writes, answers the earlier ones, empties the logs, closes the files and frees the folder. */
  close(): Promise<void>;
}

/** What a database takes on the disk, and what it is at. */
export interface Footprint {
  readonly name: StoreName;
  readonly fileBytes: number;
  /** Of the log in front of it, which a checkpoint empties. */
  readonly logBytes: number;
  /** The newest migration. */
  readonly schema: string;
  /** Whether damage was met, or found by reading it through. */
  readonly isDamaged: boolean;
  /** Undefined for one that was not synced since it was opened, or never waits for it. */
  readonly lastSyncAgeMs: number | undefined;
}

/**
 * A feature's prepared statements, made once for each connection:
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
