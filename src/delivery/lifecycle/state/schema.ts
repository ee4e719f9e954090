import { type Static, Type } from "@sinclair/typebox";
import {
  Country,
  Dictionary,
  Environment,
  GrowingWords,
  Id,
  Metadata,
  Money,
  Named,
  Nullable,
  Text,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { CarrierSchema, DeliveryDate, DriverSchema, ServiceSchema } from "../../carriers/schema.ts";
import { whereaboutsInEvents } from "../../model/address-schema.ts";
import { leavePlaces } from "../../model/handover.ts";
import {
  outcomes,
  reasonCodes,
  statuses,
  substatuses,
  thumbs,
  undeliverableActions,
} from "../../model/model.ts";
import { scripted } from "../../model/script/simulation.ts";
import { assignmentStatuses, labelStatuses } from "./assignment.ts";
import { GpsFaults } from "./gps-fault-schema.ts";
import { ownDriverId, recalled, related, waitedMinutes } from "./related-schema.ts";
import { parcelsMax } from "./shipment.ts";
import { actors } from "./status.ts";

/** Responses about a shipment and its assignment, and the words that requests share with them. */

export const IfUndeliverable = Words(undeliverableActions, { title: "IfUndeliverable" });
export const SpeedWord = Words(["instant", "manual"], { title: "SimulationSpeedWord" });
export const WindowSchema = Named("Window", { start: Timestamp, end: Timestamp });
const text = Nullable(Type.String());
const picked = (description: string) =>
  Nullable(Type.Array(Type.String()), { description, examples: [null] });

const Contact = Named("Contact", {
  name: Type.String(),
  company: text,
  phone: text,
  email: text,
  language: Type.Optional(
    Nullable(Type.String(), {
      description: "A BCP 47 tag. Null where none was given. Missing in older events.",
      examples: ["de-AT"],
    }),
  ),
});
const Address = Named("Address", {
  line1: Type.String(),
  line2: text,
  city: Type.String(),
  state: text,
  postal_code: text,
  country: Country,
  ...whereaboutsInEvents,
});

const stop = {
  contact: Contact,
  address: Address,
  instructions: text,
  window: Nullable(WindowSchema),
  waited_minutes: waitedMinutes,
};
const Requirements = Named("Requirements", {
  signature: Type.Boolean(),
  photo: Type.Boolean(),
  pin: Type.Boolean(),
  min_age: Nullable(Type.Integer()),
});
const Parcel = Named("Parcel", {
  id: Id("pcl"),
  description: text,
  quantity: Type.Integer(),
  weight_grams: Type.Integer(),
  length_mm: Nullable(Type.Integer()),
  width_mm: Nullable(Type.Integer()),
  height_mm: Nullable(Type.Integer()),
  reference: text,
  value: Nullable(Money),
});

export const ReasonCode = GrowingWords(reasonCodes, { title: "ReasonCode" });
export const Actor = GrowingWords(actors, { title: "Actor" });
const Ending = Named("Ending", {
  reason_code: ReasonCode,
  message: text,
  by: Actor,
  at: Timestamp,
});

export const AssignmentSchema = Named("Assignment", {
  id: Id("asg"),
  shipment_id: Id("shp"),
  quote_id: Id("qte"),
  environment: Environment,
  status: Words(assignmentStatuses, { title: "AssignmentStatus" }),
  carrier: CarrierSchema,
  service: ServiceSchema,
  price: Money,
  driver: Nullable(DriverSchema),
  driver_id: ownDriverId,
  attempt: Type.Integer({ minimum: 1 }),
  assigned_at: Timestamp,
  released_at: Nullable(Timestamp, { examples: [null] }),
  release_reason: Nullable(Type.String(), { examples: [null] }),
  cancellation_requested_at: Nullable(Timestamp, {
    description: "When you asked to end it. Null when the carrier has answered.",
    examples: [null],
  }),
  auto_reassign: Nullable(
    Named("AutoReassign", {
      max_price: Money,
      remaining: Type.Integer({ minimum: 0, description: "How many more offers Waybill may take." }),
    }),
    {
      description: "Whether the next best offer takes over if the carrier gives the shipment back.",
      examples: [null],
    },
  ),
  tracking_numbers: {
    ...Dictionary(Type.String(), Text({ minLength: 1, maxLength: 40 }), parcelsMax),
    description: "The carrier's own tracking numbers, by parcel id.",
    examples: [{}],
  },
  carrier_tracking_url: Nullable(Type.String(), {
    description: "The carrier's own tracking page, always `https`.",
    examples: [null],
  }),
  label_status: GrowingWords(labelStatuses, {
    title: "LabelStatus",
    description:
      "`ready`: fetch the shipping label. `pending`: the carrier makes its own, and Waybill does not have it yet. `missing`: the carrier has given none, or it was erased.",
  }),
});
export type AssignmentView = Static<typeof AssignmentSchema>;

export const Status = Words(statuses, { title: "ShipmentStatus" });
export const Substatus = GrowingWords(substatuses, { title: "Substatus" });

export const Leave = Named("Leave", {
  where: GrowingWords(leavePlaces, { title: "LeavePlace" }),
  note: Nullable(Type.String(), {
    description: "Which neighbor, or which place.",
    examples: ["Meyer, 2nd floor"],
  }),
});
const RecipientInstructions = Named("RecipientInstructions", {
  text: Nullable(Type.String(), { examples: ["The bell is broken. Please knock."] }),
  leave: Nullable(Leave, {
    description: "Where to leave the goods if nobody is at home. Null: hand them over.",
  }),
  updated_at: Timestamp,
});
export const Thumb = GrowingWords(thumbs, { title: "Thumb" });
const Rating = Named("Rating", {
  thumb: Thumb,
  comment: Nullable(Type.String(), { examples: ["On time and friendly."] }),
  rated_at: Timestamp,
});

export const ShipmentSchema = Named("Shipment", {
  id: Id("shp"),
  environment: Environment,
  status: Status,
  substatus: Nullable(Substatus),
  reference: text,
  tracking_number: Type.String(),
  tracking_url: Nullable(Type.String(), {
    description:
      "The recipient's page, which needs no key. It ends 30 days after the final state, or as the operator sets. Null after you ended the link.",
  }),
  pickup: Named("Pickup", stop),
  delivery: Named("Delivery", { ...stop, requirements: Requirements }),
  parcels: Type.Array(Parcel),
  if_undeliverable: IfUndeliverable,
  carriers: picked("Which carriers are asked, by codes or ids. Null: all."),
  services: picked("Which services are taken, by codes. Null: all."),
  distance_meters: Nullable(Type.Integer(), {
    description: "In a straight line. Null where the place of a stop is not known.",
  }),
  assignment: Nullable(AssignmentSchema),
  price: Nullable(Money),
  customer_price: Nullable(Money, {
    description:
      "What the customer of the order form pays: the price with the form's markup, rounded half up. Null without an assignment, and where the form shows no prices.",
    examples: [null],
  }),
  estimated_pickup_at: Nullable(Timestamp),
  estimated_delivery_at: Nullable(Timestamp, {
    description: "Null if the carrier gives no time, or the goods will not be delivered.",
  }),
  estimated_delivery_date: {
    ...DeliveryDate,
    description: "The day at the delivery's address, if the carrier gives a day and no time. Null otherwise.",
  },
  picked_up_at: Nullable(Timestamp, { examples: [null] }),
  delivered_at: Nullable(Timestamp, { examples: [null] }),
  returned_at: Nullable(Timestamp, { examples: [null] }),
  cancellation: Nullable(Ending),
  cancellation_requested_at: Nullable(Timestamp, {
    description: "When you asked to cancel it. Null when the carrier has answered.",
    examples: [null],
  }),
  failure: Nullable(Ending, { description: "Why the goods were not delivered or are going back." }),
  ...recalled,
  simulation: Nullable(
    Named("Simulation", {
      speed: Type.Union([Type.Number(), SpeedWord]),
      seed: Type.String(),
      outcome: GrowingWords([...outcomes, scripted], {
        description: "The name of its script, or `scripted` for one of your own.",
      }),
      gps_faults: Type.Optional(GpsFaults),
    }),
  ),
  metadata: Metadata,
  recipient_instructions: Nullable(RecipientInstructions, {
    description: "What the recipient asked for on the tracking page.",
    examples: [null],
  }),
  rating: Nullable(Rating, { description: "What the recipient said of the delivery.", examples: [null] }),
  ...related,
  created_at: Timestamp,
  updated_at: Timestamp,
  redacted_at: Nullable(Timestamp, {
    description: "When its personal data was erased; null if it was not.",
    examples: [null],
  }),
  version: Type.Integer({ minimum: 1 }),
});
export type ShipmentView = Static<typeof ShipmentSchema>;
