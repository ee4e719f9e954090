import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type PhoneReader, typedPhoneMax } from "../phone/phone.ts";
import { isObject } from "./json.ts";
import { isTidied, originOf } from "./kinds.ts";
import { emailAsRead, tidy } from "./texts.ts";

/**
 * How bodies are read before their schema judges them: where a text may be null, an empty one is; names and codes lose
 * white space, email domains become ASCII, phone numbers become E.164. What a response said of Waybill's own is left out
 * where it is sent back. What cannot be read stays as it came, and its schema refuses it. Members of dictionaries are the
 * caller's own.
 */

interface Reading {
  phones: PhoneReader | undefined;
  /** Of the nearest address around. */
  country: string | null;
  /** Set where a phone number was met without `phones`. */
  missed: { phones: boolean };
}

type Read = (value: unknown, reading: Reading) => unknown;

/** A value as its schema judges it; the same object where nothing was to be read. `missesPhones`: it has to be read again. */
export function readWith(
  schema: TSchema,
  value: unknown,
  phones: PhoneReader | undefined,
): { value: unknown; missesPhones: boolean } {
  const missed = { phones: false };
  const read = readerOf(schema);
  const after = read ? read(value, { phones, country: null, missed }) : value;
  return { value: after, missesPhones: missed.phones };
}

const readers = new WeakMap<TSchema, { read: Read | undefined }>();

/** Undefined for a schema in which nothing is read: lists of numbers pass unvisited. */
function readerOf(schema: TSchema): Read | undefined {
  const known = readers.get(schema);
  if (known) return known.read;
  const read = createReader(schema);
  readers.set(schema, { read });
  return read;
}

function createReader(schema: TSchema): Read | undefined {
  if (Array.isArray(schema.anyOf)) return unionReader(schema.anyOf);
  if (schema.type === "string") return textReader(schema);
  if (schema.type === "array") return schema.items && listReader(schema.items);
  return schema.properties && objectReader(schema.properties);
}

function textReader(schema: TSchema): Read | undefined {
  if (schema.format === "phone") return phoneRead;
  const read = schema.format === "idn-email" ? emailAsRead : isTidied(schema) ? tidy : undefined;
  // Nothing but white space is no name: that it is blank says more than that it is empty.
  return read && ((value) => (typeof value === "string" && !isBlank(value) ? read(value) : value));
}

function phoneRead(value: unknown, { phones, country, missed }: Reading): unknown {
  if (typeof value !== "string" || isBlank(value) || value.length > typedPhoneMax) return value;
  if (phones) return phones.read(value, country) ?? value;
  missed.phones = true;
  return value;
}

/** A union of texts and null, of shapes told apart by a constant member, or of something and null. */
function unionReader(members: TSchema[]): Read | undefined {
  const others = members.filter(({ type }) => type !== "null");
  const isNullable = others.length < members.length;
  const parts = others.map((member) => ({ member, read: readerOf(member) }));
  const isNullableText = isNullable && others.some(({ type }) => type === "string");
  if (!isNullableText && parts.every(({ read }) => read === undefined)) return undefined;
  return (value, reading) => {
    if (isNullableText && isBlank(value)) return null;
    const meant = parts.find(({ member }) => isMeant(member, value));
    return meant?.read ? meant.read(value, reading) : value;
  };
}

/** Whether a value is of the type, and of the constants, of a member of a union. */
function isMeant({ type, properties = {} }: TSchema, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type !== "object") return typeof value === type;
  if (!isObject(value)) return false;
  return Object.entries<TSchema>(properties).every(
    ([name, { const: constant }]) => constant === undefined || value[name] === constant,
  );
}

function listReader(items: TSchema): Read | undefined {
  const read = readerOf(items);
  if (!read) return undefined;
  return (value, reading) => {
    if (!Array.isArray(value)) return value;
    let copy: unknown[] | undefined;
    for (const [index, entry] of value.entries()) {
      const after = read(entry, reading);
      if (after === entry) continue;
      copy ??= [...value];
      copy[index] = after;
    }
    return copy ?? value;
  };
}

function objectReader(properties: Record<string, TSchema>): Read | undefined {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const read = readerOf(schema);
    return read ? [{ name, read }] : [];
  });
  const origins = Object.entries(properties).flatMap(([name, schema]) => {
    const origin = originOf(schema);
    if (!origin) return [];
    const given = origin.members.map((member) => [member, properties[member] ?? schema] as const);
    return [{ name, caller: origin.caller, given }];
  });
  if (members.length === 0 && origins.length === 0) return undefined;
  return (sent, outer) => {
    if (!isObject(sent)) return sent;
    const value = withoutOwn(sent, origins);
    const reading = { ...outer, country: countryOf(value) ?? outer.country };
    let copy: Record<string, unknown> | undefined;
    for (const { name, read } of members) {
      const before = value[name];
      if (before === undefined) continue;
      const after = read(before, reading);
      if (after === before) continue;
      copy ??= { ...value };
      copy[name] = after;
    }
    return copy ?? value;
  };
}

interface Given {
  /** The member that says who gave the others. */
  name: string;
  caller: string;
  /** The others, with their schemas. */
  given: readonly (readonly [name: string, schema: TSchema])[];
}

/** An object without what Waybill gave, as it says itself. What no response can have given stays, and is refused. */
function withoutOwn(value: Record<string, unknown>, origins: readonly Given[]): Record<string, unknown> {
  const own = origins.flatMap(({ name, caller, given }) => {
    const isOwn = typeof value[name] === "string" && value[name] !== caller;
    const isWhole =
      isOwn && given.every(([member, schema]) => value[member] != null && Value.Check(schema, value[member]));
    return isWhole ? given.map(([member]) => member) : [];
  });
  if (own.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !own.includes(name)));
}

/** The country in which the phone numbers of an object are national ones: that of its address. */
function countryOf({ address }: Record<string, unknown>): string | undefined {
  const country = isObject(address) ? address.country : undefined;
  return typeof country === "string" ? tidy(country) : undefined;
}

/** The country of the address nearest to a place in a body, by the place's JSON pointer without `#`. */
export function countryAround(body: unknown, path: string): string | null {
  let country: string | null = null;
  let value = body;
  for (const name of path.split("/").slice(1)) {
    if (!isObject(value) && !Array.isArray(value)) break;
    if (isObject(value)) country = countryOf(value) ?? country;
    value = (value as Record<string, unknown>)[name];
  }
  return country;
}

function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}
