import type { CancellationStep, PriceLine, UnavailableCode } from "../carriers/carrier.ts";
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
  /** Null where the carrier knows no time. */
  estimatedPickupAt: number | null;
  estimatedDeliveryAt: number | null;
  /** How the carrier came to the price: for its owner only. */
  basis: unknown;
  /** What a cancellation costs; null where only the carrier knows. */
  cancellationSteps: CancellationStep[] | null;
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
  cheapest: (a: Quote, b: Quote) => a.amount - b.amount || compareTimes(a, b) || compare(a.id, b.id),
  fastest: (a: Quote, b: Quote) => compareTimes(a, b) || a.amount - b.amount || compare(a.id, b.id),
} as const satisfies Record<Strategy, (a: Quote, b: Quote) => number>;

/** A quote without an estimate comes after all that have one. */
function compareTimes(a: Quote, b: Quote): number {
  if (a.estimatedDeliveryAt === b.estimatedDeliveryAt) return 0;
  return (a.estimatedDeliveryAt ?? Number.POSITIVE_INFINITY) <
    (b.estimatedDeliveryAt ?? Number.POSITIVE_INFINITY)
    ? -1
    : 1;
}

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
