import { currencyOf, isCurrency, minorUnits } from "@/infra/geography/country.ts";
import { asciiDigits } from "@/infra/text/digits.ts";
import type { CellUnit, CellValues } from "./field.ts";

/** Numbers, weights, lengths and amounts as people write them. Pure: a comma may be a point, and a unit may stand behind. */

/** `unit`: the number names none, and the column neither. `currency`: an amount of which nobody knows it. */
export type UnreadNumber = "unknown" | "unit" | "currency";

const figure = String.raw`[+-]?\d[\d.,'’\s]*`;
const measure = new RegExp(`^(${figure})\\s*([^\\d\\s.,].*)?$`, "u");

function plainNumber(typed: string): string {
  return asciiDigits(typed.normalize("NFKC"))
    .replaceAll(/[\p{Cf}]/gu, "")
    .trim();
}

/**
 * The value of digits with separators. The last separator is the point, unless it repeats or three digits follow it and
 * `decimals` are fewer. NaN for what is no number.
 */
function numberOf(text: string, decimals: number): number {
  const digits = text.trim().replaceAll(/(?<=\d)['’\s](?=\d{3}(?!\d))/g, "");
  const sign = /[.,](?=[^.,]*$)/.exec(digits)?.[0];
  if (sign === undefined) return Number(digits);
  const tail = digits.length - digits.lastIndexOf(sign) - 1;
  const repeats = digits.split(sign).length > 2;
  const isGrouping = repeats || (tail === 3 && decimals < 3 && !/^[+-]?0[.,]/.test(digits));
  const other = sign === "." ? "," : ".";
  const whole = digits.replaceAll(other, "");
  return Number(isGrouping ? whole.replaceAll(sign, "") : whole.replace(sign, "."));
}

/** A whole number, with or without a word behind it: `3 pcs`. */
export function readInteger(typed: string): number | UnreadNumber {
  const [, digits, word = ""] = measure.exec(plainNumber(typed)) ?? [];
  if (digits === undefined || /[\d/–-]/.test(word)) return "unknown";
  const value = numberOf(digits, 1);
  return Number.isInteger(value) && !/^[-+]/.test(digits) ? value : "unknown";
}

const gramsPer: Partial<Record<CellUnit, number>> = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 };
const millimetersPer: Partial<Record<CellUnit, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4 };

const unitWords: readonly [CellUnit, RegExp][] = [
  ["kg", /^(kgs?|kilos?|kilogram+s?|kilogrammes?|кг|كجم|كغ|كيلو|ק["״]?ג|キロ|公斤)\.?$/i],
  ["g", /^(g|gr|grs|gramm?e?s?|г|гр|جم|غ|גרם|グラム)\.?$/i],
  ["lb", /^(lbs?|pounds?|libras?|livres?|#)\.?$/i],
  ["oz", /^(oz|ounces?|onzas?|onces?)\.?$/i],
  ["mm", /^(mm|millim\p{L}+|мм)\.?$/iu],
  ["cm", /^(cm|zentimeter|centim\p{L}+|см|سم|ס["״]?מ)\.?$/iu],
  ["m", /^(m|met\p{L}+|м)\.?$/iu],
  ["in", /^(in|inch|inches|zoll|pulgadas|pouces|"|″|'')\.?$/i],
];

function unitOf(word: string): CellUnit | undefined {
  return unitWords.find(([, pattern]) => pattern.test(word.trim()))?.[0];
}

/** Grams: `1,5 kg`, `3 lb`, `2 lb 3 oz`. */
export function readWeight(typed: string, unit: CellUnit | null): number | UnreadNumber {
  const both = /^(\S+)\s*lbs?\.?,?\s*(\S+)\s*oz\.?$/i.exec(plainNumber(typed));
  if (both) {
    const pounds = readMeasure(`${both[1]} lb`, null, gramsPer);
    const ounces = readMeasure(`${both[2]} oz`, null, gramsPer);
    return typeof pounds === "number" && typeof ounces === "number" ? Math.round(pounds + ounces) : "unknown";
  }
  return rounded(readMeasure(typed, unit, gramsPer));
}

/** Millimeters: `30 cm`, `12 in`. */
export function readLength(typed: string, unit: CellUnit | null): number | UnreadNumber {
  return rounded(readMeasure(typed, unit, millimetersPer));
}

/** `30 x 20 x 10 cm`: length, width and height. A unit behind the last holds for all. */
export function readSize(typed: string, unit: CellUnit | null): CellValues["size"] | UnreadNumber {
  const parts = plainNumber(typed).split(/\s*[x×*✕/]\s*/i);
  if (parts.length !== 3) return "unknown";
  const last = measure.exec(parts[2] ?? "")?.[2];
  const ofAll = last === undefined ? unit : (unitOf(last) ?? unit);
  const [length, width, height] = parts.map((part) => readLength(part, ofAll));
  for (const each of [length, width, height]) if (typeof each === "string") return each;
  return { length_mm: length as number, width_mm: width as number, height_mm: height as number };
}

function readMeasure(
  typed: string,
  unit: CellUnit | null,
  sizes: Partial<Record<CellUnit, number>>,
): number | UnreadNumber {
  const [, digits, word] = measure.exec(plainNumber(typed)) ?? [];
  if (digits === undefined) return "unknown";
  const found = word === undefined ? unit : unitOf(word);
  if (found === null) return "unit";
  const size = found === undefined ? undefined : sizes[found];
  if (size === undefined) return word === undefined ? "unit" : "unknown";
  // Of kilograms and meters people write thousandths, of grams and millimeters they do not.
  const value = numberOf(digits, size >= 100 ? 3 : 1) * size;
  return Number.isFinite(value) && value > 0 ? value : "unknown";
}

function rounded(value: number | UnreadNumber): number | UnreadNumber {
  return typeof value === "number" ? Math.round(value) : value;
}

const signs: readonly [RegExp, string][] = [
  [/€|euros?/i, "EUR"],
  [/£/, "GBP"],
  [/R\$/, "BRL"],
  [/zł|zl/i, "PLN"],
  [/₴|грн/i, "UAH"],
  [/₺|\btl\b/i, "TRY"],
  [/₪|ש["״]ח/, "ILS"],
  [/₹/, "INR"],
  [/円/, "JPY"],
  [/\bfr\.?/i, "CHF"],
];

/** Where money with this sign is used in several countries, the place decides. */
const shared: readonly [RegExp, readonly string[]][] = [
  [/\$/, ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN"]],
  [/[¥￥]/, ["JPY", "CNY"]],
  [/\bkr\.?/i, ["SEK", "NOK", "DKK", "ISK"]],
];

/** Minor units: `6,50 €`, `EUR 6.50`, `$12`. */
export function readMoney(
  typed: string,
  { currency, country }: { currency: string | null; country: string | null },
): CellValues["money"] | UnreadNumber {
  const text = plainNumber(typed);
  const digits = new RegExp(figure).exec(text)?.[0];
  if (digits === undefined) return "unknown";
  const around = text.replace(digits, " ").trim();
  const found = around === "" ? currency : currencyIn(around, [currency, ofCountry(country)]);
  if (found === null) return "currency";
  if (found === undefined) return "unknown";
  const units = minorUnits(found);
  const value = numberOf(digits.replace(/[.,]\s*[-–—]*\s*$/, ""), units);
  const amount = Number(`${value}e${units}`);
  return Number.isInteger(amount) && amount >= 0 ? { amount, currency: found } : "unknown";
}

/** Null for a sign that several countries share; undefined for what is no sign. */
function currencyIn(around: string, near: readonly (string | null)[]): string | null | undefined {
  const word = around.replaceAll(/[\s.,–—-]/g, "");
  if (word === "") return near[0];
  if (isCurrency(word.toUpperCase())) return word.toUpperCase();
  const certain = signs.find(([sign]) => sign.test(around))?.[1];
  if (certain !== undefined) return certain;
  const several = shared.find(([sign]) => sign.test(around))?.[1];
  return several && (near.find((each) => each !== null && several.includes(each)) ?? null);
}

function ofCountry(country: string | null): string | null {
  try {
    return country === null ? null : currencyOf(country);
  } catch {
    // No such country: its own cell says so.
    return null;
  }
}

/** `52.5291`, `52,5291`. */
export function readDegrees(typed: string): number | UnreadNumber {
  const text = plainNumber(typed).replace(/°$/, "");
  return /^[+-]?\d{1,3}([.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : "unknown";
}

/** `52.5291, 13.4014`, also where commas are points: `52,5291; 13,4014`. */
export function readCoordinates(typed: string): CellValues["coordinates"] | UnreadNumber {
  const parts = plainNumber(typed)
    .split(/\s*;\s*|,\s*(?=[+-]?\d+\.)|\s+/)
    .filter((part) => part !== "");
  const [latitude, longitude] = parts.map(readDegrees);
  if (parts.length !== 2 || typeof latitude !== "number" || typeof longitude !== "number") return "unknown";
  return { latitude, longitude };
}
