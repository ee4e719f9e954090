import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Margin, pricedLines, shareOf, sumOf } from "../../../src/delivery/carriers/margin.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const base = (amount: number) => [{ code: "base", name: "Base", amount }];
const priceOf = (margin: Margin | null, cost: number, currency = "EUR") =>
  sumOf(pricedLines(margin, base(cost), currency));

test.each<[string, Margin | null, number, number]>([
  ["nothing", null, 777, 777],
  ["a percentage, half up", { percent: 10, amount: null }, 775, 853],
  ["just below a half", { percent: 10, amount: null }, 774, 851],
  ["two decimals", { percent: 12.55, amount: null }, 10_000, 11_255],
  ["an amount", { percent: null, amount: euros(50) }, 777, 827],
  ["both, rounded once", { percent: 0.5, amount: euros(1) }, 100, 102],
  ["what costs nothing", { percent: 50, amount: euros(50) }, 0, 50],
])("a margin adds %s", (_, margin, cost, price) => {
  expect(priceOf(margin, cost)).toBe(price);
});

test("an amount in another currency than the offer's is not added, the percentage is", () => {
  expect(priceOf({ percent: 10, amount: euros(50) }, 900, "JPY")).toBe(990);
});

test("with a margin, lines tell no more than the price: two offers of a carrier do not show its percentage", () => {
  const margin = { percent: 10, amount: euros(50) };
  const near = [...base(450), { code: "distance", name: "Distance", amount: 90 }];
  const far = [...base(450), { code: "distance", name: "Distance", amount: 900 }];
  expect([near, far].map((lines) => pricedLines(margin, lines, "EUR"))).toEqual([
    [{ code: "price", name: "Price", amount: 644 }],
    [{ code: "price", name: "Price", amount: 1535 }],
  ]);
  expect(pricedLines(null, near, "EUR")).toEqual(near);
});

const margin = fc.record({
  percent: fc.option(fc.nat(100_000).map((hundredths) => hundredths / 100)),
  amount: fc.option(fc.nat(1_000_000).map(euros)),
});

test("margins and shares are exact however large the price, and a part is never more than the whole", () => {
  const amount = fc.nat(1e14);
  fc.assert(
    fc.property(margin, amount, amount, (margin, cost, other) => {
      const price = priceOf(margin, cost);
      const hundredths = BigInt(Math.round((margin.percent ?? 0) * 100));
      const twice = 20_000n * (BigInt(price) - BigInt(cost) - BigInt(margin.amount?.amount ?? 0));
      // Half up: at most half a unit more, less than half a unit less.
      const error = twice - 2n * BigInt(cost) * hundredths;
      expect(error > -10_000n && error <= 10_000n).toBe(true);

      const part = Math.min(cost, other);
      const share = shareOf(part, { amount: price, cost });
      expect(Number.isSafeInteger(share)).toBe(true);
      expect(share).toBeGreaterThanOrEqual(part);
      expect(share).toBeLessThanOrEqual(Math.max(price, part));
      if (cost > 0) expect(shareOf(cost, { amount: price, cost })).toBe(price);
    }),
  );
  expect(shareOf(389, { amount: 777, cost: null })).toBe(389);
});
