import { openReader } from "./connection.ts";
import { existingDatabases } from "./copy.ts";
import { damaged, quoted } from "./damage.ts";
import type { DatabaseFile, StoreName } from "./databases.ts";
import { sqliteCode } from "./storage-error.ts";

/** A database that is damaged. */
export interface Damage {
  readonly database: StoreName;
  /** The damage, and what to do. */
  readonly message: string;
}

/**
 * Reads the databases through while others may write to them. A start reads only small files through, and a page that
 * nobody uses can be damaged for months. It reads table by table, because the log cannot be emptied while somebody
 * reads. It blocks its thread for about two milliseconds per megabyte.
 * @throws DataFolderError if a database is missing
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
