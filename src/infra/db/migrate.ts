import { rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Connection } from "./connection.ts";
import { syncPath } from "./data-folder.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { runUpgradeStep } from "./upgrade-steps.ts";

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

/**
 * Migrates a database to the newest schema, all steps or none; returns the names of the applied steps. Before it
 * changes a database with data it leaves a copy beside it: `live.before-0002_quotes.db`. `onNotice` gets what
 * the operator should know.
 *
 * @throws DataFolderError if the file has another history: a newer executable migrated it, or released migrations were
 * edited or inserted.
 */
export function migrate(
  connection: Connection,
  path: string,
  migrations: Migration[],
  onNotice: (notice: string) => void = () => {},
): string[] {
  connection.exec(
    "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL DEFAULT (unixepoch())) STRICT",
  );
  const applied = appliedTo(connection);
  const pending = pendingAfter(applied, migrations, basename(path));
  const first = pending[0];
  if (first === undefined) {
    markSchema(connection);
    return [];
  }
  if (applied.length > 0) backUp(connection, path.replace(/\.db$/, `.before-${first.name}.db`));
  for (const notice of applyAll(connection, pending)) onNotice(notice);
  return pending.map(({ name }) => name);
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

/** Whether the database is readable and its schema is unchanged since `migrate`. */
export function isAsMigrated(connection: Connection, migrations: readonly Migration[]): boolean {
  try {
    return appliedTo(connection).length === migrations.length;
  } catch {
    return false;
  }
}

function markSchema(connection: Connection): void {
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
    if (!known.some((migration) => migration.name === name)) {
      throw new DataFolderError(
        "newer",
        `${file} has the migration ${name}, which this version does not know: a newer version applied it. Use that version or a newer one, or restore a backup made before the upgrade.`,
      );
    }
    if (here?.name !== name) {
      throw new DataFolderError(
        "newer",
        `${file} was migrated without ${here?.name}, which comes before its ${name}. Use the version that migrated it.`,
      );
    }
    if (here.sha256 !== sha256) {
      throw new DataFolderError(
        "newer",
        `The migration ${name} differs from the one applied to ${file}. Use the version that applied it: a released migration is never edited.`,
      );
    }
  }
  return known.slice(applied.length);
}

function backUp(connection: Connection, copy: string) {
  // A failed attempt left it. The database has not changed since.
  rmSync(copy, { force: true });
  connection.prepare("VACUUM INTO ?").run(copy);
  syncPath(copy);
  syncPath(dirname(copy));
}

/** Foreign keys are off while tables are rebuilt. SQLite ignores this pragma inside transactions. */
function applyAll(connection: Connection, pending: Migration[]): string[] {
  connection.pragma("foreign_keys = OFF");
  try {
    return connection.transaction(() => {
      const notices = pending.map((migration) => apply(connection, migration));
      markSchema(connection);
      assertForeignKeys(connection);
      return notices.filter((notice) => notice !== undefined);
    })();
  } finally {
    connection.pragma("foreign_keys = ON");
  }
}

function apply(connection: Connection, migration: Migration): string | undefined {
  let notice: string | undefined;
  try {
    connection.exec(migration.sql);
    notice = runUpgradeStep(connection, migration.name);
  } catch (cause) {
    throw new Error(`The migration ${migration.name} failed, and nothing was changed: ${cause}`, { cause });
  }
  connection
    .prepare("INSERT INTO migrations (name, sha256) VALUES (?, ?)")
    .run(migration.name, migration.sha256);
  return notice;
}

function assertForeignKeys(connection: Connection) {
  const [broken] = connection.pragma("foreign_key_check") as { table: string; parent: string }[];
  if (broken === undefined) return;
  throw new Error(
    `The migrations would leave rows of ${broken.table} without their row of ${broken.parent}; nothing was changed.`,
  );
}
