import type { Connection } from "./connection.ts";
import { DataFolderError } from "./data-folder-error.ts";

/** A file of `migrations/<set>/`. A released file is never edited. */
export interface Migration {
  /** The file's name without `.sql`, such as `0001_shipments`. Migrations apply in the order of their names. */
  name: string;
  sql: string;
  /** Of the SQL, as the database records it. Made with the executable: a start compares all of them. */
  sha256: string;
}

export interface MigrationSets {
  accounts: Migration[];
  platform: Migration[];
  telemetry: Migration[];
}

interface Applied {
  name: string;
  sha256: string;
}

/** The migrations that were applied to a database; empty for an empty one. */
export function appliedTo(connection: Connection): Applied[] {
  const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
  if (table === undefined) return [];
  return connection.prepare<[], Applied>("SELECT name, sha256 FROM migrations ORDER BY name").all();
}

/**
 * A checksum of the schema, kept in `user_version`: a flipped bit in the definition of a table may leave another valid
 * definition. The tables that Litestream adds do not count.
 */
export function schemaMark(connection: Connection): number {
  const definitions = connection
    .prepare(
      `SELECT type || name || tbl_name || ifnull(sql, '') FROM sqlite_schema
       WHERE name NOT GLOB 'sqlite_*' AND tbl_name NOT GLOB '_litestream_*' ORDER BY name`,
    )
    .pluck()
    .all();
  // SQLite stores it as a signed number.
  return Bun.hash.crc32(definitions.join("\n")) | 0;
}

/** Tells whether the migrated database is still readable, and has these migrations and no others. */
export function migrationCheck(connection: Connection, migrations: readonly Migration[]): () => boolean {
  const count = connection.prepare<[], number>("SELECT count(*) FROM migrations").pluck();
  return () => {
    try {
      return count.get() === migrations.length;
    } catch {
      return false;
    }
  };
}

/** Keeps the checksum of the schema as it is now. */
export function markSchema(connection: Connection): void {
  const mark = schemaMark(connection);
  if (connection.pragma("user_version", { simple: true }) !== mark)
    connection.pragma(`user_version = ${mark}`);
}

/** Marks the file as this database. It had no mark, or this one. */
export function markFile(connection: Connection, applicationId: number): void {
  if (connection.pragma("application_id", { simple: true }) !== applicationId)
    connection.pragma(`application_id = ${applicationId}`);
}

/** The applied migrations must be the first of those that this executable knows, by name and by content. */
export function pendingAfter(applied: Applied[], known: Migration[], file: string): Migration[] {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const here = known[index];
    if (here?.name !== name) throw otherHistory(name, here?.name, known, file);
    if (here.sha256 !== sha256) {
      throw new DataFolderError(
        "newer",
        `The migration ${name} differs from the one applied to ${file}. Use the version that applied it: a released migration is never edited.`,
      );
    }
  }
  return known.slice(applied.length);
}

function otherHistory(
  name: string,
  expected: string | undefined,
  known: readonly Migration[],
  file: string,
): DataFolderError {
  const isKnown = known.some((migration) => migration.name === name);
  const message = isKnown
    ? `${file} was migrated without ${expected}, which comes before its ${name}. Use the version that migrated it.`
    : `${file} has the migration ${name}, which this version does not know: a newer version applied it. Use that version or a newer one, or restore a backup made before the upgrade.`;
  return new DataFolderError("newer", message);
}
