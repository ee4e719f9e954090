import { expect, test } from "bun:test";
import {
  readCoordinates,
  readInteger,
  readLength,
  readMoney,
  readSize,
  readWeight,
} from "../../../../../src/delivery/orders/imports/columns/numbers.ts";

/** Numbers with and without units, with points and commas. */

test.each<[string, number]>([
  ["1,5 kg", 1500],
  ["1.5kg", 1500],
  ["0.750 kg", 750],
  ["1.250 kg", 1250],
  ["500 g", 500],
  ["1.500 g", 1500],
  ["3 lb", 1361],
  ["2 lb 3 oz", 992],
  ["8 oz.", 227],
  ["2 кг", 2000],
])("%s is a weight", (text, grams) => {
  expect(readWeight(text, null)).toBe(grams);
});

test("a number without a unit has that of its column", () => {
  expect(readWeight("2,5", "kg")).toBe(2500);
  expect(readWeight("2,5", null)).toBe("unit");
  expect(readWeight("2 boxes", "kg")).toBe("unknown");
  expect(readWeight("0", "kg")).toBe("unknown");
  expect(readLength("12", "in")).toBe(305);
  expect(readLength("1,2 m", null)).toBe(1200);
  expect(readSize("30 x 20 x 10 cm", null)).toEqual({ length_mm: 300, width_mm: 200, height_mm: 100 });
  expect(readSize("30×20×10", null)).toBe("unit");
  expect(readSize("30x20", "cm")).toBe("unknown");
});

test.each<[string, number, string]>([
  ["6,50 €", 650, "EUR"],
  ["€6.50", 650, "EUR"],
  ["EUR 1.234,50", 123450, "EUR"],
  ["1,234.5 USD", 123450, "USD"],
  ["£ 12", 1200, "GBP"],
  ["¥1,200", 1200, "JPY"],
  ["19,99 zł", 1999, "PLN"],
  ["12,- €", 1200, "EUR"],
])("%s is an amount", (text, amount, currency) => {
  expect(readMoney(text, { currency: null, country: "JP" })).toEqual({ amount, currency });
});

test("an amount without a currency has that of the list, or none", () => {
  expect(readMoney("6,50", { currency: "EUR", country: null })).toEqual({ amount: 650, currency: "EUR" });
  expect(readMoney("6,50", { currency: null, country: "DE" })).toBe("currency");
  expect(readMoney("$6.50", { currency: null, country: null })).toBe("currency");
  expect(readMoney("$6.50", { currency: null, country: "CA" })).toEqual({ amount: 650, currency: "CAD" });
  expect(readMoney("6.505 €", { currency: null, country: null })).toEqual({
    amount: 650500,
    currency: "EUR",
  });
  expect(readMoney("-3 €", { currency: null, country: null })).toBe("unknown");
  expect(readMoney("free", { currency: "EUR", country: null })).toBe("unknown");
});

test("whole numbers may have a word behind them", () => {
  expect(["3", "3 Stk", "2 x", "1,0", "1.200"].map(readInteger)).toEqual([3, 3, 2, 1, 1200]);
  expect(["2-3", "1,5", "-2", "two"].map(readInteger)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
});

test("coordinates stand in one cell, with points or commas", () => {
  const place = { latitude: 52.5291, longitude: 13.4014 };
  expect(readCoordinates("52.5291, 13.4014")).toEqual(place);
  expect(readCoordinates("52.5291 13.4014")).toEqual(place);
  expect(readCoordinates("52,5291; 13,4014")).toEqual(place);
  expect(readCoordinates("Torstr. 12")).toBe("unknown");
});
