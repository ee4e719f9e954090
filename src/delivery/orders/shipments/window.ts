import type { FieldError } from "../../../infra/errors.ts";
import { dayMs, minuteMs } from "../../../infra/units.ts";
import type { Window } from "../../model/model.ts";

/** The rules of pickup and delivery windows. Contract §3. */

export const lengthMinMinutes = 10;
export const aheadMaxDays = 30;
const lengthMinMs = lengthMinMinutes * minuteMs;
const aheadMaxMs = aheadMaxDays * dayMs;

/** The ends of a window in UTC, as contract §1 writes them. */
export function inUtc(window: Window): Window {
  return { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() };
}

/** The windows of a shipment, if it has any. */
interface Windows {
  pickup: { window?: Window | null };
  delivery: { window?: Window | null };
}

/** What is wrong with each window, or with the two together. */
export function windowErrors({ pickup, delivery }: Windows, now: number): FieldError[] {
  const errors = [
    ...errorsOf("#/pickup/window", pickup.window, now),
    ...errorsOf("#/delivery/window", delivery.window, now),
  ];
  return errors.length > 0 ? errors : orderErrors({ pickup, delivery });
}

/** Nothing is delivered before it is picked up. */
export function orderErrors({ pickup, delivery }: Windows): FieldError[] {
  if (!pickup.window || !delivery.window) return [];
  if (Date.parse(delivery.window.end) > Date.parse(pickup.window.start)) return [];
  const detail = "must be after the start of the pickup window";
  return [{ pointer: "#/delivery/window/end", code: "contradictory", detail }];
}

function errorsOf(pointer: string, window: Window | null | undefined, now: number): FieldError[] {
  if (!window) return [];
  const missing = (["start", "end"] as const).find((side) => window[side] === "");
  if (missing) return [{ pointer: `${pointer}/${missing}`, code: "required", detail: "is required" }];
  const start = Date.parse(window.start);
  const end = Date.parse(window.end);
  if (end <= now)
    return [{ pointer: `${pointer}/end`, code: "window_in_past", detail: "must be in the future" }];
  if (end < start + lengthMinMs) {
    return [
      {
        pointer: `${pointer}/end`,
        code: "window_too_short",
        detail: "must be at least 10 minutes after start",
      },
    ];
  }
  if (start >= now + aheadMaxMs) {
    return [
      { pointer: `${pointer}/start`, code: "window_too_far", detail: "must be less than 30 days ahead" },
    ];
  }
  return [];
}
