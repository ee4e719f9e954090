import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { openDatabase } from "./connection.ts";
import { sqliteCode } from "./storage-error.ts";

/** Makes the folder for its owner alone, with the parents that are missing, so that a power cut leaves it there. */
export function makeDataFolder(dataDir: string): void {
  const firstMade = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  for (let made = dataDir; made.length >= firstMade.length; made = dirname(made)) syncPath(dirname(made));
}

/** Syncs a folder's entries, or a file that no database connection has open. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Takes the folder for this process; returns how to give it back. The operating system gives it back when the
 * process is killed. Throws a sentence for the operator when another process has it.
 */
export function lockDataFolder(dataDir: string, nativeBinding: string | undefined): () => void {
  const lock = openDatabase(join(dataDir, "lock.db"), nativeBinding);
  try {
    lock.pragma("busy_timeout = 0");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    if (!sqliteCode(cause).startsWith("SQLITE_BUSY")) throw cause;
    throw new Error(
      `Another waybill process is using the data folder ${dataDir}. Stop it first, or choose another folder with --data.`,
      { cause },
    );
  }
  return () => void lock.close();
}
