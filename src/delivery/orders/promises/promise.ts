import { invalidField } from "../../../infra/errors.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { Window } from "../../model/model.ts";
import { inUtc } from "../shipments/window.ts";
import type { MoveWindows } from "./schema.ts";

/** Which window a delivery gets. Pure. */

/** How long the window is that takes the place of an estimate. */
const fromEstimateMs = 30 * minuteMs;

/** @throws AppError `validation_failed` for both or none of the two ways to move, and for a list of another length */
export function refuseContradictoryMove({
  delay_minutes,
  window,
  previous_windows,
  shipment_ids,
}: MoveWindows): void {
  if (delay_minutes === undefined && window === undefined) {
    throw invalidField("#/delay_minutes", "required", "is required, or a window");
  }
  if (delay_minutes !== undefined && window !== undefined) {
    throw invalidField("#/window", "contradictory", "must not stand beside delay_minutes");
  }
  if (previous_windows !== undefined && previous_windows.length !== shipment_ids.length) {
    throw invalidField("#/previous_windows", "contradictory", "must have one entry for each shipment");
  }
}

/** What was promised: a window, or else the estimate in epoch milliseconds; null where nobody knows. */
export interface Promised {
  window: Window | null;
  estimatedAt: number | null;
}

/** @throws AppError `validation_failed` for a delay of what has no time at all */
export function movedWindow(
  { window, estimatedAt }: Promised,
  { delay_minutes, window: given }: Pick<MoveWindows, "delay_minutes" | "window">,
): Window {
  if (given !== undefined) return inUtc(given);
  const delayMs = (delay_minutes ?? 0) * minuteMs;
  const from = window ? Date.parse(window.start) : estimatedAt;
  if (from === null) {
    throw invalidField("#/window", "required", "is required: nobody knows when this delivery was to come");
  }
  const to = window ? Date.parse(window.end) : from + fromEstimateMs;
  return { start: new Date(from + delayMs).toISOString(), end: new Date(to + delayMs).toISOString() };
}

/** Whether two moments are on different days at a place. */
export function isOtherDay(one: number, other: number, timeZone: string): boolean {
  const dayOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return dayOf(one) !== dayOf(other);
}
