import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  GrowingWords,
  Id,
  Money,
  Named,
  Nullable,
  Query,
  Text,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { unavailableCodes } from "../../carriers/carrier.ts";
import { CarrierSchema, DeliveryDate, ServiceSchema } from "../../carriers/schema.ts";
import { WarningSchema } from "../../model/address-schema.ts";
import { substatuses } from "../../model/model.ts";
import { picksMax } from "./picks.ts";
import { quoteStatuses } from "./quote.ts";

const pick = Text({ minLength: 1, maxLength: 100 });

/** Members that name carriers and services. @param what the quotes or offers that they leave */
export const picksOf = (what: string) => ({
  carriers: Type.Array(pick, {
    minItems: 1,
    maxItems: picksMax,
    description: `${what} of these carriers only. Each entry is an id, or a code, which means every carrier of that code.`,
    examples: [["own_fleet"]],
  }),
  services: Type.Array(pick, {
    minItems: 1,
    maxItems: picksMax,
    description: `${what} of services with these codes only.`,
    examples: [["express"]],
  }),
});
const wanted = picksOf("Quotes");

/** Of a new shipment and of an estimate. */
export const wantedPicks = {
  carriers: Type.Optional(Nullable(wanted.carriers)),
  services: Type.Optional(Nullable(wanted.services)),
};

export const RequestQuotes = Type.Optional(
  Named("RequestQuotes", wantedPicks, {
    description: "What is left out stays as the shipment has it. Null: all.",
  }),
);
/** Null without a body. */
export type RequestQuotes = Static<typeof RequestQuotes> | null;

export const CancellationFees = Type.Array(
  Named("CancellationFee", {
    until: GrowingWords(substatuses, {
      description: "The fee is due before the shipment reaches this substatus.",
    }),
    fee: Money,
  }),
  {
    description:
      "What a cancellation or a release by you costs, in order. After the last fee it costs the whole price; empty: nothing.",
  },
);

export const ReturnFee = Nullable(Money, {
  description: "What comes on top of the price when the goods are back. Null if nothing does.",
  examples: [null],
});
export const FailedPrice = Nullable(Money, {
  description:
    "What it costs instead of the price when the shipment ends as `failed`; damaged or lost goods then cost nothing. Null if the price stays.",
  examples: [null],
});

const QuoteSchema = Named("Quote", {
  id: Id("qte"),
  shipment_id: Id("shp"),
  environment: Environment,
  status: Words(quoteStatuses, { title: "QuoteStatus" }),
  carrier: CarrierSchema,
  service: ServiceSchema,
  price: Money,
  price_breakdown: Type.Array(
    Named("PriceLine", {
      code: Type.String({ examples: ["base"] }),
      name: Type.String({ examples: ["Base fare"] }),
      amount: Type.Integer({ description: "Integer in minor units of the price's currency." }),
    }),
    {
      description: "The amounts add up to `price.amount`.",
    },
  ),
  estimated_pickup_at: Nullable(Timestamp, { description: "Null if the carrier gives no time." }),
  estimated_delivery_at: Nullable(Timestamp, { description: "Null if the carrier gives no time." }),
  estimated_delivery_date: DeliveryDate,
  cancellation: Nullable(CancellationFees, { description: "Null if only the carrier knows." }),
  return_fee: ReturnFee,
  failed_price: FailedPrice,
  labels: Type.Array(GrowingWords(["cheapest", "fastest"], { title: "QuoteLabel" })),
  expires_at: Timestamp,
  created_at: Timestamp,
});
export type QuoteView = Static<typeof QuoteSchema>;

const UnavailableCarriers = Type.Array(
  Named("UnavailableCarrier", {
    carrier: Nullable(CarrierSchema),
    code: GrowingWords(unavailableCodes, {
      description:
        "What helps:\n\n- `incomplete_address`, `out_of_zone`: correct the address, or send its coordinates\n- `window_unavailable`: change the windows\n- `weight_exceeded`, `dimensions_exceeded`, `requirement_unsupported`: change the parcels or requirements\n- `currency_mismatch`, `no_carriers_configured`: add a carrier\n- the others: request new quotes later",
    }),
    message: Type.String(),
  }),
);

export const QuotesAnswer = Named("Quotes", {
  data: Type.Array(QuoteSchema),
  unavailable: UnavailableCarriers,
  status: Words(["pending", "partial", "complete"], { title: "QuotingStatus" }),
});
export type QuotesAnswer = Static<typeof QuotesAnswer>;

const { carrier, service, price, price_breakdown, cancellation, labels } = QuoteSchema.properties;
const { return_fee, failed_price } = QuoteSchema.properties;
const { estimated_pickup_at, estimated_delivery_at, estimated_delivery_date } = QuoteSchema.properties;

export const EstimateSchema = Named("Estimate", {
  environment: Environment,
  distance_meters: Nullable(Type.Integer({ description: "Great-circle distance.", examples: [3390] })),
  data: Type.Array(
    Named("EstimatedOffer", {
      carrier,
      service,
      price,
      price_breakdown,
      estimated_pickup_at,
      estimated_delivery_at,
      estimated_delivery_date,
      cancellation,
      return_fee,
      failed_price,
      labels,
    }),
  ),
  unavailable: UnavailableCarriers,
  warnings: Type.Array(WarningSchema, {
    description: "What in the addresses looks wrong.",
    examples: [[]],
  }),
});
export type EstimateView = Static<typeof EstimateSchema>;

export const waitSecondsDefault = 5;

export const QuotesQuery = Query({
  wait_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 30, default: waitSecondsDefault })),
});
