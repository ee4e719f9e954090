import { type Deps, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { closeQuoting } from "../quotes/rounds.ts";
import { changeShipment } from "./lifecycle.ts";
import { shipmentStore } from "./store.ts";

/** Ends the wait of a shipment that nobody accepted an offer for; run by a job. */
export function expireShipment(deps: Deps, environment: Environment, id: string): Promise<void> {
  return write(deps, environment, (writing) => {
    const row = shipmentStore(writing.tx).find(id)?.shipment;
    if (!row || row.expiresAt === null || row.expiresAt > writing.now) return;
    closeQuoting(writing, id);
    changeShipment(writing, row, {
      by: "system",
      status: "expired",
      message: "No offer was accepted in time.",
    });
  });
}

export function expiredShipments(deps: Deps, environment: Environment, now: number, limit: number): string[] {
  return shipmentStore(deps.stores.platform(environment).db).expired(now, limit);
}

export function nextShipmentExpiry(deps: Deps, environment: Environment, now: number): number | undefined {
  return shipmentStore(deps.stores.platform(environment).db).nextExpiry(now);
}
