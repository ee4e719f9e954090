import { type Coordinates, distanceMeters as metersBetween } from "../../infra/geography/coordinates.ts";
import { pointOf } from "../lifecycle/shipment.ts";
import { isFinal } from "../lifecycle/status.ts";
import type { Address, Status, Substatus } from "../model.ts";

/** What is known of where a shipment is. Contract §5. */

export const etaSources = ["estimate", "carrier", "router"] as const;
export type EtaSource = (typeof etaSources)[number];

/** A position older than this says little of where the driver is now. */
const staleSeconds = 300;
/** A smaller change of the estimated arrival is no event. */
export const etaEventMs = 60_000;
/** Least time between two position events of a shipment. */
export const positionEventMs = 15_000;

/** Nearer than this to either address a tracking link tells no place. */
const doorstepMeters = 300;
/** A tracking link's steps of the way that is done: finer ones would measure how far off the address is. */
const publicPercentStep = 10;
const publicMetersStep = 500;

/** Marks an entry that records a carrier's late report, which changed nothing. */
export const lateReportCode = "late_report";

export interface Position {
  latitude: number;
  longitude: number;
  accuracyMeters: number | null;
  headingDegrees: number | null;
  speedMps: number | null;
  recordedAt: number;
  receivedAt: number;
  /** The carrier has said that it lost the driver's signal since. */
  signalLost: boolean;
}

/** What is stored of a proof of delivery; its images are rows of their own. */
export interface ProofDocument {
  types: ("signature" | "photo" | "pin" | "age")[];
  recipientName: string | null;
  handedTo: "recipient" | "neighbour" | "reception" | "safe_place" | "locker" | null;
  signature: { name: string; sha256: string; signerName: string } | null;
  photos: { name: string; sha256: string; contentType: string; takenAt: number }[];
  pin: { verified: boolean; attempts: number } | null;
  note: string | null;
  location: { latitude: number; longitude: number; distanceToAddressMeters: number | null } | null;
  capturedBy: "carrier" | "driver" | "simulator";
}

export function isStale(position: Position, now: number): boolean {
  return position.signalLost || now - position.recordedAt > staleSeconds * 1000;
}

/** How much of the way is left, from the share that is done. */
export function remainingMeters(distanceMeters: number | null, percent: number): number | null {
  return distanceMeters === null ? null : Math.round((distanceMeters * (100 - percent)) / 100);
}

/**
 * Share of the way in percent by how far the position is from the delivery. It never falls back, and 100 is
 * kept for the arrival.
 */
export function percentDone(before: number, distanceMeters: number | null, toDeliveryMeters: number): number {
  if (!distanceMeters) return before;
  const share = Math.round((1 - toDeliveryMeters / distanceMeters) * 100);
  return Math.max(before, Math.min(99, share));
}

/** Of a shipment what decides how much of its driver's place a tracking link tells. */
export interface PublicJourney {
  status: Status;
  substatus: Substatus | null;
  pickup: { address: Address };
  delivery: { address: Address };
}

/**
 * A driver's place as a tracking link tells it. The link can be passed on, so it gives no address away: places are
 * rounded to a thousandth of a degree, some 100 m, and there is none near or at either address, on the way back or
 * after the end.
 * Where the caller gave no coordinates of an address, what is near is not known: a hundredth of a degree then.
 */
export function publicPlace(journey: PublicJourney, place: Coordinates): Coordinates | undefined {
  const { status, substatus, pickup, delivery } = journey;
  if (isFinal(status) || status === "returning") return undefined;
  if (substatus !== null && standing.includes(substatus)) return undefined;
  const ends = [pickup.address, delivery.address].map(knownPoint);
  if (ends.some((end) => end && metersBetween(end, place) < doorstepMeters)) return undefined;
  const perDegree = ends.includes(undefined) ? 100 : 1000;
  const rounded = (degrees: number) => Math.round(degrees * perDegree) / perDegree;
  return { latitude: rounded(place.latitude), longitude: rounded(place.longitude) };
}

/** Where the driver stands at one of the addresses. */
const standing: readonly Substatus[] = ["at_pickup", "picked_up", "at_delivery"];

/** A town's middle says nothing of where in it the address is. */
function knownPoint(address: Address): Coordinates | undefined {
  return address.geocode_source === "client" ? pointOf(address) : undefined;
}

/** How far the way is and what is done of it, in the steps of a tracking link. */
export function publicProgress(percent: number, distanceMeters: number | null) {
  const done = Math.floor(percent / publicPercentStep) * publicPercentStep;
  const way = distanceMeters && Math.round(distanceMeters / publicMetersStep) * publicMetersStep;
  const left = remainingMeters(way, done);
  return {
    percent: done,
    distance_meters: way,
    remaining_meters: left && Math.round(left / publicMetersStep) * publicMetersStep,
  };
}

const titles = /^(dr|prof|mr|mrs|ms|mx|miss|sir|herr|hr|frau|fr|mme|mlle|sr|sra|sig|dott|ing|dipl-ing)\.?$/i;
const commas = /[,،，、]/;
/** Chinese, Japanese and Korean: the family name comes first, and often nothing divides it from the rest. */
const familyNameFirst =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** Nothing divides words there, so one word alone may be a whole name. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const characters = new Intl.Segmenter("und", { granularity: "grapheme" });
/** Stands for the rest of a name, as carriers write it in China, Japan and Korea. */
const rest = "○○";

/**
 * How a tracking link names somebody: the first word, after the comma of "Last, First", that is no title. Where a
 * word may be a whole name, only its first letter: 김철수 becomes 김○○.
 */
export function publicName(name: string): string {
  const [all = "", first = ""] = name.normalize("NFC").split(commas);
  const words = (first.trim() || all.trim()).split(/\s+/);
  const word = words.find((each) => !titles.test(each)) ?? words[0] ?? "";
  const mayBeWhole = familyNameFirst.test(word) || (words.length === 1 && unspaced.test(word));
  return mayBeWhole ? `${firstLetter(word)}${rest}` : word;
}

/** With the marks that belong to it. */
function firstLetter(word: string): string {
  const letters = [...characters.segment(word)].map(({ segment }) => segment);
  return letters.find((letter) => /^\p{L}/u.test(letter)) ?? "";
}
