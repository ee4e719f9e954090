import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  GrowingWords,
  Id,
  ListQuery,
  Money,
  Named,
  Nullable,
  Page,
  Text,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { AcceptAtOnce } from "../../lifecycle/assignments/schema.ts";
import { wantedPicks } from "../../lifecycle/quotes/schema.ts";
import {
  AddressInput,
  ContactInput,
  draft,
  line,
  optionalText,
  RequirementsInput,
  WindowInput,
} from "../shipments/schema.ts";
import { orderStates } from "./form.ts";
import { optionalLine, shownAddress, shownContact, shownInstructions, textOrNull } from "./schema.ts";

/** What customers order by a form, and what becomes of it. */

/** An order has no coordinates: a price by distance would be the customer's to choose. */
const { line1, line2, city, state, postal_code, country } = AddressInput.properties;
const OrderAddress = Named("OrderAddress", { line1, line2, city, state, postal_code, country });

const windowed = { window: Type.Optional(Nullable(WindowInput)) };
const pickupWindow = Type.Optional(
  Nullable(WindowInput, { description: "When the goods are ready. Null: from now on." }),
);
const service = Type.Optional(
  Nullable(Text({ minLength: 1, maxLength: 100 }), {
    description: "The code of one of the form's services. Null: the cheapest.",
    examples: ["express"],
  }),
);

/** What a customer sends. */
export const PlaceOrder = Named("PlaceOrder", {
  delivery: Named("OrderDelivery", {
    contact: ContactInput,
    address: OrderAddress,
    instructions: optionalText(280),
    ...windowed,
    requirements: Type.Optional(RequirementsInput),
  }),
  pickup_window: pickupWindow,
  parcels: draft.parcels,
  service,
  reference: Type.Optional(Nullable(line(100))),
});
export type PlaceOrder = Static<typeof PlaceOrder>;

/** What a customer ordered, with the price that the form showed; null where it showed none. */
export interface Asked {
  order: PlaceOrder;
  price: { amount: number; currency: string } | null;
}

export const EstimateOrder = Named("EstimateOrder", {
  delivery: Named("EstimateOrderDelivery", {
    address: Named("EstimateOrderAddress", {
      line1: optionalLine(200),
      line2,
      city: optionalLine(100),
      state,
      postal_code,
      country,
    }),
    ...windowed,
    requirements: Type.Optional(RequirementsInput),
  }),
  pickup_window: pickupWindow,
  parcels: draft.parcels,
  service,
});
export type EstimateOrder = Static<typeof EstimateOrder>;

const shownWindow = Nullable(Named("OrderedWindow", { start: Timestamp, end: Timestamp }), {
  examples: [null],
});
const OrderedSchema = Named("Ordered", {
  delivery: Named("OrderedDelivery", {
    contact: shownContact,
    address: Named("OrderedAddress", shownAddress),
    instructions: shownInstructions,
    window: shownWindow,
    requirements: Named("OrderedRequirements", {
      signature: Type.Boolean({ examples: [false] }),
      photo: Type.Boolean({ examples: [false] }),
      pin: Type.Boolean({ examples: [false] }),
      min_age: Nullable(Type.Integer(), { examples: [null] }),
    }),
  }),
  pickup_window: shownWindow,
  parcels: Type.Array(
    Named("OrderedParcel", {
      description: textOrNull("Books"),
      quantity: Type.Integer({ examples: [1] }),
      weight_grams: Type.Integer({ examples: [900] }),
      length_mm: Nullable(Type.Integer(), { examples: [null] }),
      width_mm: Nullable(Type.Integer(), { examples: [null] }),
      height_mm: Nullable(Type.Integer(), { examples: [null] }),
      reference: textOrNull(null),
      value: Nullable(Money, { examples: [null] }),
    }),
  ),
  service: textOrNull("express"),
  reference: textOrNull("order-1042"),
});
export type OrderedView = Static<typeof OrderedSchema>;

export const OrderRequestSchema = Named("OrderRequest", {
  id: Id("ord"),
  environment: Environment,
  order_form_id: Id("frm"),
  order_form_name: Type.String({ examples: ["Book shop"] }),
  state: GrowingWords(orderStates, {
    title: "OrderState",
    description:
      "`waiting`: nobody has answered it. `withdrawn`: the customer took it back. `approved`: there is a shipment.",
  }),
  order: Nullable(OrderedSchema, {
    description: "What the customer ordered. Null once there is a shipment: that has it.",
  }),
  customer_price: Nullable(Money, {
    description: "What the form showed as the price. Null where it showed none.",
    examples: [{ amount: 1068, currency: "EUR" }],
  }),
  shipment_id: Nullable(Id("shp"), { examples: [null] }),
  message: Nullable(Type.String(), {
    description: "What you told the customer when you refused it.",
    examples: [null],
  }),
  created_at: Timestamp,
  decided_at: Nullable(Timestamp, { examples: [null] }),
  expires_at: Nullable(Timestamp, {
    description: "When the request is erased. Null once there is a shipment.",
  }),
  version: Type.Integer({ minimum: 1 }),
});
export type OrderRequestView = Static<typeof OrderRequestSchema>;
export const OrderRequestPage = Page(OrderRequestSchema);

export const OrderRequestQuery = ListQuery({
  state: Type.Optional(Words(orderStates, { title: "OrderStateFilter" })),
  order_form_id: Type.Optional(Id("frm")),
});
export type OrderRequestQuery = Static<typeof OrderRequestQuery>;

export const ApproveOrder = Type.Optional(
  Named("ApproveOrder", {
    ...wantedPicks,
    pickup_window: Type.Optional(
      Nullable(WindowInput, { description: "Instead of the customer's. Null: from now on." }),
    ),
    delivery_window: Type.Optional(
      Nullable(WindowInput, { description: "Instead of the customer's. Null: none." }),
    ),
    accept: Type.Optional(
      Nullable(AcceptAtOnce, {
        description: "Left out: as `accept_by_default` of the account. Null: nothing.",
      }),
    ),
  }),
);
/** Null without a body. */
export type ApproveOrder = Static<typeof ApproveOrder> | null;

export const RefuseOrder = Type.Optional(
  Named("RefuseOrder", {
    message: Type.Optional(
      Nullable(Text({ maxLength: 280, description: "For the customer, who reads it on the form." }), {
        examples: ["We are closed that day."],
      }),
    ),
  }),
);
/** Null without a body. */
export type RefuseOrder = Static<typeof RefuseOrder> | null;
