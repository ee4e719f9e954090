import { type Static, Type } from "@sinclair/typebox";
import { unavailableCodes } from "../carriers/carrier.ts";
import { CarrierSchema, ServiceSchema } from "../carriers/schema.ts";
import { Closed, Environment, Id, Money, Named, Nullable, Query, Timestamp, Words } from "../http/schema.ts";
import { quoteStatuses } from "./quote.ts";

const QuoteSchema = Named("Quote", {
  id: Id("qte"),
  shipment_id: Id("shp"),
  environment: Environment,
  status: Words(quoteStatuses),
  carrier: CarrierSchema,
  service: ServiceSchema,
  price: Money,
  price_breakdown: Type.Array(
    Closed({
      code: Type.String({ examples: ["base"] }),
      name: Type.String({ examples: ["Base fare"] }),
      amount: Type.Integer({ description: "Integer minor units of the price's currency." }),
    }),
    {
      description: "Sums to price.amount.",
    },
  ),
  estimated_pickup_at: Timestamp,
  estimated_delivery_at: Timestamp,
  labels: Type.Array(Words(["cheapest", "fastest"])),
  expires_at: Timestamp,
  created_at: Timestamp,
});
export type QuoteView = Static<typeof QuoteSchema>;

export const QuotesAnswer = Named("Quotes", {
  data: Type.Array(QuoteSchema),
  unavailable: Type.Array(
    Closed({ carrier: Nullable(CarrierSchema), code: Words(unavailableCodes), message: Type.String() }),
  ),
  status: Words(["pending", "partial", "complete"]),
});
export type QuotesAnswer = Static<typeof QuotesAnswer>;

export const waitSecondsDefault = 5;

export const QuotesQuery = Query({
  wait_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 30, default: waitSecondsDefault })),
});
