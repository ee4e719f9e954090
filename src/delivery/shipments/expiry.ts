import { type Deps, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { changeShipment } from "../lifecycle/change.ts";
import { findShipment } from "../lifecycle/reading.ts";
import { closeQuoting } from "../quotes/rounds.ts";
import { shipmentsByState } from "./store.ts";

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

export function expiredShipments(deps: Deps, environment: Environment, now: number, limit: number): string[] {
  return shipmentsByState(deps.stores.platform(environment).db).expired(now, limit);
}

export function nextShipmentExpiry(deps: Deps, environment: Environment, now: number): number | undefined {
  return shipmentsByState(deps.stores.platform(environment).db).nextExpiry(now);
}
