import { zonesIn } from "../../infra/geography/country-time-zone.ts";
import type { UnitSystem } from "../../infra/units.ts";
import { useEnvironment } from "./environment.ts";
import type { NumberValue } from "./number-value.ts";
import { useRead } from "./queries.ts";
import { timeZoneName } from "./times.ts";

/** Weights and lengths as people write them. The API has whole grams and millimeters. */

interface Unit {
  /** Behind the number. */
  name: string;
  /** How many grams or millimeters it has. */
  size: number;
  /** What numbers are rounded to, the coarsest first: people like `12.25` better than `12.24`. */
  steps: readonly number[];
}

export type Measure = "weight" | "length";

const decimal = [1, 10, 100, 1_000];
const units: Record<UnitSystem, Record<Measure, Unit>> = {
  metric: {
    weight: { name: "kg", size: 1_000, steps: decimal },
    length: { name: "cm", size: 10, steps: decimal },
  },
  imperial: {
    weight: { name: "lb", size: 453.59237, steps: decimal },
    length: { name: "in", size: 25.4, steps: [1, 2, 4, 10, 8, 100, 1_000] },
  },
};
/** Where people weigh in pounds. Everybody else weighs in kilograms. */
const imperialCountries: readonly string[] = ["US", "LR", "MM"];

export function unitName(system: UnitSystem, measure: Measure): string {
  return units[system][measure].name;
}

/** `1234` g → `1.234` kg: the shortest number that stands for it. What is no number stays. */
export function shownMeasure(small: NumberValue, system: UnitSystem, measure: Measure): NumberValue {
  if (typeof small !== "number") return small;
  const { size, steps } = units[system][measure];
  const rounded = steps.map((step) => Math.round((small / size) * step) / step);
  return rounded.find((amount) => Math.round(amount * size) === small) ?? small / size;
}

/** `1.234` kg → `1234` g, to the whole gram or millimeter. What is no number stays: the API refuses it. */
export function storedMeasure(large: NumberValue, system: UnitSystem, measure: Measure): NumberValue {
  return typeof large === "number" ? Math.round(large * units[system][measure].size) : large;
}

/** Why a typed number would not be shown again as it was typed; null for one that would. */
export function measureFault(large: NumberValue, system: UnitSystem, measure: Measure): string | null {
  if (typeof large !== "number") return null;
  const shown = shownMeasure(storedMeasure(large, system, measure), system, measure);
  const whole = measure === "weight" ? "grams" : "millimeters";
  return shown === large ? null : `Waybill keeps whole ${whole}: write ${shown}.`;
}

/** `850 g`, `1.2 kg`, `2.6 lb`. @param locale BCP 47; the reader's if undefined */
export function formatWeight(grams: number, system: UnitSystem, locale?: string): string {
  if (system === "metric" && grams < 1_000) return inUnit(grams, "gram", locale);
  const [amount, unit] = system === "metric" ? [grams / 1_000, "kilogram"] : [grams / 453.59237, "pound"];
  return inUnit(amount, unit, locale, system === "metric" ? 3 : 2);
}

/** `1.2 kg, 2.65 lb`: for who reads the one and thinks in the other. */
export function formatWeights(grams: number): string {
  return `${formatWeight(grams, "metric")}, ${formatWeight(grams, "imperial")}`;
}

/** `30 × 20 × 10 cm`. */
export function formatSides(sides: readonly number[], system: UnitSystem): string {
  return `${sides.map((side) => shownMeasure(side, system, "length")).join(" × ")} ${unitName(system, "length")}`;
}

function inUnit(amount: number, unit: string, locale: string | undefined, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits }).format(amount);
}

/** As the account wants it, or else as is usual in a country. */
export function unitsIn(wanted: UnitSystem | null, country: string): UnitSystem {
  return wanted ?? (imperialCountries.includes(country) ? "imperial" : "metric");
}

/** What the reader types in: as the account wants it, or else as is usual where the reader is. Undefined until it is read. */
export function useUnits(): UnitSystem | undefined {
  const { data: account, isPending } = useRead("/platform/account", { environment: useEnvironment() });
  return isPending ? undefined : unitsIn(account?.units ?? null, countryOfReader());
}

/** A browser's language names a country. It counts if its clocks are the reader's: many read English elsewhere. */
function countryOfReader(): string {
  const { region = "" } = new Intl.Locale(navigator.language);
  return zonesIn(region).includes(timeZoneName()) ? region : "";
}
