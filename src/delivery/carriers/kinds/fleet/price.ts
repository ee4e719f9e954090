import type { PriceLine } from "../../carrier.ts";
import { above, halfUp, percentOf } from "../../exact.ts";
import type { RateCard } from "./schema.ts";
import { prepareWay, priceWay, type WayPrice } from "./way.ts";

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
  /** Whether the percent is also of the surcharges before. */
  isOfAll: boolean;
  source: string;
}

/** By falling weight. */
type WeightSteps = readonly { fromGrams: bigint; amount: bigint; source: string }[];

/** The prices of a service, ready to compute with. */
export interface PreparedPrice {
  base: bigint;
  /** Null where no price depends on the way. */
  way: WayPrice | null;
  perKg: bigint;
  includedGrams: bigint;
  perParcel: bigint;
  weightSteps: WeightSteps;
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
    way: prepareWay(price, source),
    perKg: BigInt(price.per_kg ?? 0),
    includedGrams: thousandths(price.included_kg),
    perParcel: BigInt(price.per_parcel ?? 0),
    weightSteps: prepareSteps(price.weight_steps ?? [], `${source}/weight_steps`),
    minimum: orNull(price.minimum),
    maximum: orNull(price.maximum),
    source,
  };
}

export function prepareSteps(
  steps: NonNullable<CardService["price"]["weight_steps"]>,
  source: string,
): WeightSteps {
  return steps
    .map(({ from_grams, amount }, index) => ({
      fromGrams: BigInt(from_grams),
      amount: BigInt(amount),
      source: `${source}/${index}`,
    }))
    .reverse();
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
  /** Null where those of the service count. */
  weightSteps: WeightSteps | null;
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
  for (const { code, name, amount, basisPoints, isOfAll, source } of surcharges) {
    const before = isOfAll ? sumOf(lines) : subtotal;
    lines.push({
      code,
      name,
      amount: amount ?? percentOf(before, basisPoints ?? 0n),
      source,
      detail: () => (basisPoints === null ? "Fixed amount" : `${Number(basisPoints) / 100} % of ${before}`),
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
  if (price.way) {
    const { amount, detail } = priceWay(price.way, load.meters ?? 0);
    lines.push({ code: "distance", name: "Distance", amount, source: price.way.source, detail });
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
  const step = (zoneBase?.weightSteps ?? price.weightSteps).find(
    ({ fromGrams }) => fromGrams <= load.chargeableGrams,
  );
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
