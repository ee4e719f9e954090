import type { PriceLine } from "../../carrier.ts";
import type { RateCard } from "./schema.ts";

/**
 * The lines of a price. Contract "Rate card", Lines. Exact integers, rounded half up once per line: rates and distances
 * can be so large that their product is no exact number.
 */

type CardService = RateCard["services"][number];

/** A line with the place in the card that it comes from, and how it was computed. */
export interface RatedLine extends PriceLine {
  /** JSON Pointer into the card. */
  source: string;
  /** How the amount was computed. A text for each line would slow quoting down. */
  detail(): string;
}

export interface Surcharge {
  code: string;
  name: string;
  amount: bigint | null;
  /** Hundredths of a percent; null if it has an amount. */
  basisPoints: bigint | null;
  source: string;
}

/** The prices of a service, ready to compute with. */
export interface PreparedPrice {
  base: bigint;
  perKm: bigint;
  includedMeters: bigint;
  perKg: bigint;
  includedGrams: bigint;
  perParcel: bigint;
  /** By falling weight. */
  weightSteps: readonly { fromGrams: bigint; amount: bigint; source: string }[];
  minimum: bigint | null;
  maximum: bigint | null;
  /** JSON Pointer to `price`. */
  source: string;
}

export function preparePrice(price: CardService["price"], source: string): PreparedPrice {
  const thousandths = (value: number | undefined) => BigInt(Math.round((value ?? 0) * 1000));
  const orNull = (amount: number | null | undefined) => (amount == null ? null : BigInt(amount));
  return {
    base: BigInt(price.base),
    perKm: BigInt(price.per_km ?? 0),
    includedMeters: thousandths(price.included_km),
    perKg: BigInt(price.per_kg ?? 0),
    includedGrams: thousandths(price.included_kg),
    perParcel: BigInt(price.per_parcel ?? 0),
    weightSteps: (price.weight_steps ?? [])
      .map(({ from_grams, amount }, index) => ({
        fromGrams: BigInt(from_grams),
        amount: BigInt(amount),
        source: `${source}/weight_steps/${index}`,
      }))
      .reverse(),
    minimum: orNull(price.minimum),
    maximum: orNull(price.maximum),
    source,
  };
}

/** What is priced. */
export interface Load {
  /** Null only where no price depends on it. */
  meters: number | null;
  chargeableGrams: bigint;
  parcels: number;
}

/** The base of a pair of zones, if the service has one. */
export interface ZoneBase {
  base: bigint;
  source: string;
}

/** A line whose amount is not a number yet. */
interface ExactLine extends Omit<RatedLine, "amount"> {
  amount: bigint;
}

/** The lines of a price, without lines of nothing but the base. Their amounts are exact however large. */
export function linesOf(
  price: PreparedPrice,
  load: Load,
  zoneBase: ZoneBase | undefined,
  surcharges: readonly Surcharge[],
): ExactLine[] {
  const lines = ownLines(price, load, zoneBase);
  const subtotal = sumOf(lines);
  for (const { code, name, amount, basisPoints, source } of surcharges) {
    lines.push({
      code,
      name,
      amount: amount ?? halfUp(subtotal * (basisPoints ?? 0n), 10_000n),
      source,
      detail: () => (basisPoints === null ? "Fixed amount" : `${Number(basisPoints) / 100} % of ${subtotal}`),
    });
  }
  lines.push(...boundOf(price, sumOf(lines)));
  return lines.filter((line) => line.amount !== 0n || line.code === "base");
}

function ownLines(price: PreparedPrice, load: Load, zoneBase: ZoneBase | undefined): ExactLine[] {
  const { source } = price;
  const lines: ExactLine[] = [
    zoneBase === undefined
      ? {
          code: "base",
          name: "Base",
          amount: price.base,
          source: `${source}/base`,
          detail: () => "Base of the service",
        }
      : {
          code: "base",
          name: "Base",
          amount: zoneBase.base,
          source: zoneBase.source,
          detail: () => "Base of the zones",
        },
  ];
  if (price.perKm > 0n) {
    const meters = above(BigInt(load.meters ?? 0), price.includedMeters);
    lines.push({
      code: "distance",
      name: "Distance",
      amount: halfUp(price.perKm * meters, 1000n),
      source: `${source}/per_km`,
      detail: () => `${price.perKm} per km × ${meters} m`,
    });
  }
  if (price.perKg > 0n) {
    const grams = above(load.chargeableGrams, price.includedGrams);
    lines.push({
      code: "weight",
      name: "Weight",
      amount: halfUp(price.perKg * grams, 1000n),
      source: `${source}/per_kg`,
      detail: () => `${price.perKg} per kg × ${grams} g`,
    });
  }
  if (price.perParcel > 0n) {
    lines.push({
      code: "parcels",
      name: "Parcels",
      amount: price.perParcel * BigInt(load.parcels),
      source: `${source}/per_parcel`,
      detail: () => `${price.perParcel} per parcel × ${load.parcels}`,
    });
  }
  const step = price.weightSteps.find(({ fromGrams }) => fromGrams <= load.chargeableGrams);
  if (step) {
    lines.push({
      code: "weight_step",
      name: "Weight step",
      amount: step.amount,
      source: step.source,
      detail: () => `From ${step.fromGrams} g on`,
    });
  }
  return lines;
}

/** What lifts the total to the minimum or lowers it to the maximum. */
function boundOf({ minimum, maximum, source }: PreparedPrice, total: bigint): ExactLine[] {
  if (minimum !== null && total < minimum) {
    const detail = () => `Lifts ${total} to ${minimum}`;
    return [
      { code: "minimum", name: "Minimum", amount: minimum - total, source: `${source}/minimum`, detail },
    ];
  }
  if (maximum !== null && total > maximum) {
    const detail = () => `Lowers ${total} to ${maximum}`;
    return [
      { code: "maximum", name: "Maximum", amount: maximum - total, source: `${source}/maximum`, detail },
    ];
  }
  return [];
}

export function sumOf(lines: readonly { amount: bigint }[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}

function above(value: bigint, included: bigint): bigint {
  return value > included ? value - included : 0n;
}

/** Of numbers that are not negative. */
export function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}
