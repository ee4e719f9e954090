import type { Environment } from "../../../infra/environment.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { findShipment } from "../state/reading.ts";
import { toRequest } from "./ask.ts";
import type { Picks } from "./picks.ts";
import type { RunningRound } from "./queue.ts";

/** What the carriers of a round are asked about; undefined if the shipment is gone. */
export function subjectOf(deps: DeliveryDeps, environment: Environment, round: RunningRound) {
  if (round.subject) return round.subject;
  const shipment = findShipment(deps.stores.platform(environment).db, round.shipmentId);
  if (!shipment) return undefined;
  const request = toRequest(shipment, round.number, deps.clock.now());
  round.subject = { accountId: shipment.accountId, request, picks: picksIn(shipment) };
  return round.subject;
}

/** What is wanted of their answers. */
export function picksIn({ carriers, services }: Picks): Picks {
  return { carriers, services };
}

/** In whose time the carriers of a round are asked. */
export function accountOfRound(
  { clocks, stores }: DeliveryDeps,
  environment: Environment,
  { subject, shipmentId }: RunningRound,
): string | null {
  if (!clocks) return null;
  return subject?.accountId ?? findShipment(stores.platform(environment).db, shipmentId)?.accountId ?? null;
}
