import Database from "better-sqlite3";
import { AppError } from "../errors.ts";

/** SQLite's codes for faults of the disk or of another process, not of the statement. */
const unavailable = /^SQLITE_(IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;

/** The refusal of a whole batch: `storage_full` or `storage_unavailable`, with the error as its cause. */
export function storageRefusal(cause: unknown): AppError {
  return sqliteCode(cause) === "SQLITE_FULL"
    ? storageFull(cause)
    : new AppError("storage_unavailable", { cause });
}

/** The refusal for too little space, found by SQLite or before. */
export function storageFull(cause?: unknown): AppError {
  const detail = "Writes are refused until the server's disk has space. Reads still work.";
  return new AppError("storage_full", { detail, cause });
}

/** Turns a fault of the storage into the refusal that a caller may see. Other errors stay as they are. */
export function asRefusal(error: unknown): unknown {
  const code = sqliteCode(error);
  return code === "SQLITE_FULL" || unavailable.test(code) ? storageRefusal(error) : error;
}

/**
 * SQLite's extended result code, such as `SQLITE_CONSTRAINT_UNIQUE`; empty for an error that is not SQLite's.
 * Looks into the causes, because drizzle wraps some errors.
 */
export function sqliteCode(error: unknown): string {
  if (error instanceof Database.SqliteError) return error.code;
  return error instanceof Error ? sqliteCode(error.cause) : "";
}
