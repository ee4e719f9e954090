import { type Status, type Substatus, substatuses } from "../../model/model.ts";
import { afterEnd, type Mover, type Transition, transitions } from "./transitions.ts";

/** The states of a shipment and who may change them. Contract §3, States. */

export const actors = [
  "client",
  "carrier",
  "driver",
  "system",
  "operator",
  "simulator",
  "recipient",
] as const;
/** Who makes a change. The simulator stands in for a carrier and may do what a carrier may. */
export type Actor = (typeof actors)[number];

export const movers = {
  client: "client",
  carrier: "carrier",
  driver: "carrier",
  simulator: "carrier",
  system: "system",
  operator: "operator",
  recipient: "recipient",
} as const satisfies Record<Actor, Mover>;

const moves: readonly Transition[] = [...transitions, ...afterEnd];

export function nextStatuses(from: Status): Status[] {
  return transitions.filter(([each]) => each === from).map(([, to]) => to);
}

/** Whether a carrier has it and nobody has begun to move it: a fleet's job in this state waits for a driver. */
export function isAtRest({ status, substatus }: { status: Status; substatus: Substatus | null }): boolean {
  return status === "assigned" && (substatus === "awaiting_carrier" || substatus === "confirmed");
}

export function isFinal(status: Status): boolean {
  return transitions.every(([from]) => from !== status);
}

/** Whether the delivery will not happen, so an estimate of it is void. */
export function isUndelivered(status: Status): boolean {
  return status === "cancelled" || status === "failed" || status === "returning" || status === "returned";
}

export function mayMove(from: Status, to: Status, actor: Actor): boolean {
  return moves.some(([one, other, by]) => one === from && other === to && by.includes(movers[actor]));
}

const substatusesOf: Partial<Record<Status, readonly Substatus[]>> = {
  assigned: ["awaiting_carrier", "confirmed", "en_route_to_pickup", "at_pickup"],
  in_transit: ["picked_up", "en_route_to_delivery", "at_delivery"],
};

/** The status that a substatus belongs to. */
export function statusOf(substatus: Substatus): "assigned" | "in_transit" {
  return substatusesOf.assigned?.includes(substatus) ? "assigned" : "in_transit";
}

/** Whether `next` comes after the shipment's substatus. A late report does not. */
export function isAhead(current: Substatus | null, next: Substatus): boolean {
  return current === null || substatuses.indexOf(next) > substatuses.indexOf(current);
}
