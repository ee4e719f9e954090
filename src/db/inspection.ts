import { statSync } from "node:fs";
import { basename } from "node:path";
import { type Connection, openDatabase } from "./connection.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { appliedTo, type Migration, pendingAfter, schemaMark } from "./migrate.ts";
import { sqliteCode } from "./storage-error.ts";
import type { StoreName } from "./store.ts";

/** Reading a megabyte through takes about two milliseconds; larger files would hold up the start. */
const readThroughBytesMax = 2 * 1024 * 1024;
const charactersMax = 120;

export interface DatabaseFile {
  name: StoreName;
  path: string;
  migrations: Migration[];
  /** Whether callers are answered only after the sync that follows their commit; the loss of others is no harm. */
  waits: boolean;
}

type State = "missing" | "empty" | "migrated";

/**
 * Looks at the databases of a folder, in the order in which they are made, before anything in there is changed: each
 * must be whole, as far as a glance can tell, of a version that this executable knows, and not newly empty.
 * @throws DataFolderError
 */
export function inspectDatabases(files: readonly DatabaseFile[], nativeBinding: string | undefined): void {
  let isSetUp = false;
  const states = files.map((file) =>
    inspect(file, nativeBinding, (connection) => {
      isSetUp ||= hasSecrets(connection);
    }),
  );
  const lastMade = states.lastIndexOf("migrated");
  for (const [index, file] of files.entries()) {
    const state = states[index];
    if (state === "migrated" || !(isSetUp || index < lastMade)) continue;
    if (state === "missing" && !file.waits) continue;
    throw damaged(file, state === "missing" ? "is missing, though others are there" : "is empty");
  }
}

function inspect(
  file: DatabaseFile,
  nativeBinding: string | undefined,
  look: (connection: Connection) => void,
): State {
  const size = statSync(file.path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return "missing";
  if (size === 0) return "empty";
  const connection = openDatabase(file.path, nativeBinding);
  try {
    const applied = appliedTo(connection);
    if (applied.length === 0) return "empty";
    pendingAfter(applied, file.migrations, basename(file.path));
    refuseDamage(connection, file, size);
    look(connection);
    return "migrated";
  } catch (error) {
    if (isDamage(error)) throw damaged(file, `is damaged (${quoted((error as Error).message)})`, error);
    throw error;
  } finally {
    connection.close();
  }
}

function refuseDamage(connection: Connection, file: DatabaseFile, size: number): void {
  // A header that was changed can make a database read-only.
  connection.exec("DELETE FROM migrations WHERE FALSE");
  const mark = connection.pragma("user_version", { simple: true });
  if (mark !== 0 && mark !== schemaMark(connection)) {
    throw damaged(file, "is damaged (its tables are not as they were made)");
  }
  const found =
    size <= readThroughBytesMax ? connection.pragma("integrity_check(1)", { simple: true }) : "ok";
  if (found !== "ok") throw damaged(file, `is damaged (${quoted(String(found))})`);
}

/** The first start ends with secrets, when all databases are there. */
function hasSecrets(connection: Connection): boolean {
  const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'installation'").get();
  return table !== undefined && connection.prepare("SELECT 1 FROM installation").get() !== undefined;
}

/** What SQLite says of a file that can be read, but not understood; other faults are the disk's. */
function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== "" && !/^SQLITE_(IOERR|FULL|BUSY|CANTOPEN|PERM)/.test(code);
}

/** What SQLite says, in one line: it can hold bytes of the damage. */
function quoted(text: string): string {
  const line = text.replace("*** in database main ***", "").replace(/[^ -~]+/g, " ");
  return line.trim().slice(0, charactersMax);
}

function damaged({ path, waits }: DatabaseFile, what: string, cause?: unknown): DataFolderError {
  const remedy = waits
    ? "restore the newest backup into an empty data folder"
    : "move it away, and a new one is made";
  return new DataFolderError("damaged", `${path} ${what}: check the disk (dmesg, smartctl), then ${remedy}`, {
    cause,
  });
}
