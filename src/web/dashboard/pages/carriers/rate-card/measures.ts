import type { NumberValue } from "../../../number-value.ts";

/** Weights and lengths in fields: people write kilograms, centimeters and kilometers, the API takes smaller units. */

/** The members of a service's limits, each with how many digits the point moves. */
export const limitDigits = [
  ["weight_grams", 3],
  ["parcels", 0],
  ["length_mm", 1],
  ["width_mm", 1],
  ["height_mm", 1],
  ["sides_sum_mm", 1],
  ["girth_mm", 1],
  ["distance_meters", 3],
] as const;
/** Of `from_grams` in a weight step, and of `from_meters` in a distance step. */
export const stepDigits = 3;
/** Of the measures in the condition of a surcharge. */
export const conditionDigits = [
  ["side_over_mm", 1],
  ["weight_over_grams", 3],
] as const;

/** 2500 g → 2.5 kg. What is no number stays as it is. */
export function largeUnit(value: NumberValue | null | undefined, digits: number): NumberValue {
  return typeof value === "number" ? value / 10 ** digits : (value ?? "");
}

/** 2.5 kg → 2500 g. Keeps decimals that are finer than the small unit: the API refuses them. */
export function smallUnit(value: NumberValue, digits: number): NumberValue {
  if (typeof value !== "number") return value;
  const text = String(value);
  // Moving the point is exact. Only what is tiny or huge has an exponent already.
  return text.includes("e") ? value * 10 ** digits : Number(`${text}e${digits}`);
}

/** The API's sentence about a measure in the unit of its field; null where it says the same in both. */
export function measureFault(value: NumberValue, digits: number, detail: string): string | null {
  if (typeof value === "string") return value === "" ? null : "must be a number, such as 2.5";
  if (!Number.isInteger(smallUnit(value, digits))) {
    return digits === 0 ? null : `must have at most ${digits === 1 ? "1 decimal" : `${digits} decimals`}`;
  }
  const bound = /^(must be (?:at least|at most)) (\d+)$/.exec(detail);
  return bound ? `${bound[1]} ${largeUnit(Number(bound[2]), digits)}` : null;
}
