import type { Static } from "@sinclair/typebox";
import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { Environment } from "../../infra/environment.ts";
import type { CancellationStep } from "../carriers/carrier.ts";
import { type Quote, type Strategy, statusAt } from "./quote.ts";
import type { CancellationFees, QuoteView } from "./schema.ts";

export function toQuoteView(
  quote: Quote,
  environment: Environment,
  labels: Strategy[],
  now: number,
): QuoteView {
  const { currency, cancellationSteps } = quote;
  return {
    id: quote.id,
    shipment_id: quote.shipmentId,
    environment,
    status: statusAt(quote, now),
    carrier: quote.carrier,
    service: quote.service,
    price: { amount: quote.amount, currency },
    price_breakdown: quote.priceBreakdown,
    estimated_pickup_at: toTimestampOrNull(quote.estimatedPickupAt),
    estimated_delivery_at: toTimestampOrNull(quote.estimatedDeliveryAt),
    cancellation: cancellationSteps && toCancellationFees(cancellationSteps, currency),
    labels,
    expires_at: toTimestamp(quote.expiresAt),
    created_at: toTimestamp(quote.createdAt),
  };
}

export function toCancellationFees(
  steps: readonly CancellationStep[],
  currency: string,
): Static<typeof CancellationFees> {
  return steps.map(({ until, amount }) => ({ until, fee: { amount, currency } }));
}
