import type { ShipmentView } from "../../delivery/lifecycle/state/schema.ts";

/** The example's shipment as its carrier reads it. */
export function carrierExamplesOf({ assignment, ...shipment }: ShipmentView) {
  return {
    CarrierAssignment: {
      environment: "sandbox",
      assignment_id: assignment?.id,
      shipment_id: shipment.id,
      tracking_number: shipment.tracking_number,
      reference: shipment.reference,
      service: assignment?.service,
      price: assignment?.price,
      offer_reference: "offer-1",
      booking_reference: "B-17",
      status: "confirmed",
      substatus: "en_route_to_pickup",
      pickup: shipment.pickup,
      delivery: shipment.delivery,
      parcels: shipment.parcels,
      if_undeliverable: shipment.if_undeliverable,
      is_return: false,
      driver: assignment?.driver,
      charges: [
        {
          id: "chg_01m7x5rdwme1ct34p92xd7wpnk",
          report_id: "waiting-1",
          kind: "waiting",
          amount: { amount: 250, currency: "EUR" },
          description: "20 minutes at the ramp",
          created_at: "2026-01-31T09:40:00.000Z",
        },
      ],
      cancellation_requested_at: null,
      assigned_at: "2026-01-31T09:31:00.000Z",
      ended_at: null,
      updated_at: "2026-01-31T09:40:00.000Z",
    },
  };
}
