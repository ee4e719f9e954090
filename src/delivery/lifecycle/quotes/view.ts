import type { Static } from "@sinclair/typebox";
import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { CancellationStep } from "../../carriers/ends.ts";
import { agreedEnd, shareOf } from "../../carriers/margin.ts";
import type { Money } from "../../model/model.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { labelsOf, type Quote, ranked, type Strategy, statusAt, type Unavailable } from "./quote.ts";
import type { CancellationFees, EstimateView, QuoteView } from "./schema.ts";

export function toQuoteView(
  quote: Quote,
  environment: Environment,
  labels: Strategy[],
  now: number,
): QuoteView {
  return {
    id: quote.id,
    shipment_id: quote.shipmentId,
    environment,
    status: statusAt(quote, now),
    ...toOfferView(quote, labels),
    expires_at: toTimestamp(quote.expiresAt),
    created_at: toTimestamp(quote.createdAt),
  };
}

/** What an offer says, whether it can be accepted or not. */
function toOfferView(quote: Quote, labels: Strategy[]): EstimateView["data"][number] {
  const { currency, cancellationSteps, endTerms } = quote;
  const agreed = endTerms && agreedEnd(endTerms, quote);
  return {
    carrier: quote.carrier,
    service: quote.service,
    price: { amount: quote.amount, currency },
    price_breakdown: quote.priceBreakdown,
    estimated_pickup_at: toTimestampOrNull(quote.estimatedPickupAt),
    estimated_delivery_at: toTimestampOrNull(quote.estimatedDeliveryAt),
    estimated_delivery_date: quote.estimatedDeliveryDate,
    cancellation: cancellationSteps && toCancellationFees(agreedSteps(cancellationSteps, quote), currency),
    return_fee: toMoney(agreed?.returnFee, currency),
    failed_price: toMoney(agreed?.failedPrice, currency),
    labels,
  };
}

/** Cheapest first. */
export function toEstimateView(
  environment: Environment,
  draft: Pick<ShipmentRow, "delivery" | "distanceMeters">,
  offers: readonly Quote[],
  unavailable: Unavailable[],
): Omit<EstimateView, "warnings"> {
  const labels = labelsOf(offers, draft);
  return {
    environment,
    distance_meters: draft.distanceMeters,
    data: ranked(offers, "cheapest", draft).map((offer) => toOfferView(offer, labels.get(offer.id) ?? [])),
    unavailable,
  };
}

/** The carrier's fees as the account pays them. */
function agreedSteps(steps: readonly CancellationStep[], quote: Quote): CancellationStep[] {
  return steps.map(({ until, amount }) => ({ until, amount: shareOf(amount, quote) }));
}

/** @param amount minor units */
export function toMoney(amount: number | null | undefined, currency: string): Money | null {
  return amount == null ? null : { amount, currency };
}

export function toCancellationFees(
  steps: readonly CancellationStep[],
  currency: string,
): Static<typeof CancellationFees> {
  return steps.map(({ until, amount }) => ({ until, fee: { amount, currency } }));
}
