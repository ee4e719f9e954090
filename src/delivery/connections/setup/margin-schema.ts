import { type Static, Type } from "@sinclair/typebox";
import { CurrencyCode, Money, Named, Nullable } from "../../../infra/http/schema.ts";
import { amountMax } from "../../model/model.ts";

/** What the operator adds to a carrier's prices. */

const marginPercentMax = 1000;
const Percent = Nullable(Type.Number({ minimum: 0, maximum: marginPercentMax }), {
  description: "Of the carrier's price. At most two decimals.",
  examples: [12.5],
});
const fixedAmount = "Added to offers in this currency only: Waybill does not convert currencies.";
const marginNote =
  "What accounts pay above the carrier's price: both parts together, rounded half up once. Only the operator sees it. Null: nothing.";
const marginExample = { percent: 12.5, amount: { amount: 50, currency: "EUR" } };
export const MarginSchema = Nullable(
  Named("CarrierMargin", {
    percent: Percent,
    amount: Nullable(Money, { description: fixedAmount }),
  }),
  { description: marginNote, examples: [marginExample] },
);
export const MarginInput = Nullable(
  Named("CarrierMarginInput", {
    percent: Type.Optional(Percent),
    amount: Type.Optional(
      Nullable(
        Named("CarrierMarginAmount", {
          amount: Type.Integer({
            minimum: 0,
            maximum: amountMax,
            description: "Integer in minor units, such as cents.",
          }),
          currency: CurrencyCode,
        }),
        { description: fixedAmount },
      ),
    ),
  }),
  {
    description: `${marginNote} Quotes that are already stored keep their price.`,
    examples: [marginExample],
  },
);
export type MarginInput = Static<typeof MarginInput>;
