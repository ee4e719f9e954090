import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Connection, openConnection } from "./connection.ts";
import { syncPath } from "./data-folder.ts";
import type { DatabaseFile } from "./databases.ts";
import type { Migration } from "./migrate.ts";
import { upgrade } from "./upgrading.ts";

/**
 * A new database is a copy of one that was migrated when the executable was built: to copy it takes about a
 * millisecond, to apply every migration in turn about forty.
 */

/** Another file with one of these endings belongs to a database that is or was here. */
const endings = ["", "-wal", "-journal"];

/** A new database with all migrations, compressed. `scratch` is a path where a file can be made. */
export function makeImage(scratch: string, migrations: Migration[]): Uint8Array {
  const connection = openConnection(scratch, undefined, false);
  upgrade([{ connection, path: scratch, waits: false, migrations }]);
  connection.exec("UPDATE migrations SET applied_at = 0; VACUUM");
  // Closing moves the log into the file.
  connection.close();
  return Bun.zstdCompressSync(readFileSync(scratch), { level: 19 });
}

/** Makes a database that does not exist yet, if there is an image of it. A power cut leaves all of it or nothing. */
export function copyImage({ path, image }: DatabaseFile, durable: boolean): boolean {
  if (image === undefined || endings.some((ending) => existsSync(path + ending))) return false;
  const unfinished = `${path}.unfinished`;
  try {
    writeFileSync(unfinished, Bun.zstdDecompressSync(readFileSync(image)), { mode: 0o600 });
    if (durable) syncPath(unfinished);
    renameSync(unfinished, path);
    if (durable) syncPath(dirname(path));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return true;
}

/** A copy says when it was made. */
export function dateCopy(connection: Connection): void {
  connection.exec("UPDATE migrations SET applied_at = unixepoch()");
}
