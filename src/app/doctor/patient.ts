import { statSync } from "node:fs";
import { basename } from "node:path";
import type { Config } from "../../infra/config.ts";
import { type Connection, openReader } from "../../infra/db/connection.ts";
import { existingDatabases } from "../../infra/db/copy.ts";
import type { StoreName } from "../../infra/db/database.ts";
import { type DatabaseFile, databaseFiles } from "../../infra/db/databases.ts";
import { handleOf } from "../../infra/db/handle.ts";
import { refuseMisplaced } from "../../infra/db/inspection.ts";
import { appliedTo, pendingAfter } from "../../infra/db/migrate.ts";
import type { Db } from "../../infra/db/store.ts";
import type { Environment } from "../../infra/environment.ts";

/** A database that is open for reading. */
export interface OpenDatabase {
  readonly name: StoreName;
  readonly file: DatabaseFile;
  readonly connection: Connection;
  /** The features' own stores read with it. */
  readonly db: Db;
  /** The applied migrations; empty if the file is damaged. */
  readonly applied: readonly string[];
  /** Whether its tables are those of this version, so that their rows can be examined. */
  readonly isCurrent: boolean;
}

/** What the doctor examines. */
export interface Patient {
  readonly dataDir: string;
  readonly config: Pick<Config, "secretKey" | "minFreeMb"> & Partial<Pick<Config, "mapFile" | "caFile">>;
  readonly databases: readonly OpenDatabase[];
  readonly now: number;
}

/** A database whose rows can be examined; undefined if it is missing, damaged, or of another version. */
export function readable(patient: Patient, name: StoreName): OpenDatabase | undefined {
  return patient.databases.find((database) => database.name === name && database.isCurrent);
}

/** The databases of both environments whose rows can be examined. */
export function platforms(patient: Patient): (OpenDatabase & { name: Environment })[] {
  return patient.databases.filter(
    (database): database is OpenDatabase & { name: Environment } =>
      database.isCurrent && (database.name === "live" || database.name === "sandbox"),
  );
}

/**
 * Opens the databases of a folder for reading; a server may write to them meanwhile. The caller closes them.
 * @throws DataFolderError if one is missing, misplaced, or of a newer version
 */
export function openPatient(
  dataDir: string,
  config: Patient["config"],
  now: number,
  nativeBinding: string | undefined,
): Patient & Disposable {
  const opened: OpenDatabase[] = [];
  const close = () => {
    for (const { connection } of opened) connection.close();
  };
  try {
    // Looks at the files' headers, which must not happen while this process has them open.
    for (const file of existingDatabases(dataDir)) opened.push(open(file, dataDir, nativeBinding));
  } catch (error) {
    close();
    throw error;
  }
  return { dataDir, config, databases: opened, now, [Symbol.dispose]: close };
}

function open(file: DatabaseFile, dataDir: string, nativeBinding: string | undefined): OpenDatabase {
  const { name, path, migrations } = file;
  const connection = openReader(path, nativeBinding);
  try {
    connection.pragma("trusted_schema = OFF");
    const applied = appliedOrNone(connection);
    if (applied !== undefined) {
      refuseMisplaced(connection, file, databaseFiles({ dataDir }));
      pendingAfter(applied, migrations, basename(path));
    }
    return {
      name,
      file,
      connection,
      db: handleOf(connection),
      applied: (applied ?? []).map((migration) => migration.name),
      isCurrent: applied?.length === migrations.length,
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Undefined for a file that SQLite cannot read: the check of its integrity says why. */
function appliedOrNone(connection: Connection): ReturnType<typeof appliedTo> | undefined {
  try {
    return appliedTo(connection);
  } catch {
    return undefined;
  }
}

export function sizeOf({ file }: OpenDatabase): number {
  return statSync(file.path).size;
}
