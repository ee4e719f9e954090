import { bareDigits } from "@/infra/phone/phone.ts";
import { isPostalCode, readAddress, readTown } from "./addresses.ts";
import { readCountry } from "./names.ts";
import { readCoordinates, readWeight } from "./numbers.ts";
import { readTimes } from "./times.ts";

/** What cells look like, where no header says it. Pure. */

export const looks = [
  "email",
  "coordinates",
  "phone",
  "date",
  "time",
  "weight",
  "address",
  "town",
  "postal_code",
  "street",
  "country",
  "order",
  "number",
  "name",
  "text",
] as const;
export type Look = (typeof looks)[number];

/** So many cells of a column are looked at: more would hold up everybody else. */
const cellsMax = 10;
/** So many of them look alike at least. */
const shareMin = 0.75;
const phoneDigitsMin = 8;
const noDay = { dateOrder: "dmy", today: "2000-01-01" } as const;

/** What most cells of a column look like; null where it is empty or mixed. */
export function looksLike(cells: readonly string[]): Look | null {
  const filled = cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .slice(0, cellsMax);
  const counts = new Map<Look, number>();
  for (const cell of filled) {
    const look = lookOf(cell);
    counts.set(look, (counts.get(look) ?? 0) + 1);
  }
  for (const [look, count] of counts) if (count / filled.length >= shareMin) return look;
  const share = (...some: readonly Look[]) =>
    some.reduce((sum, look) => sum + (counts.get(look) ?? 0), 0) / Math.max(filled.length, 1);
  // Some streets have no number and look like names.
  if (share("street", "address") >= 0.5 && share("street", "address", "name", "text") >= shareMin)
    return "street";
  return share("name", "text", "country") >= shareMin ? "text" : null;
}

/** What a cell looks like, whatever its column. */
export function lookOf(cell: string): Look {
  const text = cell.trim();
  if (/^\S+@\S+\.\S+$/.test(text)) return "email";
  if (typeof readCoordinates(text) === "object" && /[.,]\d{3,}/.test(text)) return "coordinates";
  if (isDay(text)) return "date";
  if (isPostalCode(text)) return "postal_code";
  if (isPhone(text)) return "phone";
  if (/\d\s?(?:kg|g|lbs?|oz)\.?$/i.test(text) && typeof readWeight(text, null) === "number") return "weight";
  if (isTime(text)) return "time";
  if (readTown(text) !== undefined && !/^\D+\d.*,/.test(text)) return "town";
  const { line1, city } = readAddress(text);
  if (line1 !== undefined && city !== undefined) return "address";
  if (/^#?[A-Z]{0,4}[-_ ]?\d+(?:[-/]\d+)?$/i.test(text)) return /^\d+$/.test(text) ? "number" : "order";
  if (/^[^\d\p{L}]?\s?\d+(?:[.,]\d+)*$/u.test(text)) return "number";
  if (/\p{L}{2}/u.test(text) && /\d/.test(text) && text.length <= 60) return "street";
  if (text.length === 2 && readCountry(text) !== undefined) return "country";
  return isName(text) ? "name" : "text";
}

function isPhone(text: string): boolean {
  const digits = bareDigits(text);
  if (digits === undefined) return false;
  // Without a zero or a plus in front, blanks and brackets tell it from other numbers.
  const isSpaced =
    /^\(?\d{2,4}\)?(?:\s\d{2,4}(?:[\s-]\d{2,4})*)$/.test(text) && digits.length > phoneDigitsMin;
  return isSpaced || (/^[+0]/.test(digits) && digits.length >= phoneDigitsMin);
}

function isDay(text: string): boolean {
  if (!/\d/.test(text) || (bareDigits(text.slice(0, 1)) === undefined && !/^\p{L}/u.test(text))) return false;
  const read = readTimes(text, noDay);
  return typeof read === "object" && (read.date !== undefined || read.instant !== undefined);
}

function isTime(text: string): boolean {
  return timeSigns.test(text) && typeof readTimes(text, noDay) === "object";
}

/** `5.00` is a price. */
const timeSigns = /\d:\d\d|\d\s?(?:h|am|pm|uhr|時)|^\d{1,2}\s?[-–]\s?\d{1,2}$/i;

/** Of a person or a firm: a few words, each with letters and no digit. */
function isName(text: string): boolean {
  const words = text.split(/\s+/);
  return text.length <= 60 && words.length <= 5 && words.every((word) => /^[\p{L}\p{M}'’.&-]+$/u.test(word));
}
