import { FormatRegistry } from "@sinclair/typebox";
import { isValidPhoneNumber } from "libphonenumber-js";
import { isCountry, isCurrency } from "../geography/country.ts";

const timestampPattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const emailPattern = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]{2,63}$/i;

/** The formats that schemas may name, with the sentence that tells what is allowed. */
const formats = {
  "date-time": {
    check: (value: string) => timestampPattern.test(value) && !Number.isNaN(Date.parse(value)),
    allowed: "must be an RFC 3339 time such as 2026-01-31T09:30:00.000Z",
  },
  country: { check: isCountry, allowed: "must be an ISO 3166-1 alpha-2 code" },
  currency: { check: isCurrency, allowed: "must be an ISO 4217 code" },
  phone: {
    check: (value: string) => value.startsWith("+") && isValidPhoneNumber(value),
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
