import { describe, expect, test } from "bun:test";
import { labelsOf, type Quote, ranked } from "../../../../src/delivery/lifecycle/quotes/quote.ts";

/** The order of offers: what decides between two that are equal in what was asked for. */

const destination = { delivery: { address: { country: "DE" } } } as unknown as Parameters<typeof ranked>[2];
const noon = Date.parse("2026-03-02T12:00:00Z");

function offer(id: string, amount: number, estimatedDeliveryAt: number | null): Quote {
  const quote: Partial<Quote> = {
    id,
    amount,
    currency: "EUR",
    estimatedDeliveryAt,
    estimatedDeliveryDate: null,
  };
  return quote as Quote;
}

/** The ids of two offers, best first, whichever of them came first. */
function ranking(strategy: "cheapest" | "fastest", ...offers: [Quote, Quote]): string[] {
  const orders = [offers, offers.toReversed()].map((quotes) =>
    ranked(quotes, strategy, destination).map(({ id }) => id),
  );
  expect(orders[1]).toEqual(orders[0] ?? []);
  return orders[0] ?? [];
}

describe("of two offers", () => {
  test("with the same price the one that arrives earlier is the cheapest", () => {
    expect(ranking("cheapest", offer("a", 900, noon + 1), offer("b", 900, noon))).toEqual(["b", "a"]);
    expect(ranking("cheapest", offer("a", 900, null), offer("b", 900, noon))).toEqual(["b", "a"]);
  });

  test("that arrive at the same time the one with the lower price is the fastest", () => {
    for (const at of [noon, null])
      expect(ranking("fastest", offer("a", 901, at), offer("b", 900, at))).toEqual(["b", "a"]);
  });

  test("that are equal in both the older one comes first, and has both labels", () => {
    const [older, newer] = [offer("a", 900, noon), offer("b", 900, noon)];
    for (const strategy of ["cheapest", "fastest"] as const)
      expect(ranking(strategy, older, newer)).toEqual(["a", "b"]);
    for (const quotes of [
      [older, newer],
      [newer, older],
    ])
      expect(Object.fromEntries(labelsOf(quotes, destination))).toEqual({
        a: ["cheapest", "fastest"],
        b: [],
      });
  });
});
