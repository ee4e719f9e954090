import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import type { Money } from "../../../../delivery/model.ts";
import type { QuoteView } from "../../../../delivery/quotes/schema.ts";
import { type Cell, toCsv } from "../usage/csv.ts";

/** What is done to many shipments at once. */

/** The API takes no more at a time. */
export const bulkMax = 100;

export interface Limits {
  maxPrice: Money;
  /** Delivered no later than this, in ms. */
  before: number | null;
}

/** The cheapest open quote within the limits; one without a time is not within a limit of time. */
export function cheapestWithin(
  quotes: readonly QuoteView[],
  { maxPrice, before }: Limits,
): QuoteView | undefined {
  const isWithin = ({ status, price, estimated_delivery_at: at }: QuoteView) =>
    status === "open" &&
    price.currency === maxPrice.currency &&
    price.amount <= maxPrice.amount &&
    (before === null || (at !== null && Date.parse(at) <= before));
  return quotes.filter(isWithin).sort((one, other) => one.price.amount - other.price.amount)[0];
}

/** One sum for each currency. */
export function sumsOf(prices: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of prices) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

const header = [
  "tracking_number",
  "reference",
  "status",
  "pickup",
  "delivery",
  "recipient",
  "expected_at",
  "carrier",
  "driver",
  "price_amount",
  "currency",
];

export function shipmentsCsv(shipments: readonly ShipmentView[]): string {
  return toCsv(
    header,
    shipments.map((shipment): Cell[] => {
      const { pickup, delivery, assignment, price } = shipment;
      return [
        shipment.tracking_number,
        shipment.reference,
        shipment.status,
        addressText(pickup.address),
        addressText(delivery.address),
        delivery.contact.name,
        shipment.estimated_delivery_at,
        assignment?.carrier.name ?? null,
        assignment?.driver?.name ?? null,
        price?.amount ?? null,
        price?.currency ?? null,
      ];
    }),
  );
}

function addressText({ line1, postal_code, city }: ShipmentView["pickup"]["address"]): string {
  return [line1, [postal_code, city].filter(Boolean).join(" ")].join(", ");
}
