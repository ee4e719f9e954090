import { existsSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { bytesPerMb } from "../units.ts";
import type { Connection } from "./connection.ts";
import { damaged, quoted } from "./damage.ts";
import { syncPath } from "./data-folder.ts";
import { DataFolderError } from "./data-folder-error.ts";
import type { DatabaseFile } from "./databases.ts";
import { appliedTo, type Migration, markSchema, pendingAfter } from "./migrate.ts";
import { sqliteCode } from "./storage-error.ts";
import { runUpgradeStep } from "./upgrade-steps.ts";

/** A database of an installation, opened by nobody else. */
interface Upgradable extends Pick<DatabaseFile, "path" | "waits" | "migrations"> {
  connection: Connection;
}

export interface Upgraded {
  /** Names of the migrations that were applied. */
  applied: string[];
  /** Whether there was data before. */
  hadData: boolean;
  /** What the operator should know. */
  notices: string[];
}

interface Plan extends Upgradable {
  hadData: boolean;
  pending: Migration[];
  /** Whether a rewrite was due before this upgrade. */
  hadRemains: boolean;
  /** Where the state before is kept; undefined for a new database. */
  copy: string | undefined;
}

/**
 * While migrations run, SQLite keeps at most so much of a database in memory and writes the rest to the log. So a commit
 * needs little space, and a full disk shows before the first commit.
 */
const cacheKibibytes = 2 * 1024;
/** What the upgrade of each database may need besides its copy. */
const commitBytesMax = 4 * bytesPerMb;
const unfinishedSuffix = ".unfinished";

/** A small file, such as `live.db-remains`: the next start rewrites the database, which may hold deleted data. */
const remainsOf = (path: string) => `${path}-remains`;

export const hasRemains = (path: string) => existsSync(remainsOf(path));

export const markRemains = (path: string) => writeFileSync(remainsOf(path), "", { mode: 0o600 });

export const forgetRemains = (path: string) => rmSync(remainsOf(path), { force: true });

/** What an upgrade of databases may need: it copies each first. @param bytes of each */
export function upgradeBytesOf(bytes: readonly number[]): number {
  return bytes.reduce((sum, own) => sum + own + commitBytesMax, 0);
}

/**
 * Migrates databases to the newest schema: every step in all of them, or none. Before it changes a database with data it
 * leaves a copy beside it: `live.before-0002_quotes.db`. A process that is killed between two commits leaves the rest to
 * the next start.
 * @throws DataFolderError if a database has another history, a migration fails or the disk is full
 */
export function upgrade(databases: readonly Upgradable[]): Upgraded[] {
  const plans = databases.map(planOf);
  const due = plans.filter(({ pending }) => pending.length > 0);
  const notices = due.length === 0 ? new Map<Plan, string[]>() : upgradeDue(due);
  return plans.map((plan) => {
    if (!due.includes(plan)) markSchema(plan.connection);
    const { pending, hadData } = plan;
    return { applied: pending.map(({ name }) => name), hadData, notices: notices.get(plan) ?? [] };
  });
}

function planOf(database: Upgradable): Plan {
  const { connection, path, migrations } = database;
  const applied = appliedTo(connection);
  const pending = pendingAfter(applied, migrations, basename(path));
  const hadData = applied.length > 0;
  const copy = hadData ? path.replace(/\.db$/, `.before-${pending[0]?.name}.db`) : undefined;
  return { ...database, pending, hadData, hadRemains: hasRemains(path), copy };
}

function upgradeDue(due: readonly Plan[]): Map<Plan, string[]> {
  let commits = 0;
  try {
    refuseFullDisk(due, bytesOfCopies(due));
    for (const plan of due) keepCopy(plan);
    for (const { path, hadData } of due) if (hadData) markRemains(path);
    return applyTogether(due, () => {
      commits += 1;
    });
  } catch (error) {
    if (commits === 0) for (const plan of due) forget(plan);
    throw error;
  }
}

function bytesOfCopies(due: readonly Plan[]): number {
  return sum(due.map(({ path, hadData }) => (hadData ? statSync(path).size : 0)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** Only for databases with data: a new one is small, and nothing is lost with it. */
function refuseFullDisk(due: readonly Plan[], moreBytes: number): void {
  const [first] = due.filter(({ hadData }) => hadData);
  if (first === undefined) return;
  const folder = dirname(first.path);
  const { bavail, bsize } = statfsSync(folder);
  const neededBytes = moreBytes + due.length * commitBytesMax;
  if (bavail * bsize >= neededBytes) return;
  const [needed, free] = [neededBytes, bavail * bsize].map((bytes) => Math.ceil(bytes / bytesPerMb));
  throw new DataFolderError(
    "full",
    `not enough disk space to upgrade ${folder}: it needs ${needed} MB, and ${free} MB are available. Nothing was changed: free some space, or start the previous version again.`,
  );
}

/** A copy gets its name when all of it is on the disk. */
function keepCopy({ connection, copy }: Plan): void {
  if (copy === undefined) return;
  const unfinished = copy + unfinishedSuffix;
  // A killed process left it.
  rmSync(unfinished, { force: true });
  connection.prepare("VACUUM INTO ?").run(unfinished);
  syncPath(unfinished);
  renameSync(unfinished, copy);
  syncPath(dirname(copy));
}

/** Leaves no trace of an upgrade that changed nothing. */
function forget({ path, copy, hadRemains }: Plan): void {
  if (copy === undefined) return;
  for (const file of [copy, copy + unfinishedSuffix]) rmSync(file, { force: true });
  if (!hadRemains) forgetRemains(path);
}

/** Every statement of all databases comes before the first commit. */
function applyTogether(due: readonly Plan[], onCommit: () => void): Map<Plan, string[]> {
  const cacheSizes = due.map(({ connection }) => connection.pragma("cache_size", { simple: true }));
  try {
    for (const { connection } of due) {
      connection.pragma(`cache_size = -${cacheKibibytes}`);
      // Tables are rebuilt without deleting what refers to them. SQLite ignores this pragma inside transactions.
      connection.pragma("foreign_keys = OFF");
      connection.exec("BEGIN IMMEDIATE");
    }
    const notices = new Map(due.map((plan) => [plan, applyAll(plan)]));
    // The databases may grow by what is in their logs.
    refuseFullDisk(
      due,
      sum(due.map(({ path }) => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0)),
    );
    for (const { connection } of due) {
      connection.exec("COMMIT");
      onCommit();
    }
    return notices;
  } finally {
    for (const [index, { connection }] of due.entries()) {
      if (connection.inTransaction) connection.exec("ROLLBACK");
      connection.pragma("foreign_keys = ON");
      connection.pragma(`cache_size = ${cacheSizes[index]}`);
    }
  }
}

function applyAll(plan: Plan): string[] {
  const { connection, pending } = plan;
  connection.exec(
    "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL DEFAULT (unixepoch())) STRICT",
  );
  const notices = pending.map((migration) => apply(plan, migration));
  markSchema(connection);
  refuseBrokenReferences(plan);
  return notices.filter((notice) => notice !== undefined);
}

function apply(plan: Plan, { name, sha256, sql }: Migration): string | undefined {
  const { connection } = plan;
  try {
    connection.exec(sql);
    const notice = runUpgradeStep(connection, name);
    connection.prepare("INSERT INTO migrations (name, sha256) VALUES (?, ?)").run(name, sha256);
    return notice;
  } catch (error) {
    throw failureOf(plan, name, error);
  }
}

/** Errors of the disk stay as they are: whoever opens the folder has a remedy for them. */
function failureOf(plan: Plan, migration: string, error: unknown): unknown {
  const code = sqliteCode(error);
  if (/^SQLITE_(FULL|IOERR)/.test(code)) return error;
  const why = quoted(error instanceof Error ? error.message : String(error));
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged(plan, `is damaged (${why})`, error);
  return cannotMigrate(plan, `${migration} failed (${why})`, error);
}

function cannotMigrate({ path }: Plan, what: string, cause?: unknown): DataFolderError {
  return new DataFolderError(
    "not_upgradable",
    `${basename(path)} cannot be migrated: ${what}. Nothing was changed: start the previous version again, and report this error.`,
    { cause },
  );
}

function refuseBrokenReferences(plan: Plan): void {
  const [broken] = plan.connection.pragma("foreign_key_check") as { table: string; parent: string }[];
  if (broken === undefined) return;
  throw cannotMigrate(plan, `rows of ${broken.table} would lack their row of ${broken.parent}`);
}
