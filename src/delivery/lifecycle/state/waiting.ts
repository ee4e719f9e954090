import { minuteMs } from "../../../infra/units.ts";
import type { Substatus } from "../../model/model.ts";
import { reachedStop } from "../../model/stops.ts";
import type { ShipmentRow } from "./rows.ts";
import type { Actor } from "./status.ts";

/**
 * How long a driver waits at a stop: from *Arrived* until the goods are picked up or handed over. Only who reports it
 * has arrived: what Waybill saw by positions costs nobody anything.
 */

/** A step of the way as a change makes it. */
interface Step {
  by: Actor;
  at: number;
}

/** When the driver tapped *Arrived* at the stop where they are after a step; null elsewhere. */
export function stopArrivedAt(
  before: Pick<ShipmentRow, "substatus" | "stopArrivedAt">,
  substatus: Substatus | null,
  { by, at }: Step,
): number | null {
  if (substatus === before.substatus) return before.stopArrivedAt;
  return reachedStop(substatus) !== undefined && by !== "system" ? at : null;
}

/** Whole minutes of a wait that ends now; null without *Arrived*. */
export function waitedMinutes({ stopArrivedAt: from }: Pick<ShipmentRow, "stopArrivedAt">, at: number) {
  return from === null ? null : Math.max(0, Math.floor((at - from) / minuteMs));
}
