import type { PhoneReader } from "../../../../infra/phone/phone.ts";
import {
  type CellTime,
  type CellType,
  type CellUnit,
  type CellValues,
  type DateOrder,
  type ImportKind,
  typeOf,
} from "./field.ts";

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

/** @param field one of `fields` of the kind, or a name in the metadata */
export function readCell(field: string, text: string, context: CellContext): CellRead {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  const type = typeOf(context.kind, field) ?? "text";
  switch (type) {
    case "phone": {
      const value = context.phones.read(trimmed, context.country);
      if (value !== undefined) return { type, value };
      return fault("phone_invalid", context.phones.refusal(trimmed, context.country));
    }
    case "weight":
    case "length":
    case "integer":
    case "degrees":
      return readNumber(type, trimmed);
    case "date":
    case "time":
      return readTime(type, trimmed);
    case "yes_no":
      return { type, value: ["yes", "true", "1", "x"].includes(trimmed.toLowerCase()) };
    case "list":
      return { type, value: trimmed.split(",").map((each) => each.trim()) };
    case "text":
    case "email":
    case "country":
    case "language":
    case "vehicle":
      return { type, value: trimmed };
    case "undeliverable":
      return trimmed === "return" || trimmed === "leave_at_door" || trimmed === "discard"
        ? { type, value: trimmed }
        : fault("enum", "must be return, leave_at_door or discard");
    case "address":
      return { type, value: { line1: trimmed } };
    case "town":
      return { type, value: { city: trimmed } };
    case "size":
    case "money":
    case "coordinates":
      return fault("format", "cannot be read");
  }
}

function readNumber(type: "weight" | "length" | "integer" | "degrees", text: string): CellRead {
  const value = Number(text);
  return Number.isFinite(value) ? { type, value } : fault("number_invalid", "must be a number");
}

function readTime(type: "date" | "time", text: string): CellRead {
  const value: CellTime = {};
  const date = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const [from, until] = text.match(/\d{2}:\d{2}/g) ?? [];
  if (date !== undefined) value.date = date;
  if (from !== undefined) value.from = from;
  if (until !== undefined) value.until = until;
  return date === undefined && from === undefined
    ? fault("date_invalid", "must be a date such as 2026-12-24")
    : { type, value };
}

function fault(code: string, detail: string): CellRead {
  return { fault: { code, detail } };
}
