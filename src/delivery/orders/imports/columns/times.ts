import { asciiDigits } from "@/infra/text/digits.ts";
import { folded } from "@/infra/text/words.ts";
import { pageLanguages } from "../../../model/model.ts";
import type { CellTime, DateOrder } from "./field.ts";

/** Days and times of day as people and programs write them. Pure: what can be read in two ways is refused. */

/** Why a text is no day or no time. `order`: day and month could be either; `half`: morning or afternoon. */
export type UnreadTime = "order" | "half" | "unknown";

export interface TimeContext {
  dateOrder: DateOrder | null;
  /** `YYYY-MM-DD`, at the stop. */
  today: string;
}

const dash = String.raw`\s*(?:-|–|—|−|~|〜|～)\s*`;
const isoMoment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)\s*(Z|[+-]\d{2}:?\d{2})$/i;

/** A day, a time or a span of times, or a day with one of these. */
export function readTimes(typed: string, context: TimeContext): CellTime | UnreadTime {
  const text = plainTime(typed);
  const [, day, clock, offset] = isoMoment.exec(text) ?? [];
  if (day !== undefined && clock !== undefined) return ofMoment(day, clock, offset ?? "Z");
  const { date, rest } = takeDate(text, context);
  if (date === "order" || date === "unknown") return date;
  if (rest === "") return date === undefined ? "unknown" : { date };
  const times = readClock(rest);
  if (typeof times === "string") return times;
  return { ...(date !== undefined && { date }), ...times };
}

function plainTime(typed: string): string {
  return asciiDigits(typed.normalize("NFKC")).trim().replaceAll(/\s+/g, " ");
}

function ofMoment(day: string, clock: string, offset: string): CellTime | UnreadTime {
  const zone = offset.toUpperCase() === "Z" ? "Z" : offset.replace(/^(.\d{2}):?(\d{2})$/, "$1:$2");
  const instant = `${day}T${clock}${zone}`;
  return Number.isNaN(Date.parse(instant)) ? "unknown" : { instant };
}

interface Taken {
  /** Undefined where the text has none. */
  date: string | "order" | "unknown" | undefined;
  /** What is left of the text. */
  rest: string;
}

const numbered = /(?<![\d:])(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})(?![\d:])\.?/;
/** `28.11.` of this year or the next; without its second dot it would be a time. */
const yearless = /(?<![\d:.])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/;
const east = /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日/;
const dayFirst =
  /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s?(?:de\s)?(\p{L}[\p{L}\p{M}'’]*)\.?,?(?:\s(?:de\s)?(\d{4}))?(?!\d)/iu;
const monthFirst = /(\p{L}[\p{L}\p{M}]*)\.?\s(\d{1,2})(?:st|nd|rd|th)?(?:,?\s(\d{4}))?(?![\d:])/iu;

function takeDate(text: string, context: TimeContext): Taken {
  const take = (match: RegExpExecArray, date: Taken["date"]): Taken => ({
    date,
    rest: withoutWeekday(`${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`),
  });
  const ofNumbers = numbered.exec(text);
  if (ofNumbers) {
    const [, first = "", sign = "", second = "", third = ""] = ofNumbers;
    return take(ofNumbers, numberedDate([first, second, third], sign, context.dateOrder));
  }
  const ofEast = east.exec(text);
  if (ofEast) return take(ofEast, dated(ofEast[1], Number(ofEast[2]), Number(ofEast[3]), context.today));
  const ofShort = yearless.exec(text);
  if (ofShort) return take(ofShort, dated(undefined, Number(ofShort[2]), Number(ofShort[1]), context.today));
  for (const [pattern, place] of [
    [dayFirst, { day: 1, month: 2 }],
    [monthFirst, { day: 2, month: 1 }],
  ] as const) {
    const match = pattern.exec(text);
    const month = match && monthOf(match[place.month] ?? "");
    if (match && month) return take(match, dated(match[3], month, Number(match[place.day]), context.today));
  }
  return { date: undefined, rest: text };
}

/** Four digits are a year. Two of them are one at the end, in this century. Dots part days from months. */
function numberedDate(parts: readonly [string, string, string], sign: string, order: DateOrder | null) {
  const [first, second, third] = parts.map(Number) as [number, number, number];
  if (parts[0].length === 4) return iso(first, second, third);
  if (parts[0].length > 2 || (parts[2].length !== 2 && parts[2].length !== 4)) return "unknown";
  if (order === "ymd" && parts[2].length === 2) return iso(2000 + first, second, third);
  const year = parts[2].length === 2 ? 2000 + third : third;
  const isDayFirst = sign === "." ? true : dayComesFirst(first, second, order);
  if (isDayFirst === undefined) return "order";
  return isDayFirst ? iso(year, second, first) : iso(year, first, second);
}

/** Undefined where it can be either. What cannot be the one is the other, whatever the column's order. */
function dayComesFirst(first: number, second: number, order: DateOrder | null): boolean | undefined {
  if (first > 12) return true;
  if (second > 12) return false;
  if (first === second) return true;
  return order === "dmy" ? true : order === "mdy" ? false : undefined;
}

/** Without a year the day is the next of its name: no order is for one that has passed. */
function dated(year: string | undefined, month: number, day: number, today: string): string {
  if (year !== undefined) return iso(Number(year), month, day);
  const now = Number(today.slice(0, 4));
  const ofThisYear = iso(now, month, day);
  return ofThisYear !== "unknown" && ofThisYear < today ? iso(now + 1, month, day) : ofThisYear;
}

function iso(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere ? date.toISOString().slice(0, 10) : "unknown";
}

let months: ReadonlyMap<string, number> | undefined;

function monthOf(word: string): number | undefined {
  months ??= monthNames();
  return months.get(folded(word).replaceAll(".", ""));
}

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>([
    ["sept", 9],
    ["mrz", 3],
  ]);
  for (const language of pageLanguages)
    for (const style of ["long", "short"] as const) {
      // With a day beside it, a month has the form that a date wants.
      const format = new Intl.DateTimeFormat(language, { month: style, day: "numeric", timeZone: "UTC" });
      for (let month = 0; month < 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month, 15));
        const name = parts.find(({ type }) => type === "month")?.value ?? "";
        const plain = folded(name).replaceAll(".", "");
        if (/^\p{L}+$/u.test(plain)) names.set(plain, month + 1);
      }
    }
  return names;
}

const weekday =
  /^(?:(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|nesday|sday|rday|urday)?|mo|di|mi|do|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lun|mar|mer|mie|jeu|jue|ven|vie|sam|dim|dom|gio|sab|seg|ter|qua|qui|sex)\.?,?\s/i;
const joined = /^(?:,|at|um|à|a las|alle|às|om|o|saat|о|в|الساعة|בשעה)\s/i;

/** A time that stays behind a day, or nothing. */
function withoutWeekday(text: string): string {
  const plain = text.replaceAll(/\([月火水木金土日]\)/g, " ").trim();
  const rest = `${plain} `.replace(weekday, "").trim();
  return `${rest} `.replace(joined, "").replace(/^\s*,/, "").trim();
}

const hour = String.raw`(\d{1,2})(?:\s?[:.h時]\s?(\d{2})?分?)?(?::\d{2})?\s?(?:uhr|h|hrs|godz\.?|год\.?|時)?\s?(am|pm|a\.m\.?|p\.m\.?)?`;
const span = new RegExp(
  `^(?:${hour})(?:${dash}|\\s(?:to|and|until|till|bis|und|à|a|y|e|al|tot|en|do|до|إلى|עד)\\s)(?:${hour})$`,
  "i",
);
const single = new RegExp(`^(?:${hour})$`, "i");
const fromWords =
  /^(?:from|after|ab|von|between|zwischen|entre|de|dès|à partir de|après|desde(?: las)?|dalle(?: ore)?|das|vanaf|tussen|od|pomiędzy|от|від|з|после|من|מ-?|משעה)\s?/i;
const untilWords =
  /^(?:until|till|before|by|bis|vor|avant|jusqu['’]à|hasta(?: las)?|antes de(?: las)?|entro(?: le)?|até|antes das|tot|voor|do|przed|до|حتى|עד)\s?/i;

/** @throws nothing: a text that is no time is `unknown`. */
function readClock(text: string): CellTime | "half" | "unknown" {
  const until = untilWords.test(text) ? text.replace(untilWords, "") : undefined;
  if (until !== undefined) {
    const end = oneTime(single.exec(until));
    return typeof end === "object" ? { until: end.at } : end;
  }
  const said = text.replace(fromWords, "").replace(/から$/, "").trim();
  const both = span.exec(said);
  if (both) return spanOf(both);
  const start = oneTime(single.exec(said));
  return typeof start === "object" ? { from: start.at } : start;
}

type Clock = { at: string } | "half" | "unknown";

function spanOf([, fromHour, fromMinute, fromHalf, untilHour, untilMinute, untilHalf]: RegExpExecArray) {
  const until = clock(untilHour, untilMinute, untilHalf, Number(untilHour) >= 7 || untilHalf !== undefined);
  // "2–4 pm" says it once; "11–2 pm" begins in the morning.
  const isSame =
    fromHalf === undefined && untilHalf !== undefined && Number(fromHour) % 12 <= Number(untilHour) % 12;
  const morning = fromHalf === undefined && untilHalf !== undefined && !isSame ? "am" : undefined;
  const half = fromHalf ?? (isSame ? untilHalf : morning);
  const from = clock(fromHour, fromMinute, half, Number(fromHour) >= 7);
  if (typeof from !== "object") return from;
  if (typeof until !== "object") return until;
  return from.at < until.at ? { from: from.at, until: until.at } : "unknown";
}

function oneTime(match: RegExpExecArray | null): Clock {
  if (!match) return "unknown";
  const [, hours, minutes, half] = match;
  return clock(hours, minutes, half, Number(hours) >= 7);
}

/** A bare hour before seven may as well be one of the afternoon, unless it is written with two digits. */
function clock(hours = "", minutes = "", half = "", isSure = false): Clock {
  const isPm = /^p/i.test(half);
  const number = Number(hours);
  const minute = Number(minutes === "" ? 0 : minutes);
  if (half !== "" && (number < 1 || number > 12)) return "unknown";
  if (half === "" && minutes === "" && !isSure && hours.length < 2) return "half";
  const at = half === "" ? number : (number % 12) + (isPm ? 12 : 0);
  if (at === 24 && minute === 0) return { at: "24:00" };
  if (at > 23 || minute > 59) return "unknown";
  return { at: `${String(at).padStart(2, "0")}:${String(minute).padStart(2, "0")}` };
}
