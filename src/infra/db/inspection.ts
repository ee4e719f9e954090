import { statSync } from "node:fs";
import { basename } from "node:path";
import { bytesPerMb } from "../units.ts";
import { type Connection, openDatabase } from "./connection.ts";
import { damaged, quoted } from "./damage.ts";
import { DataFolderError } from "./data-folder-error.ts";
import type { DatabaseFile } from "./databases.ts";
import { closeLog, refuseLostLog } from "./lost-log.ts";
import { appliedTo, pendingAfter, schemaMark } from "./migrate.ts";
import { sqliteCode } from "./storage-error.ts";

/** Reading a megabyte takes about two milliseconds. Larger files would delay the start. */
const readThroughBytesMax = 2 * bytesPerMb;

/** Examines the installation's values, by name. Throws to refuse them. */
export type InstallationCheck = (read: (name: string) => Uint8Array | undefined) => void;

type State = "missing" | "empty" | "migrated";

interface Inspected {
  state: State;
  /** Open where the database is migrated. */
  connection?: Connection;
}

/**
 * Examines the databases of a folder, in the order in which they are created, before anything is changed. Each must
 * show no damage at a glance, be in its own place, have a schema that this executable knows, and not be newly empty.
 * @returns those that are migrated, still open, because SQLite has read their schemas; `closeInspected` closes them
 * @throws DataFolderError, and whatever `look` throws, with nothing left open
 */
export function inspectDatabases(
  files: readonly DatabaseFile[],
  nativeBinding: string | undefined,
  look: InstallationCheck = () => {},
): Map<DatabaseFile, Connection> {
  for (const file of files) refuseLostLog(file);
  const open = new Map<DatabaseFile, Connection>();
  try {
    let isSetUp = false;
    const states = files.map((file) => {
      const { state, connection } = inspect(file, files, nativeBinding, (inspected) => {
        if (!hasSecrets(inspected)) return;
        isSetUp = true;
        look((name) => installationValue(inspected, name));
      });
      if (connection) open.set(file, connection);
      return state;
    });
    refuseMissing(files, states, isSetUp);
    return open;
  } catch (error) {
    for (const [file, connection] of open) closeInspected(connection, file);
    throw error;
  }
}

function refuseMissing(files: readonly DatabaseFile[], states: readonly State[], isSetUp: boolean): void {
  const lastMade = states.lastIndexOf("migrated");
  for (const [index, file] of files.entries()) {
    const state = states[index];
    if (state === "migrated" || !(isSetUp || index < lastMade)) continue;
    if (state === "missing" && !file.waits) continue;
    throw damaged(file, state === "missing" ? "is missing, although the other databases exist" : "is empty");
  }
}

function inspect(
  file: DatabaseFile,
  files: readonly DatabaseFile[],
  nativeBinding: string | undefined,
  look: (connection: Connection) => void,
): Inspected {
  const size = statSync(file.path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return { state: "missing" };
  if (size === 0) return { state: "empty" };
  const connection = openDatabase(file.path, nativeBinding);
  let isMigrated = false;
  try {
    refuseMisplaced(connection, file, files);
    const applied = appliedTo(connection);
    if (applied.length === 0) return { state: "empty" };
    pendingAfter(applied, file.migrations, basename(file.path));
    refuseDamage(connection, file, size);
    look(connection);
    isMigrated = true;
    return { state: "migrated", connection };
  } catch (error) {
    if (isDamage(error)) throw damaged(file, `is damaged (${quoted((error as Error).message)})`, error);
    throw error;
  } finally {
    if (!isMigrated) closeInspected(connection, file);
  }
}

/** Closing removes the log. An error here is no news: the refusal has reported the damage already. */
export function closeInspected(connection: Connection, file: DatabaseFile): void {
  if (!connection.open) return;
  try {
    closeLog(connection, file);
  } catch {
    // SQLite keeps a log that it cannot empty.
  } finally {
    connection.close();
  }
}

/** A file without a mark is older than the marks. @throws DataFolderError */
export function refuseMisplaced(
  connection: Connection,
  file: DatabaseFile,
  files: readonly DatabaseFile[],
): void {
  const found = connection.pragma("application_id", { simple: true });
  if (found === 0 || found === file.applicationId) return;
  const owner = files.find(({ applicationId }) => applicationId === found);
  const what = owner ? `what belongs in ${basename(owner.path)}` : "the database of another program";
  throw new DataFolderError(
    "misplaced",
    `${file.path} holds ${what}: put each file back where it belongs, or restore the newest backup into an empty data folder`,
  );
}

function refuseDamage(connection: Connection, file: DatabaseFile, size: number): void {
  // A changed header can make a database read-only.
  connection.exec("DELETE FROM migrations WHERE FALSE");
  const mark = connection.pragma("user_version", { simple: true });
  if (mark !== 0 && mark !== schemaMark(connection)) {
    throw damaged(file, "is damaged (its tables differ from its migrations)");
  }
  const found =
    size <= readThroughBytesMax ? connection.pragma("integrity_check(1)", { simple: true }) : "ok";
  if (found !== "ok") throw damaged(file, `is damaged (${quoted(String(found))})`);
}

/** The first start creates the secrets last, after all databases. */
function hasSecrets(connection: Connection): boolean {
  const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'installation'").get();
  return table !== undefined && connection.prepare("SELECT 1 FROM installation").get() !== undefined;
}

function installationValue(connection: Connection, name: string): Uint8Array | undefined {
  const row = connection.prepare("SELECT value FROM installation WHERE name = ?").get(name);
  return (row as { value: Uint8Array } | undefined)?.value;
}

/** SQLite could read the file, but not understand it. Other errors come from the disk. */
function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== "" && !/^SQLITE_(IOERR|FULL|BUSY|CANTOPEN|PERM)/.test(code);
}
