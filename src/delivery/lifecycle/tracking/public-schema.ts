import { type Static, Type } from "@sinclair/typebox";
import { Environment, GeoPoint, Named, Nullable, Timestamp, Words } from "../../../infra/http/schema.ts";
import { DriverSchema } from "../../carriers/schema.ts";
import { PublicBrandSchema } from "../brand/schema.ts";
import { Leave, ReasonCode, Status, Substatus, Thumb, WindowSchema } from "../state/schema.ts";
import { currentPosition, EtaSchema, progress, SetbackSchema } from "./schema.ts";

/** The public tracking: what whoever has the link may see. */

export const PublicInstructionsSchema = Named("PublicInstructions", {
  text: Nullable(Type.String(), { examples: ["The bell is broken. Please knock."] }),
  leave: Nullable(Leave, {
    description: "Where to leave the goods if nobody is at home. Null: hand them over.",
    examples: [null],
  }),
  may: Named(
    "MayInstruct",
    { text: Type.Boolean(), neighbor: Type.Boolean(), safe_place: Type.Boolean() },
    {
      description:
        "What the recipient may still set: nothing once the goods are handed over or on their way back or the carrier takes no changes, and no neighbor or safe place where a signature, PIN or age is required.",
    },
  ),
});
export type PublicInstructionsView = Static<typeof PublicInstructionsSchema>;

export const PublicRatingSchema = Named("PublicRating", {
  thumb: Thumb,
  comment: Nullable(Type.String(), { examples: ["On time and friendly."] }),
});
export type PublicRatingView = Static<typeof PublicRatingSchema>;

const publicProof = {
  signature_url: Nullable(Type.String()),
  photo_urls: Type.Array(Type.String()),
  captured_at: Timestamp,
};

const PublicProof = Named("PublicProof", publicProof);

/** The proof for who knows the last digits of the recipient's phone. */
export const ShownProofSchema = Named(
  "ShownProof",
  {
    ...publicProof,
    recipient_name: Nullable(Type.String(), {
      description: "Who received the goods. Null if nobody noted it.",
      examples: ["Alex Example"],
    }),
  },
  { description: "The URLs end some minutes later." },
);
export type ShownProofView = Static<typeof ShownProofSchema>;

/** What a recipient may see: of private facts, only first names, as `publicName` makes them, and the town. */
export const PublicTrackingSchema = Named("PublicTracking", {
  tracking_number: Type.String(),
  environment: Environment,
  status: Status,
  substatus: Nullable(Substatus),
  carrier: Nullable(Type.String()),
  carrier_tracking: Nullable(
    Named("PublicCarrierTracking", {
      numbers: Type.Array(Type.String()),
      url: Nullable(Type.String(), { description: "The carrier's own page, always `https`." }),
      service: Type.String({ description: "Of the accepted offer: behind a hub it names the carrier." }),
    }),
    {
      description: "How the carrier itself tracks the parcels. Null if it does not tell.",
      examples: [null],
    },
  ),
  driver: Nullable(
    Type.String({
      description:
        "First name, abbreviated like `recipient`. Null before the pickup, while others come first and after the end.",
    }),
  ),
  vehicle: Nullable(DriverSchema.properties.vehicle.properties.type, {
    description: "What the driver comes with. Null without a driver.",
    examples: ["cargo_bike"],
  }),
  stops_before: Nullable(Type.Integer({ minimum: 0 }), {
    description:
      "How many stops the driver makes before this delivery: 0 when it is next. Null before the pickup, and where the carrier does not tell.",
    examples: [2],
  }),
  sender: Type.String({ description: "The company at the pickup, or else the sending account." }),
  brand: Nullable(PublicBrandSchema, {
    description: "How the sending account presents itself. Null if it set nothing.",
    examples: [null],
  }),
  recipient: Type.String({
    description:
      "The first name. For Chinese, Japanese and Korean names, only the first character of the family name: `김○○`.",
    examples: ["Alex"],
  }),
  language: Nullable(Type.String(), {
    description: "The language the recipient reads, as a BCP 47 tag. Null if the sender gave none.",
    examples: [null],
  }),
  town: Type.String(),
  time_zone: Nullable(Type.String(), {
    description:
      "The IANA time zone of the address. Null in countries with several, where only the exact place would tell.",
    examples: ["Europe/Berlin"],
  }),
  destination: Nullable(GeoPoint, { description: "The center of the town. Null if unknown." }),
  position: Nullable(currentPosition, {
    description:
      "The driver's position, rounded to about 100 m, or to 1 km for addresses without coordinates. Null within " +
      "300 m of either address, at a stop, while others come first and after the end, so that the link reveals no " +
      "address.",
  }),
  window: Nullable(WindowSchema, {
    description:
      "The window that the sender promised for the delivery. Null without one. An `eta` after its end is late.",
  }),
  eta: Nullable(EtaSchema),
  setback: SetbackSchema,
  progress: Named("PublicProgress", progress, {
    description: "Percent rounded to 10, distances to 500 m.",
  }),
  pin: Words(["none", "confirm", "locked", "carrier"], {
    title: "PublicPin",
    description:
      "`confirm`: the link shows the recipient's PIN to who knows the last digits of their phone. `locked`: after five wrong tries from your network or 20 from all, for 24 hours. `carrier`: the carrier sends the recipient a PIN of its own. `none`: no PIN is needed now, or the shipment has no phone number of the recipient.",
  }),
  instructions: PublicInstructionsSchema,
  rating: Nullable(PublicRatingSchema, {
    description: "What the recipient said of the delivery.",
    examples: [null],
  }),
  failure_reason: Nullable(ReasonCode, {
    description: "Why the goods were not delivered.",
    examples: [null],
  }),
  entries: Type.Array(
    Named("PublicTrackingEntry", {
      status: Status,
      substatus: Nullable(Substatus),
      code: Nullable(Type.String(), {
        description: "`scanned`, or why an attempt failed or the goods wait. Null for a step.",
        examples: [null],
      }),
      message: Type.String(),
      occurred_at: Timestamp,
    }),
  ),
  redacted_at: Nullable(Timestamp, {
    description: "When the personal data was erased; null if it was not. The names are `[redacted]` then.",
    examples: [null],
  }),
  proof_access: Words(["none", "shown", "confirm", "locked"], {
    title: "PublicProofAccess",
    description:
      "`shown`: `proof_of_delivery` has the pictures. `confirm`: the link shows them to who knows the last digits of the recipient's phone. `locked`: as of `pin`. `none`: there is nothing to show, or the shipment has no phone number of the recipient.",
  }),
  proof_of_delivery: Nullable(PublicProof, {
    description: "Without pictures where `proof_access` is not `shown`.",
  }),
});
export type PublicTrackingView = Static<typeof PublicTrackingSchema>;
