import { type Static, Type } from "@sinclair/typebox";
import {
  createdFilters,
  Environment,
  GrowingWords,
  Id,
  ListQuery,
  Money,
  Named,
  Nullable,
  sortBy,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { billers, chargeKinds, laterKinds } from "./charge.ts";

export const ChargeSchema = Named("Charge", {
  id: Id("chg"),
  environment: Environment,
  shipment_id: Id("shp"),
  assignment_id: Id("asg"),
  account_id: Id("acct"),
  carrier_id: Id("car"),
  kind: GrowingWords(chargeKinds, {
    title: "ChargeKind",
    description:
      "`delivery` for an accepted quote, `cancellation` for a fee, `return` for goods that are back, `adjustment` for what takes a charge back or corrects it. Later charges of a carrier: `waiting`, another `attempt`, a `discount`, `other`.",
  }),
  amount: Named("ChargeAmount", {
    amount: Type.Integer({
      description: "Integer in minor units. Negative for a discount, and if it takes a charge back.",
    }),
    currency: Money.properties.currency,
  }),
  billed_by: GrowingWords(billers, {
    title: "ChargeBiller",
    description: "`carrier` if your own carrier sends the invoice, otherwise `installation`.",
  }),
  reverses: Nullable(Id("chg"), { description: "The charge that an adjustment takes back." }),
  reason: Type.Optional(
    Nullable(Type.String(), {
      description:
        "Of a later charge: why, in the carrier's words. Null in events, and when it was erased. Missing in older events.",
      examples: [null],
    }),
  ),
  created_at: Timestamp,
});
export type ChargeView = Static<typeof ChargeSchema>;

/** What a report charged, as its carrier reads it: never what the account pays of it. */
export const ReportedChargeSchema = Named("ReportedCharge", {
  id: Id("chg"),
  report_id: Nullable(Type.String(), {
    description: "Your own id of the report. Null when it was erased with the shipment's personal data.",
    examples: ["waiting-1"],
  }),
  kind: GrowingWords(laterKinds, {
    title: "ReportedKind",
    description: "As you reported it. `amount` of a `discount` is positive, too.",
  }),
  amount: Money,
  description: Nullable(Type.String(), {
    description: "Why, in your words. Null when it was erased.",
    examples: ["20 minutes at the ramp"],
  }),
  created_at: Timestamp,
});
export type ReportedChargeView = Static<typeof ReportedChargeSchema>;

/** A charge of the list, beside what its shipment is called. Events have no such words: they would outlast an erasure. */
export const ListedCharge = Named("ListedCharge", {
  ...ChargeSchema.properties,
  shipment: Nullable(
    Named("ChargedShipment", {
      reference: Nullable(Type.String(), { examples: ["ORD-1001"] }),
      tracking_number: Type.String({ examples: ["WB4H7K2M9PQR"] }),
    }),
    { description: "What you call the shipment now. Null if it was deleted." },
  ),
});
export type ListedChargeView = Static<typeof ListedCharge>;

export const ChargeQuery = ListQuery({
  shipment_id: Type.Optional(Id("shp")),
  carrier_id: Type.Optional(Id("car")),
  order_form_id: Type.Optional({
    ...Id("frm"),
    description: "Of shipments that were ordered by this form.",
  }),
  kind: Type.Optional(Words(chargeKinds, { title: "ChargeKindFilter" })),
  ...createdFilters,
  sort: sortBy("ChargeOrder", "By `created_at`: `newest` first or `oldest` first."),
});
export type ChargeQuery = Static<typeof ChargeQuery>;
