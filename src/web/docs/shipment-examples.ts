import { shipmentEvents } from "../../delivery/lifecycle/state/events.ts";
import { exampleShipment } from "../../delivery/lifecycle/state/example.ts";
import type { ShipmentView } from "../../delivery/lifecycle/state/schema.ts";

const { shipment: sent } = shipmentEvents["shipment.created"].example;
const { requirements: _, ...door } = sent.delivery;
const noRequirements = { signature: false, photo: false, pin: false, min_age: null };

const created = { ...sent, warnings: [] };

/** The way back of the example shipment. */
const exampleReturn = {
  ...sent,
  id: "shp_01m7x5rdwme1ct34p92xd7wpnm",
  tracking_number: "WB7K2M9XQ4Z1H",
  tracking_url: "https://waybill.example.com/t/YmFyZm9vYmFy",
  warnings: [],
  pickup: { ...door, instructions: null },
  delivery: { ...sent.pickup, instructions: null, requirements: noRequirements },
  return_of: sent.id,
};

/** What operations answer that create shipments. */
export const createdExamples = {
  createShipment: created,
  createShipments: { data: [{ index: 0, shipment: created, problem: null }] },
  copyShipments: { data: [{ index: 0, shipment_id: sent.id, shipment: created, problem: null }] },
  createReturn: exampleReturn,
  approveOrderRequest: created,
};

/** Who may stand in a request. */
const otherRecipient = { contact: { name: "Alex Example", phone: "+4930654321" } };

/** The body of a request that creates a shipment. */
const newShipment = {
  ...exampleShipment,
  pickup: { ...exampleShipment.pickup, instructions: "Ring twice" },
  delivery: { ...exampleShipment.delivery, ...otherRecipient },
  parcels: exampleShipment.parcels.map((parcel) => ({
    ...parcel,
    value: { amount: 4500, currency: "EUR" },
  })),
  metadata: { basket: "B-77" },
};

const standingOrder = {
  name: "Bread for the café",
  days: ["mon", "tue", "wed", "thu", "fri"],
  pickup_window: { from: "06:00", to: "07:00" },
  delivery_window: { from: "07:00", to: "08:30" },
};

/** The example of a shipment as the list shows it: on time. */
export function listedExampleOf(shipment: ShipmentView, eta: object) {
  return {
    ...shipment,
    eta,
    promised_delivery_at: shipment.estimated_delivery_at,
    late_seconds: 0,
    setback: null,
    due_at: shipment.estimated_pickup_at,
  };
}

/** A contact, and what a search recalls of the example's shipment. */
export function contactExamplesOf({ id }: Pick<ShipmentView, "id">) {
  return {
    CreateContact: {
      name: "Alex Example",
      phone: "+4930123456",
      address: { line1: "Torstraße 1", postal_code: "10119", city: "Berlin", country: "DE" },
      instructions: "Ring twice",
    },
    FoundRecipients: {
      data: [
        {
          source: "shipment",
          contact_id: null,
          shipment_id: id,
          name: "Alex Example",
          company: null,
          phone: "+4930123456",
          email: null,
          address: {
            line1: "Torstraße 1",
            line2: null,
            city: "Berlin",
            state: null,
            postal_code: "10119",
            country: "DE",
            latitude: 52.5291,
            longitude: 13.4014,
          },
          instructions: "Ring twice",
          last_used_at: "2026-01-31T09:30:00.000Z",
        },
      ],
    },
  };
}

/** What is sent of a shipment. */
export const shipmentInputs = {
  CreateSchedule: { ...standingOrder, shipment: newShipment },
  ScheduledShipment: newShipment,
  PatchSchedule: { name: "Rolls for the café", days: ["sat", "sun"] },
  CreateShipment: newShipment,
  ShipmentDraft: newShipment,
  // As a cart knows it.
  EstimateShipment: {
    pickup: { address: { postal_code: "10119", city: "Berlin", country: "DE" } },
    delivery: { address: { postal_code: "10999", city: "Berlin", country: "DE" } },
    parcels: newShipment.parcels,
  },
  PatchShipment: { reference: "ORD-1001-B", delivery: { ...otherRecipient, instructions: "Second floor" } },
  CancelShipment: { reason_code: "cancelled_by_client", message: "The order was cancelled." },
};
