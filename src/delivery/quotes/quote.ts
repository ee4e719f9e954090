import { dayMs } from "../../infra/durations.ts";
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
  /** What the account pays. */
  amount: number;
  /** What the carrier takes; null in quotes that are older than margins: the price. */
  cost: number | null;
  currency: string;
  priceBreakdown: PriceLine[];
  carrierReference: string | null;
  /** Null where the carrier knows no time. */
  estimatedPickupAt: number | null;
  estimatedDeliveryAt: number | null;
  /** The day at the delivery's address, `YYYY-MM-DD`; null where a time or nothing is known. */
  estimatedDeliveryDate: string | null;
  /** How the carrier came to the price: for its owner only. */
  basis: unknown;
  /** What the carrier takes for a cancellation; null where only the carrier knows. */
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

/** A day counts until its end, and a quote without an estimate comes after all that have one. */
function compareTimes(a: Quote, b: Quote): number {
  const [atA, atB] = [expectedBy(a), expectedBy(b)];
  if (atA === atB) return 0;
  return atA < atB ? -1 : 1;
}

function expectedBy({ estimatedDeliveryAt: at, estimatedDeliveryDate: date }: Quote): number {
  if (at !== null) return at;
  return date === null ? Number.POSITIVE_INFINITY : Date.parse(date) + dayMs;
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
