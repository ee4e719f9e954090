import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  largeUnit,
  measureFault,
  smallUnit,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/measures.ts";

test("what is shown in large units is sent as it was, for every weight and length", () => {
  expect([largeUnit(2_500, 3), largeUnit(905, 1), largeUnit(null, 3), largeUnit("heavy", 3)]).toEqual([
    2.5,
    90.5,
    "",
    "heavy",
  ]);
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.constantFrom(0, 1, 3), (value, digits) => {
      expect(smallUnit(largeUnit(value, digits), digits)).toBe(value);
    }),
  );
});

test.each([
  [0, 3, "must be at least 1", "must be at least 0.001"],
  [2_000, 3, "must be at most 1000000", "must be at most 1000"],
  [0.0005, 3, "must be an integer", "must have at most 3 decimals"],
  [1.25, 1, "must be an integer", "must have at most 1 decimal"],
  ["heavy", 3, "must be an integer", "must be a number, such as 2.5"],
  ["", 3, "is required", null],
  [2, 3, "must be above the step before", null],
])("%p with %p digits: %s → %p", (value, digits, detail, said) => {
  expect(measureFault(value, digits, detail)).toBe(said);
});
