import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { amountMax } from "../../../src/delivery/carriers/kinds/fleet/price-schema.ts";
import { currencyCodes, minorUnits } from "../../../src/infra/geography/country.ts";
import { isTooFine, majorAmount, minorAmount } from "../../../src/web/dashboard/minor-amount.ts";
import { numberOf } from "../../../src/web/dashboard/number-value.ts";

/** Numbers and money in fields: what people type, and what the API gets. */

describe("a number", () => {
  test.each<[string, number | string]>([
    ["4", 4],
    ["4.50", 4.5],
    ["04.50", 4.5],
    [" 1300 ", 1300],
    ["-2", -2],
    ["0.07", 0.07],
    ["", ""],
    [" ", ""],
    ["1e3", "1e3"],
    [".5", ".5"],
    ["5.", "5."],
    ["+5", "+5"],
    ["0x10", "0x10"],
    ["4,50", "4,50"],
    ["1,000.50", "1,000.50"],
    ["1 000", "1 000"],
    ["4.5.0", "4.5.0"],
    ["half a euro", "half a euro"],
    ["Infinity", "Infinity"],
    ["NaN", "NaN"],
    ["٤", "٤"],
  ])("that is typed as %p is %p", (typed, value) => {
    expect(numberOf(typed)).toBe(value);
  });

  test("stays what it is each time that the field is left", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String)), (text) => {
        const once = numberOf(text);
        expect(Number.isNaN(once)).toBe(false);
        // What is shown again is read as the same, or is a number too long for its field, which stays a number's text.
        const again = numberOf(String(once));
        expect(String(again)).toBe(String(once));
      }),
    );
  });
});

describe("an amount", () => {
  test.each([
    [4.5, "EUR", 450],
    [0.07, "EUR", 7],
    [4.35, "EUR", 435],
    [1.005, "KWD", 1005],
    [1200, "JPY", 1200],
    [-4.5, "EUR", -450],
    [0, "KWD", 0],
    // Finer than the currency: the API refuses it.
    [4.505, "EUR", 450.5],
    [45.5, "JPY", 45.5],
    [0.00001, "EUR", 0.001],
    [1e21, "EUR", 1e23],
  ])("of %d %s is %d", (amount, currency, minor) => {
    expect(minorAmount(amount, currency)).toBe(minor);
  });

  const currency = fc.constantFrom(...currencyCodes);

  test("comes back from its field as it was stored, in every currency", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: amountMax }), currency, (minor, currency) => {
        const shown = numberOf(String(majorAmount(minor, currency)));
        expect(minorAmount(Number(shown), currency)).toBe(minor);
        expect(isTooFine(shown, currency)).toBe(false);
      }),
      { numRuns: 1000, examples: [[100_000_000_007, "IDR"]] },
    );
  });

  test("is too fine where it has more decimals than the currency", () => {
    const digits = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), digits, currency, (whole, digit, currency) => {
        const decimals = minorUnits(currency);
        const text = (zeros: number) => `${whole}.${"0".repeat(zeros)}${digit}`;
        expect(isTooFine(numberOf(text(decimals)), currency)).toBe(true);
        if (decimals > 0) expect(isTooFine(numberOf(text(decimals - 1)), currency)).toBe(false);
      }),
    );
  });

  test("that is none yet is not too fine: the API says what it is", () => {
    for (const typed of ["", "half a euro", "4,505"]) expect(isTooFine(typed, "EUR")).toBe(false);
    for (const unknown of ["", "eur", "XXX"]) expect(isTooFine(4.505, unknown)).toBe(false);
  });
});
