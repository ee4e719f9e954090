import { type Static, Type } from "@sinclair/typebox";
import { CarrierSchema, ServiceSchema } from "../carriers/schema.ts";
import { Closed, Environment, Money, Nullable, Timestamp, Words } from "../http/schema.ts";
import { assignmentStatuses, vehicleTypes } from "./assignment.ts";

export const DriverSchema = Closed({
  name: Type.String(),
  phone: Nullable(Type.String()),
  vehicle: Closed({ type: Words(vehicleTypes), plate: Nullable(Type.String()) }),
});

export const AssignmentSchema = Closed({
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
