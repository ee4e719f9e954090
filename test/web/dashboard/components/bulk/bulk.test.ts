import { expect, test } from "bun:test";
import type { QuoteView } from "../../../../../src/delivery/lifecycle/quotes/schema.ts";
import { statuses } from "../../../../../src/delivery/model/model.ts";
import {
  bestWithin,
  currenciesOf,
  requestEach,
  sumsOf,
} from "../../../../../src/web/dashboard/components/bulk/bulk.ts";
import { closedWord } from "../../../../../src/web/dashboard/components/bulk/words.ts";

const quote = (id: string, amount: number, change: Partial<QuoteView> = {}) =>
  ({
    id,
    status: "open",
    price: { amount, currency: "EUR" },
    estimated_delivery_at: "2026-01-31T15:00:00.000Z",
    estimated_delivery_date: null,
    ...change,
  }) as QuoteView;

const maxPrice = { maxAmount: 900, currency: "EUR" };
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
  expect(bestWithin(quotes, { ...maxPrice, before }, "cheapest")?.id).toBe("at both limits");
  expect(bestWithin(quotes, { ...maxPrice, before: null }, "cheapest")?.id).toBe("late");
  expect(bestWithin(quotes.slice(0, 3), { ...maxPrice, before }, "cheapest")).toBeUndefined();
});

test("the fastest within the limits is taken, the cheaper of two that are as fast, and one without a time last", () => {
  const at = (time: string) => ({ estimated_delivery_at: `2026-01-31T${time}:00.000Z` });
  const quotes = [
    quote("without a time", 100, { estimated_delivery_at: null }),
    quote("slow", 200, at("14:30")),
    quote("fast and dear", 800, at("14:00")),
    quote("fast", 700, at("14:00")),
    quote("fastest, too dear", 901, at("13:00")),
  ];
  expect(bestWithin(quotes, { ...maxPrice, before: null }, "fastest")?.id).toBe("fast");
  expect(bestWithin(quotes.slice(0, 1), { ...maxPrice, before: null }, "fastest")?.id).toBe("without a time");
});

test("a day counts until its end", () => {
  const onDay = (id: string, estimated_delivery_date: string) =>
    quote(id, 500, { estimated_delivery_at: null, estimated_delivery_date });
  // The reader may be anywhere.
  const quotes = [onDay("days later", "2026-02-02"), onDay("that day", "2026-01-30"), quote("a time", 500)];
  expect(bestWithin(quotes, { ...maxPrice, before: null }, "fastest")?.id).toBe("that day");
  expect(bestWithin(quotes.slice(0, 1), { ...maxPrice, before }, "fastest")).toBeUndefined();
});

test("without a limit the cheapest in the currency is taken, and the currencies come from the open quotes", () => {
  const dollars = (id: string, amount: number, change: Partial<QuoteView> = {}) =>
    quote(id, amount, { price: { amount, currency: "USD" }, ...change });
  const quotes = [
    quote("euros", 100),
    dollars("dear", 99_000),
    dollars("cheap", 98_000),
    quote("expired", 1, { status: "expired", price: { amount: 1, currency: "CHF" } }),
  ];
  expect(currenciesOf(quotes)).toEqual(["USD", "EUR"]);
  expect(currenciesOf([])).toEqual([]);
  const limits = { currency: "USD", maxAmount: null, before: null };
  expect(bestWithin(quotes, limits, "cheapest")?.id).toBe("cheap");
  expect(bestWithin(quotes, { ...limits, maxAmount: 97_999 }, "cheapest")).toBeUndefined();
});

test("a shipment whose quotes are closed says why", () => {
  const words = statuses.map((status) => [status, closedWord(status)]);
  expect(Object.fromEntries(words)).toEqual({
    created: undefined,
    quoted: undefined,
    assigned: "Already accepted",
    in_transit: "Already in transit",
    delivered: "Already delivered",
    cancelled: "Cancelled",
    expired: undefined,
    failed: "Failed",
    returning: "Returning",
    returned: "Returned",
  });
});

test("a sum keeps currencies apart", () => {
  const euros = (amount: number) => ({ amount, currency: "EUR" });
  expect(sumsOf([euros(700), { amount: 5, currency: "CHF" }, euros(1)])).toEqual([
    euros(701),
    { amount: 5, currency: "CHF" },
  ]);
  expect(sumsOf([])).toEqual([]);
});

const refusal = (status: number, code: string) => ({ status, code, title: code, detail: code });

test("a refused request refuses no other, and a rate limit ends them: those left are named, and are not sent", async () => {
  const sent: string[] = [];
  const answers: Record<string, object> = {
    b: refusal(409, "transition_not_allowed"),
    d: refusal(429, "rate_limited"),
  };
  const refusals = await requestEach(["a", "b", "c", "d", "e", "f"], async (id) => {
    sent.push(id);
    if (answers[id]) throw answers[id];
  });
  expect(sent).toEqual(["a", "b", "c", "d"]);
  expect([...refusals].map(([id, { code }]) => [id, code])).toEqual([
    ["b", "transition_not_allowed"],
    ["d", "rate_limited"],
    ["e", "rate_limited"],
    ["f", "rate_limited"],
  ]);
});

test.each([refusal(0, "unreachable"), refusal(401, "session_invalid")])(
  "without a response or a session nothing more is sent",
  async (problem) => {
    const sent: string[] = [];
    const requests = requestEach(["a", "b"], (id) => {
      sent.push(id);
      return Promise.reject(problem);
    });
    await expect(requests).rejects.toEqual(problem);
    expect(sent).toEqual(["a"]);
  },
);
