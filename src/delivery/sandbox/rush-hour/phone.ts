import type { Coordinates } from "../../../infra/geography/coordinates.ts";
import { minuteMs } from "../../../infra/units.ts";
import { followLine } from "../../carriers/kinds/simulated/line.ts";
import type { StopView } from "../../fleet/dispatch/stops/schema.ts";
import type { Substatus } from "../../model/model.ts";
import { type Act, courseOf, type Mishap } from "./rush-hour.ts";

/** What a driver of the rush hour does next. Pure: from what a phone shows to what a person reports. */

const vehicleMps = 6;
/** Waybill takes faster positions for faults of the receiver, whatever the speed of the rush hour. */
const speedMaxMps = 45;
/** A driver who was away goes on from there. */
const rideMaxMs = 30_000;
/** Without a job, a driver reports a place this often. */
const idleMs = 30_000;
/** Loading, and the way to the door, in simulated time. */
const stopMs = minuteMs;

/** What a driver reports next, by the state of the next stop: at once, or after the ride to it. */
const steps: Partial<Record<Substatus, { act: Act; isRide?: true }>> = {
  confirmed: { act: progress("en_route_to_pickup") },
  en_route_to_pickup: { act: progress("at_pickup"), isRide: true },
  at_pickup: { act: progress("picked_up") },
  picked_up: { act: progress("en_route_to_delivery") },
  en_route_to_delivery: { act: progress("at_delivery"), isRide: true },
  at_delivery: { act: { type: "delivered", isPinWrong: false } },
};
const bringBack = { act: { type: "returned" }, isRide: true } as const;

function progress(substatus: Substatus): Act {
  return { type: "progress", substatus };
}

/** What the rush hour knows of a shipment. */
export interface Hold {
  /** Whether its mishap has begun. */
  hasBegun: boolean;
  /** Until when its driver waits. */
  resumeAt: number | null;
}

interface Scene {
  now: number;
  speed: number;
  place: Coordinates & { recordedAt: number };
  /** The next one. */
  stop: (Pick<StopView, "kind" | "substatus"> & { at: Coordinates }) | undefined;
  mishap: Mishap | null;
}

type Place = Coordinates & { speedMps: number };

/** What the phone sends: no position while it is silent, and what happened, if anything did. `hold` learns of it. */
export function nextDeed(
  { now, speed, place, stop, mishap }: Scene,
  hold: Hold,
): { position?: Place; act?: Act | undefined } {
  const still = { position: { latitude: place.latitude, longitude: place.longitude, speedMps: 0 } };
  if (!stop) return now - place.recordedAt < idleMs ? {} : still;
  if (hold.resumeAt !== null && now < hold.resumeAt) {
    return mishap === "driver_silent" && hold.hasBegun ? {} : still;
  }
  const course = mishap && !hold.hasBegun ? courseOf[mishap] : undefined;
  if (course?.at && course.at === stop.substatus) {
    Object.assign(hold, { hasBegun: true, resumeAt: now + (course.lastsMs ?? 0) });
    return { ...still, act: course.act?.(now) };
  }
  const step = stop.kind === "return" ? bringBack : stop.substatus && steps[stop.substatus];
  if (!step?.isRide) return { ...still, act: step?.act };
  const speedMps = Math.min(vehicleMps * speed, speedMaxMps);
  const meters = (speedMps * Math.min(rideMaxMs, Math.max(0, now - place.recordedAt))) / 1000;
  // Along the streets of a grid: first to the east or west, then to the north or south.
  const corner = { latitude: place.latitude, longitude: stop.at.longitude };
  const route = followLine([place, corner, stop.at]);
  if (route.lengthMeters > meters) {
    return { position: { ...route.at(meters / route.lengthMeters), speedMps } };
  }
  hold.resumeAt = now + stopMs / speed;
  return { position: { ...stop.at, speedMps: 0 }, act: step.act };
}

export function positionReport({ latitude, longitude, speedMps }: Place, now: number): object {
  const at = new Date(now).toISOString();
  const where = { latitude, longitude, speed_mps: speedMps, accuracy_meters: 8 };
  return { id: `position-${at}`, at, type: "position", ...where };
}
