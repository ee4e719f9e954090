import { Type } from "@sinclair/typebox";
import { GeoPoint, GrowingWords, Named, Nullable, Timestamp } from "../../../infra/http/schema.ts";
import type { EventDefinitions } from "../../../messaging/events/catalog.ts";
import { DeliveryDate } from "../../carriers/schema.ts";
import { stopKinds } from "../../model/stops.ts";
import { ReasonCode, Status, Substatus } from "../state/schema.ts";
import { EtaSchema, PositionSchema, ProofType } from "./schema.ts";

const common = {
  shipment_id: Type.String(),
  tracking_number: Type.String(),
  status: Status,
  substatus: Nullable(Substatus),
};
/** Always null, in a form that client generators have a type for. */
const unnumbered = Nullable(Type.Integer({ minimum: 1 }), {
  description: "Null: position events have no sequence number.",
});
const numbered = { ...common, sequence: Type.Integer({ minimum: 1 }) };

const onTheWay = {
  shipment_id: "shp_01m7x5rdwme1ct34p92xd7wpnk",
  tracking_number: "WB4Z7K2M9XQ1P",
  status: "in_transit",
  substatus: "en_route_to_delivery",
} as const;

export const trackingEvents = {
  "tracking.substatus_changed": {
    data: Named("SubstatusChangedData", {
      ...numbered,
      previous_substatus: Nullable(Substatus),
      occurred_at: Timestamp,
    }),
    example: {
      ...onTheWay,
      sequence: 8,
      previous_substatus: "picked_up",
      occurred_at: "2026-01-31T09:48:00.000Z",
    },
  },
  "tracking.eta_changed": {
    data: Named("EtaChangedData", { ...numbered, eta: EtaSchema }),
    example: {
      ...onTheWay,
      sequence: 9,
      eta: {
        pickup: "2026-01-31T09:45:00.000Z",
        delivery: "2026-01-31T10:24:00.000Z",
        delivery_date: null,
        returned: null,
        source: "carrier",
        updated_at: "2026-01-31T09:52:00.000Z",
      },
    },
  },
  "tracking.approaching": {
    data: Named("ApproachingData", {
      ...numbered,
      stop: GrowingWords(stopKinds, {
        title: "StopKind",
        description: "`return`: the goods are on their way back to the pickup.",
      }),
      estimated_at: Nullable(Timestamp, { description: "When the driver arrives. Null if nobody knows." }),
      distance_meters: Type.Integer({ minimum: 0, description: "In a straight line." }),
      occurred_at: Timestamp,
    }),
    example: {
      ...onTheWay,
      sequence: 9,
      stop: "delivery",
      estimated_at: "2026-01-31T10:07:00.000Z",
      distance_meters: 940,
      occurred_at: "2026-01-31T09:58:00.000Z",
    },
  },
  "tracking.silent": {
    data: Named("SilentData", {
      ...numbered,
      last_position_at: Timestamp,
    }),
    example: { ...onTheWay, sequence: 9, last_position_at: "2026-01-31T09:52:00.000Z" },
  },
  "tracking.scanned": {
    data: Named("ScannedData", {
      ...numbered,
      message: Type.String(),
      location: Nullable(GeoPoint),
      reason_code: Type.Optional(
        Nullable(ReasonCode, {
          description: "Why the goods wait there; null if they do not. Missing in older events.",
        }),
      ),
      occurred_at: Timestamp,
    }),
    example: {
      ...onTheWay,
      sequence: 9,
      message: "Sorted at the depot.",
      location: { latitude: 52.5145, longitude: 13.4101 },
      reason_code: null,
      occurred_at: "2026-01-31T09:50:00.000Z",
    },
  },
  "tracking.attempt_failed": {
    data: Named("AttemptFailedData", {
      ...numbered,
      reason_code: ReasonCode,
      message: Type.String(),
      next_attempt_at: Nullable(Timestamp, { description: "Null if the carrier gives no time." }),
      next_attempt_date: Type.Optional({
        ...DeliveryDate,
        description: "The day of the next attempt, if the carrier gives no time. Missing in older events.",
      }),
      occurred_at: Timestamp,
    }),
    example: {
      ...onTheWay,
      sequence: 9,
      reason_code: "recipient_unavailable",
      message: "Nobody was at home.",
      next_attempt_at: null,
      next_attempt_date: "2026-02-02",
      occurred_at: "2026-01-31T10:08:00.000Z",
    },
  },
  "tracking.proof_missing": {
    data: Named("ProofMissingData", { ...numbered, missing: Type.Array(ProofType) }),
    example: { ...onTheWay, status: "delivered", substatus: null, sequence: 11, missing: ["signature"] },
  },
  "tracking.proof_added": {
    data: Named("ProofAddedData", {
      ...numbered,
      types: Type.Array(ProofType, { description: "What the report showed." }),
      photos: Type.Integer({ minimum: 0, description: "How many photos it added." }),
      occurred_at: Timestamp,
    }),
    example: {
      ...onTheWay,
      status: "delivered",
      substatus: null,
      sequence: 11,
      types: ["photo"],
      photos: 1,
      occurred_at: "2026-01-31T10:12:00.000Z",
    },
  },
  "tracking.position_updated": {
    data: Named("PositionUpdatedData", {
      ...common,
      sequence: unnumbered,
      position: Nullable(PositionSchema, { description: "Null once the shipment was redacted." }),
    }),
    example: {
      ...onTheWay,
      sequence: null,
      position: {
        latitude: 52.5145,
        longitude: 13.4101,
        accuracy_meters: 8,
        heading_degrees: 162,
        speed_mps: 5.2,
        recorded_at: "2026-01-31T09:52:00.000Z",
        received_at: "2026-01-31T09:52:00.400Z",
      },
    },
  },
} as const satisfies EventDefinitions;
