import { statSync } from "node:fs";
import { type Connection, checkpoint, openConnection, rewrite, setUp, startLog } from "./connection.ts";
import { damaged, quoted, watchDamage } from "./damage.ts";
import type { StoreName } from "./database.ts";
import type { DatabaseFile } from "./databases.ts";
import { copyImage, dateCopy } from "./image.ts";
import { closeLog } from "./lost-log.ts";
import { markFile, migrationCheck } from "./migrate.ts";
import type { StorageLog } from "./observers.ts";
import { sqliteCode } from "./storage-error.ts";
import type { Footprint } from "./store.ts";
import { forgetRemains, hasRemains, type Upgraded, upgrade } from "./upgrading.ts";

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
  /** Whether this start made it. */
  readonly isNew: boolean;
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

/**
 * Opens the databases of an installation, syncs what a killed process left, and migrates them together. Registers with
 * `opening` how to close what it opens; whoever inspected databases closes those.
 */
export function openFiles(
  files: readonly DatabaseFile[],
  inspected: ReadonlyMap<DatabaseFile, Connection>,
  options: FileOptions,
  opening: AsyncDisposableStack,
): Map<StoreName, OpenedFile> {
  const open = files.map((file) => {
    const isCopied = copyImage(file, options.durable);
    const connection = connect(file, inspected.get(file), options, opening);
    if (isCopied) dateCopy(connection);
    return { ...file, isCopied, connection };
  });
  const upgraded = upgrade(open);
  return new Map(
    open.map((file, index) => {
      const change = upgraded[index] as Upgraded;
      const isNew = file.isCopied || !change.hadData;
      tellUpgrade(file, change, isNew, options);
      removeRemains(file, options.log);
      return [file.name, { isNew, ...serveFile(file, options, opening) }];
    }),
  );
}

type OpenFile = DatabaseFile & { isCopied: boolean; connection: Connection };

/** Goes on with a connection that the inspection left open. */
function connect(
  { path }: DatabaseFile,
  inspected: Connection | undefined,
  { nativeBinding, durable }: FileOptions,
  opening: AsyncDisposableStack,
): Connection {
  const connection = inspected
    ? setUp(inspected, durable)
    : opening.adopt(openConnection(path, nativeBinding, durable), (opened) => void opened.close());
  // First: a killed process may have left unsynced commits in the page cache.
  checkpoint(connection);
  return connection;
}

function tellUpgrade(
  { name, connection, isCopied, migrations }: OpenFile,
  { applied: now, notices }: Upgraded,
  isNew: boolean,
  { log, onMigrated }: FileOptions,
): void {
  const applied = isCopied ? migrations.map((migration) => migration.name) : now;
  if (applied.length === 0) return;
  for (const notice of notices) log.warn({ store: name }, notice);
  if (isNew) log.info({ store: name, schema: applied.at(-1) }, "Created");
  else log.info({ store: name, migrations: applied }, "Migrated");
  onMigrated?.(name, applied);
  checkpoint(connection);
}

function serveFile(
  file: OpenFile,
  { log, durable }: FileOptions,
  opening: AsyncDisposableStack,
): Omit<OpenedFile, "isNew"> {
  const { name, path, migrations, connection } = file;
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
    isSchemaCurrent: migrationCheck(connection, migrations),
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

/**
 * What a migration drops, and what versions without `secure_delete` deleted, stays in the file until it is rewritten. A
 * rewrite that fails is left to the next start. A log that Litestream reads is emptied later, as always.
 */
function removeRemains({ name, path, connection }: OpenFile, log: StorageLog): void {
  if (!hasRemains(path)) return;
  try {
    rewrite(connection);
  } catch (error) {
    const isRewritten = sqliteCode(error) === "";
    if (!isRewritten) {
      log.warn(
        { store: name, err: error },
        "Rewriting a database failed; its file may hold deleted data until a later start rewrites it",
      );
      return;
    }
    log.info({ store: name }, "Another program reads the log of a migrated database");
  }
  forgetRemains(path);
}
