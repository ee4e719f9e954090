import { type Static, Type } from "@sinclair/typebox";
import { Country, GrowingWords, Id, Line, Named, Nullable, Timestamp, Words } from "@/infra/http/schema.ts";
import { IfUndeliverable, Leave, ShipmentSchema, Substatus } from "../../../lifecycle/state/schema.ts";
import { whereabouts } from "../../../model/address-schema.ts";
import { reasonCodes } from "../../../model/model.ts";
import { NoticeSchema, receipt } from "../notices/schema.ts";
import { stopKinds, stopStates } from "./stop.ts";

/** A driver's stops as the driver sees them. Contract for live deliveries, §3. */

const { pickup, delivery, parcels } = ShipmentSchema.properties;
const text = Nullable(Type.String(), { examples: [null] });
const hidden = "Null until the driver has accepted the job.";

const StopSchema = Named("DriverStop", {
  id: Type.String({
    description: "The assignment and the kind of the stop.",
    examples: ["asg_01m7x5rdwme1ct34p92xd7wpnk.pickup"],
  }),
  assignment_id: Id("asg"),
  shipment_id: Id("shp"),
  kind: Words(stopKinds, { title: "DriverStopKind" }),
  state: Words(stopStates, {
    title: "DriverStopState",
    description: "`offered`: accept or reject the job; `next`: go there now; `planned`: later.",
  }),
  answer_until: Nullable(Timestamp, {
    description: "When the offer goes to the next driver; null for a job that is yours.",
    examples: [null],
  }),
  place_id: Nullable(Type.String(), {
    description: `Equal for your stops at the same street, number and town, unless their coordinates are more than 500 m apart. ${hidden}`,
    examples: ["plc_5d0c8f1e2b7a9463"],
  }),
  person_id: Nullable(Type.String(), {
    description: `Equal for your stops with the same person: the same name, phone number and account. It changes with your stops. ${hidden}`,
    examples: ["asg_01m7x5rdwme1ct34p92xd7wpnk.pickup"],
  }),
  tracking_number: Nullable(Type.String(), { description: hidden, examples: ["WB3K7Q9T2M"] }),
  reference: Nullable(Type.String(), {
    description: "The sender's own reference of the shipment.",
    examples: ["ORD-1001"],
  }),
  substatus: Nullable(Substatus, { description: "Null while the goods go back." }),
  address: Named("StopAddress", {
    line1: Nullable(Type.String(), { description: hidden, examples: ["Torstr. 1"] }),
    line2: text,
    city: Type.String({ examples: ["Berlin"] }),
    state: text,
    postal_code: text,
    country: Country,
    ...whereabouts,
    latitude: { ...whereabouts.latitude, examples: [52.5301] },
    longitude: { ...whereabouts.longitude, examples: [13.401] },
  }),
  contact: Nullable(
    Named("StopContact", { name: Type.String({ examples: ["Alex Example"] }), company: text, phone: text }),
    {
      description:
        "Null until the job is accepted. `phone` of a recipient is null but for drivers of a fleet with `riders_may_call`, who see it from the pickup until the handover.",
    },
  ),
  sender_contact: Nullable(
    Named("SenderContact", { name: Type.String({ examples: ["Book shop"] }), phone: text }),
    {
      description: "Whom to call about a delivery; null for other stops.",
    },
  ),
  instructions: Nullable(Type.String(), { description: hidden, examples: ["Ring twice"] }),
  recipient_instructions: Nullable(
    Named("AskedByRecipient", {
      text: Nullable(Type.String(), { examples: ["The bell is broken. Please knock."] }),
      leave: Nullable(Leave, {
        description: "Where to leave the goods if nobody is at home. Null: hand them over.",
      }),
    }),
    {
      description:
        "What the recipient asks for on the tracking page. Null if nothing, and until you accept the job.",
    },
  ),
  waited_minutes: Nullable(Type.Integer({ minimum: 0 }), {
    description: "Whole minutes since you reported that you are here. Null at other stops.",
    examples: [null],
  }),
  window: pickup.properties.window,
  estimated_at: Nullable(Timestamp),
  next_attempt_at: Nullable(Timestamp, {
    description:
      "When you try the delivery again, as you reported with `attempt_failed`. Null for other stops.",
    examples: [null],
  }),
  distance_meters: Nullable(Type.Integer({ minimum: 0 }), {
    description: "To a pickup in a straight line from your last position; else from the pickup.",
  }),
  parcels: {
    ...parcels,
    description: "Empty until the job is accepted.",
    examples: [
      [
        {
          id: "pcl_01m7x5rdwme1ct34p92xd7wpnk",
          description: "Books",
          reference: null,
          quantity: 1,
          weight_grams: 1200,
          length_mm: 300,
          width_mm: 200,
          height_mm: 100,
          value: null,
        },
      ],
    ],
  },
  weight_grams: Type.Integer({ minimum: 0, description: "Of all parcels." }),
  parcel_count: Type.Integer({ minimum: 1 }),
  requirements: Nullable(delivery.properties.requirements, {
    description: "What the recipient's proof needs, also of goods that go back; null for pickups.",
  }),
  if_undeliverable: IfUndeliverable,
  pin_tries_left: Nullable(Type.Integer({ minimum: 0 }), {
    description: "Null where no PIN is required.",
    examples: [null],
  }),
  ...receipt,
});
export type StopView = Static<typeof StopSchema>;

export const StopsSchema = Named("DriverStops", {
  data: Type.Array(StopSchema),
  order: Nullable(
    Named("SuggestedOrder", {
      suggested: Type.Array(Type.String({ examples: ["asg_01m7x5rdwme1ct34p92xd7wpnk.pickup"] }), {
        description: "Ids of the stops, in the suggested order.",
      }),
      minutes_saved: Type.Integer({
        description:
          "How much earlier the last stop is done. Negative where being in time at more stops takes longer.",
        examples: [12],
      }),
      late_stops: Type.Integer({
        minimum: 0,
        description: "Stops that begin after their window, in the present order.",
        examples: [1],
      }),
      late_stops_after: Type.Integer({
        minimum: 0,
        description: "The same in the suggested order.",
        examples: [0],
      }),
    }),
    { description: "A better order of the stops; null if there is none.", examples: [null] },
  ),
  notices: Type.Array(NoticeSchema, {
    description:
      "What you are told and have not seen, oldest first: confirm it with `POST /driver/notices`. A job that you accept yourself counts as seen.",
  }),
});
export type StopsView = Static<typeof StopsSchema>;

const doneOutcomes = ["picked_up", "delivered", "undeliverable", "returned"] as const;

const DoneStopSchema = Named("DoneStop", {
  id: Type.String({
    description: "As the stop was called.",
    examples: ["asg_01m7x5rdwme1ct34p92xd7wpnk.delivery"],
  }),
  assignment_id: Id("asg"),
  shipment_id: Id("shp"),
  kind: StopSchema.properties.kind,
  outcome: GrowingWords(doneOutcomes, { title: "DoneStopOutcome" }),
  reason_code: Nullable(GrowingWords(reasonCodes, { title: "DoneStopReason" }), {
    description: "Why the goods could not be delivered; null otherwise.",
    examples: [null],
  }),
  at: { ...Timestamp, description: "When it happened." },
  tracking_number: Type.String({ examples: ["WB4M7X5RDWME1C"] }),
  parcel_count: Type.Integer({ minimum: 1 }),
  name: Nullable(Type.String(), {
    description: "Company or name of whom you met. Null once the shipment's personal data is erased.",
    examples: ["Book shop"],
  }),
  place: Nullable(
    Named("DoneStopPlace", {
      line1: Type.String({ examples: ["Torstr. 1"] }),
      city: Type.String({ examples: ["Berlin"] }),
    }),
    { description: "Null once the shipment's personal data is erased." },
  ),
});
export type DoneStopView = Static<typeof DoneStopSchema>;

export const DoneStopsSchema = Named("DoneStops", { data: Type.Array(DoneStopSchema) });
export type DoneStopsView = Static<typeof DoneStopsSchema>;

export const RejectJob = Type.Optional(
  Named(
    "RejectDriverJob",
    {
      id: Type.Optional(
        Line(64, { description: "Your own id for the rejection. One that comes again changes nothing." }),
      ),
      reason_code: Type.Optional(Words(reasonCodes, { title: "ReportedReason" })),
      message: Type.Optional(Nullable(Line(500, { description: "For your dispatcher." }))),
    },
    { examples: [{ reason_code: "vehicle_breakdown", message: "A flat tire." }] },
  ),
);
/** Null without a body. */
export type RejectJob = Static<typeof RejectJob> | null;
