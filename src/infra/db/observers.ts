import type { StoreName } from "./database.ts";

/** The storage's log; a pino logger fits. */
export interface StorageLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** Measures the work of the storage. */
export interface StorageMeter {
  /** How many writes shared a transaction. */
  batch(store: StoreName, writes: number): void;
  sync(store: StoreName, durationMs: number): void;
}
