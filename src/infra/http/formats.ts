import { FormatRegistry } from "@sinclair/typebox";
import { isE164, phoneWithoutCountry, typedPhoneMax } from "../phone/phone.ts";

const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
/** The years 0000 to 9999 in UTC: outside of them there is no RFC 3339 to give a time back in. */
const timestampMin = Date.parse("0000-01-01T00:00:00.000Z");
const timestampMax = Date.parse("9999-12-31T23:59:59.999Z");
const emailPattern =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
/** What cannot be seen: with it two addresses look alike and are not. The domain is ASCII anyway. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** RFC 3339. `Date.parse` alone takes 30 February for 2 March, and 24:00 for the next day. */
function isTimestamp(value: string): boolean {
  const [, year, month, day] = timestampPattern.exec(value) ?? [];
  const at = Date.parse(value);
  if (day === undefined || !(at >= timestampMin && at <= timestampMax)) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

interface Format {
  /** A longer text is refused unread: a pattern may take long over it, and TypeBox asks whatever `maxLength` says. */
  charactersMax: number;
  check(value: string): boolean;
  /** The sentence that tells what is allowed. */
  allowed: string;
}

/** The formats that schemas may name. Those of phone numbers and `idn-email` judge what `reading.ts` made of the text. */
export const formats = {
  "date-time": {
    charactersMax: 64,
    check: isTimestamp,
    allowed: "must be an RFC 3339 time such as 2026-01-31T09:30:00.000Z",
  },
  date: {
    charactersMax: 10,
    check: (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isTimestamp(`${value}T00:00:00Z`),
    allowed: "must be a date such as 2026-01-31",
  },
  "idn-email": {
    // RFC 5321 §4.5.3.1.3, without the brackets.
    charactersMax: 254,
    check: (value: string) => emailPattern.test(value) && !unseen.test(value),
    allowed: "must be an email address",
  },
  phone: { charactersMax: typedPhoneMax, check: isE164, allowed: phoneWithoutCountry },
} satisfies Record<string, Format>;

// TypeBox keeps formats in one registry per process. Elysia adds some of the same names, and leaves those alone that are
// there. So whoever names one in a schema, or checks by one, imports this file.
for (const [name, format] of Object.entries(formats)) {
  FormatRegistry.Set(name, (value) => value.length <= format.charactersMax && format.check(value));
}

export function allowedBy(format: string): string {
  return format in formats ? formats[format as keyof typeof formats].allowed : `must be a valid ${format}`;
}
