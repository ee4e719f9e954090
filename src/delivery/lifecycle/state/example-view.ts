import { exampleShipment as example } from "./example.ts";
import type { ShipmentView } from "./schema.ts";

/** The shipment of the examples of events, and what it is later. */

const carrier = { id: "car_01m7x5rdwme1ct34p92xd7wpnk", code: "swift_bike", name: "Swift Bike" };
const service = { code: "express", name: "Express" };
const price = { amount: 890, currency: "EUR" };
const contact = { company: null, phone: "+4930123456", email: null };
const address = {
  line2: null,
  state: null,
  geocode_source: "client",
  geocode_precision: null,
  area: { latitude: 52.524, longitude: 13.411, radius_meters: 5_000 },
} as const;

export const exampleView: ShipmentView = {
  id: "shp_01m7x5rdwme1ct34p92xd7wpnk",
  environment: "sandbox",
  status: "created",
  substatus: null,
  reference: example.reference,
  tracking_number: "WB4Z7K2M9XQ1P",
  tracking_url: "https://waybill.example.com/t/Zm9vYmFyYmF6",
  pickup: {
    contact: { ...contact, ...example.pickup.contact },
    address: { ...address, ...example.pickup.address },
    instructions: "Ring twice",
    window: null,
  },
  delivery: {
    contact: { ...contact, ...example.delivery.contact },
    address: { ...address, ...example.delivery.address },
    instructions: null,
    window: null,
    requirements: { signature: true, photo: false, pin: false, min_age: null },
  },
  parcels: example.parcels.map((parcel) => ({
    id: "pcl_01m7x5rdwme1ct34p92xd7wpnk",
    quantity: 1,
    reference: null,
    value: { amount: 4500, currency: "EUR" },
    ...parcel,
  })),
  if_undeliverable: "return",
  carriers: null,
  services: null,
  distance_meters: 3390,
  assignment: null,
  price: null,
  customer_price: null,
  order_form_id: null,
  estimated_pickup_at: null,
  estimated_delivery_at: null,
  estimated_delivery_date: null,
  picked_up_at: null,
  delivered_at: null,
  returned_at: null,
  cancellation: null,
  cancellation_requested_at: null,
  failure: null,
  recall_requested_at: null,
  simulation: null,
  metadata: {},
  recipient_instructions: null,
  rating: null,
  return_of: null,
  return_shipment_id: null,
  schedule_id: null,
  scheduled_for: null,
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-01-31T09:30:00.000Z",
  redacted_at: null,
  version: 1,
};

/** A quote was accepted. */
export const assigned: Partial<ShipmentView> = {
  assignment: {
    id: "asg_01m7x5rdwme1ct34p92xd7wpnk",
    shipment_id: exampleView.id,
    quote_id: "qte_01m7x5rdwme1ct34p92xd7wpnk",
    environment: "sandbox",
    status: "confirmed",
    carrier,
    service,
    price,
    driver: { name: "Alex I.", phone: null, vehicle: { type: "bicycle", plate: null } },
    driver_id: null,
    attempt: 1,
    assigned_at: "2026-01-31T09:31:00.000Z",
    released_at: null,
    release_reason: null,
    cancellation_requested_at: null,
    tracking_numbers: {},
    auto_reassign: null,
    carrier_tracking_url: null,
    label_status: "ready",
  },
  price,
  estimated_pickup_at: "2026-01-31T09:45:00.000Z",
  estimated_delivery_at: "2026-01-31T10:10:00.000Z",
};

export const pickedUp: Partial<ShipmentView> = { ...assigned, picked_up_at: "2026-01-31T09:46:00.000Z" };
export const undelivered: Partial<ShipmentView> = { ...pickedUp, estimated_delivery_at: null };
