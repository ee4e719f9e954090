import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  GeoPoint,
  GrowingWords,
  Id,
  ListQuery,
  Named,
  Nullable,
  Timestamp,
} from "../../../infra/http/schema.ts";
import { CarrierSchema, DeliveryDate, DriverSchema } from "../../carriers/schema.ts";
import { handoverWords } from "../../model/handover.ts";
import { proofTypes } from "../state/evidence.ts";
import { Actor, ReasonCode, Status, Substatus } from "../state/schema.ts";
import { verdicts } from "./quality.ts";
import { setbackKinds } from "./setback.ts";
import { capturers, etaSources } from "./tracking.ts";

const position = {
  latitude: Type.Number(),
  longitude: Type.Number(),
  accuracy_meters: Nullable(Type.Integer()),
  heading_degrees: Nullable(Type.Integer({ minimum: 0, maximum: 359 })),
  speed_mps: Nullable(Type.Number()),
  recorded_at: Timestamp,
  received_at: Timestamp,
};

export const PositionSchema = Named("Position", position);
export type PositionView = Static<typeof PositionSchema>;

export const JudgedPositionSchema = Named("JudgedPosition", {
  ...position,
  verdict: GrowingWords(verdicts, {
    title: "PositionVerdict",
    description:
      "Only `good` positions move the map. `old`: something newer was known, so it is history. `ahead`: its time is " +
      "more than 10 seconds ahead. `out_of_range` and `null_island` (0/0): no place. `inaccurate`: by more than 500 m. " +
      "`too_fast`: faster than 60 m/s from the last good one. The third of such positions in a row that agree is good. " +
      "`clock_wrong`: the clock of a tracking app is off; `recorded_at` is then when the position came.",
  }),
});
export type JudgedPositionView = Static<typeof JudgedPositionSchema>;

export const EtaSchema = Named("Eta", {
  pickup: Nullable(Timestamp, { description: "Null while the driver is there; then the real time." }),
  delivery: Nullable(Timestamp, { description: "Null while the driver is there; then the real time." }),
  delivery_date: Type.Optional({
    ...DeliveryDate,
    description: "The day at the delivery's address, if only the day is known. Missing in older events.",
  }),
  returned: Nullable(Timestamp, {
    description: "When returned goods arrive back at the pickup.",
    examples: [null],
  }),
  source: GrowingWords(etaSources, {
    description:
      "`carrier`: reported. `router`: by the operator's route planner. `estimate`: by Waybill, from the quote or from " +
      "the positions of an own fleet.",
  }),
  updated_at: Timestamp,
});
export type EtaView = Static<typeof EtaSchema>;

const Hash = Nullable(
  Type.String({ examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"] }),
  {
    description:
      'Its hash in the shipment\'s chain, SHA-256, hex: the guide "Proof of delivery" says of what. Null where it is older than the chain.',
  },
);

const photo = {
  url: Type.String(),
  sha256: Type.String(),
  content_type: Type.String(),
  taken_at: Timestamp,
};
const signature = {
  url: Type.String(),
  sha256: Type.String(),
  signer_name: Nullable(Type.String()),
};
const AddedAt = Nullable(Timestamp, {
  description:
    "When a later report added it. Null: it came with the delivery. The hash of that report's entry covers it.",
  examples: [null],
});
const HandedTo = Nullable(GrowingWords(handoverWords));
const Pin = Nullable(
  Named("ProofPin", {
    verified: Type.Boolean(),
    attempts: Type.Integer({ description: "Tries of Waybill's PIN." }),
    checked_by: Type.Optional(
      Type.Literal("carrier", {
        description:
          "The carrier made a PIN of its own and says that it was right. Missing: Waybill compared its PIN.",
      }),
    ),
  }),
);

export const ProofType = GrowingWords(proofTypes, { title: "ProofType" });

const ProofSchema = Named("ProofOfDelivery", {
  id: Id("pod"),
  types: Type.Array(ProofType),
  missing: Type.Array(ProofType, {
    description: "What the shipment requires and the carrier has not shown. Such a delivery still stands.",
  }),
  recipient_name: Nullable(Type.String()),
  handed_to: HandedTo,
  signature: Nullable(
    Named("ProofSignature", {
      ...signature,
      added_at: AddedAt,
    }),
  ),
  photos: Type.Array(Named("ProofPhoto", { ...photo, added_at: AddedAt })),
  pin: Pin,
  note: Nullable(Type.String()),
  location: Nullable(
    Named("ProofLocation", {
      latitude: Type.Number(),
      longitude: Type.Number(),
      distance_to_address_meters: Nullable(Type.Integer()),
    }),
  ),
  captured_at: Timestamp,
  captured_by: GrowingWords(capturers, {
    description: "`client` and `operator`: a person corrected the state to `delivered`, and was not there.",
  }),
  hash: Hash,
});
export type ProofView = Static<typeof ProofSchema>;

const EntrySchema = Named("TrackingEntry", {
  sequence: Type.Integer({ minimum: 1 }),
  status: Status,
  substatus: Nullable(Substatus),
  code: Nullable(Type.String()),
  message: Type.String(),
  occurred_at: Timestamp,
  recorded_at: Timestamp,
  source: Actor,
  location: Nullable(GeoPoint),
  photos: Type.Array(Named("EntryPhoto", photo), {
    description: "Of a pickup, of a failed attempt, or of a late report. The recipient does not see them.",
    examples: [[]],
  }),
  proof: Nullable(
    Named("EntryProof", {
      types: Type.Array(ProofType),
      recipient_name: Nullable(Type.String()),
      handed_to: HandedTo,
      signature: Nullable(Named("EntrySignature", signature)),
      pin: Pin,
      note: Nullable(Type.String()),
    }),
    {
      description:
        "What a report of a delivery showed that changed no state: it came too late, or added to the proof of delivery.",
      examples: [null],
    },
  ),
  hash: Hash,
});

export const currentPosition = Named("CurrentPosition", {
  ...position,
  age_seconds: Type.Integer({ minimum: 0 }),
  stale: Type.Boolean(),
});
/** Also in the recipient's tracking, in coarser steps. */
export const progress = {
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  distance_meters: Nullable(Type.Integer()),
  remaining_meters: Nullable(Type.Integer()),
};

export const SetbackSchema = Nullable(
  Named("Setback", {
    kind: GrowingWords(setbackKinds, {
      title: "SetbackKind",
      description:
        "`held`: the goods wait somewhere, such as at customs. `attempt_failed`: a delivery attempt failed, and the carrier will try again.",
    }),
    reason_code: ReasonCode,
    occurred_at: Timestamp,
  }),
  {
    description:
      "What keeps the goods from arriving as expected, until the carrier reports the next step; `held` until the next scan. Null if nothing does.",
    examples: [null],
  },
);

export const TrackingSchema = Named("Tracking", {
  shipment_id: Id("shp"),
  tracking_number: Type.String(),
  environment: Environment,
  status: Status,
  substatus: Nullable(Substatus),
  carrier: Nullable(CarrierSchema),
  driver: Nullable(DriverSchema),
  position: Nullable(currentPosition),
  eta: Nullable(EtaSchema),
  setback: SetbackSchema,
  progress: Named("Progress", progress, {
    description: "Progress of the trip to the delivery, or of the return trip.",
  }),
  entries: Type.Array(EntrySchema),
  proof_of_delivery: Nullable(ProofSchema),
  tracking_url: Nullable(Type.String()),
});
export type TrackingView = Static<typeof TrackingSchema>;

export const PositionQuery = ListQuery({});

/** RFC 7946, which puts longitude first. */
export const PositionsGeoJson = Named("PositionsGeoJson", {
  type: Type.Literal("Feature"),
  geometry: Nullable(
    Named("LineString", {
      type: Type.Literal("LineString"),
      coordinates: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    }),
  ),
  properties: Named("PositionsProperties", { shipment_id: Id("shp"), recorded_at: Type.Array(Timestamp) }),
});
export type PositionsView = Static<typeof PositionsGeoJson>;
