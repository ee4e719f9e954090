import { minuteMs } from "@/infra/units.ts";
import type { Window } from "../../../model/model.ts";
import type { Load } from "../../load.ts";
import { aheadMaxDays, closedBy, lastPickup, nextPickup } from "./hours.ts";
import type { PreparedService } from "./rate-card.ts";
import type { Rated, Refusal } from "./rated-shipment.ts";

/** When a service picks up and delivers. Contract "Rate card", Time. */

export interface Estimate {
  pickupAt: number;
  /** Null if the way is unknown, which only services without a price by distance allow. */
  deliveryAt: number | null;
}

/** What binds the times of a service for a shipment. Moments in milliseconds. */
interface Bounds {
  /** The driver is there at the earliest. */
  soonest: number;
  /** The driver picks up then, if the service is open: the goods come when the delivery window starts, and wait nowhere. */
  wanted: number;
  pickupEnd: number;
  deliveryStart: number;
  deliveryEnd: number;
  /** Null if the way is unknown. */
  rideMs: number | null;
}

/**
 * The pickup is the first open moment from which the goods need not wait for the delivery window. Where that is past the
 * pickup window, it is the last open moment of this window, and the goods wait with the driver.
 */
export function estimateOf(service: PreparedService, rated: Rated): Estimate | Refusal {
  const bounds = boundsOf(service, rated);
  const { soonest, wanted, pickupEnd, deliveryStart, deliveryEnd, rideMs } = bounds;
  const { schedule, source } = service;
  const next = nextPickup(schedule, wanted, rated.reading);
  if (next === undefined && pickupEnd === Number.POSITIVE_INFINITY) {
    const message = `The service has no opening within ${aheadMaxDays} days.`;
    return refused(message, `${source}/${schedule.rule}`);
  }
  const isInWindow = next !== undefined && next <= pickupEnd;
  const pickupAt = isInWindow ? next : lastPickup(schedule, soonest, pickupEnd, rated.reading);
  if (pickupAt === undefined) return pickupRefusal(service, rated, bounds);
  const arrivalAt = pickupAt + (rideMs ?? 0);
  if (arrivalAt > deliveryEnd) return deliveryRefusal(service, rated, bounds);
  const waitsMs = deliveryStart - arrivalAt;
  const { holdMinutes } = service;
  if (holdMinutes !== null && waitsMs > holdMinutes * minuteMs) {
    const minutes = Math.ceil(waitsMs / minuteMs);
    const message = `The goods would wait with the driver for ${minutes} minutes. The service holds them for ${holdMinutes}.`;
    return refused(message, `${source}/hold_minutes`);
  }
  return { pickupAt, deliveryAt: rideMs === null ? null : Math.max(arrivalAt, deliveryStart) };
}

/** Before a pickup, with what a busy fleet needs more. */
function leadMinutesOf({ leadMinutes }: PreparedService, load: Load | null): number {
  return leadMinutes + (load?.extraMinutes ?? 0);
}

function boundsOf(service: PreparedService, { shipment, distance, load }: Rated): Bounds {
  const { pickup, delivery, now } = shipment;
  const rideMs = rideMsOf(service, distance?.meters ?? null);
  const leadMinutes = leadMinutesOf(service, load);
  const soonest = Math.max(now + leadMinutes * minuteMs, startOf(pickup.window));
  const deliveryStart = startOf(delivery.window);
  return {
    soonest,
    wanted: Math.max(soonest, deliveryStart - (rideMs ?? 0)),
    pickupEnd: endOf(pickup.window),
    deliveryStart,
    deliveryEnd: endOf(delivery.window),
    rideMs,
  };
}

function pickupRefusal(service: PreparedService, rated: Rated, { soonest, pickupEnd }: Bounds): Refusal {
  const { source, schedule } = service;
  const leadMinutes = leadMinutesOf(service, rated.load);
  if (soonest > pickupEnd) {
    const message =
      rated.shipment.now > pickupEnd
        ? "The pickup window is over."
        : `The service needs ${leadMinutes} minutes before a pickup, and the pickup window ends sooner.`;
    return refused(message, `${source}/lead_minutes`);
  }
  const rule = closedBy(schedule, soonest, pickupEnd, rated.reading);
  return refused(`The service has no opening in the pickup window: ${closed[rule]}.`, `${source}/${rule}`);
}

function deliveryRefusal(service: PreparedService, rated: Rated, bounds: Bounds): Refusal {
  const { source, schedule } = service;
  const { now, pickup } = rated.shipment;
  const latest = bounds.deliveryEnd - (bounds.rideMs ?? 0);
  const late = "The service cannot deliver within the delivery window";
  if (bounds.wanted <= latest) {
    const rule = closedBy(schedule, bounds.wanted, latest, rated.reading);
    return refused(`${late}: ${closed[rule]}.`, `${source}/${rule}`);
  }
  if (Math.max(now, startOf(pickup.window)) <= latest) {
    const leadMinutes = leadMinutesOf(service, rated.load);
    const message = `${late}: it needs ${leadMinutes} minutes before a pickup.`;
    return refused(message, `${source}/lead_minutes`);
  }
  return refused(`${late}: the ride takes too long.`, rideRuleOf(service));
}

/** Why there is no pickup, by the member of the service that says so. */
const closed = {
  hours: "it is outside its hours",
  cut_off: "it is after the latest pickup of the day",
  latest_pickup: "it is after the latest pickup of the day",
  order_until: "it is too late to order for that day",
  closed_dates: "it is closed on that date",
} as const;

/** From the pickup to the delivery, whole milliseconds; null if the way is unknown. */
function rideMsOf({ transitMinutes, speedKmh }: PreparedService, meters: number | null): number | null {
  if (transitMinutes !== null) return transitMinutes * minuteMs;
  if (meters === null || speedKmh === null) return null;
  return Math.round((meters * 3600) / speedKmh);
}

function rideRuleOf({ source, transitMinutes }: PreparedService): string {
  return `${source}/${transitMinutes === null ? "speed_kmh" : "transit_minutes"}`;
}

const refused = (message: string, source: string): Refusal => ({
  code: "window_unavailable",
  message,
  source,
});

const startOf = (window: Window | null): number =>
  window ? Date.parse(window.start) : Number.NEGATIVE_INFINITY;
const endOf = (window: Window | null): number => (window ? Date.parse(window.end) : Number.POSITIVE_INFINITY);
