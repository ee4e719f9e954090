import { Type } from "@sinclair/typebox";
import { Named, Nullable } from "../../../infra/http/schema.ts";
import type { EventDefinitions } from "../../../messaging/events/catalog.ts";
import type { Status as StatusName } from "../../model/model.ts";
import { exampleShipment as example } from "./example.ts";
import { redactShipmentView } from "./redacted.ts";
import { ReasonCode, ShipmentSchema, type ShipmentView, Status } from "./schema.ts";

/** The shipment at that moment, the number of the event, and the state before. */
const data = Named("ShipmentEventData", {
  shipment: ShipmentSchema,
  sequence: Type.Integer({ minimum: 1 }),
  previous_status: Nullable(Status),
});

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

const exampleView: ShipmentView = {
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

const assigned: Partial<ShipmentView> = {
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

const pickedUp: Partial<ShipmentView> = { ...assigned, picked_up_at: "2026-01-31T09:46:00.000Z" };
const undelivered: Partial<ShipmentView> = { ...pickedUp, estimated_delivery_at: null };

function define(
  status: StatusName,
  sequence: number,
  previous: StatusName | null,
  change: Partial<ShipmentView> = {},
) {
  return {
    data,
    example: {
      shipment: { ...exampleView, ...change, status, version: sequence },
      sequence,
      previous_status: previous,
    },
  };
}

const ending = (
  reason_code: "cancelled_by_client" | "lost" | "recipient_refused",
  by: "client" | "carrier",
) => ({
  reason_code,
  message: null,
  by,
  at: "2026-01-31T09:50:00.000Z",
});

export const shipmentEvents = {
  "shipment.created": define("created", 1, null),
  "shipment.quoted": define("quoted", 2, "created"),
  "shipment.assigned": define("assigned", 3, "quoted", {
    ...assigned,
    substatus: "awaiting_carrier",
  }),
  "shipment.in_transit": define("in_transit", 7, "assigned", {
    ...pickedUp,
    substatus: "picked_up",
  }),
  "shipment.delivered": {
    data: Named("ShipmentDeliveredData", {
      ...data.properties,
      proof_head: Type.Optional(
        Type.String({
          description:
            "The head of the shipment's chain: keep it, and `waybill proof verify` can tell later that nothing was changed. Missing in events that are older than the chain.",
        }),
      ),
    }),
    example: {
      ...define("delivered", 10, "in_transit", { ...pickedUp, delivered_at: "2026-01-31T10:08:00.000Z" })
        .example,
      proof_head: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  },
  "shipment.cancelled": define("cancelled", 3, "quoted", {
    cancellation: ending("cancelled_by_client", "client"),
  }),
  "shipment.cancellation_refused": {
    data: Named("CancellationRefusedData", {
      ...data.properties,
      reason_code: ReasonCode,
      message: Type.String({ examples: ["The driver is at the pickup."] }),
    }),
    example: {
      ...define("assigned", 5, "assigned", { ...assigned, substatus: "at_pickup" }).example,
      reason_code: "other",
      message: "The driver is at the pickup.",
    },
  },
  "shipment.expired": define("expired", 3, "quoted"),
  "shipment.failed": define("failed", 9, "in_transit", {
    ...undelivered,
    failure: ending("lost", "carrier"),
  }),
  "shipment.returning": define("returning", 9, "in_transit", {
    ...undelivered,
    failure: ending("recipient_refused", "carrier"),
  }),
  "shipment.returned": define("returned", 10, "returning", {
    ...undelivered,
    failure: ending("recipient_refused", "carrier"),
    returned_at: "2026-01-31T10:20:00.000Z",
  }),
  "shipment.corrected": {
    data: Named("ShipmentCorrectedData", {
      ...data.properties,
      reason: Type.String({ examples: ["The driver tapped the wrong job."] }),
      proof_head: Type.Optional(
        Type.String({ description: "With `delivered` only: the head of the shipment's chain." }),
      ),
    }),
    example: {
      ...define("in_transit", 11, "delivered", pickedUp).example,
      reason: "The driver tapped the wrong job.",
    },
  },
  "shipment.updated": define("quoted", 3, "quoted"),
  "shipment.instructions_changed": define("in_transit", 8, "in_transit", {
    ...pickedUp,
    substatus: "en_route_to_delivery",
    recipient_instructions: {
      text: "The bell is broken. Please knock.",
      leave: { where: "neighbor", note: "Meyer, 2nd floor" },
      updated_at: "2026-01-31T09:49:00.000Z",
    },
  }),
  "shipment.rated": define("delivered", 11, "delivered", {
    ...pickedUp,
    delivered_at: "2026-01-31T10:08:00.000Z",
    rating: { thumb: "up", comment: "On time and friendly.", rated_at: "2026-01-31T10:30:00.000Z" },
  }),
  "shipment.redacted": {
    data,
    example: {
      shipment: redactShipmentView(
        {
          ...exampleView,
          ...pickedUp,
          status: "delivered",
          delivered_at: "2026-01-31T10:08:00.000Z",
          version: 11,
        },
        "2026-03-02T03:00:00.000Z",
      ),
      sequence: 11,
      previous_status: "delivered",
    },
  },
} as const satisfies EventDefinitions;

/** Events about the shipment itself. */
export type ShipmentEventType = keyof typeof shipmentEvents;
