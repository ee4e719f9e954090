import { describe, expect, test } from "bun:test";
import {
  countryCodes,
  countryName,
  currencyCodes,
  currencyOf,
  inMajorUnits,
  isCurrency,
  minorUnits,
} from "../../../src/infra/geography/country.ts";

describe("countries", () => {
  test("all 249 assigned codes and Kosovo, each with a name and a currency", () => {
    expect(countryCodes).toHaveLength(250);
    for (const code of countryCodes) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(countryName(code)).not.toBe(code);
      expect(isCurrency(currencyOf(code))).toBe(true);
    }
    expect(new Set(countryCodes.map(countryName)).size).toBe(250);
  });

  test.each([
    "ZZ",
    "XX",
    "AA",
    "EU",
    "UK",
    "UN",
    "AN",
    "SU",
    "YU",
    "de",
    "DEU",
    "",
    "D",
    " DE",
    "constructor",
  ])("refuses %p", (code) => {
    expect(countryCodes).not.toContain(code);
    expect(() => currencyOf(code)).toThrow(RangeError);
    expect(() => countryName(code)).toThrow(RangeError);
  });

  test("names", () => {
    expect(["DE", "AT", "US", "GB"].map(countryName)).toEqual([
      "Germany",
      "Austria",
      "United States",
      "United Kingdom",
    ]);
  });
});

describe("currencies", () => {
  test.each([
    ["DE", "EUR"],
    ["CH", "CHF"],
    ["LI", "CHF"],
    ["US", "USD"],
    ["GB", "GBP"],
    ["JP", "JPY"],
    ["KW", "KWD"],
    ["HR", "EUR"],
    ["BG", "EUR"],
    ["SL", "SLE"],
    ["CW", "XCG"],
    ["ZW", "ZWG"],
    ["VE", "VES"],
  ])("people in %s pay with %s", (country, currency) => {
    expect(currencyOf(country)).toBe(currency);
  });

  test.each(["XXX", "XTS", "XAU", "DEM", "HRK", "BGN", "ANG", "CHW", "eur", "EURO", "", "toString"])(
    "refuses %p",
    (code) => {
      expect(isCurrency(code)).toBe(false);
      expect(() => minorUnits(code)).toThrow(RangeError);
    },
  );

  test("every currency has the minor units of ISO 4217", () => {
    const others = currencyCodes.filter((code) => minorUnits(code) !== 2);
    const byUnits = Object.groupBy(others, minorUnits);
    expect(byUnits).toEqual({
      0: [
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "ISK",
        "JPY",
        "KMF",
        "KRW",
        "PYG",
        "RWF",
        "UGX",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
      ],
      3: ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"],
    });
  });
});

test("an amount as people write it is a number with the currency's decimals", () => {
  const amounts = ["EUR", "JPY", "KWD"].map((currency) => inMajorUnits({ amount: 1250, currency }));
  expect(amounts).toEqual([12.5, 1250, 1.25]);
  expect(inMajorUnits({ amount: -7, currency: "EUR" })).toBe(-0.07);
  expect(inMajorUnits({ amount: 999_999_999_999, currency: "EUR" })).toBe(9_999_999_999.99);
});
