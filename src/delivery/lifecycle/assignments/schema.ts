import { type Static, Type } from "@sinclair/typebox";
import { MoneyInput, Named, Text, Words } from "../../../infra/http/schema.ts";

/** A part of a rule, which allows other members. Not `oneOf`: client generators would make other types of it. */
export const some = (properties: Record<string, object>, required: string[]) => ({
  properties,
  required,
  additionalProperties: true,
});

/** Names a quote, or a strategy that chooses one. The service refuses both together. */
export const AcceptQuote = Named(
  "AcceptQuote",
  {
    quote_id: Type.Optional(Text({ minLength: 1, maxLength: 40 })),
    strategy: Type.Optional(Words(["cheapest", "fastest"], { title: "QuoteStrategy" })),
    auto_reassign: Type.Optional(
      Named(
        "AutoReassignInput",
        { max_price: MoneyInput },
        {
          description:
            "If the carrier rejects or drops the shipment, or does not answer, Waybill accepts the next best open quote in this currency up to this price, at most five times. Best by `strategy`, or cheapest. After a rejection that leaves open whether the carrier has booked, Waybill waits for you.",
        },
      ),
    ),
  },
  {
    description: "Either a quote or a strategy that picks one.",
    if: some({ quote_id: { type: "string" } }, ["quote_id"]),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: some({ strategy: { type: "null" } }, []),
    else: some({ strategy: { type: "string" } }, ["strategy"]),
    minProperties: 1,
    examples: [{ quote_id: "qte_01m7x5rdwme1ct34p92xd7wpnk" }],
  },
);
export type AcceptQuote = Static<typeof AcceptQuote>;
