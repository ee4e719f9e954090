import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import {
  Environment,
  GrowingWords,
  Id,
  Money,
  Named,
  Nullable,
  Text,
  Timestamp,
  Words,
} from "../../infra/http/schema.ts";
import type { BookAnswer, BookingStatus } from "../carriers/carrier.ts";
import { CarrierSchema, ServiceSchema } from "../carriers/schema.ts";
import { reasonCodes } from "../shipments/shipment.ts";
import { assignmentStatuses, vehicleTypes } from "./assignment.ts";

export const DriverSchema = Named("Driver", {
  name: Type.String({ examples: ["Alex I."] }),
  phone: Nullable(Type.String({ examples: ["+4930123456"] })),
  vehicle: Named("Vehicle", {
    type: GrowingWords(vehicleTypes),
    plate: Nullable(Type.String({ examples: ["B-WB 1001"] })),
  }),
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
  attempt: Type.Integer({ minimum: 1 }),
  assigned_at: Timestamp,
  released_at: Nullable(Timestamp, { examples: [null] }),
  release_reason: Nullable(Type.String(), { examples: [null] }),
});
export type AssignmentView = Static<typeof AssignmentSchema>;

/** Either the quote, or the rule by which one is chosen; the service refuses both together. */
export const AcceptQuote = Named(
  "AcceptQuote",
  {
    quote_id: Type.Optional(Text({ minLength: 1, maxLength: 40 })),
    strategy: Type.Optional(Words(["cheapest", "fastest"], { title: "QuoteStrategy" })),
  },
  {
    description: "Either the quote, or the rule by which one is chosen.",
    minProperties: 1,
    // Without `oneOf`, of which generators of clients would make other types.
    if: { properties: { quote_id: { type: "string" } }, required: ["quote_id"], additionalProperties: true },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { maxProperties: 1, additionalProperties: true },
    examples: [{ quote_id: "qte_01m7x5rdwme1ct34p92xd7wpnk" }],
  },
);
export type AcceptQuote = Static<typeof AcceptQuote>;

const BookAnswerSchema = Type.Union([
  Type.Object({
    kind: Type.Literal("booked"),
    reference: Type.String(),
    driver: Nullable(DriverSchema),
    confirmed: Type.Boolean(),
  }),
  Type.Object({ kind: Type.Literal("rejected"), reason: Words(reasonCodes), message: Type.String() }),
]);

const BookingStatusSchema = Type.Union([
  BookAnswerSchema,
  Type.Object({ kind: Words(["pending", "unknown"]) }),
]);

/** Whether what a carrier's adapter returned is an answer at all: types say nothing of another company's data. */
export function isBookAnswer(answer: unknown): answer is BookAnswer {
  return Value.Check(BookAnswerSchema, answer);
}

/** The same for what it found when it looked a booking up. */
export function isBookingStatus(answer: unknown): answer is BookingStatus {
  return Value.Check(BookingStatusSchema, answer);
}
