import { watchFailures } from "../patches/driver-failures.ts";
import type { Connection } from "./connection.ts";
import { DataFolderError } from "./data-folder-error.ts";
import type { DatabaseFile } from "./databases.ts";
import { sqliteCode } from "./storage-error.ts";

const charactersMax = 120;

/** The damage of a database, and what to do. */
export function damaged(
  file: Pick<DatabaseFile, "path" | "waits">,
  what: string,
  cause?: unknown,
): DataFolderError {
  return new DataFolderError("damaged", `${file.path} ${what}: ${damageRemedy(file)}`, { cause });
}

/** What to do about a damaged database. */
export function damageRemedy({ waits }: Pick<DatabaseFile, "waits">): string {
  const remedy = waits
    ? "restore the newest backup into an empty data folder"
    : "move it away, and Waybill creates a new one";
  return `check the disk (dmesg, smartctl), then ${remedy}`;
}

/** Whether SQLite could not make sense of the file. */
export function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));
}

/** SQLite's message in one line, without the damaged bytes that it may contain. */
export function quoted(text: string): string {
  const line = text.replace("*** in database main ***", "").replace(/[^ -~]+/g, " ");
  return line.trim().slice(0, charactersMax);
}

/**
 * Reports every later statement that SQLite could not run because the file is damaged: a start reads only small files
 * through.
 */
export function watchDamage(connection: Connection, onDamage: (error: Error) => void): void {
  watchFailures(connection, (error) => {
    if (isDamage(error)) onDamage(error);
  });
}
