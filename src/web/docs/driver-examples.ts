import type { ShipmentView } from "../../delivery/lifecycle/state/schema.ts";

/** The stops of a driver who has accepted the example's shipment. */
export function driverExamplesOf({ pickup, delivery, ...shipment }: ShipmentView) {
  const assignmentId = shipment.assignment?.id ?? "";
  const sender = { name: pickup.contact.name, phone: pickup.contact.phone };
  const stop = {
    assignment_id: assignmentId,
    shipment_id: shipment.id,
    answer_until: null,
    tracking_number: shipment.tracking_number,
    reference: shipment.reference,
    substatus: "confirmed",
    parcels: shipment.parcels,
    weight_grams: 1200,
    parcel_count: 1,
    if_undeliverable: shipment.if_undeliverable,
    pin_tries_left: null,
    reached_at: "2026-01-31T09:31:04.000Z",
    seen_at: "2026-01-31T09:32:10.000Z",
  };
  const data = [
    {
      ...stop,
      id: `${assignmentId}.pickup`,
      place_id: "plc_5d0c8f1e2b7a9463",
      person_id: `${assignmentId}.pickup`,
      kind: "pickup",
      state: "next",
      address: pickup.address,
      contact: { ...sender, company: null },
      sender_contact: null,
      instructions: pickup.instructions,
      recipient_instructions: null,
      window: pickup.window,
      estimated_at: shipment.estimated_pickup_at,
      distance_meters: 820,
      requirements: null,
    },
    {
      ...stop,
      id: `${assignmentId}.delivery`,
      place_id: "plc_e07b41d96a2c8f35",
      person_id: `${assignmentId}.delivery`,
      kind: "delivery",
      state: "planned",
      address: delivery.address,
      contact: { name: delivery.contact.name, company: null, phone: null },
      sender_contact: sender,
      instructions: delivery.instructions,
      recipient_instructions: {
        text: "The bell is broken. Please knock.",
        leave: { where: "neighbor", note: "Meyer, 2nd floor" },
      },
      window: delivery.window,
      estimated_at: shipment.estimated_delivery_at,
      distance_meters: shipment.distance_meters,
      requirements: delivery.requirements,
    },
  ];
  return { DriverStops: { data, order: null, notices: [] } };
}
