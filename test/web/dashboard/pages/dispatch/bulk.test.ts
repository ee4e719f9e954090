import { expect, test } from "bun:test";
import type { QuoteView } from "../../../../../src/delivery/quotes/schema.ts";
import { cheapestWithin, sumsOf } from "../../../../../src/web/dashboard/pages/dispatch/bulk.ts";

const quote = (id: string, amount: number, change: Partial<QuoteView> = {}) =>
  ({
    id,
    status: "open",
    price: { amount, currency: "EUR" },
    estimated_delivery_at: "2026-01-31T15:00:00.000Z",
    ...change,
  }) as QuoteView;

const maxPrice = { amount: 900, currency: "EUR" };
const before = Date.parse("2026-01-31T15:00:00.000Z");

test("of many quotes the cheapest open one within the limits is taken", () => {
  const quotes = [
    quote("dear", 901),
    quote("expired", 100, { status: "expired" }),
    quote("francs", 200, { price: { amount: 200, currency: "CHF" } }),
    quote("late", 300, { estimated_delivery_at: "2026-01-31T15:00:01.000Z" }),
    quote("without a time", 400, { estimated_delivery_at: null }),
    quote("at both limits", 900),
  ];
  expect(cheapestWithin(quotes, { maxPrice, before })?.id).toBe("at both limits");
  expect(cheapestWithin(quotes, { maxPrice, before: null })?.id).toBe("late");
  expect(cheapestWithin(quotes.slice(0, 3), { maxPrice, before })).toBeUndefined();
});

test("a sum keeps currencies apart", () => {
  const euros = (amount: number) => ({ amount, currency: "EUR" });
  expect(sumsOf([euros(700), { amount: 5, currency: "CHF" }, euros(1)])).toEqual([
    euros(701),
    { amount: 5, currency: "CHF" },
  ]);
  expect(sumsOf([])).toEqual([]);
});
