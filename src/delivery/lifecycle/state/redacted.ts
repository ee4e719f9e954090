import { erasedMembers, nothing, type Remains } from "../../../infra/erased-members.ts";
import type { ShownAddress } from "../../model/address-view.ts";
import type { DeliveryStop, Parcel, Stop } from "../../model/model.ts";
import type { AutoReassign, CancellationRequest } from "./assignment.ts";
import type { AssignmentView, ShipmentView } from "./schema.ts";
import type { Ending } from "./shipment.ts";

/** What is left of a shipment when its personal data was erased. Town, country, prices, times and states stay. */

/** Stands where a text is required. */
export const redactedText = "[redacted]";

const addressRemains: Remains<ShownAddress> = {
  line1: () => redactedText,
  line2: nothing,
  city: "kept",
  state: "kept",
  // In some countries it names a house.
  postal_code: nothing,
  country: "kept",
  latitude: nothing,
  longitude: nothing,
  geocode_source: () => "country",
  geocode_precision: () => "country",
  area: nothing,
};

const stopRemains: Remains<DeliveryStop> = {
  contact: () => ({ name: redactedText, company: null, phone: null, email: null }),
  // A row has less of it than a view.
  address: (address) => ({ ...address, ...erasedMembers(address as ShownAddress, addressRemains) }),
  instructions: nothing,
  window: "kept",
  requirements: "kept",
};

export function redactStop<T extends Stop>(stop: T): T {
  return { ...stop, ...erasedMembers<Stop>(stop, stopRemains) };
}

const parcelRemains: Remains<Parcel> = {
  id: "kept",
  description: nothing,
  quantity: "kept",
  weight_grams: "kept",
  length_mm: "kept",
  width_mm: "kept",
  height_mm: "kept",
  reference: nothing,
  value: "kept",
};

export function redactParcel(parcel: Parcel): Parcel {
  return { ...parcel, ...erasedMembers(parcel, parcelRemains) };
}

export function redactEnding<T extends Pick<Ending, "message">>(ending: T | null): T | null {
  return ending && { ...ending, message: null };
}

export function redactRequest({ refused, ...request }: CancellationRequest): CancellationRequest {
  return { ...request, message: null, refused: refused && { ...refused, message: redactedText } };
}

export function redactWish({ carriers: _, services: __, ...wish }: AutoReassign): AutoReassign {
  return wish;
}

/** The thumb stays, as states and times do. */
export function redactRating<T extends { comment: string | null }>(rating: T): T {
  return { ...rating, comment: null };
}

/** The carrier's names for the parcels open its own tracking page. */
function redactAssignmentView<
  T extends Pick<AssignmentView, "driver" | "tracking_numbers" | "carrier_tracking_url">,
>(view: T): T {
  return { ...view, driver: null, tracking_numbers: {}, carrier_tracking_url: null };
}

/**
 * Seeds are made from the body, or chosen by the caller. Faults have seeds of their own, a route leads to the recipient,
 * and a script names people.
 */
export function redactSimulation<
  T extends { seed: string; gps_faults?: unknown; route?: string; script?: unknown },
>(simulation: T): Omit<T, "gps_faults" | "route" | "script"> {
  const { gps_faults: _, route: __, script: ___, ...rest } = simulation;
  return { ...rest, seed: redactedText };
}

const viewRemains: Remains<ShipmentView> = {
  id: "kept",
  environment: "kept",
  status: "kept",
  substatus: "kept",
  reference: nothing,
  tracking_number: "kept",
  tracking_url: "kept",
  pickup: redactStop,
  delivery: redactStop,
  parcels: (parcels) => parcels.map(redactParcel),
  if_undeliverable: "kept",
  carriers: nothing,
  services: nothing,
  distance_meters: "kept",
  assignment: (assignment) => assignment && redactAssignmentView(assignment),
  price: "kept",
  customer_price: "kept",
  order_form_id: "kept",
  estimated_pickup_at: "kept",
  estimated_delivery_at: "kept",
  estimated_delivery_date: "kept",
  picked_up_at: "kept",
  delivered_at: "kept",
  returned_at: "kept",
  cancellation: redactEnding,
  cancellation_requested_at: "kept",
  failure: redactEnding,
  recall_requested_at: "kept",
  simulation: (simulation) => simulation && redactSimulation(simulation),
  metadata: () => ({}),
  recipient_instructions: nothing,
  rating: (rating) => rating && redactRating(rating),
  return_of: "kept",
  return_shipment_id: "kept",
  schedule_id: "kept",
  scheduled_for: "kept",
  created_at: "kept",
  updated_at: "kept",
  redacted_at: "kept",
  version: "kept",
};

/** A shipment as an event or a kept response shows it. */
export function redactShipmentView(view: ShipmentView, redactedAt: string): ShipmentView {
  return { ...view, ...erasedMembers(view, viewRemains), redacted_at: redactedAt };
}
