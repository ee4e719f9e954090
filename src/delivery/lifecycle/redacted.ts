import type { Parcel, Stop } from "../model.ts";
import type { AssignmentView, ShipmentView } from "./schema.ts";
import type { Ending } from "./shipment.ts";

/** What is left of a shipment when its personal data was erased. Town, country, prices, times and states stay. */

/** Stands where a text is required. */
export const redactedText = "[redacted]";

export function redactStop<T extends Stop>(stop: T): T {
  return {
    ...stop,
    contact: { name: redactedText, company: null, phone: null, email: null },
    address: {
      ...stop.address,
      line1: redactedText,
      line2: null,
      // In some countries it names a house.
      postal_code: null,
      latitude: null,
      longitude: null,
      geocode_source: "country",
    },
    instructions: null,
  };
}

export function redactParcel(parcel: Parcel): Parcel {
  return { ...parcel, description: null, reference: null };
}

export function redactEnding<T extends Pick<Ending, "message">>(ending: T | null): T | null {
  return ending && { ...ending, message: null };
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

/** A shipment as an event or a kept response shows it. */
export function redactShipmentView(view: ShipmentView, redactedAt: string): ShipmentView {
  const { simulation } = view;
  return {
    ...view,
    reference: null,
    pickup: redactStop(view.pickup),
    delivery: redactStop(view.delivery),
    parcels: view.parcels.map(redactParcel),
    assignment: view.assignment && redactAssignmentView(view.assignment),
    cancellation: redactEnding(view.cancellation),
    failure: redactEnding(view.failure),
    simulation: simulation && redactSimulation(simulation),
    metadata: {},
    ...("recipient_instructions" in view && { recipient_instructions: null }),
    ...(view.rating && { rating: redactRating(view.rating) }),
    redacted_at: redactedAt,
  };
}
