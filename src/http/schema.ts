import { Kind, type TProperties, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";

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

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

const words = "Words";

// TypeBox's own strings take `enum` for documentation only, and a union of literals documents badly.
TypeRegistry.Set<TSchema & { enum: string[] }>(words, (schema, value) =>
  schema.enum.some((word) => word === value),
);

/** One of a fixed list of words: JSON Schema's `enum`. */
export function Words<const T extends readonly string[]>(list: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ [Kind]: words, type: "string", enum: [...list], ...options });
}

/** Where a `WordList` keeps its words, for the sentence that says what is allowed. */
export const wordListKey = "x-words";

/** One of a fixed list of words, or several, separated by commas. */
export function WordList(list: readonly string[], description: string) {
  const word = `(${list.map((entry) => entry.replaceAll(".", "\\.")).join("|")})`;
  return Type.String({ pattern: `^${word}(,${word})*$`, description, [wordListKey]: [...list] });
}

export const Timestamp = Type.String({ format: "date-time", examples: ["2026-01-31T09:30:00.000Z"] });

export const Environment = Words(["sandbox", "live"]);

export const Money = Named("Money", {
  amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Integer minor units." }),
  currency: Type.String({ format: "currency", description: "ISO 4217." }),
});

export const GeoPoint = Named("GeoPoint", {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
});

export const metadataKeysMax = 50;
export const metadataKeyLengthMax = 40;
const metadataValueLengthMax = 500;

function MetadataOf<T extends TSchema>(value: T, maxProperties: number) {
  const key = Type.String({ pattern: `^[\\s\\S]{1,${metadataKeyLengthMax}}$` });
  return Type.Record(key, value, { maxProperties, additionalProperties: false });
}

const MetadataValue = Type.String({ maxLength: metadataValueLengthMax });

/** Up to 50 string keys of up to 40 characters with values of up to 500. */
export const Metadata = MetadataOf(MetadataValue, metadataKeysMax);

/** The same as a merge patch: `null` removes a key, so that all of them can be replaced by as many. */
export const MetadataPatch = MetadataOf(Nullable(MetadataValue), 2 * metadataKeysMax);

/** A page of a list, contract §7. */
export function Page<T extends TSchema>(item: T) {
  return Named(`${item.title}Page`, {
    data: Type.Array(item),
    has_more: Type.Boolean({ description: "Whether rows follow." }),
    next_cursor: Nullable(Type.String({ description: "For `cursor`, with the same filters." })),
  });
}

/** `environment` is for sessions only, contract §2; every `/platform` query may carry it. */
const environmentParameter = { environment: Type.Optional(Environment) };

const listParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  ...environmentParameter,
};

/** The query of a list: its filters, and where it is read from. */
export function ListQuery<T extends TProperties>(filters: T) {
  return Closed({ ...filters, ...listParameters });
}

/** The query of an operation outside `/platform` that takes none. */
export const NoQuery = Closed({});

/** The query of an operation that is no list. */
export function Query<T extends TProperties>(parameters: T) {
  return Closed({ ...parameters, ...environmentParameter });
}
