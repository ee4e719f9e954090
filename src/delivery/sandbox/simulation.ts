import { stateWhenUndeliverable } from "../lifecycle/shipment.ts";
import type { IfUndeliverable, Outcome, ReasonCode, Simulation, Status, Substatus } from "../model.ts";

/** The timetable of a simulated delivery, contract §9. Seconds since the acceptance, at speed 1. */
const secondsAt = {
  confirmed: 1,
  enRouteToPickup: 3,
  atPickup: 10,
  pickedUp: 15,
  enRouteToDelivery: 18,
  atDelivery: 50,
} as const;
const positionEverySeconds = 2;
const atTheDoorSeconds = 5;
/** The return starts after this and takes as long as an undisturbed ride to the door. */
const turnSeconds = 3;
const wayBackSeconds = secondsAt.atDelivery - secondsAt.enRouteToDelivery;
const delayFactor = 3;

export type Leg = "pickup" | "delivery" | "return";

export type Act =
  | { kind: "progress"; substatus: Substatus }
  | { kind: "position"; leg: Leg; fraction: number }
  | { kind: "signal_lost" }
  | { kind: "estimate"; pickupSeconds: number; deliverySeconds: number; delayed: boolean }
  | { kind: "withdrawn"; rejected: boolean; reason: ReasonCode; message: string }
  | { kind: "delivered" }
  /** `backSeconds`: when returned goods are at the pickup. */
  | { kind: "undeliverable"; reason: ReasonCode; message: string; backSeconds: number | null }
  | { kind: "returned" };

export interface Step {
  seconds: number;
  act: Act;
}

const refusals: Partial<Record<Outcome, { reason: ReasonCode; message: string }>> = {
  recipient_unavailable: { reason: "recipient_unavailable", message: "Nobody was home." },
  recipient_refused: { reason: "recipient_refused", message: "The recipient refused the goods." },
};
const losses: Partial<Record<Outcome, { reason: ReasonCode; message: string }>> = {
  damaged: { reason: "damaged", message: "The goods were damaged in transit." },
  lost: { reason: "lost", message: "The goods were lost in transit." },
};

/** Every step of one attempt, in order. It depends on these values only, so a restart makes the same plan. */
export function planOf(outcome: Outcome, attempt: number, ifUndeliverable: IfUndeliverable): Step[] {
  const firstAttempt = attempt === 1;
  if (firstAttempt && outcome === "carrier_rejects") {
    return [
      step(secondsAt.confirmed, withdrawn(true, "carrier_rejected", "The carrier rejected the booking.")),
    ];
  }
  const delayed = outcome === "delayed";
  const way = (secondsAt.atDelivery - secondsAt.enRouteToDelivery) * (delayed ? delayFactor : 1);
  const atDoor = secondsAt.enRouteToDelivery + way;
  const toPickup = [
    step(secondsAt.confirmed, { kind: "progress", substatus: "confirmed" }),
    step(secondsAt.confirmed, estimate(secondsAt.atDelivery + atTheDoorSeconds, false)),
    step(secondsAt.enRouteToPickup, { kind: "progress", substatus: "en_route_to_pickup" }),
    ...positions("pickup", secondsAt.enRouteToPickup, secondsAt.atPickup, outcome),
    step(secondsAt.atPickup, { kind: "progress", substatus: "at_pickup" }),
  ];
  if (firstAttempt && outcome === "carrier_cancels") {
    const dropped = withdrawn(false, "carrier_cancelled", "The carrier cancelled at the pickup.");
    return [...toPickup, step(secondsAt.atPickup + 1, dropped)];
  }
  const onTheWay = [
    ...toPickup,
    step(secondsAt.pickedUp, { kind: "progress", substatus: "picked_up" }),
    step(secondsAt.enRouteToDelivery, { kind: "progress", substatus: "en_route_to_delivery" }),
    ...(delayed
      ? [step(secondsAt.enRouteToDelivery + positionEverySeconds, estimate(atDoor + atTheDoorSeconds, true))]
      : []),
    ...positions("delivery", secondsAt.enRouteToDelivery, atDoor, outcome),
  ].sort((a, b) => a.seconds - b.seconds);
  return [...upTo(onTheWay, outcome, way), ...atTheEnd(outcome, atDoor, ifUndeliverable)];
}

/** Lost or damaged goods get no further than half of the route. */
function upTo(steps: Step[], outcome: Outcome, way: number): Step[] {
  if (!losses[outcome]) return steps;
  return steps.filter((entry) => entry.seconds <= secondsAt.enRouteToDelivery + way / 2);
}

function atTheEnd(outcome: Outcome, atDoor: number, ifUndeliverable: IfUndeliverable): Step[] {
  const loss = losses[outcome];
  if (loss) {
    const halfway = (secondsAt.enRouteToDelivery + atDoor) / 2;
    return [step(halfway + 1, { kind: "undeliverable", ...loss, backSeconds: null })];
  }
  const arrived = step(atDoor, { kind: "progress", substatus: "at_delivery" });
  const handing = atDoor + atTheDoorSeconds;
  const refusal = refusals[outcome];
  if (!refusal) return [arrived, step(handing, { kind: "delivered" })];
  const goesBack = stateWhenUndeliverable(refusal.reason, ifUndeliverable) === "returning";
  const setOut = handing + turnSeconds;
  const back = setOut + wayBackSeconds + atTheDoorSeconds;
  const refused = step(handing, {
    kind: "undeliverable",
    ...refusal,
    backSeconds: goesBack ? back : null,
  });
  if (!goesBack) return [arrived, refused];
  return [
    arrived,
    refused,
    ...positions("return", setOut, setOut + wayBackSeconds, outcome),
    step(back, { kind: "returned" }),
  ];
}

/** A position every two seconds of a leg. `gps_gap` has none in the middle third of the route to the delivery. */
function positions(leg: Leg, from: number, to: number, outcome: Outcome): Step[] {
  const steps: Step[] = [];
  let lost = false;
  for (let seconds = from; seconds <= to; seconds += positionEverySeconds) {
    const fraction = (seconds - from) / (to - from);
    const inGap = outcome === "gps_gap" && leg === "delivery" && fraction > 1 / 3 && fraction < 2 / 3;
    if (inGap && !lost) steps.push(step(seconds, { kind: "signal_lost" }));
    if (!inGap) steps.push(step(seconds, { kind: "position", leg, fraction }));
    lost = inGap;
  }
  return steps;
}

function step(seconds: number, act: Act): Step {
  return { seconds, act };
}

function estimate(deliverySeconds: number, delayed: boolean): Act {
  return { kind: "estimate", pickupSeconds: secondsAt.pickedUp, deliverySeconds, delayed };
}

function withdrawn(rejected: boolean, reason: ReasonCode, message: string): Act {
  return { kind: "withdrawn", rejected, reason, message };
}

/**
 * The wall-clock time of a step. Instant steps are a millisecond apart, so their times rise. A manual step has no time
 * before somebody asks for it.
 */
export function timeOf(
  simulation: Simulation,
  startedAt: number,
  index: number,
  seconds: number,
): number | undefined {
  switch (simulation.speed) {
    case "manual":
      return undefined;
    case "instant":
      return startedAt + index + 1;
    default:
      return startedAt + Math.round((seconds * 1000) / simulation.speed);
  }
}

/** The states that a step leads to, the most specific first; none for positions and estimates. */
export function statesOf(act: Act, ifUndeliverable: IfUndeliverable): (Status | Substatus)[] {
  switch (act.kind) {
    case "progress":
      return act.substatus === "picked_up" ? ["picked_up", "in_transit"] : [act.substatus];
    case "withdrawn":
      return ["quoted", "created"];
    case "delivered":
      return ["delivered"];
    case "returned":
      return ["returned"];
    case "undeliverable":
      return [stateWhenUndeliverable(act.reason, ifUndeliverable)];
    case "position":
    case "signal_lost":
    case "estimate":
      return [];
  }
}
