import { type Static, type TObject, Type } from "@sinclair/typebox";
import { ProblemSchema } from "../../../infra/http/problem-schema.ts";
import {
  CalendarDate,
  GrowingWords,
  JudgedLater,
  Line,
  MoneyInput,
  Named,
  Nullable,
  Phone,
  Plain,
  Text,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { handoverInputs } from "../../model/handover.ts";
import { reasonCodes, substatuses, vehicleTypes } from "../../model/model.ts";
import { laterKinds } from "../charges/charge.ts";
import { verdicts } from "../tracking/quality.ts";

/** What carriers and drivers report. Contract for live deliveries, §2. */

export const reportsMax = 500;
const imagesMax = 10;
/** Of a report that is no delivery. */
export const evidenceMax = 4;
const textMax = 500;

export const ReportId = Line(64, { description: "Your own id for the report, unique for the assignment." });
const Id = Text({ minLength: 1, maxLength: 40 });
const common = {
  id: ReportId,
  assignment_id: { ...Id, examples: ["asg_01m7x5rdwme1ct34p92xd7wpnk"] },
  at: { ...Timestamp, description: "When it happened. Waybill applies reports in this order." },
};
const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema));
const Reason = Words(reasonCodes, { title: "ReportedReason" });
const Message = Plain(textMax, { description: "One sentence for people, in the timeline." });

const Photos = (description: string) =>
  Type.Optional(Type.Array(Id, { maxItems: evidenceMax, uniqueItems: true, description }));
const forSender = "The sender and the dispatcher see them, the recipient does not.";

/** `awaiting_carrier` is Waybill's own. */
const [, ...steps] = substatuses;

export const ReportedDriver = Named("ReportedDriver", {
  name: Plain(100, { description: "First name and initial." }),
  phone: optional(Phone),
  vehicle: Named("ReportedVehicle", {
    type: Words(vehicleTypes, { title: "ReportedVehicleType" }),
    plate: optional(Plain(20)),
  }),
});

const latitude = Type.Number({ minimum: -90, maximum: 90 });
const longitude = Type.Number({ minimum: -180, maximum: 180 });
const Location = Named("ReportedLocation", { latitude, longitude });

export const DeliveryProof = Named("DeliveryProof", {
  pin: optional(Text({ minLength: 1, maxLength: 20, description: "What the recipient said." })),
  pin_verified: Type.Optional(
    Type.Boolean({
      description:
        'You checked a PIN of your own. It counts for carriers only whose settings had `proves: ["pin"]` when the quote was accepted.',
    }),
  ),
  recipient_name: optional(Plain(100)),
  handed_to: optional(Words(handoverInputs, { title: "ReportedHandover" })),
  age_verified: Type.Optional(Type.Boolean({ description: "The driver checked the recipient's age." })),
  signature_image_id: optional(Id),
  image_ids: Type.Optional(Type.Array(Id, { maxItems: imagesMax, uniqueItems: true })),
  note: optional(Line(textMax)),
  location: optional(Location),
});

/** The shape of each type of report. */
export const reportSchemas = {
  progress: Named("ProgressReport", {
    ...common,
    type: Type.Literal("progress"),
    substatus: Words(steps, { title: "ReportedSubstatus" }),
    driver: optional(ReportedDriver),
    image_ids: Photos(`Photos of the pickup, with \`picked_up\` only. ${forSender}`),
  }),
  position: Named("PositionReport", {
    ...common,
    type: Type.Literal("position"),
    latitude,
    longitude,
    accuracy_meters: optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    heading_degrees: optional(Type.Integer({ minimum: 0, maximum: 359 })),
    speed_mps: optional(Type.Number({ minimum: 0, maximum: 1_000 })),
  }),
  signal_lost: Named("SignalLostReport", { ...common, type: Type.Literal("signal_lost") }),
  estimate: Named("EstimateReport", {
    ...common,
    type: Type.Literal("estimate"),
    estimated_pickup_at: optional(Timestamp),
    estimated_delivery_at: optional(Timestamp),
    estimated_delivery_date: optional({
      ...CalendarDate,
      description: "The day at the delivery's address, if you know no time.",
    }),
  }),
  scan: Named("ScanReport", {
    ...common,
    type: Type.Literal("scan"),
    message: Message,
    location: optional(Location),
    reason_code: Type.Optional(
      Nullable(Reason, {
        description: "Why the goods wait there, such as `customs_hold`. Null: they do not.",
      }),
    ),
  }),
  attempt_failed: Named("AttemptFailedReport", {
    ...common,
    type: Type.Literal("attempt_failed"),
    reason_code: Reason,
    message: optional(Message),
    next_attempt_at: optional(Timestamp),
    next_attempt_date: optional({ ...CalendarDate, description: "If you know the day and no time." }),
    image_ids: Photos(`Photos of the place. ${forSender}`),
  }),
  cancelled: Named("CancelledReport", {
    ...common,
    type: Type.Literal("cancelled"),
    fee: Type.Optional(
      Nullable(MoneyInput, { description: "What the cancellation costs; null for nothing." }),
    ),
  }),
  cancellation_refused: Named("CancellationRefusedReport", {
    ...common,
    type: Type.Literal("cancellation_refused"),
    reason_code: Reason,
    message: optional(Message),
  }),
  withdrawn: Named("WithdrawnReport", {
    ...common,
    type: Type.Literal("withdrawn"),
    reason_code: Type.Optional(Reason),
    message: optional(Message),
  }),
  delivered: Named("DeliveredReport", {
    ...common,
    type: Type.Literal("delivered"),
    proof: optional(DeliveryProof),
  }),
  undeliverable: Named("UndeliverableReport", {
    ...common,
    type: Type.Literal("undeliverable"),
    reason_code: Reason,
    message: optional(Message),
    image_id: optional(Id),
    image_ids: Photos(
      `Photos of the place, at most ${evidenceMax} with \`image_id\`. ${forSender} Of goods left at the door they are the proof.`,
    ),
  }),
  returned: Named("ReturnedReport", { ...common, type: Type.Literal("returned") }),
  charge: Named("ChargeReport", {
    ...common,
    type: Type.Literal("charge"),
    kind: Words(laterKinds, {
      title: "ReportedChargeKind",
      description:
        "`amount` is positive, in the currency of the price. `discount` lowers what the job costs, such as a refund. The way back is `other`.",
    }),
    amount: MoneyInput,
    description: Plain(textMax, {
      description: "Why, for whoever pays. It is erased with the shipment's personal data.",
      examples: ["20 minutes at the ramp"],
    }),
  }),
} as const satisfies Record<string, TObject>;

export type ReportType = keyof typeof reportSchemas;
export type WireReport = { [Type in ReportType]: Static<(typeof reportSchemas)[Type]> }[ReportType];

const CarrierReport = Type.Union(Object.values(reportSchemas), { title: "CarrierReport" });

export const CarrierReports = Type.Array(JudgedLater(CarrierReport), {
  minItems: 1,
  maxItems: reportsMax,
  description: "Waybill judges each report on its own, and answers in the same order.",
  examples: [
    [
      {
        id: "r-1",
        assignment_id: "asg_01m7x5rdwme1ct34p92xd7wpnk",
        at: "2026-01-31T09:45:00.000Z",
        type: "progress",
        substatus: "picked_up",
      },
      {
        id: "r-2",
        assignment_id: "asg_01m7x5rdwme1ct34p92xd7wpnk",
        at: "2026-01-31T09:46:00.000Z",
        type: "position",
        latitude: 52.5145,
        longitude: 13.4101,
      },
    ],
  ],
});

export const reportResults = ["applied", "late", "duplicate", "refused"] as const;

export const ReportResult = Named("ReportResult", {
  id: Nullable(Type.String({ examples: ["r-1"] }), {
    description: "Null if the report has no valid id.",
  }),
  result: Words(reportResults, {
    title: "ReportOutcome",
    description:
      "`applied`; `late`: it changed nothing, because something newer is known. Its proof and pictures are kept in the timeline; `duplicate`: Waybill has it " +
      "already; `refused`: `problem` says why.",
  }),
  problem: Nullable(ProblemSchema, { examples: [null] }),
  verdict: Type.Optional(
    GrowingWords(verdicts, {
      title: "KeptPositionVerdict",
      description:
        "Of a driver's position that is kept and moves nothing: why, as in the list of positions. Missing otherwise.",
      examples: ["clock_wrong"],
    }),
  ),
});

export const ReportResults = Named("ReportResults", {
  results: Type.Array(ReportResult, { description: "One for each report, in the order sent." }),
});
export type ReportResultsView = Static<typeof ReportResults>;
export type ReportResultView = Static<typeof ReportResult>;
