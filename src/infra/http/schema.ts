import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { countryCodes, currencyCodes } from "../geography/country.ts";
import type { IdPrefix } from "../ids.ts";
import { listOrders } from "../list-order.ts";
import { typedPhoneMax } from "../phone/phone.ts";
import { amountMax } from "../units.ts";
import { formats } from "./formats.ts";
import { Dictionary, saying, Text, Tidied, Words } from "./kinds.ts";

export {
  Dictionary,
  GrowingWords,
  JudgedLater,
  Line,
  Name,
  Plain,
  saying,
  Text,
  TextLike,
  Tidied,
  Words,
} from "./kinds.ts";

/** Shapes that every feature's `schema.ts` is made of. Contract §1. */

/** An object that refuses properties it does not name. */
export function Closed<T extends TProperties>(properties: T, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A shape that the reference and clients know by its name. */
export function Named<T extends TProperties>(
  title: string,
  properties: T,
  options: Record<string, unknown> = {},
) {
  return Closed(properties, { title, ...options });
}

export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** One of a fixed list of words, or several, separated by commas. */
export function WordList(list: readonly string[], description: string) {
  const word = `(${list.map((entry) => entry.replace(/[.*]/g, "\\$&")).join("|")})`;
  return saying(Type.String({ pattern: `^${word}(,${word})*$`, description }), {
    code: "enum",
    detail: `must be one or more of ${list.join(", ")}, separated by commas`,
  });
}

/** The id of a thing, contract §1. Where any other id means that there is no such thing, `Text` is right. */
export function Id(prefix: IdPrefix) {
  const id = Type.String({
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    examples: [`${prefix}_01m7x5rdwme1ct34p92xd7wpnk`],
  });
  return saying(id, { code: "format", detail: `must be an id that starts with ${prefix}_` });
}

export const Timestamp = Type.String({ format: "date-time", examples: ["2026-01-31T09:30:00.000Z"] });
/** A day of the calendar, wherever it is. */
export const CalendarDate = Type.String({ format: "date", examples: ["2026-01-31"] });

export const Environment = Words(["sandbox", "live"], { title: "Environment" });

/** A country that is sent; answers have text, as the world's countries change. */
export const CountryCode = saying(
  Tidied(
    Words(countryCodes, {
      title: "CountryCode",
      description: "ISO 3166-1 alpha-2 country code, and `XK` for Kosovo.",
      examples: ["DE"],
    }),
  ),
  { code: "format", detail: "must be an ISO 3166-1 alpha-2 country code such as DE" },
);
export const Country = Type.String({ description: "ISO 3166-1 alpha-2 country code.", examples: ["DE"] });

/** A currency that is sent; the same goes for it. */
export const CurrencyCode = saying(
  Words(currencyCodes, { title: "CurrencyCode", description: "ISO 4217 currency code.", examples: ["EUR"] }),
  { code: "format", detail: "must be an ISO 4217 currency code such as EUR" },
);
const Currency = Type.String({ description: "ISO 4217 currency code.", examples: ["EUR"] });

const phoneOptions = {
  description:
    "A phone number as people write it, without an extension. Waybill stores it in E.164 format, `+4930123456`.",
  examples: ["+4930123456"],
};
/** A phone number that is sent. National ones are those of the nearest address's country. */
export const Phone = Type.String({ format: "phone", maxLength: typedPhoneMax, ...phoneOptions });

/** A phone number of which only the operation knows the address, and judges the number with it. */
export const PhoneToRead = { ...Text({ maxLength: typedPhoneMax, ...phoneOptions }), format: "phone" };

/** An email address that is sent, its domain in any script; it is stored in ASCII. */
export const Email = Type.String({
  format: "idn-email",
  maxLength: formats["idn-email"].charactersMax,
  examples: ["alex@example.com"],
});

const amountOf = (maximum: number) =>
  Type.Integer({ minimum: 0, maximum, description: "Integer in minor units, such as cents." });
/** An amount that is sent; answers also have sums. */
export const Amount = amountOf(amountMax);
export const MoneyInput = Named("MoneyInput", { amount: Amount, currency: CurrencyCode });
export const Money = Named("Money", { amount: amountOf(Number.MAX_SAFE_INTEGER), currency: Currency });

export const GeoPoint = Named("GeoPoint", {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
});

export const metadataKeysMax = 50;
const MetadataKey = Text({ minLength: 1, maxLength: 40 });
const MetadataValue = Text({ maxLength: 500 });

/** Up to 50 string keys of up to 40 characters with values of up to 500. */
export const Metadata = Dictionary(MetadataValue, MetadataKey, metadataKeysMax);

/** Metadata as a merge patch: `null` removes a key, so that all of them can be replaced by as many. */
export const MetadataPatch = Dictionary(Nullable(MetadataValue), MetadataKey, 2 * metadataKeysMax);

const cursorExample = "yJmUw1c0Yv6cQ3mB8y0m5cVY2lqgqYyZr9Jm0n3o4pQwMW03eDVyZHdtZTFjdDM0cDkyeGQ3d3Bu";

/** A page of a list, contract §7. */
export function Page<T extends TSchema>(item: T) {
  return Named(`${item.title}Page`, {
    data: Type.Array(item),
    has_more: Type.Boolean({ description: "Whether more pages follow.", examples: [true] }),
    next_cursor: Nullable(
      Type.String({
        description: "Send it as `cursor` with the same filters. Null on the last page.",
        examples: [cursorExample],
      }),
    ),
  });
}

/** `environment` is for sessions only, contract §2; every `/platform` query may carry it. */
const environmentParameter = { environment: Type.Optional(Environment) };

const pageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 1000,
      description: "`next_cursor` of the previous page of this list. Send the same filters.",
    }),
  ),
};

/** Filters of what can be listed by when it was made. */
export const createdFilters = {
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional({ ...Timestamp, description: "Must be later than `created_after`." }),
};

export interface CreatedFilters {
  created_after?: string;
  created_before?: string;
}

/** The order of a list. `title` is its name in the document. */
export function sortBy(title: string, description: string) {
  return Type.Optional(Words(listOrders, { title, description, default: "newest" }));
}

/** The query of a list: its filters, and where it is read from. */
export function ListQuery<T extends TProperties>(filters: T) {
  return Closed({ ...filters, ...pageParameters, ...environmentParameter });
}

/** The query of a list outside `/platform`, which names no environment. */
export function PlainListQuery<T extends TProperties>(filters: T) {
  return Closed({ ...filters, ...pageParameters });
}

/** The query of an operation outside `/platform` that takes none. */
export const NoQuery = Closed({});

/** The query of an operation that is no list. */
export function Query<T extends TProperties>(parameters: T) {
  return Closed({ ...parameters, ...environmentParameter });
}
