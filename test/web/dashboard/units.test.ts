import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { unitSystems } from "../../../src/infra/units.ts";
import {
  formatSides,
  formatWeight,
  formatWeights,
  measureFault,
  shownMeasure,
  storedMeasure,
  unitsIn,
} from "../../../src/web/dashboard/units.ts";

/** Weights and lengths: what people type, what the API gets, and what is shown again. */

const system = fc.constantFrom(...unitSystems);
const measure = fc.constantFrom("weight", "length");

test.each([
  [1200, "metric", "weight", 1.2],
  [1234, "metric", "weight", 1.234],
  [305, "metric", "length", 30.5],
  [1134, "imperial", "weight", 2.5],
  [454, "imperial", "weight", 1],
  [311, "imperial", "length", 12.25],
  [305, "imperial", "length", 12],
  [29, "imperial", "length", 1.125],
] as const)("%d in %s %s is shown as %d, and stored so again", (small, system, measure, shown) => {
  expect(shownMeasure(small, system, measure)).toBe(shown);
  expect(storedMeasure(shown, system, measure)).toBe(small);
});

describe("a measure", () => {
  test("that is stored comes back to the gram and the millimeter from what is shown", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), system, measure, (small, system, measure) => {
        const shown = shownMeasure(small, system, measure);
        expect(storedMeasure(shown, system, measure)).toBe(small);
        expect(measureFault(shown, system, measure)).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  test("that is typed is shown again as it was typed, or refused with one that would be", () => {
    const typed = fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom(1, 2, 4, 8, 10, 100, 1_000));
    fc.assert(
      fc.property(typed, system, measure, ([parts, step], system, measure) => {
        const large = parts / step;
        const shown = shownMeasure(storedMeasure(large, system, measure), system, measure);
        const fault = measureFault(large, system, measure);
        if (shown === large) expect(fault).toBeNull();
        else expect(fault).toContain(`write ${shown}.`);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["metric", "weight", 1_000],
    ["metric", "length", 10],
    ["imperial", "weight", 100],
    ["imperial", "length", 4],
    ["imperial", "length", 10],
  ] as const)("in %s %s is exact to parts of %d", (system, measure, parts) => {
    for (let typed = 0; typed < 20 * parts; typed += 1) {
      expect([typed / parts, measureFault(typed / parts, system, measure)]).toEqual([typed / parts, null]);
    }
  });

  test("that is no number stays: the API says what it is", () => {
    for (const typed of ["", "heavy"]) {
      expect(storedMeasure(typed, "imperial", "weight")).toBe(typed);
      expect(shownMeasure(typed, "imperial", "weight")).toBe(typed);
      expect(measureFault(typed, "imperial", "weight")).toBeNull();
    }
  });
});

test("texts have the unit", () => {
  expect([1, 999, 1_000, 1_234, 99_999_999].map((grams) => formatWeight(grams, "metric", "en"))).toEqual([
    "1 g",
    "999 g",
    "1 kg",
    "1.234 kg",
    "99,999.999 kg",
  ]);
  expect(formatWeight(1_200, "metric", "de")).toBe("1,2 kg");
  expect(formatWeight(1_200, "imperial", "en-US")).toBe("2.65 lb");
  expect([50_000, 454].map(formatWeights)).toEqual(["50 kg, 110.23 lb", "454 g, 1 lb"]);
  expect(formatSides([300, 205], "metric")).toBe("30 × 20.5 cm");
  expect(formatSides([305, 51], "imperial")).toBe("12 × 2 in");
});

test("what nobody chose is as in the country", () => {
  expect(["US", "DE", "GB", ""].map((country) => unitsIn(null, country))).toEqual([
    "imperial",
    "metric",
    "metric",
    "metric",
  ]);
  expect(unitsIn("metric", "US")).toBe("metric");
});
