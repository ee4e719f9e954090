import { sha256Hex } from "../../../infra/ids.ts";
import type { ReasonCode } from "../../model.ts";
import type { CarrierUpdate } from "../carrier-update.ts";
import type { Tracked, TrackedUpdate } from "../tracked.ts";
import { toText } from "./failure.ts";
import { dateIn } from "./offers.ts";
import type { WireDetail, WireShipment, WireTracker } from "./wire.ts";

/**
 * EasyPost's trackers, in Waybill's words. A tracker repeats all that its carrier has told, so that the updates depend on
 * what it says and not on the order in which it arrives. https://docs.easypost.com/guides/tracking-guide
 */

const hashLength = 40;

/** EasyPost's `status_detail`s that say what is wrong. */
const reasons: Readonly<Record<string, ReasonCode>> = {
  address_correction: "address_not_found",
  awaiting_information: "address_not_found",
  damaged: "damaged",
  lost: "lost",
  refused: "recipient_refused",
  missorted: "other",
  weather_delay: "weather",
  cancelled: "carrier_cancelled",
  expired: "timeout",
  held: "other",
  delayed: "other",
  delivery_exception: "recipient_unavailable",
  transit_exception: "other",
};
const delays = ["delayed", "weather_delay", "transit_exception", "missorted", "held"];

/** @param shipment of the tracker, if it came with it */
export function toTracked(tracker: WireTracker | null | undefined, shipment?: WireShipment): Tracked {
  const refund = shipment && refundOf(shipment);
  // Nobody delivers a label that was given back; its tracker only says that it was made.
  if (refund === "pending" || refund === "confirmed") return { updates: [], refund };
  const refunds = refund ? { refund } : {};
  return { updates: tracker ? updatesOf(tracker) : [], ...refunds };
}

function refundOf({ refund_status: status }: WireShipment): Tracked["refund"] {
  if (status === "submitted") return "pending";
  if (status === "refunded") return "confirmed";
  return status === "rejected" ? "refused" : undefined;
}

/** A detail whose time is known, in the order of what happened. */
interface Seen extends WireDetail {
  at: number;
}

function updatesOf(tracker: WireTracker): TrackedUpdate[] {
  const seen = (tracker.tracking_details ?? [])
    .map((detail): Seen => ({ ...detail, at: Date.parse(detail.datetime ?? "") }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => one.at - other.at);
  const returningSince = seen.find(({ status }) => status === "return_to_sender")?.at;
  const signedBy = tracker.signed_by ?? null;
  let before: ReasonCode | undefined;
  const told = seen.flatMap((detail) => {
    const isReturning = returningSince !== undefined && detail.at > returningSince;
    const updates = readDetail(detail, { isReturning, before, signedBy });
    before = reasonOf(detail) ?? before;
    return updates;
  });
  return [...told, ...readStatus(tracker, seen), ...readEstimate(tracker, seen)];
}

interface Context {
  isReturning: boolean;
  /** The last thing that was wrong before. */
  before: ReasonCode | undefined;
  signedBy: string | null;
}

function readDetail(detail: Seen, context: Context): TrackedUpdate[] {
  const hash = hashOf(detail);
  return meaningOf(detail, context).map((update) => ({
    key: `${hash}:${update.kind}`,
    at: detail.at,
    update,
  }));
}

function meaningOf(detail: Seen, { isReturning, before, signedBy }: Context): CarrierUpdate[] {
  const { status, status_detail: what } = detail;
  const message = messageOf(detail);
  const scan: CarrierUpdate = { kind: "scan", message, location: null };
  const reason = reasonOf(detail);
  switch (status) {
    case "in_transit":
      if (reason === "customs_hold") return [pickedUp, attemptFailed(reason, message)];
      return [pickedUp, scan, ...(delays.includes(what ?? "") ? [delayed] : [])];
    case "out_for_delivery":
      return [{ kind: "progress", substatus: "en_route_to_delivery" }, scan];
    case "available_for_pickup":
      return [pickedUp, scan];
    case "delivered":
      return [isReturning ? { kind: "returned" } : deliveredTo(signedBy)];
    case "return_to_sender":
      return [{ kind: "undeliverable", reason: reason ?? before ?? "other", message, photo: null }];
    case "failure":
      if (reason === "lost") return [{ kind: "undeliverable", reason, message, photo: null }];
      return [attemptFailed(reason ?? "other", message)];
    case "cancelled":
      return [{ kind: "withdrawn", reason: "carrier_cancelled", message, rejected: false }];
    case "pre_transit":
      return [scan];
    default:
      return [];
  }
}

const pickedUp: CarrierUpdate = { kind: "progress", substatus: "picked_up" };
const delayed: CarrierUpdate = { kind: "estimate", pickupAt: null, deliveryAt: null, delayed: true };

function attemptFailed(reason: ReasonCode, message: string): CarrierUpdate {
  return { kind: "attempt_failed", reason, message, nextAttemptAt: null };
}

function deliveredTo(recipientName: string | null): CarrierUpdate {
  return {
    kind: "delivered",
    proof: {
      recipientName,
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
  return reasons[what ?? ""];
}

/** Some carriers tell a status and no detail of it. */
function readStatus(
  { status, updated_at: time, signed_by }: WireTracker,
  seen: readonly Seen[],
): TrackedUpdate[] {
  const at = Date.parse(time ?? "");
  const isTold = seen.some((detail) => detail.status === status || detail.status === "return_to_sender");
  if (isTold || Number.isNaN(at)) return [];
  const update: CarrierUpdate | undefined =
    status === "in_transit"
      ? pickedUp
      : status === "out_for_delivery"
        ? { kind: "progress", substatus: "en_route_to_delivery" }
        : status === "delivered"
          ? deliveredTo(signed_by ?? null)
          : undefined;
  return update ? [{ key: `status:${status}`, at, update }] : [];
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

/** The same for the same event, also where the carrier words it anew: only its time, its kind and its place count. */
function hashOf({ at, status, status_detail, tracking_location: place }: Seen): string {
  const named = [at, status, status_detail, place?.city, place?.state, place?.zip, place?.country];
  return sha256Hex(JSON.stringify(named.map((each) => each ?? null))).slice(0, hashLength);
}
