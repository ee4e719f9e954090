import { type Static, Type } from "@sinclair/typebox";
import {
  Id,
  ListQuery,
  Money,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Timestamp,
} from "../../../infra/http/schema.ts";
import { CarrierSchema } from "../../carriers/schema.ts";

/** What accounts owe the installation for a month. */

const Amount = (description: string, example: number) =>
  Type.Integer({ description: `${description} Integer in minor units.`, examples: [example] });

const sums = {
  currency: Money.properties.currency,
  charges: Type.Integer({ minimum: 0, description: "How many charges are in it.", examples: [3] }),
  deliveries: Amount("Prices of accepted quotes.", 1780),
  cancellations: Amount("Fees for cancellations.", 120),
  adjustments: Amount("What was taken back: prices, and discounts on them.", -890),
  later: Amount("What fleets charged beside the price: returns, and later charges less discounts.", 250),
  total: Amount("The sum of the four.", 1260),
};
/** What a customer pays. */
const customer_total = Type.Optional(
  Nullable(Type.Integer({ examples: [1512] }), {
    description:
      "Only with `order_form_id`: what the customer pays for the total, with the markup that held when it was ordered. The lines of a shipment add up to its price over all months, rounded half up. Integer in minor units. Null where the form shows no prices.",
  }),
);
const earned = {
  cost: Amount("What the carriers take of the total.", 900),
  margin: Amount("`total` − `cost`.", 110),
};

const month = {
  month: Type.String({ description: "In UTC.", examples: ["2026-01"] }),
  from: { ...Timestamp, examples: ["2026-01-01T00:00:00.000Z"] },
  to: {
    ...Timestamp,
    description: "The first moment after the month.",
    examples: ["2026-02-01T00:00:00.000Z"],
  },
  until: {
    ...Timestamp,
    deprecated: true,
    description: "Older spelling of `to`.",
    examples: ["2026-02-01T00:00:00.000Z"],
  },
  complete: Type.Boolean({
    description: "False while the month is not over: charges may still be added.",
    examples: [true],
  }),
};
const perCurrency = "One for each currency.";

const StatementLine = Named("StatementLine", {
  shipment_id: Id("shp"),
  tracking_number: Nullable(Type.String({ examples: ["WB4M7X5RDWME1C"] })),
  reference: Nullable(
    Type.String({ description: "Your own reference of the shipment.", examples: ["ORD-1"] }),
  ),
  carrier: CarrierSchema,
  ...sums,
  customer_total,
});
export type StatementLineView = Static<typeof StatementLine>;

export const StatementSchema = Named("Statement", {
  ...month,
  account_id: Id("acct"),
  totals: Type.Array(Named("StatementTotal", { ...sums, customer_total }), { description: perCurrency }),
  ...Page(StatementLine).properties,
});
export type StatementView = Static<typeof StatementSchema>;

const OperatorStatementLine = Named("OperatorStatementLine", {
  account: Named("StatementAccount", {
    id: Id("acct"),
    name: Type.String({ examples: ["Corner Shop"] }),
  }),
  carrier: CarrierSchema,
  ...sums,
  ...earned,
});
export type OperatorStatementLineView = Static<typeof OperatorStatementLine>;

export const OperatorStatementSchema = Named("OperatorStatement", {
  ...month,
  totals: Type.Array(Named("OperatorStatementTotal", { ...sums, ...earned }), { description: perCurrency }),
  ...Page(OperatorStatementLine).properties,
});
export type OperatorStatementView = Static<typeof OperatorStatementSchema>;

export const StatementQuery = ListQuery({
  order_form_id: Type.Optional({
    ...Id("frm"),
    description:
      "The statement of this form's customer: what was ordered by it, whoever bills it, in either environment.",
  }),
});
export type StatementQuery = Static<typeof StatementQuery>;
export const OperatorStatementQuery = PlainListQuery({});
export type OperatorStatementQuery = Static<typeof OperatorStatementQuery>;
