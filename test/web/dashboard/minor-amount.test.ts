import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { amountMax, pageLanguages } from "../../../src/delivery/model/model.ts";
import { currencyCodes, minorUnits } from "../../../src/infra/geography/country.ts";
import { amountFault, amountOf, majorAmount, minorAmount } from "../../../src/web/dashboard/minor-amount.ts";
import { numberOf } from "../../../src/web/dashboard/number-value.ts";

/** Numbers and money in fields: what people type, and what the API gets. */

const locales = [
  ...pageLanguages,
  "ar-EG",
  "de-CH",
  "de-AT",
  "en-GB",
  "es-MX",
  "fr-CH",
  "fr-CA",
  "fa",
  "pt-BR",
];
const locale = fc.constantFrom(...locales);

describe("a number", () => {
  test.each<[string, number | string]>([
    ["4", 4],
    ["4.50", 4.5],
    ["04.50", 4.5],
    [" 1300 ", 1300],
    ["-2", -2],
    ["−2", -2],
    ["0.07", 0.07],
    ["0,125", 0.125],
    [".5", 0.5],
    ["4,50", 4.5],
    ["1.234", 1.234],
    ["1234,567", 1234.567],
    ["1,000.50", 1000.5],
    ["1.000,50", 1000.5],
    ["1 000", 1000],
    ["1 234 567,5", 1_234_567.5],
    ["1’234.5", 1234.5],
    ["1,234,567", 1_234_567],
    ["٤", 4],
    ["١٢٫٥", 12.5],
    ["۱۲", 12],
    ["１２．５", 12.5],
    ["", ""],
    [" ", ""],
    ["1e3", "1e3"],
    ["5.", "5."],
    ["+5", "+5"],
    ["0x10", "0x10"],
    // One thousand or one: nobody can tell.
    ["1,234", "1,234"],
    ["4.5.0", "4.5.0"],
    ["1.23.456", "1.23.456"],
    ["1,23.456,7", "1,23.456,7"],
    ["1 23", "1 23"],
    ["1 234.567.890", "1 234.567.890"],
    ["--2", "--2"],
    ["half a euro", "half a euro"],
    ["Infinity", "Infinity"],
    ["NaN", "NaN"],
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

  test("that a language prints is read as itself, unless it could be another one", () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), locale, (hundredths, locale) => {
        const number = hundredths / 100;
        const printed = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(number);
        expect([printed, numberOf(printed)]).toEqual([printed, number === 0 ? 0 : number]);
      }),
      { numRuns: 3_000 },
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

  test.each<[string, string, number]>([
    ["4,50", "EUR", 4.5],
    ["4.50", "EUR", 4.5],
    ["€6.50", "EUR", 6.5],
    ["€ 6,50", "EUR", 6.5],
    ["6,50 €", "EUR", 6.5],
    ["EUR 6.50", "EUR", 6.5],
    ["6.5eur", "EUR", 6.5],
    ["1.234,50", "EUR", 1234.5],
    ["1,234.50", "EUR", 1234.5],
    ["1 234,50", "EUR", 1234.5],
    ["1.234.567", "EUR", 1_234_567],
    ["$.50", "USD", 0.5],
    ["-$4.50", "USD", -4.5],
    ["$-4.50", "USD", -4.5],
    ["CA$4", "CAD", 4],
    ["$4", "CAD", 4],
    ["1,234", "JPY", 1234],
    ["1.234", "JPY", 1234],
    ["￥1,234", "JPY", 1234],
    ["1.250", "KWD", 1.25],
    ["1,250", "KWD", 1.25],
    ["1,234.500", "KWD", 1234.5],
    ["12,50 zł", "PLN", 12.5],
    ["٤٫٥٠", "EGP", 4.5],
    ["4,50", "", 4.5],
  ])("that is typed as %p in %s is %d", (typed, currency, amount) => {
    expect(amountOf(typed, currency)).toBe(amount);
    expect(amountFault(amount, currency)).toBeNull();
  });

  test.each<[string, string, string]>([
    ["1.234", "EUR", "can be read in two ways: write 1234.00, or two decimals"],
    ["1,234", "EUR", "can be read in two ways: write 1234.00, or two decimals"],
    ["€1.234", "EUR", "can be read in two ways: write 1234.00, or two decimals"],
    ["$6.50", "EUR", "must be in EUR"],
    ["6.50 CHF", "EUR", "must be in EUR"],
    ["£6", "USD", "must be in USD"],
    ["half a euro", "EUR", "must be an amount, such as 4.50"],
    ["5.", "EUR", "must be an amount, such as 4.50"],
    ["1e3", "EUR", "must be an amount, such as 4.50"],
    ["4.50 or so", "EUR", "must be an amount, such as 4.50"],
    ["4.5.0", "EUR", "must be an amount, such as 4.50"],
    ["many", "JPY", "must be an amount, such as 450"],
    ["€1", "XXX", "must be in XXX"],
  ])("that is typed as %p in %s stays as typed: it %s", (typed, currency, fault) => {
    expect(amountOf(typed, currency)).toBe(typed);
    expect(amountFault(typed, currency)).toBe(fault);
  });

  const currency = fc.constantFrom(...currencyCodes);

  test("comes back from its field as it was stored, in every currency", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: amountMax }), currency, (minor, currency) => {
        const shown = amountOf(majorAmount(minor, currency).toFixed(minorUnits(currency)), currency);
        expect(minorAmount(Number(shown), currency)).toBe(minor);
        expect(amountFault(shown, currency)).toBeNull();
      }),
      { numRuns: 1000, examples: [[100_000_000_007, "IDR"]] },
    );
  });

  test("that a language prints is read as itself, in every currency and in all ways to print it", () => {
    const display = fc.constantFrom("symbol", "narrowSymbol", "code");
    const minor = fc.integer({ min: -9_999_999_99, max: 9_999_999_99 });
    fc.assert(
      fc.property(
        minor,
        currency,
        fc.constantFrom(...pageLanguages),
        display,
        (minor, currency, locale, display) => {
          const digits = minorUnits(currency);
          const amount = majorAmount(minor, currency);
          const printed = new Intl.NumberFormat(locale, {
            style: "currency",
            currency,
            currencyDisplay: display as "symbol",
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
          }).format(amount);
          expect([printed, amountOf(printed, currency)]).toEqual([printed, amount === 0 ? 0 : amount]);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test("is too fine where it has more decimals than the currency", () => {
    const digits = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), digits, currency, (whole, digit, currency) => {
        const decimals = minorUnits(currency);
        const amount = (zeros: number) => Number(`${whole}.${"0".repeat(zeros)}${digit}`);
        expect(amountFault(amount(decimals), currency)).toMatch(/^must have (no|at most \d) decimals$/);
        if (decimals > 0) expect(amountFault(amount(decimals - 1), currency)).toBeNull();
      }),
    );
  });

  test("that is empty or in no currency yet is judged by the API", () => {
    for (const unknown of ["", "eur", "XXX"]) {
      expect(amountFault(4.505, unknown)).toBeNull();
      expect(amountFault("", unknown)).toBeNull();
    }
  });
});
