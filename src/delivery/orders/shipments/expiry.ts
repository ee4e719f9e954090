import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { expire } from "../../lifecycle/expiring.ts";
import { shipmentsExpiring } from "./store.ts";

/** Shipments whose time without an accepted quote ends. */

export function expireShipment(deps: Deps, environment: Environment, id: string): Promise<void> {
  return write(deps, environment, (writing) => expire(writing, id));
}

export function expiringShipments({ stores }: Deps, environment: Environment): DueRows {
  return shipmentsExpiring(stores.platform(environment));
}
