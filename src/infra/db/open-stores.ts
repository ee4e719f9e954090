import { freeBytesOf, watchCondition } from "./condition.ts";
import { lockDataFolder, makeFolder, refuseForeignFiles, refuseOpenFolder, syncPath } from "./data-folder.ts";
import { asDataFolderError } from "./data-folder-error.ts";
import { type StoreName, storeNames } from "./database.ts";
import { databaseFile, databaseFiles } from "./databases.ts";
import { closeInspected, type InstallationCheck, inspectDatabases } from "./inspection.ts";
import { markOpen } from "./lost-log.ts";
import type { MigrationSets } from "./migrate.ts";
import { provideAddon, removeOtherAddons } from "./native-addon.ts";
import type { StorageLog, StorageMeter } from "./observers.ts";
import { type OpenedFile, openFiles } from "./open-file.ts";
import { type Bound, openStore, openWorkerStore } from "./open-store.ts";
import { resolveRestore } from "./restoring.ts";
import type { Stores } from "./store.ts";
import { syncWorker } from "./sync-thread.ts";

interface OpenOptions {
  dataDir: string;
  log: StorageLog;
  /** Writes are refused if the disk has less free space. Default 0: never. */
  minFreeBytes?: number;
  meter?: StorageMeter | undefined;
  /** False: nothing is synced, and a crash of the machine may corrupt the files. */
  durable?: boolean;
  /** Checks the installation's values before anything changes. Throws to refuse them. */
  look?: InstallationCheck | undefined;
  /** The Worker that writes telemetry; without one it can only be read. */
  telemetryWorker?: URL | undefined;
  /** Folder that holds the driver's addon. Default: the data folder. */
  addonFolder?: string | undefined;
  /** Called with the migrations that were applied to a database. */
  onMigrated?: ((store: StoreName, migrations: string[]) => void) | undefined;
  /** Gives accounts of the sandbox clocks of their own: what a write runs later runs as when it was called. */
  bound?: Bound | undefined;
  /** For tests: replaces the query of the disk. */
  freeBytes?: (() => Promise<number>) | undefined;
  /** For tests: replaces the embedded migrations. */
  migrations?: MigrationSets;
}

/**
 * Opens the data folder for this process alone: creates it, locks it, checks the databases, syncs what a killed process
 * left, and migrates. If it throws, nothing stays open.
 * @throws DataFolderError
 */
export async function openStores(options: OpenOptions): Promise<Stores> {
  try {
    return await openFolder(options);
  } catch (error) {
    throw asDataFolderError(error, options.dataDir);
  }
}

async function openFolder(options: OpenOptions): Promise<Stores> {
  const { dataDir, log, meter, onMigrated, durable = true, minFreeBytes = 0, bound } = options;
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(dataDir));
  await using opening = new AsyncDisposableStack();
  makeFolder(dataDir);
  refuseOpenFolder(dataDir, log);
  refuseForeignFiles(dataDir, ["lock.db", ...storeNames.map((name) => `${name}.db`)]);
  const nativeBinding = provideAddon(options.addonFolder ?? dataDir);
  opening.defer(lockDataFolder(dataDir, nativeBinding));
  resolveRestore(dataDir);
  if (options.addonFolder === undefined) removeOtherAddons(nativeBinding);
  const files = databaseFiles(options);
  // They come up on other cores while this thread opens the databases. One that got none ends here, the others before.
  const workers = new Map(
    files
      .filter(({ waits }) => waits)
      .map(({ name }) => [name, opening.adopt(syncWorker(), (worker) => worker.terminate())]),
  );
  const inspected = inspectDatabases(files, nativeBinding, options.look);
  for (const [file, connection] of inspected) opening.defer(() => closeInspected(connection, file));
  const isFull = () => condition.spaceIsLow;
  const isReserveFull = () => condition.reserveIsLow;
  const storeOptions = { log, meter, onMigrated, durable, nativeBinding, isFull, isReserveFull, bound };
  const opened = openFiles(files, inspected, storeOptions, opening);
  const openedFile = (name: StoreName) => opened.get(name) as OpenedFile;
  const open = (name: Exclude<StoreName, "telemetry">) =>
    openStore(databaseFile(options, name), openedFile(name), storeOptions, opening, workers.get(name));
  const accounts = open("accounts");
  const platforms = { live: open("live"), sandbox: open("sandbox") };
  const telemetryFile = databaseFile(options, "telemetry");
  const telemetry = openWorkerStore(
    telemetryFile,
    openedFile("telemetry"),
    options.telemetryWorker,
    storeOptions,
    opening,
  );
  const all = [accounts, platforms.live, platforms.sandbox, telemetry];
  for (const file of files) markOpen(file);
  if (durable) syncPath(dataDir);
  await Promise.all(all.map(({ ready }) => ready));
  const condition = await watchCondition(
    {
      minFreeBytes,
      freeBytes,
      isDamaged: () => all.some((store) => store.isDamaged()),
      isSchemaCurrent: () => all.every((store) => store.isSchemaCurrent()),
      syncRunningMs: () => Math.max(...all.map((store) => store.syncRunningMs())),
    },
    log,
  );
  opening.defer(condition.stop);
  const closing = opening.move();
  return {
    accounts: accounts.store,
    telemetry: telemetry.store,
    platform: (environment) => platforms[environment].store,
    condition,
    noteDamage: (name) => all.find(({ store }) => store.name === name)?.noteDamage(),
    damaged: () => all.filter((opened) => opened.wasFoundDamaged()).map(({ store }) => store.name),
    footprints: () => all.map(({ footprint }) => footprint()),
    freeReserve: condition.stop,
    close: () => closing.disposeAsync(),
  };
}
