import { integer, json, table, text } from "../../../infra/db/columns.ts";
import type { CancellationStep, PriceLine } from "../../carriers/carrier.ts";
import type { CarrierIdentity, Service } from "../../model/model.ts";
import type { Quote, Unavailable } from "./quote.ts";

export const quoteRounds = table("quote_rounds", {
  shipmentId: text("shipment_id").notNull(),
  number: integer().notNull(),
  state: text().$type<"running" | "complete" | "withdrawn">().notNull(),
  unavailable: json<Unavailable[]>()().notNull(),
  startedAt: integer("started_at").notNull(),
  /** When it ends, whoever has answered by then. */
  deadlineAt: integer("deadline_at").notNull(),
});

/** Carriers that a running round waits for. */
export const quoteAsks = table("quote_asks", {
  shipmentId: text("shipment_id").notNull(),
  round: integer().notNull(),
  carrierId: text("carrier_id").notNull(),
  carrier: json<CarrierIdentity>()().notNull(),
  /** When a carrier of a sandbox script answers; null for carriers that are asked at once. */
  answersAt: integer("answers_at"),
});

export const quotes = table("quotes", {
  id: text().primaryKey(),
  shipmentId: text("shipment_id").notNull(),
  round: integer().notNull(),
  status: text().$type<Quote["status"]>().notNull(),
  carrier: json<CarrierIdentity>()().notNull(),
  service: json<Service>()().notNull(),
  amount: integer().notNull(),
  cost: integer(),
  currency: text().notNull(),
  priceBreakdown: json<PriceLine[]>()("price_breakdown").notNull(),
  carrierReference: text("carrier_reference"),
  estimatedPickupAt: integer("estimated_pickup_at"),
  estimatedDeliveryAt: integer("estimated_delivery_at"),
  estimatedDeliveryDate: text("estimated_delivery_date"),
  basis: json<unknown>()(),
  cancellationSteps: json<CancellationStep[]>()("cancellation_steps"),
  expiresAt: integer("expires_at").notNull(),
  createdAt: integer("created_at").notNull(),
});
