import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Basis, ServiceRating } from "../../carriers/kinds/fleet/rating.ts";
import { costOf } from "../../carriers/margin.ts";
import type { Quote } from "../../lifecycle/quotes/quote.ts";
import { toCancellationFees, toMoney } from "../../lifecycle/quotes/view.ts";
import type { QuoteExplanation } from "./schema.ts";

export function toExplainedService(
  { service, result }: ServiceRating,
  currency: string,
): QuoteExplanation["services"][number] {
  if (result.kind === "refused") return { service, offered: false, offer: null, refusal: result.refusal };
  const { lines, basis, pickupAt, deliveryAt, cancellation, endTerms } = result.offer;
  return {
    service,
    offered: true,
    offer: {
      price: { amount: lines.reduce((sum, { amount }) => sum + amount, 0), currency },
      lines: lines.map((line) => ({ ...line, detail: line.detail() })),
      basis,
      estimated_pickup_at: toTimestamp(pickupAt),
      estimated_delivery_at: toTimestampOrNull(deliveryAt),
      cancellation: toCancellationFees(cancellation, currency),
      return_fee: toMoney(endTerms?.returnFee, currency),
      failed_price: toMoney(endTerms?.failedPrice, currency),
    },
    refusal: null,
  };
}

/** What the fleet itself offered. @param quote one that a fleet made */
export function toExplainedQuote(quote: Quote): QuoteExplanation["quotes"][number] {
  return {
    quote_id: quote.id,
    service: quote.service,
    price: { amount: costOf(quote), currency: quote.currency },
    basis: quote.basis as Basis,
    created_at: toTimestamp(quote.createdAt),
  };
}
