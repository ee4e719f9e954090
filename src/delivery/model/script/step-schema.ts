import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import {
  Line,
  MoneyInput,
  Named,
  Nullable,
  Phone,
  Plain,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { handoverInputs } from "../handover.ts";
import { reasonCodes, substatuses, vehicleTypes } from "../model.ts";
import { legs, photosMax, repeatsMax, secondsMax } from "./script.ts";

/** The steps of a script: what a carrier reports, and when. */

const textMax = 500;
const optional = <T extends TSchema>(schema: T, description?: string) =>
  Type.Optional(Nullable(schema, description === undefined ? {} : { description }));
const Seconds = (description: string) => Type.Number({ minimum: 0, maximum: secondsMax, description });
const Reason = Words(reasonCodes, { title: "ScriptedReason" });
/** What a carrier says to people. */
export const Message = Plain(textMax, { description: "One sentence for people." });
/** `awaiting_carrier` is Waybill's own. */
const [, ...reported] = substatuses;

const Point = Named("ScriptedPoint", {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
});

export const Driver = Named(
  "ScriptedDriver",
  {
    name: Plain(100, { description: "First name and initial.", examples: ["Ada B."] }),
    phone: optional(Phone),
    vehicle: optional(
      Named("ScriptedVehicle", {
        type: Words(vehicleTypes, { title: "ScriptedVehicleType" }),
        plate: optional(Plain(20)),
      }),
    ),
  },
  { description: "Who drives. Without `vehicle`, the carrier's usual one." },
);

const Proof = Named(
  "ScriptedProof",
  {
    pin: Type.Optional(
      Words(["correct", "wrong", "none"], {
        title: "ScriptedPin",
        default: "correct",
        description: "What the recipient says. Waybill refuses a report with a wrong PIN, and counts it.",
      }),
    ),
    signature: Type.Optional(Type.Boolean({ default: true })),
    photos: Type.Optional(Type.Integer({ minimum: 0, maximum: photosMax, default: 1 })),
    age_verified: Type.Optional(Type.Boolean({ description: "Default: whether the shipment requires it." })),
    recipient_name: optional(Plain(100), "Default: the name of the delivery contact."),
    handed_to: optional(
      Words(handoverInputs, {
        title: "ScriptedHandover",
        default: "recipient",
      }),
    ),
    note: optional(Line(textMax)),
    location: optional(Point, "Default: the delivery address."),
  },
  { description: "What the driver shows. Members that are left out are as the shipment requires them." },
);

const timing = {
  after_seconds: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: secondsMax,
      default: 0,
      description:
        "Seconds after the step before, or for the first step after the acceptance. `speed` divides it.",
    }),
  ),
  at: Type.Optional({
    ...Timestamp,
    description:
      "When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.",
  }),
};
const when = {
  ...timing,
  late_seconds: Type.Optional(
    Seconds(
      "How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.",
    ),
  ),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: repeatsMax,
      default: 1,
      description: "How often the carrier reports it.",
    }),
  ),
};

/** The shape of each type of step: the reports of carriers, and a ride. */
export const stepSchemas = {
  progress: Named("ScriptedProgress", {
    type: Type.Literal("progress"),
    ...when,
    substatus: Words(reported, { title: "ScriptedSubstatus" }),
    driver: optional(Driver),
  }),
  ride: Named(
    "ScriptedRide",
    {
      type: Type.Literal("ride"),
      ...timing,
      leg: Words(legs, {
        title: "ScriptedLeg",
        description: "`pickup`: to the pickup. `delivery`: from there on. `return`: back to the pickup.",
      }),
      lasting_seconds: Type.Number({ minimum: 0, maximum: secondsMax }),
      every_seconds: Type.Optional(
        Type.Number({ minimum: 0.5, maximum: secondsMax, default: 2, description: "Between two positions." }),
      ),
      from: Type.Optional(
        Type.Number({ minimum: 0, maximum: 1, default: 0, description: "Share of the leg where it begins." }),
      ),
      to: Type.Optional(
        Type.Number({ minimum: 0, maximum: 1, default: 1, description: "Share of the leg where it ends." }),
      ),
    },
    {
      description:
        "The driver's positions on a leg. The steps that follow count from its beginning, so they happen on the way.",
    },
  ),
  position: Named(
    "ScriptedPosition",
    {
      type: Type.Literal("position"),
      ...when,
      ...Point.properties,
      accuracy_meters: optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      heading_degrees: optional(Type.Integer({ minimum: 0, maximum: 359 })),
      speed_mps: optional(Type.Number({ minimum: 0, maximum: 1_000 })),
    },
    {
      description:
        "A position of your own. Waybill judges it as a real phone's, by the seconds of the script.",
    },
  ),
  signal_lost: Named("ScriptedSignalLoss", { type: Type.Literal("signal_lost"), ...when }),
  estimate: Named("ScriptedEstimate", {
    type: Type.Literal("estimate"),
    ...when,
    pickup_in_seconds: optional(Seconds("From this step on.")),
    delivery_in_seconds: optional(Seconds("From this step on.")),
    delayed: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Makes `tracking.eta_changed`, however little it changed.",
      }),
    ),
  }),
  scan: Named("ScriptedScan", {
    type: Type.Literal("scan"),
    ...when,
    message: Message,
    location: optional(Point),
    reason_code: Type.Optional(
      Nullable(Reason, { description: "Why the goods wait there, such as `customs_hold`." }),
    ),
  }),
  attempt_failed: Named(
    "ScriptedFailedAttempt",
    {
      type: Type.Literal("attempt_failed"),
      ...when,
      reason_code: Reason,
      message: optional(Message),
      next_attempt_in_seconds: optional(Seconds("From this step on.")),
    },
    { description: "Nobody took the goods, and the driver will try again. The state stays." },
  ),
  cancelled: Named(
    "ScriptedCancellation",
    { type: Type.Literal("cancelled"), ...when, fee: optional(MoneyInput) },
    { description: "Settles a cancellation that waits for the carrier. Without one it is refused." },
  ),
  cancellation_refused: Named(
    "ScriptedCancellationRefusal",
    {
      type: Type.Literal("cancellation_refused"),
      ...when,
      reason_code: Reason,
      message: optional(Message),
    },
    { description: "Settles a cancellation that waits for the carrier. Without one it is refused." },
  ),
  withdrawn: Named("ScriptedWithdrawal", {
    type: Type.Literal("withdrawn"),
    ...when,
    reason_code: Type.Optional({ ...Reason, default: "carrier_cancelled" }),
    message: optional(Message),
    rejected: Type.Optional(
      Type.Boolean({
        default: false,
        description: "The carrier rejects the booking, instead of giving it back.",
      }),
    ),
  }),
  delivered: Named("ScriptedDelivery", {
    type: Type.Literal("delivered"),
    ...when,
    proof: optional(Proof),
  }),
  undeliverable: Named("ScriptedFailure", {
    type: Type.Literal("undeliverable"),
    ...when,
    reason_code: Reason,
    message: optional(Message),
    photo: Type.Optional(
      Type.Boolean({ default: true, description: "Goods are left at the door only with a photo." }),
    ),
  }),
  returned: Named(
    "ScriptedReturn",
    { type: Type.Literal("returned"), ...when },
    {
      description:
        "Left out, as rides of the return are, if the goods are lost, discarded or left at the door.",
    },
  ),
} as const satisfies Record<string, TObject>;

type StepType = keyof typeof stepSchemas;
export type ScriptStep = { [Type in StepType]: Static<(typeof stepSchemas)[Type]> }[StepType];
export type ScriptedDriver = Static<typeof Driver>;
export type ScriptedProof = Static<typeof Proof>;
export type ScriptedRide = Static<typeof stepSchemas.ride>;
