import { type Static, Type } from "@sinclair/typebox";
import { JudgedLater } from "../../../infra/http/kinds.ts";
import { ProblemSchema } from "../../../infra/http/problem-schema.ts";
import { MoneyInput, Named, Nullable, Text, Words } from "../../../infra/http/schema.ts";
import { AcceptQuote, some } from "../../lifecycle/assignments/schema.ts";
import { AssignmentSchema } from "../../lifecycle/state/schema.ts";
import { CreatedShipmentSchema, CreateShipment, cancelProperties } from "../shipments/schema.ts";

/** Creating, accepting quotes and cancelling, for many shipments at once. Contract for live deliveries, §3. */

const itemsMax = 100;
const examples = ["shp_01m7x5rdwme1ct34p92xd7wpnk"];
/** Another id is no such shipment. */
const shipmentId = Text({ minLength: 1, maxLength: 40, examples });

const AcceptItem = Named(
  "AcceptItem",
  {
    shipment_id: shipmentId,
    quote_id: AcceptQuote.properties.quote_id,
    strategy: AcceptQuote.properties.strategy,
    max_price: Type.Optional(MoneyInput),
    auto_reassign: AcceptQuote.properties.auto_reassign,
  },
  {
    description: "Either a quote, or a strategy with or without a price.",
    if: some({ quote_id: { type: "string" } }, ["quote_id"]),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: some({ strategy: { type: "null" }, max_price: { type: "null" } }, []),
    else: some({ strategy: { type: "string" } }, ["strategy"]),
  },
);
export type AcceptItem = Static<typeof AcceptItem>;

export const AcceptBatch = Named("AcceptBatch", {
  items: Type.Array(AcceptItem, {
    minItems: 1,
    maxItems: itemsMax,
    description:
      "Each with either a quote or a strategy that picks one. With a strategy, quotes above `max_price` or in another currency are not accepted.",
    examples: [
      [{ shipment_id: examples[0], strategy: "cheapest", max_price: { amount: 900, currency: "EUR" } }],
    ],
  }),
});
export type AcceptBatch = Static<typeof AcceptBatch>;

const CancelItem = Named("CancelItem", { shipment_id: shipmentId, ...cancelProperties });
export type CancelItem = Static<typeof CancelItem>;

export const CancelBatch = Named("CancelBatch", {
  items: Type.Array(CancelItem, { minItems: 1, maxItems: itemsMax }),
});
export type CancelBatch = Static<typeof CancelBatch>;

export const CreateBatch = Named("CreateBatch", {
  shipments: Type.Array(JudgedLater(CreateShipment), {
    minItems: 1,
    maxItems: itemsMax,
    description: "Each as for a single shipment. Waybill judges each on its own.",
  }),
});
export type CreateBatch = Static<typeof CreateBatch>;

const shipment_id = Type.String({ examples });
const problem = Nullable(ProblemSchema, { description: "Why it was refused.", examples: [null] });

export const CreateResults = Named("CreateResults", {
  data: Type.Array(
    Named("CreateResult", {
      index: Type.Integer({ minimum: 0, description: "Its place in `shipments`." }),
      shipment: Nullable(CreatedShipmentSchema, { description: "Null if it was refused." }),
      problem,
    }),
    { description: "One for each item, in the order sent." },
  ),
});
export type CreateResults = Static<typeof CreateResults>;
export type CreateResult = CreateResults["data"][number];

export const AcceptResults = Named("AcceptResults", {
  results: Type.Array(
    Named("AcceptResult", {
      shipment_id,
      result: Words(["accepted", "refused"], { title: "AcceptOutcome" }),
      assignment: Nullable(AssignmentSchema),
      problem,
    }),
    { description: "One for each item, in the order sent." },
  ),
});
export type AcceptResults = Static<typeof AcceptResults>;
export type AcceptResult = AcceptResults["results"][number];

export const CancelResults = Named("CancelResults", {
  results: Type.Array(
    Named("CancelResult", {
      shipment_id,
      result: Words(["cancelled", "requested", "refused"], {
        title: "CancelOutcome",
        description: "`requested`: the carrier has not answered yet. An event follows.",
      }),
      problem,
    }),
    { description: "One for each item, in the order sent." },
  ),
});
export type CancelResults = Static<typeof CancelResults>;
export type CancelResult = CancelResults["results"][number];
