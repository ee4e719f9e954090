import { type Static, Type } from "@sinclair/typebox";
import { Money, MoneyInput, Named, Nullable, Text, Words } from "../../../infra/http/schema.ts";
import { picksOf } from "../quotes/schema.ts";

/** A part of a rule, which allows other members. Not `oneOf`: client generators would make other types of it. */
export const some = (properties: Record<string, object>, required: string[]) => ({
  properties,
  required,
  additionalProperties: true,
});

const code = Text({ minLength: 1, maxLength: 40 });

/** A price that people agreed on, with what it is for. */
const agreedProperties = {
  price: Type.Optional(MoneyInput),
  service: Type.Optional({
    ...code,
    description:
      "With `price`, and required then: the code of a service in the rate card of your own fleet. Its cancellation holds.",
    examples: ["express"],
  }),
  carrier_id: Type.Optional({
    ...code,
    description: "With `price`: the fleet, where several of yours have the service.",
    examples: ["car_01m7x5rdwme1ct34p92xd7wpnk"],
  }),
};

const picked = picksOf("Quotes");

/** Which quotes a strategy or a driver may take. */
const pickedProperties = {
  carriers: Type.Optional(picked.carriers),
  services: Type.Optional(picked.services),
};

const driver_id = Type.Optional({
  ...code,
  description:
    "A driver of your own fleet, on duty or not, who gets the job. Takes the fleet's cheapest quote, or books at `price`. Needs the scope `dispatch:write`.",
  examples: ["drv_01m7x5rdwme1ct34p92xd7wpnk"],
});

const noPrice = { price: { type: "null" }, service: { type: "null" }, carrier_id: { type: "null" } };

const noPicks = { carriers: { type: "null" }, services: { type: "null" } };

/** The rule of `choiceErrors` for a body without a quote, in JSON Schema. */
const strategyOrPrice = {
  if: some({ price: { type: "object" } }, ["price"]),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: some(
    { strategy: { type: "null" }, max_price: { type: "null" }, service: { type: "string" }, ...noPicks },
    ["service"],
  ),
  else: {
    if: some({ driver_id: { type: "string" } }, ["driver_id"]),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: some({ strategy: { type: "null" }, ...noPrice }, []),
    else: some({ strategy: { type: "string" }, ...noPrice }, ["strategy"]),
  },
};

/** Names a quote, a strategy that chooses one, or an agreed price. The service refuses two together. */
export const AcceptQuote = Named(
  "AcceptQuote",
  {
    quote_id: Type.Optional(Text({ minLength: 1, maxLength: 40 })),
    strategy: Type.Optional(Words(["cheapest", "fastest"], { title: "QuoteStrategy" })),
    driver_id,
    ...agreedProperties,
    ...pickedProperties,
    auto_reassign: Type.Optional(
      Named(
        "AutoReassignInput",
        { max_price: MoneyInput, ...pickedProperties },
        {
          description:
            "If the carrier rejects or drops the shipment, or does not answer, Waybill accepts the next best open quote in this currency up to this price, at most five times. Best by `strategy`, or cheapest. Without `carriers` and `services` of its own, those beside it hold. After a rejection that leaves open whether the carrier has booked, Waybill waits for you.",
        },
      ),
    ),
  },
  {
    description:
      "A quote, a strategy that picks one, a driver of your own fleet, or a `price` at which your own fleet is booked, also without an offer. A price is in the currency of the rate card, and needs the scope `dispatch:write`.",
    if: some({ quote_id: { type: "string" } }, ["quote_id"]),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: some({ strategy: { type: "null" }, driver_id: { type: "null" }, ...noPrice, ...noPicks }, []),
    else: strategyOrPrice,
    minProperties: 1,
    examples: [{ quote_id: "qte_01m7x5rdwme1ct34p92xd7wpnk" }],
  },
);
export type AcceptQuote = Static<typeof AcceptQuote>;

/** What a new shipment says of the offer that is taken for it. */
export const AcceptAtOnce = Named(
  "AcceptAtOnce",
  {
    strategy: Type.Optional(Words(["cheapest", "fastest"], { title: "QuoteStrategy" })),
    driver_id,
    max_price: Type.Optional(MoneyInput),
    ...agreedProperties,
    ...pickedProperties,
  },
  {
    description:
      "With `strategy`: accepts the best quote when the carriers have answered, in the currency of `max_price` and up to it. With `driver_id`: takes that fleet's cheapest quote and gives the driver the job. With `price`: books your own fleet at once, as accepting a quote does. Needs the scope `assignments:write`.",
    ...strategyOrPrice,
  },
);
export type AcceptAtOnce = Static<typeof AcceptAtOnce>;

/** As an account shows it. */
export const AcceptByDefaultSchema = Named("AcceptedByDefault", {
  strategy: Words(["cheapest", "fastest"], { title: "QuoteStrategy" }),
  max_price: Type.Optional(Money),
  carriers: Type.Optional(Type.Array(Type.String())),
  services: Type.Optional(Type.Array(Type.String())),
});

/** What an account accepts for each new shipment. A driver and an agreed price are of one shipment. */
export const AcceptByDefault = Named(
  "AcceptByDefault",
  {
    strategy: Type.Optional(Words(["cheapest", "fastest"], { title: "QuoteStrategy" })),
    max_price: Type.Optional(Nullable(MoneyInput)),
    carriers: Type.Optional(Nullable(picked.carriers)),
    services: Type.Optional(Nullable(picked.services)),
  },
  {
    description:
      "Accepts the best quote when the carriers have answered. A key without the scope `assignments:write` creates the shipment without it, and `accept_problem` says so.",
    examples: [{ strategy: "cheapest", carriers: ["own_fleet"] }],
  },
);
export type AcceptByDefault = Static<typeof AcceptByDefault>;
