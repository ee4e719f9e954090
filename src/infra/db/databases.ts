import { join } from "node:path";
import { embedded } from "./embedded-migrations.ts";
import type { Migration, MigrationSets } from "./migrate.ts";

export type StoreName = keyof typeof kinds;

/**
 * The files of the data folder, in the order in which they are opened. A store that waits answers after its sync. The
 * sandbox and telemetry may lose their last moments in a power cut, so nobody waits for their syncs.
 */
const kinds = {
  accounts: { migrations: "accounts", waits: true, applicationId: ascii("WbAc") },
  live: { migrations: "platform", waits: true, applicationId: ascii("WbLi") },
  sandbox: { migrations: "platform", waits: false, applicationId: ascii("WbSa") },
  telemetry: { migrations: "telemetry", waits: false, applicationId: ascii("WbTe") },
} as const satisfies Record<
  string,
  { migrations: keyof MigrationSets; waits: boolean; applicationId: number }
>;

/** SQLite marks a file with a 32-bit number. */
function ascii(letters: string): number {
  return Buffer.from(letters).readInt32BE();
}

export const storeNames = Object.keys(kinds) as StoreName[];

/** The newest migration that this executable knows for each database. */
export function schemaVersions(): Record<StoreName, string> {
  const newest = (name: StoreName) => embedded[kinds[name].migrations].at(-1)?.name ?? "";
  return Object.fromEntries(storeNames.map((name) => [name, newest(name)])) as Record<StoreName, string>;
}

export interface DatabaseFile {
  name: StoreName;
  path: string;
  /** The mark in the file's header that names the database; file(1) shows it. */
  applicationId: number;
  migrations: Migration[];
  /** Whether callers are answered only after the sync that follows their commit. */
  waits: boolean;
}

interface Folder {
  dataDir: string;
  migrations?: MigrationSets;
  durable?: boolean;
}

/** The databases of a data folder, in opening order. */
export function databaseFiles(folder: Folder): DatabaseFile[] {
  return storeNames.map((name) => databaseFile(folder, name));
}

export function databaseFile({ dataDir, migrations, durable = true }: Folder, name: StoreName): DatabaseFile {
  const { migrations: set, waits, applicationId } = kinds[name];
  return {
    name,
    path: join(dataDir, `${name}.db`),
    applicationId,
    migrations: (migrations ?? embedded)[set],
    waits: waits && durable,
  };
}
