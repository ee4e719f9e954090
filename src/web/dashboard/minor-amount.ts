import { pageLanguages } from "../../delivery/model/model.ts";
import { isCurrency, minorUnits } from "../../infra/geography/country.ts";
import { type NumberValue, plainText, readNumber } from "./number-value.ts";

/** Money in fields: people write major units, the API takes minor ones. */

/** 45.5 EUR → 4550, without binary rounding noise. Keeps decimals that are finer than the currency. */
export function minorAmount(amount: number, currency: string): number {
  const text = String(amount);
  const units = minorUnits(currency);
  // Moving the point is exact. Only what is tiny or huge has an exponent already.
  return text.includes("e") ? amount * 10 ** units : Number(`${text}e${units}`);
}

/** What a field says, in minor units. What is no amount stays as it is: the API refuses it. */
export function minorOf(amount: NumberValue, currency: string): NumberValue {
  const read = typeof amount === "string" ? amountOf(amount, currency) : amount;
  return typeof read === "number" && isCurrency(currency) ? minorAmount(read, currency) : amount;
}

/** 4550 EUR → 45.5. */
export function majorAmount(amount: number, currency: string): number {
  return amount / 10 ** minorUnits(currency);
}

/** An amount as people type it, `4,50`, `€6.50` or `1.234,50`. What cannot be read without doubt stays text. */
export function amountOf(typed: string, currency: string): NumberValue {
  const read = readAmount(typed, currency);
  return typeof read === "number" ? read : typed.trim();
}

/** What is wrong with an amount, as the end of a sentence about it; null for one that the API judges. */
export function amountFault(amount: NumberValue, currency: string): string | null {
  if (amount === "") return null;
  const read = typeof amount === "number" ? amount : readAmount(amount, currency);
  if (typeof read === "number") return isTooFine(read, currency) ? finestText(currency) : null;
  if (read === "ambiguous") {
    const digits = plainText(String(amount)).replaceAll(/\D/g, "");
    return `can be read in two ways: write ${digits}.00, or two decimals`;
  }
  if (read === "foreign") return `must be in ${currency}`;
  return `must be an amount, such as ${decimalsOf(currency) === 0 ? "450" : "4.50"}`;
}

/** Whether the amount is finer than the currency's minor unit. */
function isTooFine(amount: number, currency: string): boolean {
  return isCurrency(currency) && !Number.isInteger(minorAmount(amount, currency));
}

function finestText(currency: string): string {
  const decimals = minorUnits(currency);
  return decimals === 0 ? "must have no decimals" : `must have at most ${decimals} decimals`;
}

/** Most currencies have two decimals. */
function decimalsOf(currency: string): number {
  return isCurrency(currency) ? minorUnits(currency) : 2;
}

function readAmount(typed: string, currency: string): number | "ambiguous" | "foreign" | undefined {
  const text = plainText(typed);
  const [, before = "", number = "", after = ""] = /^([^\d]*)(\d.*\d|\d)([^\d]*)$/su.exec(text) ?? [];
  const sign = /[-−]/.exec(before)?.[0] ?? "";
  const lead = before.replace(sign, "").trim();
  const known = marksOf(currency);
  // `.50`, but for a mark that ends with a point.
  const point = !known.has(lowered(lead)) && /[.,٫]$/.test(lead) ? lead.slice(-1) : "";
  const marks = [lead.slice(0, lead.length - point.length), after].map(lowered).filter((mark) => mark !== "");
  if (marks.every((mark) => known.has(mark)))
    return readNumber(`${sign}${point}${number}`, decimalsOf(currency));
  return marks.some((mark) => isCurrency(mark.toUpperCase()) || /\p{Sc}/u.test(mark)) ? "foreign" : undefined;
}

const lowered = (mark: string) => plainText(mark).toLowerCase();
const marks = new Map<string, ReadonlySet<string>>();

/** How a currency is written, in the languages that Waybill's pages have. */
function marksOf(currency: string): ReadonlySet<string> {
  const found = marks.get(currency) ?? new Set(isCurrency(currency) ? writtenMarks(currency) : []);
  marks.set(currency, found);
  return found;
}

function writtenMarks(currency: string): string[] {
  const displays = ["symbol", "narrowSymbol", "code"] as const;
  return pageLanguages.flatMap((language) =>
    displays.map((currencyDisplay) => {
      const format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay });
      const mark = format.formatToParts(1).find(({ type }) => type === "currency");
      return lowered(mark?.value ?? currency);
    }),
  );
}
