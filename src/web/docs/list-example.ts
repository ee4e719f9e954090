import type { ShipmentView } from "../../delivery/lifecycle/state/schema.ts";

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
