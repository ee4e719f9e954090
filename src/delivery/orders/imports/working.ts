import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { checkImport } from "./checking/check.ts";
import { eraseEnded, withoutSamples } from "./forgetting.ts";
import { rowsKeptMs } from "./import.ts";
import { makeRows } from "./making/making.ts";
import { importStore, importsDue } from "./store.ts";

/** What Waybill does with an import when it is due. */

/** Imports that wait for their next step. */
export function dueImports({ stores }: Deps, environment: Environment): DueRows {
  return importsDue(stores.platform(environment));
}

/** Takes the next step of an import: each ends with another time, or none. */
export async function workOn(deps: DeliveryDeps, environment: Environment, id: string): Promise<void> {
  const { db } = deps.stores.platform(environment);
  const row = importStore(db).find(id);
  if (!row) return;
  switch (row.status) {
    case "checking":
      return checkImport(deps, environment, id);
    case "running":
      return makeRows(deps, environment, id);
    case "ready":
      return discardOld(deps, environment, id);
    case "done":
    case "discarded":
    case "unreadable":
      return eraseEnded(deps, environment, id);
  }
}

/** Nobody has confirmed it in time. */
function discardOld(deps: Deps, environment: Environment, id: string): Promise<void> {
  return write(deps, environment, ({ tx, now }: Writing) => {
    const row = importStore(tx).find(id);
    if (row?.status !== "ready" || row.expiresAt > now) return;
    const { version, expiresAt } = row;
    const ended = { status: "discarded", endedAt: expiresAt, dueAt: expiresAt + rowsKeptMs } as const;
    importStore(tx).change(id, { ...ended, ...withoutSamples(row), version: version + 1, updatedAt: now });
  });
}
