import { minuteMs } from "../../../infra/durations.ts";
import type { Window } from "../../model.ts";
import { aheadMaxDays, nextPickup } from "./hours.ts";
import type { PreparedService } from "./rate-card.ts";
import type { Rated, Refusal } from "./rated-shipment.ts";

/** When a service picks up and delivers. Contract "Rate card", Time. */

export interface Estimate {
  pickupAt: number;
  /** Null if the way is unknown, which only services without a price by distance allow. */
  deliveryAt: number | null;
}

/** The earliest times that the hours and both windows allow. */
export function estimateOf(
  service: PreparedService,
  { shipment, distance, local }: Rated,
): Estimate | Refusal {
  const { pickup, delivery, now } = shipment;
  const rideMs = rideMsOf(service, distance?.meters ?? null);
  const earliest = Math.max(
    now + service.leadMinutes * minuteMs,
    startOf(pickup.window),
    startOf(delivery.window) - (rideMs ?? 0),
  );
  const pickupAt = nextPickup(service.schedule, earliest, local);
  const { source, schedule } = service;
  const hours = `${source}/${schedule.rule}`;
  if (pickupAt === undefined)
    return refused(`The service has no opening within ${aheadMaxDays} days.`, hours);
  if (pickupAt > endOf(pickup.window)) {
    const isInTime = now + service.leadMinutes * minuteMs <= endOf(pickup.window);
    const rule = pickupAt > earliest ? hours : isInTime ? rideRuleOf(service) : `${source}/lead_minutes`;
    return refused("The service cannot pick up within the pickup window.", rule);
  }
  const deliveryAt = rideMs === null ? null : pickupAt + rideMs;
  if ((deliveryAt ?? pickupAt) > endOf(delivery.window)) {
    const rule = pickupAt > earliest ? hours : rideRuleOf(service);
    return refused("The service cannot deliver within the delivery window.", rule);
  }
  return { pickupAt, deliveryAt };
}

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
