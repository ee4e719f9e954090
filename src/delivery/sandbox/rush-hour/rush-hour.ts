import { minuteMs } from "../../../infra/units.ts";
import type { Outcome, Substatus } from "../../model/model.ts";

/** What a rush hour can be asked for, what goes wrong in it, and why it ends. */

export const endReasons = ["completed", "stopped", "storage_quota_exceeded"] as const;
export type EndReason = (typeof endReasons)[number];

export const rushHourDefaults = {
  shipments: 60,
  minutes: 60,
  speed: 20,
  around: { latitude: 52.52, longitude: 13.405, city: "Berlin", country: "DE" },
} as const;

/** The code of the copied fleet, by which a copy is known that a stop of the server left. */
export const practiceFleetCode = "practice_copy";

/** A practice is for people: an hour in a quarter of one, with orders by the number of riders. */
export const practiceDefaults = { minutes: 60, speed: 4, perRider: 4, min: 12, max: 60 } as const;

/** The most of `speed` × `shipments`: so many of them move at a time, and each takes the processor `speed` times as often. */
export const busyMax = 6_000;

/** What a driver reports besides a position, without id, time and assignment. The proof of a delivery comes later. */
export type Act = { type: "delivered"; isPinWrong: boolean } | { type: string; [member: string]: string };

interface Course {
  /** The outcome of simulated carriers that does it; without one it goes wrong in the fleet. */
  outcome?: Outcome;
  /** Nobody accepts an offer. */
  isLeft?: true;
  /** Minutes of the clock from its creation to the end of the delivery window. */
  windowMinutes?: number;
  /** How far the pickup is from the town. */
  meters?: number;
  /** In which state of the next stop it begins on the way. */
  at?: Substatus;
  /** By the clock, whatever the speed: the rules of attention count real minutes. */
  lastsMs?: number;
  act?: (now: number) => Act;
}

/** A late estimate, as a driver in a jam gives it. */
const jamMs = 60 * minuteMs;
const estimate = (now: number): Act => ({
  type: "estimate",
  estimated_delivery_at: new Date(now + jamMs).toISOString(),
});
const undeliverable = (reason_code: string) => (): Act => ({ type: "undeliverable", reason_code });
const wrongPin = (): Act => ({ type: "delivered", isPinWrong: true });

const table = {
  // It waits longer at the pickup than its window is.
  late: { windowMinutes: 12, at: "at_pickup", lastsMs: 13 * minuteMs },
  // It is expected after its window before that ends.
  estimate_slipping: { windowMinutes: 40, at: "confirmed", act: estimate },
  // Farther than a driver is asked to go.
  no_driver: { meters: 12_000 },
  driver_silent: { at: "en_route_to_delivery", lastsMs: 17 * minuteMs },
  driver_standing: { at: "en_route_to_delivery", lastsMs: 12 * minuteMs },
  at_door: { at: "at_delivery", lastsMs: 6 * minuteMs },
  failed: { at: "at_delivery", act: undeliverable("damaged") },
  returning: { at: "at_delivery", act: undeliverable("recipient_refused") },
  pin_refused: { at: "at_delivery", lastsMs: 2 * minuteMs, act: wrongPin },
  driver_rejects: {},
  no_offer: { outcome: "no_carriers", isLeft: true },
  offers_ending: { outcome: "delivered", isLeft: true },
  carrier_rejects: { outcome: "carrier_rejects" },
  carrier_cancels: { outcome: "carrier_cancels" },
  recipient_unavailable: { outcome: "recipient_unavailable" },
  recipient_refused: { outcome: "recipient_refused" },
  damaged: { outcome: "damaged" },
  lost: { outcome: "lost" },
  delayed: { outcome: "delayed" },
  gps_gap: { outcome: "gps_gap" },
} as const satisfies Record<string, Course>;

export type Mishap = keyof typeof table;
export const mishaps = Object.keys(table) as Mishap[];
/** What a dispatcher meets on a Friday. All of it is the own fleet's. */
export const practiceMishaps = [
  "late",
  "estimate_slipping",
  "driver_standing",
  "at_door",
  "returning",
  "failed",
] as const satisfies readonly Mishap[];
export const courseOf: Readonly<Record<Mishap, Course>> = table;
