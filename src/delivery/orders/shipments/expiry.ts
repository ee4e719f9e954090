import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { closeQuoting } from "../../lifecycle/quotes/rounds.ts";
import { changeShipment } from "../../lifecycle/state/change.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { shipmentsExpiring } from "./store.ts";

/** Expires a shipment without an accepted quote. */
export function expireShipment(deps: Deps, environment: Environment, id: string): Promise<void> {
  return write(deps, environment, (writing) => {
    const row = findShipment(writing.tx, id);
    if (!row || row.expiresAt === null || row.expiresAt > writing.now) return;
    closeQuoting(writing, id);
    changeShipment(writing, row, {
      by: "system",
      status: "expired",
      message: "No quote was accepted in time.",
    });
  });
}

export function expiringShipments({ stores }: Deps, environment: Environment): DueRows {
  return shipmentsExpiring(stores.platform(environment));
}
