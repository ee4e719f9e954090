import type { CarrierUpdate } from "../../carriers/carrier-update.ts";
import type { IfUndeliverable, Status, Substatus } from "../../model/model.ts";
import type { Simulation } from "../../model/script/simulation.ts";
import { stateWhenUndeliverable } from "../state/shipment.ts";
import type { Act } from "./act.ts";
import type { Step } from "./plan.ts";

/** When a simulated driver makes the steps of its plan, and which states they lead to. */

/**
 * The wall-clock time of a step. Instant steps are a millisecond apart, so their times rise. A manual step has no time
 * before somebody asks for it. A time that the script gives holds at any number, but nothing happens before the start.
 */
export function stepTime(
  { speed }: Simulation,
  startedAt: number,
  index: number,
  { seconds, anchor }: Pick<Step, "seconds" | "anchor">,
): number | undefined {
  switch (speed) {
    case "manual":
      return undefined;
    case "instant":
      return startedAt + index + 1;
    default:
      return anchor
        ? Math.max(startedAt, anchor.at + lasting(seconds - anchor.seconds, speed))
        : startedAt + lasting(seconds, speed);
  }
}

/** Milliseconds of the wall clock. Without a pace of their own, seconds are as long as at speed 1. */
export function lasting(seconds: number, speed: Simulation["speed"]): number {
  return Math.round((seconds * 1000) / (typeof speed === "number" ? speed : 1));
}

const toldStates: Partial<Record<CarrierUpdate["kind"], (Status | Substatus)[]>> = {
  withdrawn: ["quoted", "created"],
  cancelled: ["cancelled", "quoted", "created"],
  returned: ["returned"],
};

/** The states that a step leads to, the most specific first; none for those on the way. */
export function statesOf(act: Act, ifUndeliverable: IfUndeliverable): (Status | Substatus)[] {
  switch (act.kind) {
    case "progress":
      return act.substatus === "picked_up" ? ["picked_up", "in_transit"] : [act.substatus];
    case "delivered":
      return ["delivered"];
    case "undeliverable":
      return [stateWhenUndeliverable(act.reason, ifUndeliverable)];
    case "told":
      return toldStates[act.update.kind] ?? [];
    case "position":
    case "estimate":
    case "attempt_failed":
      return [];
  }
}
