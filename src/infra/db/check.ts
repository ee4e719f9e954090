import { openReader } from "./connection.ts";
import { existingDatabases } from "./copy.ts";
import { damaged, quoted } from "./damage.ts";
import type { DatabaseFile, StoreName } from "./databases.ts";
import { sqliteCode } from "./storage-error.ts";

/** A database that is damaged. */
export interface Damage {
  readonly database: StoreName;
  /** What is wrong with it, and what to do. */
  readonly message: string;
}

/**
 * Reads the databases through, beside whoever writes to them: a start does so with small files only, and a page that
 * nobody asks for can be damaged for months. It goes table by table, because a log is not emptied while somebody reads.
 * It holds up its thread for about two milliseconds per megabyte.
 * @throws DataFolderError where a database is missing
 */
export function checkDatabases(dataDir: string, nativeBinding: string | undefined): Damage[] {
  return existingDatabases(dataDir).flatMap((file) => {
    const what = damageOf(file, nativeBinding);
    if (what === undefined) return [];
    const { message } = damaged(file, `is damaged (${quoted(what)})`);
    return [{ database: file.name, message }];
  });
}

function damageOf({ path }: DatabaseFile, nativeBinding: string | undefined): string | undefined {
  const connection = openReader(path, nativeBinding);
  try {
    const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    for (const table of tables) {
      const found = connection.pragma(`quick_check("${table}")`, { simple: true });
      if (found !== "ok") return String(found);
    }
    return undefined;
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error))) return (error as Error).message;
    throw error;
  } finally {
    connection.close();
  }
}
