import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { openDatabase } from "./connection.ts";
import { refuseForeignFiles, refuseSharedFolder } from "./data-folder.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { addon } from "./packaged.ts";

const namePrefix = "better-sqlite3-";
const hashDigits = 16;
/** Smaller than the addon: fresh memory costs more than hashing it. */
const readBytes = 128 * 1024;

/**
 * Makes the driver's native addon loadable and tries it. The executable unpacks it into the data folder once. Its name
 * is a hash of its content, and every start hashes the content, because it is code.
 * @returns the `nativeBinding` for the driver; undefined when run from source, where the driver finds its own
 * @throws DataFolderError if code cannot be loaded from the folder
 */
export function provideAddon(dataDir: string): string | undefined {
  if (addon === undefined) return undefined;
  const path = unpack(addon, resolve(dataDir, "native"));
  try {
    openDatabase(":memory:", path).close();
  } catch (cause) {
    throw new DataFolderError(
      "unusable",
      `The SQLite driver could not be loaded from ${path}. If the data folder is on a file system mounted noexec, mount it with exec or choose another folder with --data. (${cause})`,
      { cause },
    );
  }
  return path;
}

/** Removes the addons of other versions and unfinished ones. Only for the process that holds the data folder. */
export function removeOtherAddons(nativeBinding: string | undefined): void {
  if (nativeBinding === undefined) return;
  const [folder, own] = [dirname(nativeBinding), basename(nativeBinding)];
  for (const name of readdirSync(folder)) {
    if (name !== own && name.startsWith(namePrefix)) rmSync(join(folder, name), { force: true });
  }
}

function unpack({ file, sha256 }: NonNullable<typeof addon>, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Only the owner may write there: nobody can replace the file between the comparison and the loading.
  refuseForeignFiles(folder, []);
  refuseSharedFolder(folder);
  const path = join(folder, `${namePrefix}${sha256.slice(0, hashDigits)}.node`);
  // Looks first: creating an error costs more than everything else here, because the executable then reads its source
  // map.
  if (existsSync(path) && sha256Of(path) === sha256) return path;
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, readFileSync(file), { mode: 0o700 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return path;
}

function sha256Of(path: string): string {
  const hash = new Bun.CryptoHasher("sha256");
  const chunk = Buffer.allocUnsafe(readBytes);
  const descriptor = openSync(path, "r");
  try {
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
      hash.update(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}
