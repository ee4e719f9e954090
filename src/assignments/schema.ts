import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { BookAnswer } from "../carriers/carrier.ts";
import { CarrierSchema, ServiceSchema } from "../carriers/schema.ts";
import { Closed, Environment, Money, Named, Nullable, Timestamp, Words } from "../http/schema.ts";
import { reasonCodes } from "../shipments/shipment.ts";
import { assignmentStatuses, vehicleTypes } from "./assignment.ts";

export const DriverSchema = Named("Driver", {
  name: Type.String(),
  phone: Nullable(Type.String()),
  vehicle: Closed({ type: Words(vehicleTypes), plate: Nullable(Type.String()) }),
});

export const AssignmentSchema = Named("Assignment", {
  id: Type.String(),
  shipment_id: Type.String(),
  quote_id: Type.String(),
  environment: Environment,
  status: Words(assignmentStatuses),
  carrier: CarrierSchema,
  service: ServiceSchema,
  price: Money,
  driver: Nullable(DriverSchema),
  attempt: Type.Integer({ minimum: 1 }),
  assigned_at: Timestamp,
  released_at: Nullable(Timestamp),
  release_reason: Nullable(Type.String()),
});
export type AssignmentView = Static<typeof AssignmentSchema>;

/** Either the quote, or the rule by which one is chosen. */
export const AcceptQuote = Closed(
  {
    quote_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    strategy: Type.Optional(Words(["cheapest", "fastest"])),
  },
  { minProperties: 1 },
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

/** Whether what a carrier's adapter returned is an answer at all: types say nothing of another company's data. */
export function isBookAnswer(answer: unknown): answer is BookAnswer {
  return Value.Check(BookAnswerSchema, answer);
}
