import { bareDigits, type PhoneReader } from "@/infra/phone/phone.ts";
import { readAddress, readTown } from "./addresses.ts";
import {
  type CellType,
  type CellUnit,
  type CellValues,
  type DateOrder,
  type ImportKind,
  typeOf,
} from "./field.ts";
import { readCountry, readLanguage, readUndeliverable, readVehicle, readYesNo } from "./names.ts";
import {
  readCoordinates,
  readDegrees,
  readInteger,
  readLength,
  readMoney,
  readSize,
  readWeight,
  type UnreadNumber,
} from "./numbers.ts";
import { readTimes } from "./times.ts";

/** What a cell says, read as its field wants it. Pure: nothing is looked up, and a formula is text. */

/** What is known around a cell. */
export interface CellContext {
  kind: ImportKind;
  /** Of the address in the same row; null where it is unknown. */
  country: string | null;
  /** Of the column; null where nobody knows it yet. */
  dateOrder: DateOrder | null;
  /** Of numbers in the column that name no unit. */
  unit: CellUnit | null;
  /** Of amounts that name none. */
  currency: string | null;
  /** `YYYY-MM-DD`, at the stop: for dates without a year, and words such as tomorrow. */
  today: string;
  phones: PhoneReader;
}

/** Why a cell is refused, or what looks wrong: never the value. The detail completes a sentence with the column as its subject. */
export interface CellFault {
  code: string;
  detail: string;
}

export type CellValue = { [Type in CellType]: { type: Type; value: CellValues[Type] } }[CellType];

/** `empty`: the cell says nothing. A value may come with warnings. */
export type CellRead = (CellValue & { warnings?: CellFault[] }) | { fault: CellFault } | "empty";

/** Fields whose text is a name or a place, where a phone number or an email address shows that cells have moved. */
const plainTexts = /(?:^|\.)(?:name|first_name|last_name|company|line1|city|state|postal_code)$/;
const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Shorter runs of digits may be a house number or a postal code. */
const phoneDigitsMin = 9;
/** Countries whose postal codes have five digits: a program may have dropped the first one, a zero. */
const fiveDigits: ReadonlySet<string> = new Set(["DE", "FR", "IT", "ES", "US", "TR", "UA", "FI", "MX"]);

const addressAsName: CellFault = { code: "address_as_name", detail: "looks like an address" };

/** @param field one of `fields` of the kind, or a name in the metadata */
export function readCell(field: string, text: string, context: CellContext): CellRead {
  const trimmed = plainCell(text);
  if (trimmed === "") return "empty";
  const type = typeOf(context.kind, field) ?? "text";
  switch (type) {
    case "phone": {
      const value = context.phones.read(trimmed, context.country);
      if (value !== undefined) return { type, value };
      return fault("phone_invalid", context.phones.refusal(trimmed, context.country));
    }
    case "weight":
      return number(type, readWeight(trimmed, context.unit), "a weight such as 1.5 kg or 3 lb");
    case "length":
      return number(type, readLength(trimmed, context.unit), "a length such as 30 cm or 12 in");
    case "size": {
      const value = readSize(trimmed, context.unit);
      return typeof value === "string" ? unread(value, "a size such as 30 x 20 x 10 cm") : { type, value };
    }
    case "integer":
      return number(type, readInteger(trimmed), "a whole number");
    case "degrees":
      return number(type, readDegrees(trimmed), "a number of degrees such as 52.5291");
    case "coordinates": {
      const value = readCoordinates(trimmed);
      return typeof value === "string"
        ? unread(value, "a latitude and a longitude such as 52.5291, 13.4014")
        : { type, value };
    }
    case "money": {
      const value = readMoney(trimmed, context);
      return typeof value === "string" ? unread(value, "an amount such as 6.50 EUR") : { type, value };
    }
    case "date":
    case "time":
      return readMoment(type, trimmed, context);
    case "yes_no":
      return known(type, readYesNo(trimmed), "yes or no");
    case "country":
      return known(type, readCountry(trimmed), "the name or the two letters of a country");
    case "language":
      return known(type, readLanguage(trimmed), "a language such as de or German");
    case "vehicle":
      return known(type, readVehicle(trimmed), "a vehicle such as bicycle, cargo bike or van");
    case "undeliverable":
      return known(type, readUndeliverable(trimmed), "return, leave at door or discard");
    case "list":
      return { type, value: trimmed.split(/\s*[,;|]\s*/).filter((each) => each !== "") };
    case "email":
      return { type, value: trimmed.replace(/^mailto:/i, "") };
    case "address":
      return { type, value: readAddress(trimmed) };
    case "town":
      return readPlace(trimmed);
    case "text":
      return readText(field, trimmed, context);
  }
}

/** Without blanks and marks of direction, and without the apostrophe by which programs keep a number or a formula a text. */
function plainCell(text: string): string {
  return text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "").replace(/^'(?=[\d=+@-])/, "");
}

function readText(field: string, text: string, { country }: CellContext): CellRead {
  if (plainTexts.test(field)) {
    if (emailLike.test(text)) return fault("misplaced", "must not be an email address");
    const digits = bareDigits(text)?.replace("+", "") ?? "";
    if (digits.length >= phoneDigitsMin && !field.endsWith("postal_code"))
      return fault("misplaced", "must not be a phone number");
  }
  if (field.endsWith(".postal_code") || field === "postal_code") return readPostalCode(text, country);
  if (/(?:^|\.)line1$/.test(field) && readTown(text)?.postal_code !== undefined && !/^\D+\d/.test(text))
    return fault("misplaced", "must be a street and its number, not a town");
  if (/(?:^|\.)city$/.test(field) && /\d{4}/.test(text))
    return fault("misplaced", "must be a town without its postal code");
  if (/(?:^|\.)name$/.test(field) && /\d/.test(text) && readAddress(text).city !== undefined)
    return { type: "text", value: text, warnings: [addressAsName] };
  return { type: "text", value: text };
}

/** A town alone has no digits: what has some and is no code with a town belongs to another column. */
function readPlace(text: string): CellRead {
  const town = readTown(text);
  if (town === undefined && /\d/.test(text))
    return fault("misplaced", "must be a postal code and a town, such as 10119 Berlin");
  return { type: "town", value: town ?? { city: text } };
}

/** Programs for sheets take codes for numbers: they drop zeros in front, and add a point. */
function readPostalCode(typed: string, country: string | null): CellRead {
  const text = typed.replace(/^(\d{3,})[.,]0+$/, "$1");
  if (country !== null && fiveDigits.has(country) && /^\d{3,4}$/.test(text))
    return fault("zero_missing", "must have five digits; a program dropped the zero in front");
  return { type: "text", value: text };
}

function readMoment(type: "date" | "time", text: string, context: CellContext): CellRead {
  const value = readTimes(text, context);
  if (value === "order")
    return fault("date_ambiguous", "can be read in two ways; choose whether the day or the month is first");
  if (value === "half")
    return fault("time_ambiguous", "must say whether it is morning or afternoon, such as 02:00 or 2 pm");
  const isDay = value !== "unknown" && (value.date !== undefined || value.instant !== undefined);
  if (type === "date" && !isDay)
    return fault("date_invalid", "must be a date such as 2026-12-24 or 24.12.2026");
  if (value === "unknown") return fault("time_invalid", "must be a time such as 14:00, 2 pm or 14–16");
  return { type, value };
}

function number<Type extends "weight" | "length" | "integer" | "degrees">(
  type: Type,
  value: number | UnreadNumber,
  wanted: string,
): CellRead {
  return typeof value === "number" ? { type, value } : unread(value, wanted);
}

function unread(why: UnreadNumber, wanted: string): CellRead {
  if (why === "unit") return fault("unit_missing", `must name its unit: ${wanted}`);
  if (why === "currency") return fault("currency_missing", `must name its currency: ${wanted}`);
  return fault("number_invalid", `must be ${wanted}`);
}

function known<Type extends "yes_no" | "country" | "language" | "vehicle" | "undeliverable">(
  type: Type,
  value: CellValues[Type] | undefined,
  wanted: string,
): CellRead {
  // A type and its value belong together, which a type parameter does not say.
  return value === undefined ? fault("unknown_word", `must be ${wanted}`) : ({ type, value } as CellRead);
}

function fault(code: string, detail: string): CellRead {
  return { fault: { code, detail } };
}
