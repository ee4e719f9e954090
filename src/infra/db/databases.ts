import { join } from "node:path";
import { databaseKinds, type StoreName, storeNames } from "./database.ts";
import { embedded } from "./embedded-migrations.ts";
import type { Migration, MigrationSets } from "./migrate.ts";
import { images } from "./packaged.ts";

/** The newest migration that this executable knows for each database. */
export function schemaVersions(): Record<StoreName, string> {
  const newest = (name: StoreName) => embedded[databaseKinds[name].migrations].at(-1)?.name ?? "";
  return Object.fromEntries(storeNames.map((name) => [name, newest(name)])) as Record<StoreName, string>;
}

export interface DatabaseFile {
  name: StoreName;
  path: string;
  /** The mark in the file's header that names the database; file(1) shows it. */
  applicationId: number;
  migrations: Migration[];
  /** Where a new database is copied from, with all migrations. */
  image: string | undefined;
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
  const { migrations: set, waits, applicationId } = databaseKinds[name];
  return {
    name,
    path: join(dataDir, `${name}.db`),
    applicationId,
    migrations: (migrations ?? embedded)[set],
    image: migrations === undefined ? images[set] : undefined,
    waits: waits && durable,
  };
}
