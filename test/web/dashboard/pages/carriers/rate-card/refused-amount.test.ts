import { describe, expect, test } from "bun:test";
import type { Problem } from "../../../../../../src/web/browser/problem.ts";
import { numberOf } from "../../../../../../src/web/dashboard/number-value.ts";
import { inMajorUnits } from "../../../../../../src/web/dashboard/pages/carriers/rate-card/major-units.ts";
import {
  newCard,
  newService,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/shown-card.ts";
import {
  blankStep,
  blankSurcharge,
  blankZonePrice,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/values.ts";

/** What the form of a rate card says of an amount: the API judges minor units, and people write major ones. */

describe("a refused amount", () => {
  const problem = (...pointers: string[]): Problem => ({
    status: 422,
    code: "validation_failed",
    title: "",
    detail: "",
    errors: pointers.map((pointer) => ({ pointer, code: "type", detail: "must be an integer" })),
  });

  /** What the form says of an amount that was typed, wherever it stands. */
  function saidOf(typed: string, currency: string): string[] {
    const amount = numberOf(typed);
    const service = newService();
    for (const name of ["base", "per_km", "per_mile", "per_kg", "per_parcel", "minimum", "maximum"] as const)
      service.price[name] = amount;
    service.price.weight_steps = [blankStep, { from_grams: 0, amount }];
    service.zone_prices = [{ ...blankZonePrice, base: amount, weight_steps: [{ from_grams: 0, amount }] }];
    service.price.distance_steps = [{ from_meters: 0, per_km: amount }];
    service.surcharges = [{ ...blankSurcharge, amount }];
    const places = [
      "base",
      "per_km",
      "per_mile",
      "per_kg",
      "per_parcel",
      "minimum",
      "maximum",
      "weight_steps/1/amount",
    ];
    const pointers = [
      ...places.map((place) => `#/services/1/price/${place}`),
      "#/services/1/price/distance_steps/0/per_km",
      "#/services/1/zone_prices/0/base",
      "#/services/1/zone_prices/0/weight_steps/0/amount",
      "#/services/1/surcharges/0/amount",
    ];
    const values = { ...newCard(), currency, services: [newService(), service] };
    const { errors = [] } = inMajorUnits(problem(...pointers), values);
    return [...new Set(errors.map(({ detail }) => detail))];
  }

  test.each([
    ["4.505", "EUR", "must have at most 2 decimals"],
    ["45.5", "JPY", "must have no decimals"],
    ["1.0005", "KWD", "must have at most 3 decimals"],
    ["half a euro", "EUR", "must be an amount, such as 4.50"],
    ["4,505", "EUR", "can be read in two ways: write 4505.00, or two decimals"],
    ["$4.50", "EUR", "must be in EUR"],
    ["1e3", "EUR", "must be an amount, such as 4.50"],
    ["", "EUR", "must be an integer"],
    ["4.50", "EUR", "must be an integer"],
    ["4,50", "EUR", "must be an integer"],
    ["4.505", "", "must be an integer"],
  ])("that was typed as %p in %p says: %s", (typed, currency, detail) => {
    expect(saidOf(typed, currency)).toEqual([detail]);
  });

  test("changes nothing that is said of other fields", () => {
    const values = { ...newCard(), currency: "EUR" };
    const other = problem("#/zones/0/code", "#/services/7/price/base", "#/services/0/limits/parcels");
    expect(inMajorUnits(other, values)).toEqual(other);
    const { errors: _, ...plain } = other;
    expect(inMajorUnits(plain, values)).toEqual(plain);
  });
});
