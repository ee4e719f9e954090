import type { OpenApi, Schema } from "./openapi.ts";

/**
 * Bodies made from the schemas of the served document: each has every member that its schema names, and every text can be
 * told from all others. So a member that is new in the document is in them without anybody naming it.
 */

/** What a body has at the places that fit. The first that fits counts. */
export type Given = readonly (readonly [place: RegExp, value: unknown])[];
/** A value that leaves a member out. */
export const leftOut = Symbol("left out");
/** A value of a list: its items once for each of these, which hold in them. */
export const itemsFor = (...each: Given[]): ItemsFor => ({ itemsFor: each });
interface ItemsFor {
  itemsFor: Given[];
}

/** What each text can be found by, in whatever letter case: a word, or the digits of a phone number. */
export const markPattern = /zq[0-9a-z]{4}k|4930771[0-9]{6}/gi;
/** A mark → the JSON pointer of its text. */
export type Marks = Map<string, string>;

export interface Filled {
  body: unknown;
  /** Of the texts that the schema leaves to the caller. */
  marks: Marks;
  /** Pointers of what was left out. */
  omitted: string[];
}

/** Fills a schema of the document. Each call gives other values than those before. */
export type Filler = (schema: Schema, given?: Given) => Filled;

export function createFiller(document: OpenApi): Filler {
  let marked = 0;
  let turn = 0;

  function textOf(schema: Schema, pointer: string, { marks }: Filled): string {
    marked += 1;
    const found = candidatesOf(marked).find(([text]) => fits(schema, text));
    if (!found) throw new Error(`say what the text at ${pointer} is`);
    const [text, mark] = found;
    if (mark !== undefined) marks.set(mark, pointer);
    return text;
  }

  function numberOf({ type, minimum = 0, maximum = Number.POSITIVE_INFINITY }: Schema): number {
    const step = type === "integer" || maximum - minimum > 100 ? 1 : (maximum - minimum) / 100;
    return Math.min(maximum, minimum + step * (2 + (turn % 50)));
  }

  function valueFor(schema: Schema, pointer: string, given: Given, filled: Filled): unknown {
    const told = given.find(([place]) => place.test(pointer))?.[1];
    if (told === leftOut) filled.omitted.push(pointer);
    if (told !== undefined && !isItemsFor(told)) return told;
    const [first = schema] = alternativesOf(document, schema);
    if (first.const !== undefined) return first.const;
    if (first.enum) return first.enum[turn % first.enum.length];
    switch (first.type) {
      case "string":
        return textOf(first, pointer, filled);
      case "integer":
      case "number":
        return numberOf(first);
      case "boolean":
        return turn % 2 === 0;
      case "array":
        return listOf(first, pointer, isItemsFor(told) ? told.itemsFor : [[]], given, filled);
      case "object":
        return objectOf(first, pointer, given, filled);
      default:
        throw new Error(`say what ${pointer} is`);
    }
  }

  /** One item of each shape. */
  function listOf(
    { items = {} }: Schema,
    pointer: string,
    each: readonly Given[],
    given: Given,
    filled: Filled,
  ): unknown[] {
    const wanted = each.flatMap((more) => alternativesOf(document, items).map((item) => ({ more, item })));
    return wanted.map(({ more, item }, index) =>
      valueFor(item, `${pointer}/${index}`, [...more, ...given], filled),
    );
  }

  function objectOf(schema: Schema, pointer: string, given: Given, filled: Filled): object {
    const { properties = {}, additionalProperties } = schema;
    const members = Object.entries(properties);
    if (typeof additionalProperties === "object")
      members.push([textOf({}, `${pointer} (a name)`, filled), additionalProperties]);
    const values = members.map(
      ([name, member]) => [name, valueFor(member, `${pointer}/${name}`, given, filled)] as const,
    );
    return Object.fromEntries(values.filter(([, value]) => value !== leftOut));
  }

  return (schema, given = []) => {
    turn += 1;
    const filled: Filled = { body: undefined, marks: new Map(), omitted: [] };
    filled.body = valueFor(schema, "", given, filled);
    return filled;
  };
}

function isItemsFor(value: unknown): value is ItemsFor {
  return typeof value === "object" && value !== null && "itemsFor" in value;
}

/** Texts of all forms, each with what to search for. */
function candidatesOf(number: number): [text: string, mark?: string][] {
  const mark = `zq${number.toString(36).padStart(4, "0")}k`;
  const phone = `4930771${100_000 + number}`;
  // Some must lie ahead.
  const time = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1, number)).toISOString();
  return [
    [mark, mark],
    [`+${phone}`, phone],
    [`${mark}@example.com`, mark],
    [`https://example.com/${mark}`, mark],
    [`/${mark}`, mark],
    [`text/${mark}`, mark],
    // A language.
    [`de-${mark}`, mark],
    [`#${(0xabc000 + number).toString(16)}`],
    [time],
    [time.slice(0, 10)],
    // Keys of a push subscription.
    [`B${"A".repeat(86)}`],
    ["A".repeat(22)],
    // What nobody was told.
    ["ntc_01m7x5rdwme1ct34p92xd7wpnk"],
    // A parcel of another shipment.
    ["pcl_01m7x5rdwme1ct34p92xd7wpnk"],
    ["08:30"],
    ["08:30-19:45"],
  ];
}

const formats: Record<string, RegExp> = {
  "idn-email": /^[^@]+@[^@]+$/,
  phone: /^\+[1-9][0-9]{6,14}$/,
  uri: /^https:\/\//,
  "date-time": /^\d{4}-.*T.*Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

function fits(schema: Schema, text: string): boolean {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const isLong = text.length < minLength || text.length > maxLength;
  if (isLong || (format !== undefined && !formats[format]?.test(text))) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(text);
}

/** The shapes that a value may have, but for null. */
export function alternativesOf(document: OpenApi, schema: Schema): Schema[] {
  const { $ref: reference, anyOf } = schema;
  if (reference !== undefined) {
    const found = document.components.schemas[reference.slice("#/components/schemas/".length)];
    if (!found) throw new Error(`there is no ${reference}`);
    return alternativesOf(document, found);
  }
  if (!anyOf) return [schema];
  return anyOf.filter(({ type }) => type !== "null").flatMap((one) => alternativesOf(document, one));
}

type Leaf = [pointer: string, value: unknown];

/** What a value holds that holds nothing else, by JSON pointers. Lists count as one, or are looked into. */
export function leavesOf(value: unknown, lists: "whole" | "parts", pointer = ""): Leaf[] {
  const isWhole = Array.isArray(value) && lists === "whole";
  if (typeof value !== "object" || value === null || isWhole) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, lists, `${pointer}/${name}`));
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return namesIn(pointer).reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | null)?.[name],
    value,
  );
}

/** An object that has nothing but these values at their pointers. */
export function objectWith(leaves: readonly Leaf[]): unknown {
  const made = {};
  for (const [pointer, value] of leaves) {
    const names = namesIn(pointer);
    const last = names.pop() ?? "";
    let at: Record<string, unknown> = made;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return made;
}

const namesIn = (pointer: string): string[] => pointer.split("/").slice(1);
