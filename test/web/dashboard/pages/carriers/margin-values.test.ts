import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { OperatorCarrier } from "../../../../../src/delivery/connections/setup/schema.ts";
import { numberOf } from "../../../../../src/web/dashboard/number-value.ts";
import {
  marginOf,
  marginText,
  marginValuesOf,
  validateMargin,
} from "../../../../../src/web/dashboard/pages/carriers/margin-values.ts";

/** The operator's margin: what people read and type, and what the API gets. */

interface Margin {
  percent: number | null;
  amount: { amount: number; currency: string } | null;
}
const carrierWith = (margin: Margin | null) => ({ margin }) as OperatorCarrier;
const none: Margin = { percent: null, amount: null };

describe("a margin", () => {
  test.each<[Margin | null, string]>([
    [null, "None"],
    [none, "None"],
    [{ ...none, percent: 12.5 }, "12.5%"],
    [{ ...none, amount: { amount: 50, currency: "EUR" } }, "€0.50 on EUR quotes"],
    [{ percent: 10, amount: { amount: 1200, currency: "JPY" } }, "10% + ¥1,200 on JPY quotes"],
  ])("of %p reads: %s", (margin, text) => {
    expect(marginText(carrierWith(margin))).toBe(text);
  });

  test("of an account's own carrier is none", () => {
    expect(marginText({} as OperatorCarrier)).toBe("None");
    expect(marginOf(marginValuesOf({} as OperatorCarrier))).toEqual(none as never);
  });

  test("is sent as it was shown", () => {
    const margin = fc.record({
      percent: fc.option(fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100)),
      amount: fc.option(
        fc.record({
          amount: fc.integer({ min: 0, max: 1e12 }),
          currency: fc.constantFrom("EUR", "JPY", "KWD"),
        }),
      ),
    });
    fc.assert(
      fc.property(margin, (stored) => {
        const values = marginValuesOf(carrierWith(stored));
        expect(marginOf(values)).toEqual(stored as never);
        expect(validateMargin({ margin: values })).toEqual({});
      }),
    );
  });

  test.each([
    ["0.50", "EUR", 50, undefined],
    ["0,50", "EUR", 50, undefined],
    ["€0.50", "EUR", 50, undefined],
    ["0.505", "EUR", 50.5, "Must have at most 2 decimals."],
    ["1.5", "JPY", 1.5, "Must have no decimals."],
    ["half", "EUR", "half", "Must be an amount, such as 4.50."],
    ["", "EUR", undefined, undefined],
  ])("typed as %p %s is sent as %p and refused with: %p", (typed, currency, amount, detail) => {
    const margin = { percent: "", amount: { amount: numberOf(typed), currency } };
    expect(marginOf(margin).amount?.amount as unknown).toBe(amount);
    expect(validateMargin({ margin })["margin.amount.amount"] as unknown).toBe(detail);
  });
});
