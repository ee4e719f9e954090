import { type Coordinates, isLatitude, isLongitude } from "@/infra/geography/coordinates.ts";
import { sha256Hex } from "@/infra/ids.ts";
import { capitalized } from "@/infra/text/words.ts";
import type { ReasonCode } from "../../../model/model.ts";
import { allFitting, fitting, shownText } from "../../answer.ts";
import type { CarrierUpdate } from "../../carrier-update.ts";
import { httpsUrl, type Tracked, type TrackedUpdate } from "../../tracked.ts";
import { dayOf } from "./map.ts";
import { reasonOf } from "./reasons.ts";
import { WireEvent, WireInfo, type WireTracker } from "./wire.ts";

/**
 * What a Karrio tracker says, as reports. Events have no ids and come in any order: the same set of events makes the
 * same reports with the same keys.
 */

const keyLength = 40;
const messageMax = 300;
const nameMax = 100;
const zoned = /(Z|[+-]\d\d:?\d\d)$/;
const late: readonly unknown[] = ["on_hold", "delivery_delayed"];

type Scan = Extract<CarrierUpdate, { kind: "scan" }>;

interface Sighting {
  event: WireEvent;
  at: number;
  key: string;
}

/** How far the goods are, from the events so far. */
interface Way {
  isPickedUp: boolean;
  isOut: boolean;
  goesBack: boolean;
  isOver: boolean;
  lastFailure: ReasonCode;
}

/** @param now the time of what has none */
export function toTracked(tracker: WireTracker, now: number): Tracked {
  const sightings = inOrder(tracker, now);
  const way: Way = { isPickedUp: false, isOut: false, goesBack: false, isOver: false, lastFailure: "other" };
  const updates = sightings.flatMap((sighting) =>
    stepsOf(sighting.event, way, tracker).map(
      (update): TrackedUpdate => ({ key: `${sighting.key}-${update.kind}`, at: sighting.at, update }),
    ),
  );
  const trackingUrl = httpsUrl(fitting(WireInfo, tracker.info)?.carrier_tracking_link ?? null);
  return {
    updates: [...updates, ...dueDay(tracker, sightings.at(-1))],
    ...(trackingUrl && { trackingUrl }),
  };
}

function inOrder(tracker: WireTracker, now: number): Sighting[] {
  const { events, status } = tracker;
  const byKey = new Map<string, Sighting>();
  for (const event of allFitting(WireEvent, events)) {
    const at = timeOf(event);
    if (at === undefined) continue;
    const { code, status: step, reason, description, location } = event;
    const told = [at, step, code, reason, description, location].map((part) => part ?? null);
    const key = sha256Hex(JSON.stringify(told)).slice(0, keyLength);
    byKey.set(key, { event, at, key });
  }
  const sorted = [...byKey.values()].sort(
    (a, b) => a.at - b.at || rankOf(a.event) - rankOf(b.event) || (a.key < b.key ? -1 : 1),
  );
  // Some carriers name the status of the whole, and none of the event.
  const last = sorted.at(-1);
  if (last && !last.event.status && status) last.event = { ...last.event, status };
  const end = endOf(tracker);
  if (!end || sorted.some(({ event }) => event.status === end)) return sorted;
  return [...sorted, { event: { status: end }, at: last?.at ?? now, key: `status-${end}` }];
}

/** What the tracker says of the whole, where its carrier may tell no event of it. */
function endOf({ status, delivered }: WireTracker): string | undefined {
  if (status === "delivered" || status === "return_to_sender") return status;
  return delivered ? "delivered" : undefined;
}

/** Events of the same moment are told in the order of a way. */
const ranks = [
  "pending",
  "picked_up",
  "in_transit",
  "on_hold",
  "delivery_delayed",
  "out_for_delivery",
  "ready_for_pickup",
  "delivery_failed",
  "return_to_sender",
  "delivered",
  "cancelled",
];

function rankOf({ status }: WireEvent): number {
  return ranks.indexOf(status ?? "");
}

/** The event counts at noon of its day, if its time cannot be read. */
function timeOf({ timestamp, date, time }: WireEvent): number | undefined {
  const texts = [timestamp, time && `${date} ${withoutHalf(time)}`, `${date} 12:00`];
  return texts.map((text) => (text ? parseTime(text) : Number.NaN)).find((at) => at >= 0);
}

/** Carriers in Karrio write "19:13 PM" and "00:13 AM": the hour of 24, and the half of the day beside it. */
function withoutHalf(time: string): string {
  const hour = Number.parseInt(time, 10);
  return hour === 0 || hour > noon ? time.replace(/\s*[AP]M$/i, "") : time;
}

const noon = 12;

/** A time without a zone is read as UTC: Karrio keeps none. */
function parseTime(text: string): number {
  return Date.parse(zoned.test(text) ? text : `${text}${text.includes("T") ? "Z" : " UTC"}`);
}

function stepsOf(event: WireEvent, way: Way, { info }: WireTracker): CarrierUpdate[] {
  if (way.isOver) return [];
  const scan: Scan = { kind: "scan", message: messageOf(event), location: placeOf(event) };
  switch (event.status) {
    case "pending":
    case "created":
      return [];
    case "picked_up":
      return pickUp(way) ?? [scan];
    case "in_transit":
      return [...(pickUp(way) ?? []), scan];
    case "out_for_delivery":
      return sendOut(way) ?? (way.goesBack ? [scan] : [scan, onTheWay]);
    case "on_hold":
    case "delivery_delayed":
      return [{ kind: "estimate", pickupAt: null, deliveryAt: null, delayed: true }, held(event, scan)];
    case "delivery_failed":
      return fail(event, way);
    case "return_to_sender":
      return sendBack(event, way) ?? [scan];
    case "delivered":
      return [arrive(way, fitting(WireInfo, info)?.signed_by, placeOf(event))];
    case "cancelled":
      return withdraw(event, way) ?? [scan];
    default:
      return event.description || event.location ? [scan] : [];
  }
}

function pickUp(way: Way): CarrierUpdate[] | undefined {
  if (way.isPickedUp) return undefined;
  way.isPickedUp = true;
  return [{ kind: "progress", substatus: "picked_up" }];
}

/** A second round to the door is a scan: the state stays after an attempt that failed. */
function sendOut(way: Way): CarrierUpdate[] | undefined {
  if (way.isOut || way.goesBack) return undefined;
  way.isPickedUp = true;
  way.isOut = true;
  return [onTheWay];
}

/** Told again, it ends a failed attempt: the goods come once more. */
const onTheWay: CarrierUpdate = { kind: "progress", substatus: "en_route_to_delivery" };

/** With its reason, a scan says that the goods wait. */
function held({ status, reason }: WireEvent, scan: Scan): CarrierUpdate {
  return status === "on_hold" || reason ? { ...scan, reason: reasonOf(reason) } : scan;
}

/** A parcel carrier comes again, unless the goods are gone. */
function fail(event: WireEvent, way: Way): CarrierUpdate[] {
  const reason = reasonOf(event.reason);
  const message = messageOf(event);
  way.isPickedUp = true;
  way.lastFailure = reason;
  if (reason !== "lost") return [{ kind: "attempt_failed", reason, message, nextAttemptAt: null }];
  way.isOver = true;
  return [{ kind: "undeliverable", reason, message }];
}

function sendBack(event: WireEvent, way: Way): CarrierUpdate[] | undefined {
  if (way.goesBack) return undefined;
  way.isPickedUp = true;
  way.goesBack = true;
  const reason = event.reason ? reasonOf(event.reason) : way.lastFailure;
  return [{ kind: "undeliverable", reason, message: messageOf(event) }];
}

/** Karrio says `delivered` also of goods that came back: only the events before tell which. */
function arrive(way: Way, signedBy: string | null | undefined, location: Coordinates | null): CarrierUpdate {
  way.isOver = true;
  if (way.goesBack) return { kind: "returned" };
  return {
    kind: "delivered",
    proof: {
      recipientName: shownText(signedBy ?? "", nameMax) || null,
      handedTo: null,
      signature: null,
      photos: [],
      pin: null,
      ageVerified: false,
      note: null,
      location,
    },
  };
}

function withdraw(event: WireEvent, way: Way): CarrierUpdate[] | undefined {
  if (way.isPickedUp) return undefined;
  way.isOver = true;
  return [{ kind: "withdrawn", reason: "carrier_cancelled", message: messageOf(event), rejected: false }];
}

/** The day that the tracker expects, after its last event: a day that comes back is told again. */
function dueDay(tracker: WireTracker, last: Sighting | undefined): TrackedUpdate[] {
  const deliveryDate = dayOf(tracker.estimated_delivery);
  if (deliveryDate === null || !last || endOf(tracker) === "delivered") return [];
  const delayed = late.includes(last.event.status);
  const update = { kind: "estimate", pickupAt: null, deliveryAt: null, deliveryDate, delayed } as const;
  return [{ key: `${last.key}-${deliveryDate}`, at: last.at, update }];
}

/** The carrier's own words, its place, and where Waybill has no code for it the reason. */
function messageOf({ description, location, reason, status, code }: WireEvent): string {
  const what = description || inWords(reason) || inWords(status) || code || "Seen by the carrier";
  const isLost = reason && reasonOf(reason) === "other" && description;
  const parts = [what, isLost ? inWords(reason) : "", location ?? ""];
  return shownText(parts.filter(Boolean).join(", "), messageMax);
}

function inWords(word: string | null | undefined): string {
  return capitalized((word ?? "").replaceAll("_", " "));
}

function placeOf({ latitude, longitude }: WireEvent): Coordinates | null {
  if (latitude == null || longitude == null) return null;
  return isLatitude(latitude) && isLongitude(longitude) ? { latitude, longitude } : null;
}
