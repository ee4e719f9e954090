import { Type } from "@sinclair/typebox";
import { Named, Nullable, Words } from "../../../infra/http/schema.ts";
import type { EventDefinitions } from "../../../messaging/events/catalog.ts";
import type { Status as StatusName } from "../../model/model.ts";
import { ShipmentInEvent } from "./event-schema.ts";
import { assigned, exampleView, pickedUp, undelivered } from "./example-view.ts";
import { redactShipmentView } from "./redacted.ts";
import { ReasonCode, type ShipmentView, Status, WindowSchema } from "./schema.ts";

/** The shipment at that moment, the number of the event, and the state before. */
const data = Named("ShipmentEventData", {
  shipment: ShipmentInEvent,
  sequence: Type.Integer({ minimum: 1 }),
  previous_status: Nullable(Status),
});

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
  "shipment.rescheduled": {
    data: Named("ShipmentRescheduledData", {
      ...data.properties,
      stop: Words(["pickup", "delivery"], { title: "RescheduledStop" }),
      previous_window: Nullable(WindowSchema, {
        description: "What was promised before. Null where there was no window, only an estimate.",
      }),
      reason: Nullable(Type.String(), {
        description: "Why, as whoever moved it said. Null if they said nothing.",
        examples: ["The road is closed."],
      }),
    }),
    example: {
      ...define("in_transit", 9, "in_transit", {
        ...pickedUp,
        delivery: {
          ...exampleView.delivery,
          window: { start: "2026-01-31T10:30:00.000Z", end: "2026-01-31T11:00:00.000Z" },
        },
      }).example,
      stop: "delivery",
      previous_window: { start: "2026-01-31T10:00:00.000Z", end: "2026-01-31T10:30:00.000Z" },
      reason: "The road is closed.",
    },
  },
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
