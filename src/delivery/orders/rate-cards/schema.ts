import { type Static, Type } from "@sinclair/typebox";
import { GrowingWords, Id, Money, Named, Nullable, Text, Timestamp } from "../../../infra/http/schema.ts";
import { unavailableCodes } from "../../carriers/carrier.ts";
import { ServiceSchema } from "../../carriers/schema.ts";
import { CancellationFees, FailedPrice, ReturnFee } from "../../lifecycle/quotes/schema.ts";
import { IfUndeliverable } from "../../lifecycle/state/schema.ts";
import { ShipmentDraft } from "../shipments/schema.ts";

/** How a fleet comes to its offers, for its owner. */

/** A stored shipment, or the body of one. The service refuses both together. */
export const ExplainQuote = Type.Partial(
  Type.Object({
    shipment_id: Text({ minLength: 1, maxLength: 40, examples: ["shp_01m7x5rdwme1ct34p92xd7wpnk"] }),
    ...ShipmentDraft.properties,
    // Without the default, which would stand beside a shipment_id.
    if_undeliverable: IfUndeliverable,
  }),
  {
    title: "ExplainQuote",
    additionalProperties: false,
    description: "Either `shipment_id`, or the same body as for a new shipment. Nothing is stored.",
    minProperties: 1,
    // Not `oneOf`: client generators would make other types of it.
    if: {
      properties: { shipment_id: { type: "string" } },
      required: ["shipment_id"],
      additionalProperties: true,
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { maxProperties: 1, additionalProperties: true },
    examples: [{ shipment_id: "shp_01m7x5rdwme1ct34p92xd7wpnk" }],
  },
);
export type ExplainQuote = Static<typeof ExplainQuote>;

const Pointer = (example: string) =>
  Type.String({ description: "JSON Pointer into the rate card.", examples: [example] });

const RefusalSchema = Named("QuoteRefusal", {
  code: GrowingWords(unavailableCodes),
  message: Type.String(),
  source: Pointer("#/services/0/limits/weight_grams"),
});

const LineSchema = Named("ExplainedLine", {
  code: Type.String({ examples: ["distance"] }),
  name: Type.String({ examples: ["Distance"] }),
  amount: Type.Integer({ description: "Integer in minor units of the card's currency." }),
  source: Pointer("#/services/0/price/per_km"),
  detail: Type.String({ description: "How the amount was computed.", examples: ["90 per km × 5400 m"] }),
});

const DistanceSchema = Nullable(
  Named("DrivingDistance", {
    meters: Type.Integer({ examples: [7400] }),
    source: GrowingWords(["great_circle", "router"], {
      description: "`great_circle` is the straight line × 1.3.",
    }),
  }),
  { description: "Null if only the country of an address is known." },
);

const BasisSchema = Named(
  "QuoteBasis",
  {
    card_version: Type.Integer({ examples: [3] }),
    pickup_zone: Type.String({ examples: ["near"] }),
    delivery_zone: Type.String({ examples: ["center"] }),
    distance: DistanceSchema,
    weight_grams: Type.Integer({ description: "Real weight of all parcels." }),
    chargeable_grams: Type.Integer({ description: "By volume where that is more than the real weight." }),
  },
  { description: "What the price rests on." },
);

const OfferSchema = Named("ExplainedOffer", {
  price: Money,
  lines: Type.Array(LineSchema, { description: "The amounts add up to `price.amount`." }),
  basis: BasisSchema,
  estimated_pickup_at: Timestamp,
  estimated_delivery_at: Nullable(Timestamp, { description: "Null if the distance is unknown." }),
  cancellation: CancellationFees,
  return_fee: ReturnFee,
  failed_price: FailedPrice,
});

export const QuoteExplanation = Named("QuoteExplanation", {
  card_version: Type.Integer({ examples: [3] }),
  distance: DistanceSchema,
  services: Type.Array(
    Named("ExplainedService", {
      service: ServiceSchema,
      offered: Type.Boolean(),
      offer: Nullable(OfferSchema, { description: "Null if the service is not offered." }),
      refusal: Nullable(RefusalSchema, {
        description: "The rule that decided. Null if the service is offered.",
      }),
    }),
    { description: "Every service of the card, in its order, as it would answer now." },
  ),
  quotes: Type.Array(
    Named("ExplainedQuote", {
      quote_id: Id("qte"),
      service: ServiceSchema,
      price: Money,
      basis: BasisSchema,
      created_at: Timestamp,
    }),
    { description: "What the fleet offered in the shipment's last round; empty for a body." },
  ),
});
export type QuoteExplanation = Static<typeof QuoteExplanation>;
