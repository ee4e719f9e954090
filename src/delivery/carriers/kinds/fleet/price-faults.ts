import type { FieldError } from "@/infra/errors.ts";
import type { RateCard } from "./schema.ts";
import { applyRules, type SoundParts } from "./sound-parts.ts";

/** What the prices of a service say that cannot be. */

type Price = RateCard["services"][number]["price"];

/** The ways to price the distance: one excludes the others. */
const ways = [["per_km", "included_km"], ["distance_steps"], ["per_mile", "included_miles"]] as const;
const wayMembers = ways.flat();

export function priceErrors(price: Price, pointer: string, parts: SoundParts): FieldError[] {
  const threeDecimals = (name: "included_km" | "included_miles" | "included_kg"): FieldError[] =>
    hasDecimals(price[name] ?? 0, 3)
      ? []
      : [{ pointer: `${pointer}/${name}`, code: "decimals", detail: "must have at most 3 decimals" }];
  const bounds = (): FieldError[] => {
    const { minimum = null, maximum = null } = price;
    if (minimum === null || maximum === null || minimum <= maximum) return [];
    return [{ pointer: `${pointer}/maximum`, code: "contradictory", detail: "must be at least minimum" }];
  };
  return applyRules(parts, pointer, [
    [["included_km"], () => threeDecimals("included_km")],
    [["included_miles"], () => threeDecimals("included_miles")],
    [["included_kg"], () => threeDecimals("included_kg")],
    [["minimum", "maximum"], bounds],
    [["weight_steps"], () => stepErrors(price.weight_steps ?? [], `${pointer}/weight_steps`)],
    [["distance_steps"], () => distanceStepErrors(price.distance_steps ?? [], `${pointer}/distance_steps`)],
    [[...wayMembers, "started_km"], () => wayErrors(price, pointer)],
  ]);
}

function wayErrors(price: Price, pointer: string): FieldError[] {
  const given = ways.map((members) => members.filter((name) => price[name] !== undefined));
  const [first = [], ...others] = given.filter((members) => members.length > 0);
  const against = (name: string, other: string | undefined): FieldError => ({
    pointer: `${pointer}/${name}`,
    code: "contradictory",
    detail: `must not be given together with ${other}`,
  });
  const started = price.started_km && price.per_mile !== undefined ? [against("started_km", "per_mile")] : [];
  return [...others.flat().map((name) => against(name, first[0])), ...started];
}

export function stepErrors(steps: NonNullable<Price["weight_steps"]>, pointer: string): FieldError[] {
  return risingErrors(steps, "from_grams", pointer);
}

function distanceStepErrors(steps: NonNullable<Price["distance_steps"]>, pointer: string): FieldError[] {
  return risingErrors(steps, "from_meters", pointer);
}

function risingErrors<Name extends string>(
  steps: readonly Record<Name, number>[],
  name: Name,
  pointer: string,
): FieldError[] {
  const detail = `must be greater than ${name} of the step before`;
  return steps.flatMap((step, index) => {
    const before = steps[index - 1];
    if (!before || step[name] > before[name]) return [];
    return [{ pointer: `${pointer}/${index}/${name}`, code: "order", detail }];
  });
}

/** Whether the number is exact with so many decimals. */
export function hasDecimals(value: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value;
}

export const twoDecimals = (pointer: string): FieldError => ({
  pointer,
  code: "decimals",
  detail: "must have at most 2 decimals",
});
