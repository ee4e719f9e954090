import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { toMegabytes } from "../../infra/backups/backup.ts";
import {
  counted,
  examplesMax,
  type Finding,
  fine,
  suspicious,
  wrong,
} from "../../infra/backups/diagnosis.ts";
import { freeBytesOf } from "../../infra/db/condition.ts";
import { damageRemedy, isDamage, quoted } from "../../infra/db/damage.ts";
import { isOpenToAll } from "../../infra/db/data-folder.ts";
import { schemaMark } from "../../infra/db/migrate.ts";
import { upgradeBytesOf } from "../../infra/db/upgrading.ts";
import { bytesPerMb } from "../../infra/units.ts";
import { type OpenDatabase, type Patient, sizeOf } from "./patient.ts";

/** The data folder and its files, whatever their rows say. */

/** Bits of a file's mode that let other users in, inode(7). */
const forOthers = 0o077;

/** The data folder holds personal data and code that Waybill loads. */
export function examineFolder({ dataDir }: Patient): Finding[] {
  const where = { check: "folder", database: null };
  if (process.platform === "win32")
    return [fine(where, "Windows keeps the folder as private as its parent.")];
  const open = [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))].filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    // The server's socket is protected by the folder.
    return found !== undefined && !found.isSocket() && (found.mode & forOthers) !== 0;
  });
  if (open.length === 0) return [fine(where, "Only its owner can read the folder.")];
  // Nobody reaches files in a folder that is closed to them.
  if (!open.includes(dataDir)) return [fine(where, "Only its owner can enter the folder.")];
  const remedy = `Run: chmod -R go= ${dataDir}`;
  if (isOpenToAll(dataDir)) {
    return [wrong(where, `All users may write to ${dataDir}, so no server starts on it.`, remedy)];
  }
  return [suspicious(where, `Other users may enter ${dataDir}.`, remedy, open.slice(0, examplesMax))];
}

export async function examineSpace({ dataDir, config, databases }: Patient): Promise<Finding[]> {
  const where = { check: "space", database: null };
  const free = await freeBytesOf(dataDir);
  const reserved = config.minFreeMb * bytesPerMb;
  const needed = upgradeBytesOf(databases.map(sizeOf));
  const is = `${toMegabytes(free)} are free`;
  if (free < reserved) {
    return [wrong(where, `${is}: Waybill refuses writes below ${config.minFreeMb} MB.`, "Free disk space.")];
  }
  if (free - reserved < needed) {
    return [
      suspicious(
        where,
        `${is}, less than an upgrade may need (${toMegabytes(needed)} above the ${config.minFreeMb} MB that stay free).`,
        "Free disk space before you upgrade: it copies every database first.",
      ),
    ];
  }
  return [fine(where, `${is}.`)];
}

export function examineMigrations(database: OpenDatabase): Finding[] {
  const where = { check: "migrations", database: database.name };
  const { applied, file, connection } = database;
  const pending = file.migrations.length - applied.length;
  if (pending > 0) {
    return [
      suspicious(
        where,
        `${counted(pending, "migration")} of this version ${pending === 1 ? "is" : "are"} not applied yet: its rows were not examined.`,
        "Start the server, or run `waybill migrate`, then run the doctor again.",
      ),
    ];
  }
  const mark = connection.pragma("user_version", { simple: true });
  if (mark !== 0 && mark !== schemaMark(connection)) {
    return [
      wrong(
        where,
        "Its tables differ from its migrations.",
        "Stop the program that changes them, then restore the newest backup.",
      ),
    ];
  }
  return [fine(where, `${applied.at(-1)} is applied.`)];
}

/**
 * Reads every page and compares every index with its table. Table by table: the log cannot be emptied while somebody
 * reads. It blocks its thread for some milliseconds per megabyte.
 */
export function examineIntegrity({ name, file, connection }: OpenDatabase): Finding[] {
  const where = { check: "integrity", database: name };
  const damage = (what: string) =>
    wrong(where, `${file.path} is damaged (${quoted(what)}).`, sentence(damageRemedy(file)));
  try {
    const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    for (const table of tables) {
      const found = String(connection.pragma(`integrity_check("${table}")`, { simple: true }));
      if (found !== "ok") return [damage(found)];
    }
    return [fine(where, `${counted(tables.length, "table")} read without damage.`)];
  } catch (error) {
    if (isDamage(error)) return [damage(error.message)];
    throw error;
  }
}

/** SQLite checks foreign keys only while rows change. */
export function examineForeignKeys({ name, connection }: OpenDatabase): Finding[] {
  const where = { check: "foreign_keys", database: name };
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const broken = tables.flatMap(
    (table) =>
      connection.pragma(`foreign_key_check("${table}")`) as {
        table: string;
        parent: string;
        rowid: number | null;
      }[],
  );
  if (broken.length === 0) return [fine(where, "Every row that another one names exists.")];
  const examples = broken.map(({ table, parent, rowid }) => `${table} ${rowid ?? ""} → ${parent}`);
  return [
    wrong(
      where,
      `${counted(broken.length, "row")} name rows that do not exist.`,
      "Restore the newest backup without this error; the weekly restore check tells which one.",
      [...new Set(examples)].slice(0, examplesMax),
    ),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
