import type {
  OrderEstimateView,
  PlacedOrderView,
  PublicOrderFormView,
  PublicOrderView,
  SentCodeView,
} from "../../delivery/orders/order-forms/public-schema.ts";

/** What the API takes and answers, in the page's words. */

export type { PageLanguage } from "../../delivery/model/model.ts";
export type { EstimateOrder, PlaceOrder } from "../../delivery/orders/order-forms/order-schema.ts";
export type OrderForm = PublicOrderFormView;
export type Order = PublicOrderView;
export type PlacedOrder = PlacedOrderView;
export type SentCode = SentCodeView;
export type OrderEstimate = OrderEstimateView;
