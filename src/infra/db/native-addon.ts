import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { openDatabase } from "./connection.ts";
import { refuseForeignFiles, refuseSharedFolder } from "./data-folder.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { addonFile } from "./packaged.ts";

const namePrefix = "better-sqlite3-";

/**
 * Makes the driver's native addon loadable and tries it. The executable unpacks it into the data folder once. Its name
 * is a hash of its content, and every start compares the content, because it is code.
 * @returns the `nativeBinding` for the driver; undefined when run from source, where the driver finds its own
 * @throws DataFolderError if code cannot be loaded from the folder
 */
export function provideAddon(dataDir: string): string | undefined {
  if (addonFile === undefined) return undefined;
  const path = unpack(readFileSync(addonFile), resolve(dataDir, "native"));
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

function unpack(addon: Buffer, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Only the owner may write there: nobody can replace the file between the comparison and the loading.
  refuseForeignFiles(folder, []);
  refuseSharedFolder(folder);
  const path = join(folder, `${namePrefix}${Bun.hash(addon).toString(36)}.node`);
  // Looks first: creating an error costs more than everything else here, because the executable then reads its source
  // map.
  if (existsSync(path) && readFileSync(path).equals(addon)) return path;
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, addon, { mode: 0o700 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return path;
}
