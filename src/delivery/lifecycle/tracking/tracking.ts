import { erasedMembers, nothing, type Remains } from "../../../infra/erased-members.ts";
import { type Coordinates, distanceMeters as metersBetween } from "../../../infra/geography/coordinates.ts";
import { knownPlace } from "../../model/address.ts";
import type { Journey } from "../../model/stops.ts";
import type { KeptPhoto, ProofType, ShownProof } from "../state/evidence.ts";
import { isFinal } from "../state/status.ts";

/** Positions, progress and what a tracking link shows of them. Contract §5. */

export const etaSources = ["estimate", "carrier", "router"] as const;
export type EtaSource = (typeof etaSources)[number];

/** A position older than this is stale. */
const staleSeconds = 300;
/** A smaller change of the ETA makes no event. */
export const etaEventMs = 60_000;
/** The shortest time between two position events of a shipment. */
export const positionEventMs = 15_000;

/** A tracking link shows no position nearer than this to either address. */
const doorstepMeters = 300;
/** The steps of a tracking link's progress. Finer steps would give the distance to the address away. */
const publicPercentStep = 10;
const publicMetersStep = 500;

/** Marks the entry of a carrier's late report, which changed nothing. */
export const lateReportCode = "late_report";
/** Marks the entry of a later report that added to the proof of delivery. */
export const proofAddedCode = "proof_added";
/** Marks the entry of a step of a sandbox script that Waybill refused. */
export const refusedStepCode = "step_refused";

export interface Position {
  latitude: number;
  longitude: number;
  accuracyMeters: number | null;
  headingDegrees: number | null;
  speedMps: number | null;
  recordedAt: number;
  receivedAt: number;
  /** The carrier reported since then that it lost the driver's signal. */
  signalLost: boolean;
  /** The driver was on the way to somebody else's stop. */
  toOtherStop?: boolean;
  /** A copy of a driver's own track, which is kept 30 days. */
  ofDriver?: boolean;
}

/** Whose word a proof is. A client or the operator puts a delivery right and was not there. */
export const capturers = ["carrier", "driver", "simulator", "client", "operator"] as const;

/** A proof of delivery as stored. Its images are rows of their own. */
export interface ProofDocument extends ShownProof {
  /** What the shipment requires and the carrier has not shown. */
  missing?: ProofType[];
  photos: KeptPhoto[];
  location: { latitude: number; longitude: number; distanceToAddressMeters: number | null } | null;
  capturedBy: (typeof capturers)[number];
}

const proofRemains: Remains<ProofDocument> = {
  types: "kept",
  missing: "kept",
  recipientName: nothing,
  handedTo: "kept",
  signature: nothing,
  photos: () => [],
  pin: "kept",
  note: nothing,
  location: nothing,
  capturedBy: "kept",
};

/** Each proof keeps that it was made. */
export function redactProof(document: ProofDocument): ProofDocument {
  return { ...document, ...erasedMembers(document, proofRemains) };
}

export function isStale(position: Position, now: number): boolean {
  return position.signalLost || now - position.recordedAt > staleSeconds * 1000;
}

/** How much of the route is left. */
export function remainingMeters(distanceMeters: number | null, percent: number): number | null {
  return distanceMeters === null ? null : Math.round((distanceMeters * (100 - percent)) / 100);
}

/**
 * Progress in percent, from the distance between the position and the delivery. It never falls, and only the arrival
 * makes it 100.
 */
export function percentDone(before: number, distanceMeters: number | null, toDeliveryMeters: number): number {
  if (!distanceMeters) return before;
  const share = Math.round((1 - toDeliveryMeters / distanceMeters) * 100);
  return Math.max(before, Math.min(99, share));
}

/** A journey as a tracking link's reader sees it. */
export interface PublicJourney extends Journey {
  /** The driver is on the way to somebody else's stop. */
  toOtherStop?: boolean | undefined;
}

/**
 * A driver's position as a tracking link shows it. People pass links on, so a link must not give an address away. It
 * rounds positions to a thousandth of a degree, about 100 m. It shows none near an address, at one, on a return or after
 * the end, and none while the driver goes to others first, whose addresses it would give away. Without the client's coordinates nobody knows what is near an address, so it rounds to a hundredth of a
 * degree.
 */
export function publicPlace(journey: PublicJourney, place: Coordinates): Coordinates | undefined {
  const { status, substatus, pickup, delivery, toOtherStop } = journey;
  if (toOtherStop) return undefined;
  if (isFinal(status) || status === "returning") return undefined;
  if (substatus !== null && standing.includes(substatus)) return undefined;
  const ends = [pickup.address, delivery.address].map(knownPlace);
  if (ends.some((end) => end && metersBetween(end, place) < doorstepMeters)) return undefined;
  const perDegree = ends.includes(undefined) ? 100 : 1000;
  const rounded = (degrees: number) => Math.round(degrees * perDegree) / perDegree;
  return { latitude: rounded(place.latitude), longitude: rounded(place.longitude) };
}

/** The driver is at one of the addresses. */
const standing: readonly Journey["substatus"][] = ["at_pickup", "picked_up", "at_delivery"];

/**
 * Whether a tracking link names the driver and what they come with: while they have the goods and this is their next
 * stop. Contract for live deliveries, §3 "Who sees what". `stopsBefore` is null where Waybill does not know.
 */
export function namesDriver({ status }: Pick<Journey, "status">, stopsBefore: number | null): boolean {
  return status === "in_transit" && (stopsBefore ?? 0) === 0;
}

/** Distance and progress in the steps of a tracking link. */
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
/** Chinese, Japanese and Korean: the family name comes first, often without a space after it. */
const familyNameFirst =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** Scripts without spaces between words: a single word may be a whole name. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** Made when the first name needs it: it reads its rules. */
let characters: Intl.Segmenter | undefined;
/** Replaces the rest of a name, as carriers in China, Japan and Korea do. */
const rest = "○○";

/**
 * The name that a tracking link shows: the first word that is no title, after the comma of "Last, First". Of a word that
 * may be a whole name it shows the first letter only: 김철수 becomes 김○○.
 */
export function publicName(name: string): string {
  const [all = "", first = ""] = name.normalize("NFC").split(commas);
  const words = (first.trim() || all.trim()).split(/\s+/);
  const word = words.find((each) => !titles.test(each)) ?? words[0] ?? "";
  const mayBeWhole = familyNameFirst.test(word) || (words.length === 1 && unspaced.test(word));
  return mayBeWhole ? `${firstLetter(word)}${rest}` : word;
}

/** The letter with its combining marks. */
function firstLetter(word: string): string {
  characters ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  const letters = [...characters.segment(word)].map(({ segment }) => segment);
  return letters.find((letter) => /^\p{L}/u.test(letter)) ?? "";
}
