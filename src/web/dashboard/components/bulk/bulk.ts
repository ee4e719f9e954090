import type { QuoteView } from "@/delivery/lifecycle/quotes/schema.ts";
import type { Money } from "@/delivery/model/model.ts";
import { shipmentColumns } from "@/delivery/orders/shipments/csv.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { toCsv } from "@/infra/text/csv.ts";
import { hasSessionEnded, isProblem, type Problem } from "../../../browser/problem.ts";

/** What is done to many shipments at once. */

/** The API takes no more at a time. */
export const bulkMax = 100;

export interface Limits {
  /** Prices in different currencies cannot be compared. */
  currency: string;
  /** In minor units; null is no limit. */
  maxAmount: number | null;
  /** Delivered no later than this, in ms. */
  before: number | null;
}

export const strategies = ["cheapest", "fastest"] as const;
export type Strategy = (typeof strategies)[number];

/** The cheapest or fastest open quote within the limits; one without a time is not within a limit of time. */
export function bestWithin(
  quotes: readonly QuoteView[],
  { currency, maxAmount, before }: Limits,
  strategy: Strategy,
): QuoteView | undefined {
  const isWithin = (quote: QuoteView) =>
    quote.status === "open" &&
    quote.price.currency === currency &&
    (maxAmount === null || quote.price.amount <= maxAmount) &&
    (before === null || timeOf(quote) <= before);
  const priceOf = ({ price }: QuoteView) => price.amount;
  const [first, then] = strategy === "cheapest" ? [priceOf, timeOf] : [timeOf, priceOf];
  return quotes
    .filter(isWithin)
    .sort((one, other) => first(one) - first(other) || then(one) - then(other))[0];
}

/** The currencies of what can be accepted, the most frequent first. */
export function currenciesOf(quotes: readonly QuoteView[]): string[] {
  const counts = new Map<string, number>();
  for (const { status, price } of quotes)
    if (status === "open") counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

/** By when it is delivered: a day counts until its end where the reader is, and a quote without an estimate comes last. */
function timeOf({ estimated_delivery_at: at, estimated_delivery_date: day }: QuoteView): number {
  if (at !== null) return Date.parse(at);
  return day === null ? Number.MAX_SAFE_INTEGER : Date.parse(`${day}T24:00:00`);
}

/** One sum for each currency. */
export function sumsOf(prices: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of prices) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

/** As the API's CSV of the list. */
export function shipmentsCsv(shipments: readonly ListedShipmentView[]): string {
  const columns = Object.entries(shipmentColumns);
  const rows = shipments.map((shipment) => columns.map(([, cell]) => cell(shipment)));
  return toCsv([columns.map(([name]) => name), ...rows]);
}

/**
 * Sends a request for each, one after the other. One that is refused refuses no other, but a rate limit or quota does: it
 * refuses those after it too, and they are not sent.
 * @returns why there is none, by id
 * @throws Problem without a response, or a session: those after it would have none either
 */
export async function requestEach(
  ids: readonly string[],
  send: (id: string) => Promise<unknown>,
): Promise<ReadonlyMap<string, Problem>> {
  const refusals = new Map<string, Problem>();
  for (const [index, id] of ids.entries()) {
    try {
      await send(id);
    } catch (problem) {
      if (!isProblem(problem) || problem.status === 0 || hasSessionEnded(problem)) throw problem;
      const isLimited = problem.status === 429;
      for (const refused of isLimited ? ids.slice(index) : [id]) refusals.set(refused, problem);
      if (isLimited) break;
    }
  }
  return refusals;
}
