import { type Static, Type } from "@sinclair/typebox";
import { Named, Text, Words } from "../../infra/http/schema.ts";

/** Names a quote, or a strategy that chooses one. The service refuses both together. */
export const AcceptQuote = Named(
  "AcceptQuote",
  {
    quote_id: Type.Optional(Text({ minLength: 1, maxLength: 40 })),
    strategy: Type.Optional(Words(["cheapest", "fastest"], { title: "QuoteStrategy" })),
  },
  {
    description: "Either a quote or a strategy that picks one.",
    minProperties: 1,
    // Not `oneOf`: client generators would make other types of it.
    if: { properties: { quote_id: { type: "string" } }, required: ["quote_id"], additionalProperties: true },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { maxProperties: 1, additionalProperties: true },
    examples: [{ quote_id: "qte_01m7x5rdwme1ct34p92xd7wpnk" }],
  },
);
export type AcceptQuote = Static<typeof AcceptQuote>;
