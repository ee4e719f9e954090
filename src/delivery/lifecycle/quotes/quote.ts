import { currencyOf } from "../../../infra/geography/country.ts";
import type { PriceLine, UnavailableCode } from "../../carriers/carrier.ts";
import type { CancellationStep, EndTerms } from "../../carriers/ends.ts";
import type { CarrierIdentity, Service } from "../../model/model.ts";
import { expectedBy } from "../state/promise.ts";
import type { ShipmentRow } from "../state/rows.ts";

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
  /** What the carrier takes for a return or a failure; null where the price stays. */
  endTerms: EndTerms | null;
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

/** Where the offers go. */
type Destination = Pick<ShipmentRow, "delivery">;
type Order = (a: Quote, b: Quote) => number;

const orders: Record<Strategy, (destination: Destination) => Order> = {
  cheapest: (destination) => (a, b) =>
    comparePrices(a, b, destination) || compareTimes(a, b, destination) || compare(a.id, b.id),
  fastest: (destination) => (a, b) =>
    compareTimes(a, b, destination) || comparePrices(a, b, destination) || compare(a.id, b.id),
};

/** Amounts of two currencies do not compare: the one of the delivery's country comes first, then by their codes. */
function comparePrices(a: Quote, b: Quote, { delivery }: Destination): number {
  if (a.currency === b.currency) return a.amount - b.amount;
  const own = currencyOf(delivery.address.country);
  return Number(b.currency === own) - Number(a.currency === own) || compare(a.currency, b.currency);
}

/** A day counts until its end, and a quote without an estimate comes after all that have one. */
function compareTimes(a: Quote, b: Quote, destination: Destination): number {
  const byWhen = ({ estimatedDeliveryAt: at, estimatedDeliveryDate: date }: Quote) =>
    expectedBy(destination, at, date) ?? Number.POSITIVE_INFINITY;
  return compare(byWhen(a), byWhen(b));
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}

/** The best first. */
export function ranked(quotes: readonly Quote[], strategy: Strategy, destination: Destination): Quote[] {
  return [...quotes].sort(orders[strategy](destination));
}

/** `cheapest` and `fastest`: exactly one of the quotes has each label. */
export function labelsOf(quotes: readonly Quote[], destination: Destination): Map<string, Strategy[]> {
  const labels = new Map<string, Strategy[]>(quotes.map((quote) => [quote.id, []]));
  for (const strategy of ["cheapest", "fastest"] as const) {
    const best = ranked(quotes, strategy, destination)[0];
    if (best) labels.get(best.id)?.push(strategy);
  }
  return labels;
}
