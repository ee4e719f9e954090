import { above, halfUp, roundUp } from "../../exact.ts";
import type { RateCard } from "./schema.ts";

/** What the way costs. Exact: lengths are whole micrometers, because a mile is no whole number of millimeters × 1000. */

type CardPrice = RateCard["services"][number]["price"];

const meterMicros = 1_000_000n;
/** Units of length by which cards price. */
const units = {
  km: { name: "km", words: "kilometers", micros: 1000n * meterMicros },
  mile: { name: "mile", words: "miles", micros: 1_609_344_000n },
} as const;

/** The price by distance of a service. */
export interface WayPrice {
  unit: (typeof units)[keyof typeof units];
  /** By rising distance. */
  stretches: readonly { fromMicros: bigint; rate: bigint }[];
  /** Whether what is priced counts in whole units. */
  isStarted: boolean;
  /** JSON Pointer to the member that says so. */
  source: string;
}

/** Null where no price depends on the way. @param source of the price */
export function prepareWay(price: CardPrice, source: string): WayPrice | null {
  const way = wayOf(price);
  const stretches = way.steps.map(([from, rate]) => ({ fromMicros: from, rate: BigInt(rate) }));
  if (stretches.every(({ rate }) => rate === 0n)) return null;
  return {
    unit: way.unit,
    stretches,
    isStarted: price.started_km ?? false,
    source: `${source}/${way.member}`,
  };
}

type Step = [fromMicros: bigint, rate: number];

function wayOf(price: CardPrice): { unit: WayPrice["unit"]; steps: Step[]; member: keyof CardPrice } {
  const { per_km = 0, included_km = 0, distance_steps, per_mile, included_miles = 0 } = price;
  if (per_mile !== undefined)
    return { unit: units.mile, steps: [[within(included_miles, units.mile), per_mile]], member: "per_mile" };
  if (!distance_steps)
    return { unit: units.km, steps: [[within(included_km, units.km), per_km]], member: "per_km" };
  const steps = distance_steps.map(
    ({ from_meters, per_km }): Step => [BigInt(from_meters) * meterMicros, per_km],
  );
  return { unit: units.km, steps, member: "distance_steps" };
}

/** @param length in units, with at most three decimals */
function within(length: number, { micros }: WayPrice["unit"]): bigint {
  return (BigInt(Math.round(length * 1000)) * micros) / 1000n;
}

/** What the way costs, rounded half up once, and how that was computed. */
export function priceWay(way: WayPrice, meters: number): { amount: bigint; detail: () => string } {
  const { unit, stretches, isStarted } = way;
  const first = stretches[0]?.fromMicros ?? 0n;
  const beyond = above(BigInt(meters) * meterMicros, first);
  const end = first + (isStarted ? roundUp(beyond, unit.micros) : beyond);
  const parts = stretches.map(({ fromMicros, rate }, index) => {
    const next = stretches[index + 1]?.fromMicros;
    const until = next !== undefined && next < end ? next : end;
    return { rate, micros: above(until, fromMicros) };
  });
  const sum = parts.reduce((total, { rate, micros }) => total + rate * micros, 0n);
  return {
    amount: halfUp(sum, unit.micros),
    detail: () =>
      parts
        .filter(({ micros }, index) => index === 0 || micros > 0n)
        .map(({ rate, micros }) => `${rate} per ${unit.name} × ${lengthText(micros, way)}`)
        .join(" + "),
  };
}

function lengthText(micros: bigint, { unit, isStarted }: WayPrice): string {
  if (isStarted && micros % unit.micros === 0n) return `${micros / unit.micros} ${unit.name}`;
  if (unit === units.km) return `${micros / meterMicros} m`;
  return `${Number((Number(micros) / Number(unit.micros)).toFixed(3))} miles`;
}
