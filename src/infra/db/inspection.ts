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

/**
 * Examines the databases of a folder, in the order in which they are created, before anything is changed. Each must
 * show no damage at a glance, be in its own place, have a schema that this executable knows, and not be newly empty.
 * @throws DataFolderError, and whatever `look` throws
 */
export function inspectDatabases(
  files: readonly DatabaseFile[],
  nativeBinding: string | undefined,
  look: InstallationCheck = () => {},
): void {
  for (const file of files) refuseLostLog(file);
  let isSetUp = false;
  const states = files.map((file) =>
    inspect(file, files, nativeBinding, (connection) => {
      if (!hasSecrets(connection)) return;
      isSetUp = true;
      look((name) => installationValue(connection, name));
    }),
  );
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
): State {
  const size = statSync(file.path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return "missing";
  if (size === 0) return "empty";
  const connection = openDatabase(file.path, nativeBinding);
  try {
    refuseMisplaced(connection, file, files);
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
    close(connection, file);
  }
}

/** Closing removes the log. An error here is no news: the refusal has reported the damage already. */
function close(connection: Connection, file: DatabaseFile): void {
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
