import { sha256Hex } from "@/infra/ids.ts";
import type { ReasonCode } from "../../../model/model.ts";
import type { CarrierUpdate } from "../../carrier-update.ts";
import type { Tracked, TrackedUpdate } from "../../tracked.ts";
import { toText } from "./failure.ts";
import { dateIn } from "./offers.ts";
import type { WireDetail, WireShipment, WireTracker } from "./wire.ts";

/**
 * EasyPost's trackers, in Waybill's words. A tracker repeats all that its carrier has told, so that the updates depend on
 * what it says and not on the order in which it arrives. https://docs.easypost.com/guides/tracking-guide
 */

const hashLength = 40;
const nameMax = 100;

/** EasyPost's `status_detail`s that say what is wrong. */
const reasons: ReadonlyMap<string, ReasonCode> = new Map([
  ["address_correction", "address_not_found"],
  ["awaiting_information", "address_not_found"],
  ["damaged", "damaged"],
  ["delivery_exception", "recipient_unavailable"],
  ["expired", "timeout"],
  ["lost", "lost"],
  ["refused", "recipient_refused"],
  ["weather_delay", "weather"],
]);
const delays = ["delayed", "weather_delay", "transit_exception", "missorted", "held"];
/** The goods wait for somebody: the sender should look after it. */
const holds: readonly ReasonCode[] = ["customs_hold", "address_not_found"];
/** Details of the same moment are told in the order of a way. */
const ranks = [
  "pre_transit",
  "in_transit",
  "out_for_delivery",
  "available_for_pickup",
  "failure",
  "return_to_sender",
  "delivered",
  "cancelled",
];

/** @param shipment of the tracker, if it came with it */
export function toTracked(tracker: WireTracker | undefined, shipment?: WireShipment): Tracked {
  const refund = shipment && refundOf(shipment);
  const updates = tracker ? updatesOf(tracker) : [];
  if (!refund) return { updates };
  // Of a label that was given back, the tracker only says that it was made, unless somebody used it.
  const isUsed = updates.some(({ update }) => update.kind !== "scan" && update.kind !== "estimate");
  return { updates: isUsed ? updates : [], refund };
}

/** `not_applicable`: the carrier bills labels when it scans them, so this one cost nothing. */
function refundOf({ refund_status: status }: WireShipment): Tracked["refund"] {
  if (status === "submitted") return "pending";
  if (status === "refunded" || status === "not_applicable") return "confirmed";
  return status === "rejected" ? "refused" : undefined;
}

type UpdateOf<Kind extends CarrierUpdate["kind"]> = Extract<CarrierUpdate, { kind: Kind }>;

/** A detail whose time is known. */
interface Seen extends WireDetail {
  at: number;
  hash: string;
}

/** How far the goods are, from the details so far. */
interface Way {
  isPickedUp: boolean;
  isOut: boolean;
  goesBack: boolean;
  lastReason: ReasonCode | undefined;
}

function updatesOf(tracker: WireTracker): TrackedUpdate[] {
  const seen = inOrder(tracker.tracking_details ?? []);
  const way: Way = { isPickedUp: false, isOut: false, goesBack: false, lastReason: undefined };
  const told = seen.flatMap((detail) =>
    stepsOf(detail, way, tracker.signed_by ?? null).map((update) => ({
      key: `${detail.hash}:${update.kind}`,
      at: detail.at,
      update,
    })),
  );
  return [...told, ...readStatus(tracker, seen), ...readEstimate(tracker, seen)];
}

/** Details by time, each once: one set gives one list, in whatever order and however often they stand there. */
function inOrder(details: readonly WireDetail[]): Seen[] {
  const byHash = new Map<string, Seen>();
  for (const detail of details) {
    const at = Date.parse(detail.datetime ?? "");
    if (Number.isNaN(at) || at < 0) continue;
    const hash = hashOf(detail, at);
    const other = byHash.get(hash);
    if (!other || messageOf(detail) < messageOf(other)) byHash.set(hash, { ...detail, at, hash });
  }
  const rankOf = ({ status }: Seen) => ranks.indexOf(status ?? "");
  return [...byHash.values()].sort(
    (a, b) => a.at - b.at || rankOf(a) - rankOf(b) || (a.hash < b.hash ? -1 : 1),
  );
}

function stepsOf(detail: Seen, way: Way, signedBy: string | null): CarrierUpdate[] {
  const message = messageOf(detail);
  const reason = reasonOf(detail);
  const scan: UpdateOf<"scan"> = { kind: "scan", message, location: null };
  switch (detail.status) {
    case "pre_transit":
      return [scan];
    case "in_transit":
      way.lastReason = reason ?? way.lastReason;
      return [...pickUp(way), ...waiting(detail, scan, reason)];
    case "available_for_pickup":
      return [...pickUp(way), scan];
    case "out_for_delivery":
      return [...sendOut(way), scan];
    case "failure":
      way.lastReason = reason ?? way.lastReason;
      if (reason === "lost") return [{ kind: "undeliverable", reason, message }];
      return [{ kind: "attempt_failed", reason: reason ?? "other", message, nextAttemptAt: null }];
    case "return_to_sender":
      return sendBack(way, reason, message) ?? [scan];
    case "delivered":
      return [way.goesBack ? returned : deliveredTo(signedBy)];
    case "cancelled":
      // Only the refund says that the booking ended, and whether its charge does.
      return [scan];
    default:
      return [];
  }
}

/** Goods that wait for somebody, or come later than said. */
function waiting(
  { status_detail: what }: Seen,
  scan: UpdateOf<"scan">,
  reason: ReasonCode | undefined,
): CarrierUpdate[] {
  if (reason && holds.includes(reason)) return [{ ...scan, reason }];
  return delays.includes(what ?? "") ? [scan, delayed] : [scan];
}

function pickUp(way: Way): CarrierUpdate[] {
  if (way.isPickedUp) return [];
  way.isPickedUp = true;
  return [pickedUp];
}

/** A second round to the door changes no state, and ends the failed attempt before it. */
function sendOut(way: Way): CarrierUpdate[] {
  if (way.goesBack) return [];
  way.isPickedUp = true;
  way.isOut = true;
  return [onTheWay];
}

function sendBack(way: Way, reason: ReasonCode | undefined, message: string): CarrierUpdate[] | undefined {
  if (way.goesBack) return undefined;
  Object.assign(way, { goesBack: true, isPickedUp: true, isOut: true });
  return [{ kind: "undeliverable", reason: reason ?? way.lastReason ?? "other", message }];
}

const pickedUp: CarrierUpdate = { kind: "progress", substatus: "picked_up" };
const onTheWay: CarrierUpdate = { kind: "progress", substatus: "en_route_to_delivery" };
const returned: CarrierUpdate = { kind: "returned" };
const delayed: CarrierUpdate = { kind: "estimate", pickupAt: null, deliveryAt: null, delayed: true };

function deliveredTo(signedBy: string | null): CarrierUpdate {
  return {
    kind: "delivered",
    proof: {
      recipientName: signedBy?.trim() ? toText(signedBy).slice(0, nameMax) : null,
      handedTo: null,
      signature: null,
      photos: [],
      pin: null,
      ageVerified: false,
      note: null,
      location: null,
    },
  };
}

function reasonOf({ status_detail: what, message }: WireDetail): ReasonCode | undefined {
  const isHeld = what === "held" || what === "transit_exception" || what === "delayed";
  if (isHeld && /\bcustoms\b|\bclearance\b/i.test(message ?? "")) return "customs_hold";
  return reasons.get(what ?? "");
}

/** Some carriers tell a status and no detail of it. Goods on their way back can only arrive. */
function readStatus(
  { status, updated_at: time, signed_by: signedBy }: WireTracker,
  seen: readonly Seen[],
): TrackedUpdate[] {
  const at = Math.max(Date.parse(time ?? ""), seen.at(-1)?.at ?? 0);
  const goesBack = seen.some((detail) => detail.status === "return_to_sender");
  const isTold = seen.some((detail) => detail.status === status) || (goesBack && status !== "delivered");
  const update = goesBack ? returned : meaningOf(status ?? "", signedBy ?? null);
  if (isTold || Number.isNaN(at) || !update) return [];
  return [{ key: `status:${status}`, at, update }];
}

function meaningOf(status: string, signedBy: string | null): CarrierUpdate | undefined {
  if (status === "in_transit") return pickedUp;
  if (status === "out_for_delivery") return onTheWay;
  if (status === "failure")
    return { kind: "attempt_failed", reason: "other", message: "The delivery failed.", nextAttemptAt: null };
  if (status === "return_to_sender")
    return { kind: "undeliverable", reason: "other", message: "Return to sender." };
  return status === "delivered" ? deliveredTo(signedBy) : undefined;
}

/** A day that comes back after another one counts again: the last event before it is part of its key. */
function readEstimate(
  { est_delivery_date: time, updated_at: updated, status }: WireTracker,
  seen: readonly Seen[],
): TrackedUpdate[] {
  const date = time ? dateIn(time) : undefined;
  const at = seen.at(-1)?.at ?? Date.parse(updated ?? "");
  if (!date || Number.isNaN(at) || status === "delivered") return [];
  const update = {
    kind: "estimate",
    pickupAt: null,
    deliveryAt: null,
    deliveryDate: date,
    delayed: false,
  } as const;
  return [{ key: `day:${date}:${at}`, at, update }];
}

function messageOf({ message, status, tracking_location: place }: WireDetail): string {
  const said = message ? toText(message) : String(status).replaceAll("_", " ");
  const where = [place?.city, [place?.state, place?.zip].filter(Boolean).join(" "), place?.country];
  const known = where.filter(Boolean).join(", ");
  return known === "" ? said : `${said} (${toText(known)})`;
}

/** Identifies an event, also where the carrier names its place later. */
function hashOf({ status, status_detail, message }: WireDetail, at: number): string {
  const named = [at, status, status_detail, message].map((each) => each ?? null);
  return sha256Hex(JSON.stringify(named)).slice(0, hashLength);
}
