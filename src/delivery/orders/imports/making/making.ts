import { write } from "../../../../infra/deps.ts";
import type { Environment } from "../../../../infra/environment.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { rowsKeptMs } from "../import.ts";
import { importStore } from "../store.ts";

/** Makes the confirmed rows of an import. */
export function makeRows(deps: DeliveryDeps, environment: Environment, id: string): Promise<void> {
  return write(deps, environment, ({ tx, now }) => {
    const row = importStore(tx).find(id);
    if (row?.status !== "running") return;
    const ended = { status: "done", endedAt: now, dueAt: now + rowsKeptMs } as const;
    importStore(tx).change(id, { ...ended, version: row.version + 1, updatedAt: now });
  });
}
