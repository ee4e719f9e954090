import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { openDatabase } from "./connection.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { sqliteCode } from "./storage-error.ts";

const rootUser = 0;
/** Bits of a folder's mode, inode(7). */
const groupMayWrite = 0o020;
const othersMayWrite = 0o002;
const sticky = 0o1000;

/** Creates the folder and its missing parents, for the owner only. It survives a power cut. */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  const firstMade = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) syncPath(dirname(made));
}

/**
 * Anyone who may write to a folder can put other data and code into it. Waybill does not change its mode: its content
 * may be somebody else's already, and the owner should know.
 * @throws DataFolderError
 */
export function refuseSharedFolder(path: string): void {
  if (!isShared(path)) return;
  throw new DataFolderError(
    "unusable",
    `${path} is writable by other users: check that its files are yours and run chmod go-w on it, or choose another data folder with --data`,
  );
}

/**
 * Refuses a data folder that others may change. Its group may write to it, and all users may if the sticky
 * bit keeps them from replacing each other's files. A umask of 002 and mounted volumes make such folders.
 * @throws DataFolderError
 */
export function refuseOpenFolder(path: string, log: { warn(fields: object, message: string): void }): void {
  if (!isShared(path)) return;
  if (isOpenToAll(path)) refuseSharedFolder(path);
  log.warn({ path }, "The data folder is writable by other users");
}

/** Whether every user may replace the files of a folder: no server uses it. Windows has other permissions. */
export function isOpenToAll(path: string): boolean {
  const { mode } = statSync(path);
  return process.platform !== "win32" && (mode & othersMayWrite) !== 0 && (mode & sticky) === 0;
}

/** Whether the group or all users may write to a folder. Windows has other permissions. */
function isShared(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & (groupMayWrite | othersMayWrite)) !== 0;
}

/**
 * The owner could not open files that root creates in the owner's folder. So a user who may write everywhere must be
 * the owner; every other user must be able to write.
 * @throws DataFolderError
 */
export function refuseForeignFiles(dataDir: string, names: readonly string[]): void {
  const user = process.geteuid?.();
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    const owner = statSync(path, { throwIfNoEntry: false })?.uid;
    if (owner === undefined) continue;
    const isOthers = isForeign(path);
    if (user === rootUser ? !isOthers && mayWrite(path) : mayWrite(path)) continue;
    const what = isOthers
      ? `belongs to user ${owner}, but this process runs as user ${user}: run waybill as its owner`
      : "is not writable: make it writable (chmod u+rw, mount -o remount,rw)";
    throw new DataFolderError("unusable", `${path} ${what}, or choose another data folder with --data`);
  }
}

/** Whether it exists and belongs to another user. */
export function isForeign(path: string): boolean {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  return owner !== undefined && owner !== (process.geteuid?.() ?? owner);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Syncs a folder's entries, or a file that no database connection has open. Windows can do neither, so Waybill promises
 * nothing about power cuts there.
 */
export function syncPath(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Locks the folder for this process; returns how to unlock it. The operating system unlocks it when the process is
 * killed.
 * @throws DataFolderError if another process has it
 */
export function lockDataFolder(dataDir: string, nativeBinding: string | undefined): () => void {
  return lockFolder(
    dataDir,
    nativeBinding,
    `Another waybill process is using the data folder ${dataDir}. Stop it first, or choose another folder with --data.`,
  );
}

/**
 * Locks any folder until the returned function is called.
 * @throws DataFolderError with the message `inUse` if another process has it
 */
export function lockFolder(folder: string, nativeBinding: string | undefined, inUse: string): () => void {
  const path = join(folder, "lock.db");
  const lock = openDatabase(path, nativeBinding);
  try {
    lock.pragma("busy_timeout = 0");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    const code = sqliteCode(cause);
    if (code.startsWith("SQLITE_BUSY")) {
      throw new DataFolderError("in_use", inUse, { cause });
    }
    if (code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT") {
      throw new DataFolderError("damaged", `${path} is damaged: remove it; it holds no data`, {
        cause,
      });
    }
    throw cause;
  }
  return () => void lock.close();
}

/** Removes a data folder, unless another process uses it. Never call it for a folder that this process has open. */
export function removeUnusedFolder(dataDir: string, nativeBinding: string | undefined): void {
  try {
    lockDataFolder(dataDir, nativeBinding)();
  } catch {
    return;
  }
  rmSync(dataDir, { recursive: true, force: true });
}
