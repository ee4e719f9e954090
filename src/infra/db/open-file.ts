import { statSync } from "node:fs";
import { type Connection, checkpoint, openConnection, rewrite, startLog } from "./connection.ts";
import { damaged, quoted, watchDamage } from "./damage.ts";
import type { DatabaseFile, StoreName } from "./databases.ts";
import { closeLog } from "./lost-log.ts";
import { appliedTo, isAsMigrated, markFile, migrate } from "./migrate.ts";
import type { StorageLog } from "./observers.ts";
import type { Footprint } from "./store.ts";

/** Options of a database, besides its file. */
export interface FileOptions {
  log: StorageLog;
  onMigrated: ((store: StoreName, migrations: string[]) => void) | undefined;
  durable: boolean;
  nativeBinding: string | undefined;
}

/** A database that is open on the main thread. */
export interface OpenedFile {
  readonly connection: Connection;
  logBytes(): number;
  /** Reports a statement that met damage, from any thread. */
  onDamage(error: Error): void;
  /** Whether SQLite has met damage since the file was opened. */
  isDamaged(): boolean;
  /** Records that reading the file through found damage. */
  noteDamage(): void;
  wasFoundDamaged(): boolean;
  isSchemaCurrent(): boolean;
  footprint(lastSyncAgeMs: number | undefined): Footprint;
}

/** Syncs what a killed process left, and migrates. Registers with `opening` how to close what it opens. */
export function openFile(
  file: DatabaseFile,
  { log, onMigrated, durable, nativeBinding }: FileOptions,
  opening: AsyncDisposableStack,
): OpenedFile {
  const { name, path, migrations } = file;
  const connection = opening.adopt(
    openConnection(path, nativeBinding, durable),
    (opened) => void opened.close(),
  );
  // First: a killed process may have left unsynced commits in the page cache.
  checkpoint(connection);
  const hadData = appliedTo(connection).length > 0;
  const applied = migrate(connection, path, migrations, (notice) => log.warn({ store: name }, notice));
  if (applied.length > 0) {
    log.info({ store: name, migrations: applied }, "Migrated");
    onMigrated?.(name, applied);
    if (hadData) removeRemains(connection, file, log);
    checkpoint(connection);
  }
  markFile(connection, file.applicationId);
  startLog(connection);
  if (durable) opening.defer(() => closeLog(connection, file));

  let isDamaged = false;
  let wasFoundDamaged = false;
  const logBytes = () => statSync(`${path}-wal`).size;
  const onDamage = (error: Error) => {
    if (!isDamaged) log.error({ err: error }, damaged(file, `is damaged (${quoted(error.message)})`).message);
    isDamaged = true;
  };
  watchDamage(connection, onDamage);
  return {
    connection,
    logBytes,
    onDamage,
    isDamaged: () => isDamaged,
    noteDamage() {
      wasFoundDamaged = true;
    },
    wasFoundDamaged: () => wasFoundDamaged,
    isSchemaCurrent: () => isAsMigrated(connection, migrations),
    footprint: (lastSyncAgeMs) => ({
      name,
      fileBytes: statSync(path).size,
      logBytes: logBytes(),
      schema: migrations.at(-1)?.name ?? "",
      lastSyncAgeMs,
      isDamaged: isDamaged || wasFoundDamaged,
    }),
  };
}

/** What a migration drops, and what versions without `secure_delete` deleted, stays in the file until it is rewritten. */
function removeRemains(connection: Connection, { name }: DatabaseFile, log: StorageLog): void {
  try {
    rewrite(connection);
  } catch (error) {
    log.warn(
      { store: name, err: error },
      "Rewriting a migrated database failed; its file may hold deleted data",
    );
  }
}
