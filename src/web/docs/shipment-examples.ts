import { shipmentEvents } from "../../delivery/lifecycle/state/events.ts";
import { exampleShipment } from "../../delivery/lifecycle/state/example.ts";
import type { ShipmentView } from "../../delivery/lifecycle/state/schema.ts";

const { shipment: sent } = shipmentEvents["shipment.created"].example;
const { requirements: _, ...door } = sent.delivery;
const noRequirements = { signature: false, photo: false, pin: false, min_age: null };

/** The way back of the example shipment. */
export const exampleReturn = {
  ...sent,
  id: "shp_01m7x5rdwme1ct34p92xd7wpnm",
  tracking_number: "WB7K2M9XQ4Z1H",
  tracking_url: "https://waybill.example.com/t/YmFyZm9vYmFy",
  warnings: [],
  pickup: { ...door, instructions: null },
  delivery: { ...sent.pickup, instructions: null, requirements: noRequirements },
  return_of: sent.id,
};

/** Who may stand in a request. */
export const otherRecipient = { contact: { name: "Alex Example", phone: "+4930654321" } };

/** The body of a request that creates a shipment. */
export const newShipment = {
  ...exampleShipment,
  pickup: { ...exampleShipment.pickup, instructions: "Ring twice" },
  delivery: { ...exampleShipment.delivery, ...otherRecipient },
  parcels: exampleShipment.parcels.map((parcel) => ({
    ...parcel,
    value: { amount: 4500, currency: "EUR" },
  })),
  metadata: { basket: "B-77" },
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
