import type { Money } from "../../../../delivery/model.ts";
import type { QuoteView } from "../../../../delivery/quotes/schema.ts";
import { shipmentColumns } from "../../../../delivery/shipments/csv.ts";
import type { ListedShipmentView } from "../../../../delivery/shipments/schema.ts";
import { toCsv } from "../../../../infra/csv.ts";

/** What is done to many shipments at once. */

/** The API takes no more at a time. */
export const bulkMax = 100;

export interface Limits {
  maxPrice: Money;
  /** Delivered no later than this, in ms. */
  before: number | null;
}

export const strategies = ["cheapest", "fastest"] as const;
export type Strategy = (typeof strategies)[number];

/** The cheapest or fastest open quote within the limits; one without a time is not within a limit of time. */
export function bestWithin(
  quotes: readonly QuoteView[],
  { maxPrice, before }: Limits,
  strategy: Strategy,
): QuoteView | undefined {
  const isWithin = ({ status, price, estimated_delivery_at: at }: QuoteView) =>
    status === "open" &&
    price.currency === maxPrice.currency &&
    price.amount <= maxPrice.amount &&
    (before === null || (at !== null && Date.parse(at) <= before));
  const priceOf = ({ price }: QuoteView) => price.amount;
  const [first, then] = strategy === "cheapest" ? [priceOf, timeOf] : [timeOf, priceOf];
  return quotes
    .filter(isWithin)
    .sort((one, other) => first(one) - first(other) || then(one) - then(other))[0];
}

/** A quote without a time comes last. */
function timeOf({ estimated_delivery_at: at }: QuoteView): number {
  return at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at);
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
