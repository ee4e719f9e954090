import { FormatRegistry } from "@sinclair/typebox";
import { isValidPhoneNumber } from "libphonenumber-js";
import { isCountry, isCurrency } from "../geography/country.ts";

const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const phonePattern = /^\+[1-9]\d{1,14}$/;
const emailPattern =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/** RFC 3339. `Date.parse` alone takes 30 February for 2 March, and 24:00 for the next day. */
function isTimestamp(value: string): boolean {
  const [, year, month, day] = timestampPattern.exec(value) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(value))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

/** The formats that schemas may name, with the sentence that tells what is allowed. */
const formats = {
  "date-time": {
    check: isTimestamp,
    allowed: "must be an RFC 3339 time such as 2026-01-31T09:30:00.000Z",
  },
  country: { check: isCountry, allowed: "must be an ISO 3166-1 alpha-2 code" },
  currency: { check: isCurrency, allowed: "must be an ISO 4217 code" },
  phone: {
    check: (value: string) => phonePattern.test(value) && isValidPhoneNumber(value),
    allowed: "must be an E.164 number such as +4930123456",
  },
  email: {
    check: (value: string) => value.length <= 254 && emailPattern.test(value),
    allowed: "must be an e-mail address",
  },
} as const;

/** TypeBox keeps formats in one registry per process; setting them again changes nothing. */
export function registerFormats(): void {
  for (const [name, format] of Object.entries(formats)) FormatRegistry.Set(name, format.check);
}

export function allowedBy(format: string): string {
  return format in formats ? formats[format as keyof typeof formats].allowed : `must be a valid ${format}`;
}
