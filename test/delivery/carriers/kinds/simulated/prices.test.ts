import { expect, test } from "bun:test";
import type { QuoteRequest } from "../../../../../src/delivery/carriers/carrier.ts";
import { fleet } from "../../../../../src/delivery/carriers/kinds/simulated/fleet.ts";
import { quoteOf } from "../../../../../src/delivery/carriers/kinds/simulated/map.ts";
import {
  countryCodes,
  currencyCodes,
  currencyOf,
  minorUnits,
} from "../../../../../src/infra/geography/country.ts";
import { fromEuroCents } from "../../../../../src/infra/geography/exchange-rate.ts";

/** A bike ride of three kilometers, in any country. */
function bikeRide(country: string) {
  const stop = {
    contact: { name: "A", company: null, phone: null, email: null },
    address: {
      line1: "1",
      line2: null,
      city: "X",
      state: null,
      postal_code: null,
      country,
      latitude: 0,
      longitude: 0,
      geocode_source: "client",
    },
    instructions: null,
    window: null,
  };
  const request = {
    shipmentId: "shp_1",
    round: 1,
    pickup: stop,
    delivery: { ...stop, requirements: { signature: false, photo: false, pin: false, min_age: null } },
    parcels: [{ weight_grams: 1200, quantity: 1 }],
    distanceMeters: 3000,
    simulation: { speed: 1, seed: "prices", outcome: "delivered" },
    now: 0,
  } as unknown as QuoteRequest;
  const answer = quoteOf(fleet[0] as (typeof fleet)[number], request);
  if (answer.kind !== "offers" || !answer.offers[0]) throw new Error("no offer");
  const [{ currency, priceLines }] = answer.offers;
  return { currency, amounts: priceLines.map((line) => line.amount) };
}

test("in every country the ride costs what 2 to 20 euros are worth there, in whole minor units", () => {
  for (const country of countryCodes) {
    const { currency, amounts } = bikeRide(country);
    expect(currency).toBe(currencyOf(country));
    const amount = amounts.reduce((sum, line) => sum + line, 0);
    for (const line of amounts) expect(Number.isSafeInteger(line)).toBe(true);
    const euros = (cents: number) => fromEuroCents(cents, currency);
    expect([country, amount >= euros(200), amount <= euros(2000)]).toEqual([country, true, true]);
  }
});

/** What one euro was about to buy in 2026, known apart from the table: the lower and the upper end. */
const worth: Record<string, [number, number]> = {
  EUR: [1, 1],
  USD: [1, 1.3],
  GBP: [0.75, 0.95],
  CHF: [0.85, 1.05],
  JPY: [130, 200],
  KRW: [1300, 1800],
  INR: [80, 120],
  VND: [25_000, 32_000],
  IDR: [16_000, 22_000],
  EGP: [45, 70],
  RUB: [80, 120],
  KWD: [0.3, 0.4],
  BHD: [0.38, 0.48],
  ISK: [130, 160],
  XOF: [650, 660],
};

test.each(Object.entries(worth))("%s: the table is not off by a digit", (currency, [low, high]) => {
  const euros = fromEuroCents(100_000, currency) / 1000 / 10 ** minorUnits(currency);
  expect(euros).toBeGreaterThanOrEqual(low);
  expect(euros).toBeLessThanOrEqual(high);
});

test("amounts have steps that people ask for, and every currency has a rate", () => {
  for (const currency of currencyCodes) expect(fromEuroCents(1000, currency)).toBeGreaterThan(0);
  const asked = ["EUR", "USD", "JPY", "KRW", "VND", "INR", "KWD"].map((code) => fromEuroCents(428, code));
  expect(asked).toEqual([428, 490, 770, 6600, 126_000, 47_000, 1500]);
  expect(() => fromEuroCents(1, "XAU")).toThrow(RangeError);
});
