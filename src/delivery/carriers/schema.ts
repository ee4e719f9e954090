import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { CalendarDate, GrowingWords, Id, Named, Nullable, Words } from "../../infra/http/schema.ts";
import { amountMax, reasonCodes, substatuses, vehicleTypes } from "../model/model.ts";
import {
  type BookAnswer,
  type BookingStatus,
  type CancelAnswer,
  type QuoteAnswer,
  unavailableCodes,
} from "./carrier.ts";

export const CarrierSchema = Named("Carrier", {
  id: Id("car"),
  code: Type.String({ examples: ["swift_bike"] }),
  name: Type.String({ examples: ["Swift Bike"] }),
});

export const ServiceSchema = Named("Service", {
  code: Type.String({ examples: ["express"] }),
  name: Type.String({ examples: ["Express 60"] }),
});

/** What a carrier knows that has a day for a delivery, and no time. */
export const DeliveryDate = Nullable(CalendarDate, {
  description: "The day at the delivery's address, if the carrier gives a day and no time. Null otherwise.",
  examples: [null],
});

export const DriverSchema = Named("Driver", {
  name: Type.String({ examples: ["Alex I."] }),
  phone: Nullable(Type.String({ examples: ["+4930123456"] })),
  vehicle: Named("Vehicle", {
    type: GrowingWords(vehicleTypes),
    plate: Nullable(Type.String({ examples: ["B-WB 1001"] })),
  }),
});

const linesMax = 100;
const EndAmount = Nullable(Type.Integer({ minimum: 0, maximum: 10 * amountMax }));
const Amount = Type.Integer({ minimum: -amountMax, maximum: amountMax });
export const Instant = Type.Integer({ minimum: 0, maximum: 8.64e15 });

const OfferSchema = Type.Object({
  service: Type.Object({ code: Type.String(), name: Type.String() }),
  currency: Type.String({ pattern: "^[A-Z]{3}$" }),
  priceLines: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), amount: Amount }), {
    minItems: 1,
    maxItems: linesMax,
  }),
  estimatedPickupAt: Nullable(Instant),
  estimatedDeliveryAt: Nullable(Instant),
  estimatedDeliveryDate: Type.Optional(Nullable(CalendarDate)),
  expiresAt: Type.Optional(Instant),
  reference: Type.Optional(Type.String()),
  basis: Type.Optional(Type.Unknown()),
  cancellation: Type.Optional(
    Type.Array(
      Type.Object({ until: Words(substatuses), amount: Type.Integer({ minimum: 0, maximum: amountMax }) }),
    ),
  ),
  endTerms: Type.Optional(Type.Object({ returnFee: EndAmount, failedPrice: EndAmount })),
});

const noOffer = { code: Words(unavailableCodes), message: Type.String() };
const QuoteAnswerSchema = Type.Union([
  Type.Object({
    kind: Type.Literal("offers"),
    offers: Type.Array(OfferSchema, { minItems: 1 }),
    unavailable: Type.Optional(Type.Object(noOffer)),
    accountFault: Type.Optional(Type.String()),
  }),
  Type.Object({ kind: Type.Literal("unavailable"), ...noOffer }),
]);

/** Checks what a carrier's adapter returned: types guarantee nothing about another company's data. */
export function isQuoteAnswer(answer: unknown): answer is QuoteAnswer {
  if (!Value.Check(QuoteAnswerSchema, answer)) return false;
  if (answer.kind === "unavailable") return true;
  return answer.offers.every((offer) => offer.priceLines.reduce((sum, line) => sum + line.amount, 0) >= 0);
}

/** The carrier's own names for a booking, beside its reference. */
export const BookingNames = {
  trackingNumbers: Type.Optional(Type.Record(Type.String(), Type.String())),
  trackingUrl: Type.Optional(Type.String()),
};

const BookAnswerSchema = Type.Union([
  Type.Object({
    kind: Type.Literal("booked"),
    reference: Type.String(),
    driver: Nullable(DriverSchema),
    confirmed: Type.Boolean(),
    ...BookingNames,
  }),
  Type.Object({
    kind: Type.Literal("rejected"),
    reason: Words(reasonCodes),
    message: Type.String(),
    mayBeBooked: Type.Optional(Type.Literal(true)),
  }),
  Type.Object({ kind: Type.Literal("pending"), reference: Nullable(Type.String()) }),
]);

/** What a cancellation costs, minor units. */
export const Fee = Type.Object({
  amount: Type.Integer({ minimum: 0, maximum: amountMax }),
  currency: Type.String({ pattern: "^[A-Z]{3}$" }),
});

const CancelAnswerSchema = Type.Union([
  Type.Object({
    kind: Type.Literal("cancelled"),
    fee: Nullable(Fee),
    refund: Type.Optional(Type.Literal("pending")),
    mayBeBooked: Type.Optional(Type.Literal(true)),
  }),
  Type.Object({ kind: Type.Literal("refused"), reason: Words(reasonCodes), message: Type.String() }),
  Type.Object({ kind: Type.Literal("pending") }),
]);

const BookingStatusSchema = Type.Union([BookAnswerSchema, Type.Object({ kind: Type.Literal("unknown") })]);

/** Whether an answer to a booking has one of the shapes that it may have. */
export function isBookAnswer(answer: unknown): answer is BookAnswer {
  return Value.Check(BookAnswerSchema, answer);
}

/** Whether an answer to a cancellation has one of the shapes that it may have. */
export function isCancelAnswer(answer: unknown): answer is CancelAnswer {
  return Value.Check(CancelAnswerSchema, answer);
}

/** Whether the status of a booking has one of the shapes that it may have. */
export function isBookingStatus(answer: unknown): answer is BookingStatus {
  return Value.Check(BookingStatusSchema, answer);
}
