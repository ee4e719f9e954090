import { toTimestampOrNull } from "@/infra/clock.ts";
import { type Coordinates, distanceMeters } from "@/infra/geography/coordinates.ts";
import type { Suggestion } from "../../../lifecycle/driver-jobs/driver-job.ts";
import type { NoticeRow } from "../../../lifecycle/driver-notices/store.ts";
import { pinTriesMax } from "../../../lifecycle/state/shipment.ts";
import { waitedMinutes } from "../../../lifecycle/state/waiting.ts";
import { nextAttemptOf } from "../../../lifecycle/tracking/setback.ts";
import type { TrackingRow } from "../../../lifecycle/tracking/store.ts";
import { knownPlace } from "../../../model/address.ts";
import { toAddressView } from "../../../model/address-view.ts";
import type { RecipientInstructions, Stop } from "../../../model/model.ts";
import { countPieces } from "../../../model/parcels.ts";
import { reachedStop } from "../../../model/stops.ts";
import { toReceipt } from "../notices/view.ts";
import type { StopsView, StopView } from "./schema.ts";
import { type DriverStop, placeOfStop, stopIdOf } from "./stop.ts";

/** What a stop alone does not say. */
interface Around {
  now: number;
  placeId: string | null;
  personId: string | null;
  /** Whether who reads may have the recipient's phone number. */
  mayCall: boolean;
  /** Undefined for a job from before Waybill kept what drivers are told. */
  notice: NoticeRow | undefined;
}

/**
 * A stop as its driver sees it: towns, distance and weight until they accept the job. Of a recipient they see the phone
 * number only where the fleet allows it, and only while they have the goods. Contract for live deliveries, §3 "Who sees
 * what".
 */
export function toStopView(
  stop: DriverStop,
  place: Coordinates | undefined,
  tracking: TrackingRow | undefined,
  { now, placeId, personId, mayCall, notice }: Around,
): StopView {
  const { kind, job, shipment } = stop;
  const isDelivery = kind === "delivery";
  const hasGoods = shipment.status === "in_transit";
  const at = placeOfStop(stop);
  const { requirements } = shipment.delivery;
  const common = {
    id: stopIdOf(stop),
    assignment_id: job.assignmentId,
    shipment_id: job.shipmentId,
    kind,
    state: stop.state,
    answer_until: toTimestampOrNull(job.answerUntil),
    substatus: shipment.substatus,
    waited_minutes: kind === reachedStop(shipment.substatus) ? waitedMinutes(shipment, now) : null,
    window: kind === "return" ? null : at.window,
    estimated_at: toTimestampOrNull(estimatedAt(stop, tracking)),
    next_attempt_at: kind === "delivery" ? toTimestampOrNull(nextAttemptOf(tracking)) : null,
    distance_meters: distanceTo(stop, place),
    weight_grams: job.weightGrams,
    parcel_count: countPieces(shipment.parcels),
    // What goes back may still be handed over.
    requirements: kind === "pickup" ? null : requirements,
    if_undeliverable: shipment.ifUndeliverable,
    pin_tries_left:
      kind !== "pickup" && requirements.pin ? Math.max(0, pinTriesMax - shipment.pinTries) : null,
    ...toReceipt(notice),
  };
  if (stop.state === "offered") return { ...common, ...unseen, address: townOf(at) };
  const sender = shipment.pickup.contact;
  return {
    ...common,
    place_id: placeId,
    person_id: personId,
    tracking_number: shipment.trackingNumber,
    reference: shipment.reference,
    address: toAddressView(at.address),
    contact: {
      name: at.contact.name,
      company: at.contact.company,
      phone: isDelivery && !(mayCall && hasGoods) ? null : at.contact.phone,
    },
    sender_contact: isDelivery ? { name: sender.name, phone: sender.phone } : null,
    instructions: at.instructions,
    recipient_instructions: isDelivery ? asked(shipment.recipientInstructions) : null,
    parcels: shipment.parcels,
  };
}

/** By the driver's positions; before the first one, as it was offered. Null where the driver is already. */
function estimatedAt(
  { kind, assignment, shipment }: DriverStop,
  tracking: TrackingRow | undefined,
): number | null {
  if (kind === reachedStop(shipment.substatus)) return null;
  if (kind === "pickup") return tracking?.etaPickupAt ?? assignment.estimatedPickupAt;
  if (kind === "delivery") return tracking?.etaDeliveryAt ?? assignment.estimatedDeliveryAt;
  return tracking?.etaReturnAt ?? null;
}

const unseen = {
  place_id: null,
  person_id: null,
  tracking_number: null,
  reference: null,
  contact: null,
  sender_contact: null,
  instructions: null,
  recipient_instructions: null,
  parcels: [],
};

function asked(instructions: RecipientInstructions | null): StopView["recipient_instructions"] {
  return instructions && { text: instructions.text, leave: instructions.leave };
}

/** Exact coordinates say as much as the street. */
function townOf({ address }: Stop): StopView["address"] {
  const { city, postal_code, country, geocode_source, geocode_precision, area } = toAddressView(address);
  return {
    line1: null,
    line2: null,
    city,
    state: null,
    postal_code,
    country,
    latitude: null,
    longitude: null,
    geocode_source,
    geocode_precision,
    area,
  };
}

function distanceTo({ kind, shipment }: DriverStop, place: Coordinates | undefined): number | null {
  const pickup = knownPlace(shipment.pickup.address);
  const from = kind === "pickup" ? place : knownPlace(shipment.delivery.address);
  return from && pickup ? distanceMeters(from, pickup) : null;
}

export function toSuggestionView(suggestion: Suggestion | null): StopsView["order"] {
  return (
    suggestion && {
      suggested: suggestion.stops,
      minutes_saved: suggestion.minutesSaved,
      late_stops: suggestion.lateBefore,
      late_stops_after: suggestion.lateAfter,
    }
  );
}
