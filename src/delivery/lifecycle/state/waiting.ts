import { minuteMs } from "../../../infra/units.ts";
import { reachedStop } from "../../model/stops.ts";
import type { ShipmentRow } from "./rows.ts";
import type { Actor } from "./status.ts";

/**
 * How long a driver waits at a stop: from *Arrived* until the goods are picked up or handed over. Only who reports it
 * has arrived: what Waybill saw by positions costs nobody anything.
 */

type Arrival = Pick<ShipmentRow, "substatus" | "stopArrivedAt">;

/**
 * When the driver tapped *Arrived* at the stop where they are after a change; null elsewhere. What the change says of it
 * stands: another driver has not arrived, though the goods are where they were. @param change by whom, and when it happened
 */
export function stopArrivedAt(
  before: Arrival,
  { substatus, stopArrivedAt: said }: Arrival,
  { by, at }: { by: Actor; at: number },
): number | null {
  if (said !== before.stopArrivedAt || substatus === before.substatus) return said;
  return reachedStop(substatus) !== undefined && by !== "system" ? at : null;
}

/** Whole minutes of a wait that ends now; null without *Arrived*. */
export function waitedMinutes({ stopArrivedAt: from }: Pick<ShipmentRow, "stopArrivedAt">, at: number) {
  return from === null ? null : Math.max(0, Math.floor((at - from) / minuteMs));
}
