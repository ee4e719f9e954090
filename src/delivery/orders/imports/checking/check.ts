import { write } from "../../../../infra/deps.ts";
import type { Environment } from "../../../../infra/environment.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { type ImportProblem, rowsKeptMs } from "../import.ts";
import { importRowStore } from "../rows-store.ts";
import { type ImportRecord, importStore } from "../store.ts";
import { readFile } from "./file.ts";

/**
 * Reads the file of an import, then all rows that nobody has checked. A change meanwhile begins it again.
 */
export async function checkImport(deps: DeliveryDeps, environment: Environment, id: string): Promise<void> {
  const { db } = deps.stores.platform(environment);
  if (importStore(db).findFile(id)) {
    const problem = await readFile(deps, environment, id);
    if (problem) return endUnreadable(deps, environment, id, problem);
  }
  const before = importStore(db).find(id);
  if (before?.status !== "checking") return;
  await write(deps, environment, ({ tx, now }) => {
    const row = importStore(tx).find(id);
    if (!row || row.version !== before.version) return;
    finish(row, tx, now);
  });
}

function finish(row: ImportRecord, tx: Parameters<typeof importStore>[0], now: number): void {
  const rows = importRowStore(tx);
  importStore(tx).change(row.id, {
    status: "ready",
    isStale: false,
    valid: rows.countIn(row.id, "valid"),
    duplicates: rows.countIn(row.id, "duplicate"),
    faultCount: rows.countFaults(row.id) + row.columnFaults.length,
    dueAt: row.expiresAt,
    version: row.version + 1,
    updatedAt: now,
  });
}

function endUnreadable(
  deps: DeliveryDeps,
  environment: Environment,
  id: string,
  problem: ImportProblem,
): Promise<void> {
  return write(deps, environment, ({ tx, now }) => {
    const row = importStore(tx).find(id);
    if (row?.status !== "checking") return;
    importStore(tx).removeFile(id);
    importStore(tx).change(id, {
      status: "unreadable",
      problem,
      endedAt: now,
      dueAt: now + rowsKeptMs,
      version: row.version + 1,
      updatedAt: now,
    });
  });
}
