import { type Status, type Substatus, substatuses } from "../../model/model.ts";

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

type Mover = "client" | "carrier" | "system" | "operator" | "recipient";

/** From → to → who may. A state without an entry is final. Contract §3, States. */
const transitions = {
  created: { quoted: ["system"], expired: ["system"], cancelled: ["client", "carrier", "operator"] },
  quoted: {
    quoted: ["client", "system"],
    assigned: ["client", "system"],
    expired: ["system"],
    cancelled: ["client", "carrier", "operator"],
  },
  expired: { created: ["client"], quoted: ["client", "system"], cancelled: ["client", "system"] },
  assigned: {
    created: ["carrier", "client"],
    quoted: ["carrier", "client"],
    in_transit: ["carrier"],
    cancelled: ["client", "carrier", "operator"],
  },
  in_transit: { delivered: ["carrier"], returning: ["carrier"], failed: ["carrier"] },
  returning: { delivered: ["carrier"], returned: ["carrier"], failed: ["carrier"] },
  delivered: {},
  cancelled: {},
  failed: {},
  returned: {},
} as const satisfies Record<Status, Partial<Record<Status, readonly Mover[]>>>;

/**
 * What a newer report still makes of a final state: goods that were to be discarded were handed over. `arrivesAfterAll`
 * says when.
 */
const afterEnd: Partial<Record<Status, Partial<Record<Status, readonly Mover[]>>>> = {
  failed: { delivered: ["carrier"] },
};

export const movers = {
  client: "client",
  carrier: "carrier",
  driver: "carrier",
  simulator: "carrier",
  system: "system",
  operator: "operator",
  recipient: "recipient",
} as const satisfies Record<Actor, Mover>;

export function nextStatuses(from: Status): Status[] {
  return Object.keys(transitions[from]) as Status[];
}

/** What a state begins with. */
export const defaultSubstatuses: Partial<Record<Status, Substatus>> = {
  assigned: "awaiting_carrier",
  in_transit: "picked_up",
};

/** Whether a carrier has it and nobody has begun to move it: a fleet's job in this state waits for a driver. */
export function isAtRest({ status, substatus }: { status: Status; substatus: Substatus | null }): boolean {
  return status === "assigned" && (substatus === "awaiting_carrier" || substatus === "confirmed");
}

export function isFinal(status: Status): boolean {
  return nextStatuses(status).length === 0;
}

/** Whether the delivery will not happen, so an estimate of it is void. */
export function isUndelivered(status: Status): boolean {
  return status === "cancelled" || status === "failed" || status === "returning" || status === "returned";
}

export function mayMove(from: Status, to: Status, actor: Actor): boolean {
  const row: Partial<Record<Status, readonly Mover[]>> = { ...transitions[from], ...afterEnd[from] };
  return row[to]?.includes(movers[actor]) ?? false;
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
