import { integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { PriceLine } from "../../carriers/carrier.ts";
import type { CancellationStep, EndTerms } from "../../carriers/ends.ts";
import type { CarrierIdentity, Service } from "../../model/model.ts";
import { redactedText } from "../state/redacted.ts";
import type { Quote, Unavailable } from "./quote.ts";

export const quoteRounds = table("quote_rounds", {
  shipmentId: plain(text("shipment_id").notNull()),
  number: plain(integer().notNull()),
  state: plain(text().$type<"running" | "complete" | "withdrawn">().notNull()),
  unavailable: personal(json<Unavailable[]>()().notNull(), (refusals) =>
    refusals.map((refusal) => ({ ...refusal, message: redactedText })),
  ),
  startedAt: plain(integer("started_at").notNull()),
  /** When it ends, whoever has answered by then. */
  deadlineAt: plain(integer("deadline_at").notNull()),
});

/** Carriers that a running round waits for. */
export const quoteAsks = table("quote_asks", {
  shipmentId: plain(text("shipment_id").notNull()),
  round: plain(integer().notNull()),
  carrierId: plain(text("carrier_id").notNull()),
  carrier: plain(json<CarrierIdentity>()().notNull()),
  /** When a carrier of a sandbox script answers; null for carriers that are asked at once. */
  answersAt: plain(integer("answers_at")),
});

export const quotes = table("quotes", {
  id: plain(text().primaryKey()),
  shipmentId: plain(text("shipment_id").notNull()),
  round: plain(integer().notNull()),
  status: plain(text().$type<Quote["status"]>().notNull()),
  carrier: plain(json<CarrierIdentity>()().notNull()),
  service: plain(json<Service>()().notNull()),
  amount: plain(integer().notNull()),
  cost: plain(integer()),
  currency: plain(text().notNull()),
  priceBreakdown: plain(json<PriceLine[]>()("price_breakdown").notNull()),
  carrierReference: plain(text("carrier_reference")),
  estimatedPickupAt: plain(integer("estimated_pickup_at")),
  estimatedDeliveryAt: plain(integer("estimated_delivery_at")),
  estimatedDeliveryDate: plain(text("estimated_delivery_date")),
  basis: plain(json<unknown>()()),
  cancellationSteps: plain(json<CancellationStep[]>()("cancellation_steps")),
  endTerms: plain(json<EndTerms>()("end_terms")),
  expiresAt: plain(integer("expires_at").notNull()),
  createdAt: plain(integer("created_at").notNull()),
});
