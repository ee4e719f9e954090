import type { PriceLine, UnavailableCode } from "../carriers/carrier.ts";
import type { CarrierIdentity, Service } from "../model.ts";

export const quoteStatuses = ["open", "accepted", "declined", "expired", "withdrawn"] as const;
type QuoteStatus = (typeof quoteStatuses)[number];

export interface Quote {
  id: string;
  shipmentId: string;
  round: number;
  /** As stored. `expired` is never stored, see `statusAt`. */
  status: Exclude<QuoteStatus, "expired">;
  carrier: CarrierIdentity;
  service: Service;
  amount: number;
  currency: string;
  priceBreakdown: PriceLine[];
  carrierReference: string | null;
  estimatedPickupAt: number;
  estimatedDeliveryAt: number;
  expiresAt: number;
  createdAt: number;
}

/** A carrier that made no offer, and why. */
export interface Unavailable {
  carrier: CarrierIdentity | null;
  code: UnavailableCode;
  message: string;
}

/** A quote expires by the clock alone, without a job. */
export function statusAt(quote: Pick<Quote, "status" | "expiresAt">, now: number): QuoteStatus {
  return quote.status === "open" && quote.expiresAt <= now ? "expired" : quote.status;
}

export type Strategy = "cheapest" | "fastest";

const orders = {
  cheapest: (a: Quote, b: Quote) =>
    a.amount - b.amount || a.estimatedDeliveryAt - b.estimatedDeliveryAt || compare(a.id, b.id),
  fastest: (a: Quote, b: Quote) =>
    a.estimatedDeliveryAt - b.estimatedDeliveryAt || a.amount - b.amount || compare(a.id, b.id),
} as const satisfies Record<Strategy, (a: Quote, b: Quote) => number>;

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export function ranked(quotes: readonly Quote[], strategy: Strategy): Quote[] {
  return [...quotes].sort(orders[strategy]);
}

/** `cheapest` and `fastest`: exactly one of the quotes has each label. */
export function labelsOf(quotes: readonly Quote[]): Map<string, Strategy[]> {
  const labels = new Map<string, Strategy[]>(quotes.map((quote) => [quote.id, []]));
  for (const strategy of ["cheapest", "fastest"] as const) {
    const best = ranked(quotes, strategy)[0];
    if (best) labels.get(best.id)?.push(strategy);
  }
  return labels;
}
