import type { Step } from "../../lifecycle/state/rows.ts";
import { isGone } from "../../lifecycle/state/shipment.ts";
import { lateReportCode } from "../../lifecycle/tracking/tracking.ts";
import { type ReasonCode, reasonCodes } from "../../model/model.ts";

/** What a driver did for a shipment, by its timeline. */

/** At a stop. */
export interface Done {
  kind: "pickup" | "delivery" | "return" | "failed_attempt";
  at: number;
}

/** The time in which what was told of a shipment was the driver's. */
export interface Turn {
  since: number;
  /** Null: to the end. */
  until: number | null;
}

/** Reasons of somebody who is no driver at a door. */
const othersReasons: readonly string[] = ["cancelled_by_client", "carrier_cancelled", "customs_hold"];

/**
 * What a driver did in a turn. A step counts for whoever had the job when Waybill heard of it, also where a person entered
 * or corrected it later; what a correction took back was not done. A late report that had no effect counts for nobody.
 */
export function doneIn(steps: readonly Step[], turn: Turn): Done[] {
  const failed: Done[] = [];
  let pickup: Step | undefined;
  let end: { kind: "delivery" | "return"; step: Step } | undefined;
  for (const step of steps) {
    const { status, substatus, code } = step;
    if (code === lateReportCode) continue;
    if (status === "in_transit" && substatus === "picked_up") pickup ??= step;
    if (isAttempt(step) && isIn(turn, step)) failed.push({ kind: "failed_attempt", at: step.occurredAt });
    if (status === "delivered") end = end?.kind === "delivery" ? end : { kind: "delivery", step };
    else if (status === "returned") end = end?.kind === "return" ? end : { kind: "return", step };
    else end = undefined;
  }
  return [
    ...(pickup && isIn(turn, pickup) ? [{ kind: "pickup" as const, at: pickup.occurredAt }] : []),
    ...failed,
    ...(end && isIn(turn, end.step) ? [{ kind: end.kind, at: end.step.occurredAt }] : []),
  ];
}

function isIn({ since, until }: Turn, { recordedAt }: Step): boolean {
  return recordedAt >= since && (until === null || recordedAt <= until);
}

/** Nobody took the goods: another attempt follows, or they go back. Goods that are lost were at no door. */
function isAttempt({ status, code }: Step): boolean {
  if (code === null || othersReasons.includes(code)) return false;
  if (status !== "in_transit" && status !== "returning" && status !== "failed") return false;
  return reasonCodes.some((reason) => reason === code) && !isGone(code as ReasonCode);
}
