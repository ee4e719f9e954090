import { type Coordinates, wrapLongitude } from "../../../infra/geography/coordinates.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { StopView } from "../../fleet/dispatch/stops/schema.ts";
import type { Substatus } from "../../model/model.ts";
import { type Mishap, metersPerDegree, moved } from "./plan.ts";

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
/** A late estimate, as a driver in a jam gives it. */
const jamMs = 60 * minuteMs;

/** In which state of the next stop a mishap begins. */
const beginsAt: Partial<Record<Mishap, Substatus>> = {
  estimate_slipping: "confirmed",
  late: "at_pickup",
  driver_silent: "en_route_to_delivery",
  driver_standing: "en_route_to_delivery",
  at_door: "at_delivery",
  failed: "at_delivery",
  returning: "at_delivery",
  pin_refused: "at_delivery",
};

/** By the clock, whatever the speed: the rules of attention count real minutes. */
const lastsMs: Partial<Record<Mishap, number>> = {
  late: 13 * minuteMs,
  driver_silent: 17 * minuteMs,
  driver_standing: 12 * minuteMs,
  at_door: 6 * minuteMs,
  pin_refused: 2 * minuteMs,
};

/** What the rush hour knows of a shipment. */
export interface Hold {
  hasBegun: boolean;
  /** Until when its driver waits. */
  resumeAt: number | null;
}

export interface Scene {
  now: number;
  speed: number;
  place: Coordinates & { recordedAt: number };
  /** The next one. */
  stop: (Pick<StopView, "kind" | "substatus"> & { at: Coordinates }) | undefined;
  mishap: Mishap | null;
  hold: Hold;
}

export type Act =
  | { type: "progress"; substatus: Substatus }
  | { type: "estimate"; deliveryAt: number }
  | { type: "delivered"; isPinWrong: boolean }
  | { type: "undeliverable"; reason: "damaged" | "recipient_refused" }
  | { type: "returned" };

export interface Deed {
  /** Null: the phone sends none. */
  position: (Coordinates & { speedMps: number }) | null;
  act: Act | null;
  /** What to keep of the shipment; null: as before. */
  hold: Hold | null;
}

export function nextDeed(scene: Scene): Deed {
  const { now, place, stop, mishap, hold } = scene;
  const here = { latitude: place.latitude, longitude: place.longitude, speedMps: 0 };
  const still: Deed = { position: here, act: null, hold: null };
  if (!stop) return now - place.recordedAt < idleMs ? { ...still, position: null } : still;
  if (hold.resumeAt !== null && now < hold.resumeAt) {
    return mishap === "driver_silent" && hold.hasBegun ? { ...still, position: null } : still;
  }
  if (mishap !== null && !hold.hasBegun && beginsAt[mishap] === stop.substatus) {
    const resumeAt = now + (lastsMs[mishap] ?? 0);
    return { ...still, act: openingOf(mishap, now), hold: { hasBegun: true, resumeAt } };
  }
  return proceed(scene, stop, still);
}

function openingOf(mishap: Mishap, now: number): Act | null {
  switch (mishap) {
    case "estimate_slipping":
      return { type: "estimate", deliveryAt: now + jamMs };
    case "pin_refused":
      return { type: "delivered", isPinWrong: true };
    case "failed":
      return { type: "undeliverable", reason: "damaged" };
    case "returning":
      return { type: "undeliverable", reason: "recipient_refused" };
    default:
      return null;
  }
}

function proceed(scene: Scene, { kind, substatus, at }: NonNullable<Scene["stop"]>, still: Deed): Deed {
  const step = (next: Substatus): Deed => ({ ...still, act: { type: "progress", substatus: next } });
  switch (substatus) {
    case "confirmed":
      return step("en_route_to_pickup");
    case "en_route_to_pickup":
      return ride(scene, at, { type: "progress", substatus: "at_pickup" });
    case "at_pickup":
      return step("picked_up");
    case "picked_up":
      return step("en_route_to_delivery");
    case "en_route_to_delivery":
      return ride(scene, at, { type: "progress", substatus: "at_delivery" });
    case "at_delivery":
      return { ...still, act: { type: "delivered", isPinWrong: false } };
    default:
      return kind === "return" ? ride(scene, at, { type: "returned" }) : still;
  }
}

/** Along the streets of a grid: first to the east or west, then to the north or south. */
function ride({ now, speed, place, hold }: Scene, to: Coordinates, arrival: Act): Deed {
  const speedMps = Math.min(vehicleMps * speed, speedMaxMps);
  const meters = (speedMps * Math.min(rideMaxMs, Math.max(0, now - place.recordedAt))) / 1000;
  const perDegree = metersPerDegree * Math.cos((place.latitude * Math.PI) / 180);
  const east = wrapLongitude(to.longitude - place.longitude) * perDegree;
  const north = (to.latitude - place.latitude) * metersPerDegree;
  if (Math.abs(east) + Math.abs(north) <= meters) {
    const resumeAt = now + stopMs / speed;
    return { position: { ...to, speedMps: 0 }, act: arrival, hold: { ...hold, resumeAt } };
  }
  const alongEast = Math.sign(east) * Math.min(Math.abs(east), meters);
  const alongNorth = Math.sign(north) * Math.min(Math.abs(north), meters - Math.abs(alongEast));
  return { position: { ...moved(place, alongNorth, alongEast), speedMps }, act: null, hold: null };
}
