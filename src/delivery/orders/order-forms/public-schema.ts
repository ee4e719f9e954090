import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  GrowingWords,
  Id,
  Money,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  TextLike,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { unavailableCodes } from "../../carriers/carrier.ts";
import { ServiceSchema } from "../../carriers/schema.ts";
import { PublicBrandSchema } from "../../lifecycle/brand/schema.ts";
import { Status, Substatus } from "../../lifecycle/state/schema.ts";
import { pageLanguages } from "../../model/model.ts";
import { approvals, codeDigits, formRights, orderStates } from "./form.ts";

/** What whoever has the link of an order form sends and sees. */

const textOrNull = (example: string | null) => Nullable(Type.String(), { examples: [example] });

export const PublicOrderFormSchema = Named("PublicOrderForm", {
  environment: Environment,
  sender: Type.String({
    description: "Who delivers, and handles the data: the account's name.",
    examples: ["City Riders"],
  }),
  brand: Nullable(PublicBrandSchema, { description: "Null if the account set nothing." }),
  privacy_url: Nullable(Type.String(), {
    description: "Where the account tells how it treats personal data. Null only in the sandbox.",
    examples: ["https://shop.example.com/privacy"],
  }),
  imprint_url: Nullable(Type.String(), {
    description: "Where the account tells who it is. Null only in the sandbox.",
    examples: ["https://shop.example.com/imprint"],
  }),
  customer: Type.String({ description: "The customer's name.", examples: ["Book shop"] }),
  pickup: Named("PublicOrderFormPickup", {
    name: Type.String({ examples: ["Book shop"] }),
    line1: Type.String({ examples: ["Torstraße 1"] }),
    city: Type.String({ examples: ["Berlin"] }),
    postal_code: textOrNull("10119"),
    country: Type.String({ examples: ["DE"] }),
    time_zone: Nullable(Type.String(), { examples: ["Europe/Berlin"] }),
  }),
  languages: Type.Array(Words(pageLanguages), { description: "In which the page can speak." }),
  services: Type.Array(ServiceSchema, { description: "What the customer may order." }),
  countries: Nullable(Type.Array(Type.String()), {
    description: "Where deliveries may go, ISO 3166-1 alpha-2. Null: everywhere.",
    examples: [["DE"]],
  }),
  windows: Named("OrderWindowRules", {
    length_min_minutes: Type.Integer({ examples: [10] }),
    ahead_max_days: Type.Integer({ examples: [30] }),
  }),
  shows_prices: Type.Boolean(),
  approval: Words(approvals, { title: "OrderApprovalNow" }),
  may: Type.Array(GrowingWords(formRights)),
  sends_codes: Type.Boolean({
    description: "Whether a code can be sent to the customer, which shows earlier orders.",
  }),
  is_known_device: Type.Boolean({
    description: "Whether the request came from a device that has entered a code.",
  }),
  orders_left_today: Type.Integer({ minimum: 0, examples: [50] }),
  paused_until: Nullable(Timestamp, {
    description: "Until when the form takes no orders. Null: it is not paused.",
    examples: [null],
  }),
});
export type PublicOrderFormView = Static<typeof PublicOrderFormSchema>;

export const OrderEstimateSchema = Named("OrderEstimate", {
  data: Type.Array(
    Named("OrderOffer", {
      service: ServiceSchema,
      price: Nullable(Money, { description: "Null where the form shows no prices." }),
      estimated_pickup_at: Nullable(Timestamp),
      estimated_delivery_at: Nullable(Timestamp),
    }),
    { description: "One of each service, cheapest first. Empty where the account has no fleet that could." },
  ),
  unavailable: Type.Array(GrowingWords(unavailableCodes), {
    description: "Why services are missing.",
    examples: [["out_of_zone"]],
  }),
});
export type OrderEstimateView = Static<typeof OrderEstimateSchema>;

const order = {
  id: Id("ord"),
  state: GrowingWords(orderStates, { title: "PublicOrderState" }),
  status: Nullable(Status, { description: "Of the shipment. Null until there is one." }),
  substatus: Nullable(Substatus),
  reference: textOrNull("order-1042"),
  recipient: Type.String({ description: "Empty once the personal data is erased.", examples: ["Ada Park"] }),
  town: Type.String({ examples: ["Berlin"] }),
  window: Nullable(Named("OrderWindow", { start: Timestamp, end: Timestamp }), {
    description: "When it shall be delivered.",
  }),
  price: Nullable(Money, {
    description:
      "What the customer pays. While there is no offer, what the form showed. Null where it shows no prices.",
  }),
  is_price_final: Type.Boolean({ description: "Whether an offer was accepted at this price." }),
  estimated_pickup_at: Nullable(Timestamp),
  estimated_delivery_at: Nullable(Timestamp),
  delivered_at: Nullable(Timestamp),
  tracking_number: textOrNull("WB4Z7K2M9XQ1P"),
  tracking_url: textOrNull("https://waybill.example.com/t/Zm9vYmFyYmF6"),
  has_label: Type.Boolean(),
  can_cancel: Type.Boolean({ description: "Whether the customer may cancel it now." }),
  can_recall: Type.Boolean({ description: "Whether the customer may call the goods back now." }),
  recall_requested_at: Nullable(Timestamp, {
    description:
      "When somebody asked to bring the goods back. The driver has not seen it while the status is `in_transit`.",
    examples: [null],
  }),
  message: Nullable(Type.String(), {
    description: "Why it was refused.",
    examples: [null],
  }),
  created_at: Timestamp,
};
export const PublicOrderSchema = Named("PublicOrder", order);
export type PublicOrderView = Static<typeof PublicOrderSchema>;
export const PublicOrderPage = Page(PublicOrderSchema);
export const PublicOrderQuery = PlainListQuery({});
export type PublicOrderQuery = Static<typeof PublicOrderQuery>;

export const PlacedOrderSchema = Named("PlacedOrder", {
  ...order,
  receipt: Type.String({
    description: "Shows this order for a day, in the header `X-Order-Receipt`.",
    examples: ["Zm9vYmFyYmF6"],
  }),
});
export type PlacedOrderView = Static<typeof PlacedOrderSchema>;

export const AskCode = Type.Optional(
  Named("AskCode", {
    language: Type.Optional(
      Words(pageLanguages, { title: "CodeLanguage", description: "Of the mail.", default: "en" }),
    ),
  }),
);
export type AskCode = Static<typeof AskCode> | null;

export const SentCodeSchema = Named("SentCode", {
  sent_to: Type.String({ examples: ["a…@example.com"] }),
  expires_at: Timestamp,
  code: Nullable(Type.String(), {
    description: "The code, in the sandbox only, where no mail is sent.",
    examples: [null],
  }),
});
export type SentCodeView = Static<typeof SentCodeSchema>;

export const EnterCode = Named("EnterCode", {
  code: TextLike(
    `^[0-9]{${codeDigits}}$`,
    { code: "format", detail: `must be the ${codeDigits} digits of the code` },
    { maxLength: codeDigits, examples: ["123456"] },
  ),
});
export type EnterCode = Static<typeof EnterCode>;

export const OrderDeviceSchema = Named("OrderDevice", {
  secret: Nullable(Type.String(), {
    description: "Shows earlier orders, in the header `X-Order-Device`.",
    examples: ["Zm9vYmFyYmF6"],
  }),
  expires_at: Timestamp,
});
export type OrderDeviceView = Static<typeof OrderDeviceSchema>;
