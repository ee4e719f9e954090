import type { IfUndeliverable } from "../../model/model.ts";
import { stepsOf } from "../../model/script/named.ts";
import type { Script } from "../../model/script/schema.ts";
import { countPositions, positionEverySeconds } from "../../model/script/simulation.ts";
import type { ScriptedRide, ScriptStep } from "../../model/script/step-schema.ts";
import { stateWhenUndeliverable } from "../state/shipment.ts";
import { type Act, actOf } from "./act.ts";

/** The plan of one assignment: every report of its script, with its second. */

export interface Step {
  /** Since the acceptance, at speed 1. */
  seconds: number;
  /** A time that the script gives, and the second at which it comes, if a step up to this one has one. */
  anchor?: Anchor;
  /** How long ago it happened when it is reported, at speed 1. */
  lateSeconds: number;
  /** The place of its step in the script, counted from 0. */
  number: number;
  act: Act;
}

interface Anchor {
  at: number;
  seconds: number;
}

/** With what decides between reports of the same second: positions within a ride come last. */
interface Drawn extends Step {
  isWithinRide: boolean;
}

/** In order. It depends on these values only, so a restart makes the same plan. */
export function planOf(script: Script, attempt: number, ifUndeliverable: IfUndeliverable): Step[] {
  const drawn: Drawn[] = [];
  let seconds = 0;
  let anchor: Anchor | undefined;
  let namesDriver = true;
  let comesBack = true;
  for (const [index, step] of stepsOf(script, attempt).entries()) {
    seconds += step.after_seconds ?? 0;
    if (step.at !== undefined) anchor = { at: Date.parse(step.at), seconds };
    if (step.type === "undeliverable")
      comesBack &&= stateWhenUndeliverable(step.reason_code, ifUndeliverable) === "returning";
    // Goods that are lost, discarded or left at the door do not come back.
    if (isOfReturn(step) && !comesBack) continue;
    const common = { ...(anchor && { anchor }), number: index };
    if (step.type === "ride") {
      drawn.push(...positionsOf(step, seconds, common));
      continue;
    }
    const act = actOf(step, namesDriver);
    if (step.type === "progress") namesDriver = false;
    const { late_seconds: lateSeconds = 0, times = 1 } = step;
    drawn.push(...Array(times).fill({ ...common, seconds, lateSeconds, act, isWithinRide: false }));
  }
  drawn.sort((a, b) => a.seconds - b.seconds || Number(a.isWithinRide) - Number(b.isWithinRide));
  const returns = [...drawn.entries()].filter(([, { act }]) => isReturn(act));
  return drawn.map(({ isWithinRide: _, ...step }, index) => {
    if (step.act.kind !== "undeliverable") return step;
    // Who turns back knows when the goods will be at the pickup.
    const back = returns.find(([place]) => place >= index)?.[1];
    return back ? { ...step, act: { ...step.act, backSeconds: back.seconds - step.seconds } } : step;
  });
}

type Common = Pick<Step, "anchor" | "number">;

function positionsOf(ride: ScriptedRide, start: number, common: Common): Drawn[] {
  const {
    leg,
    lasting_seconds: lasting,
    every_seconds: every = positionEverySeconds,
    from = 0,
    to = 1,
  } = ride;
  return Array.from({ length: countPositions(ride) }, (_, index) => {
    const ridden = index * every;
    const fraction = lasting === 0 ? to : from + ((to - from) * ridden) / lasting;
    const act = { kind: "position", leg, fraction } as const;
    return { ...common, seconds: start + ridden, lateSeconds: 0, act, isWithinRide: ridden < lasting };
  });
}

function isOfReturn(step: ScriptStep): boolean {
  return step.type === "returned" || (step.type === "ride" && step.leg === "return");
}

function isReturn(act: Act): boolean {
  return act.kind === "told" && act.update.kind === "returned";
}
