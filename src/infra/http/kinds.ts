import { Kind, type Static, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import { memberPointer } from "./json.ts";

/** What JSON Schema can say and TypeBox does not check as it is said: the schemas, and what is wrong with a value. */

/** A stable word for what is wrong, and the rest of a sentence that begins with the place. */
export interface Fault {
  code: string;
  detail: string;
}

/** Where a schema keeps what is said of a value that does not fit, if its keywords would not help a reader. */
const misfit = Symbol("misfit");

/** A copy of the schema that says this of a value that does not fit. */
export function saying<T extends TSchema>(schema: T, fault: Fault): T {
  return { ...schema, [misfit]: fault };
}

/** What a schema says of a value that does not fit, if it was made by `saying`. */
export function misfitOf(schema: TSchema): Fault | undefined {
  return (schema as { [misfit]?: Fault })[misfit];
}

/** Marks a schema of names or codes. */
const tidied = Symbol("tidied");

/**
 * A copy of the schema for names and codes: white space around is no part of the text, and inside it is one blank.
 * `reading.ts` removes it.
 */
export function Tidied<T extends TSchema>(schema: T): T {
  return { ...schema, [tidied]: true };
}

export function isTidied(schema: TSchema): boolean {
  return tidied in schema;
}

/** Which members beside it a member says who gave. */
interface Origin {
  /** The value that says it was the caller. */
  caller: string;
  members: readonly string[];
}

const origin = Symbol("origin");

/**
 * A copy of the schema of a member that responses have and requests may repeat: unless it says that the caller gave the
 * members beside it, they were Waybill's own, and `reading.ts` removes them.
 */
export function OriginOf<T extends TSchema>(schema: T, { caller, members }: Origin): T {
  return { ...schema, [origin]: { caller, members } };
}

export function originOf(schema: TSchema): Origin | undefined {
  return (schema as { [origin]?: Origin })[origin];
}

/** Where a schema keeps its words to look one up; some lists are long. */
const words = Symbol("words");

interface Words extends TSchema {
  [words]: ReadonlySet<unknown>;
}

TypeRegistry.Set<Words>("Words", (schema, value) => schema[words].has(value));

/** One of a fixed list of words: JSON Schema's `enum`, which TypeBox takes for documentation only. */
export function Words<const T extends readonly string[]>(list: T, options: Record<string, unknown> = {}) {
  const kind = { [Kind]: "Words", [words]: new Set(list) };
  return Type.Unsafe<T[number]>({ ...kind, type: "string", enum: [...list], ...options });
}

/**
 * One of a list that later versions may add to, in answers: clients are told the words that are known, and that more
 * may come. `Words` is for lists that are closed, and for what is sent.
 */
export function GrowingWords<const T extends readonly string[]>(
  list: T,
  options: Record<string, unknown> = {},
) {
  const kind = { [Kind]: "Words", [words]: new Set(list) };
  return Type.Unsafe<T[number]>({ ...kind, type: "string", "x-known-values": [...list], ...options });
}

interface Text extends TSchema {
  minLength?: number;
  maxLength: number;
  pattern: string;
}

/** Text that comes back as it was: SQLite ends it at NUL in places. */
const storable = "^[^\\u0000]*$";
const notBlank = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$";
const compiled = new Map<string, RegExp>();

function fits(pattern: string, text: string): boolean {
  const form = compiled.get(pattern) ?? new RegExp(pattern, "u");
  compiled.set(pattern, form);
  return form.test(text);
}

TypeRegistry.Set<Text>("Text", (schema, value) => textFault(schema, value) === undefined);

/** Text within these lengths, counted in characters as JSON Schema does; TypeBox counts units of UTF-16. */
export function Text(options: { minLength?: number; maxLength: number } & Record<string, unknown>) {
  return Type.Unsafe<string>({ ...options, [Kind]: "Text", type: "string", pattern: storable });
}

/** Text in which there is something to read. */
export function Line(maxLength: number, options: Record<string, unknown> = {}) {
  return { ...Text({ ...options, minLength: 1, maxLength }), pattern: notBlank };
}

/** What breaks a line, turns text around or is not seen: with these two names could look alike and not be. */
const unseen =
  "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0";
const name = `^[^\\s${unseen}]([^${unseen}]*[^\\s${unseen}])?$`;
const misnamed: Fault = {
  code: "pattern",
  detail: "must not start or end with a space or contain control or invisible characters",
};

/** What somebody calls a thing, and types to confirm that it is this one. */
export function Name(maxLength: number, options: Record<string, unknown> = {}) {
  return TextLike(name, misnamed, { ...options, minLength: 1, maxLength });
}

/** No markup, nothing that breaks a line or turns text around: people will read it on other pages. */
const notPlainAt = "<>\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff\\u2028-\\u202e\\u2066-\\u2069";
const plain = `^[^${notPlainAt}]*[^\\s${notPlainAt}][^${notPlainAt}]*$`;
const notPlain: Fault = {
  code: "pattern",
  detail: "must have text, without < or >, control characters or direction marks",
};

/** What carriers say to people. */
export function Plain(maxLength: number, options: Record<string, unknown> = {}) {
  return TextLike(plain, notPlain, { minLength: 1, maxLength, ...options });
}

/** Text of a form of its own, with what is said of other text. */
export function TextLike(
  pattern: string,
  fault: Fault,
  options: { minLength?: number; maxLength: number } & Record<string, unknown>,
) {
  return saying({ ...Text(options), pattern }, fault);
}

export function isText(schema: TSchema): schema is Text {
  return schema[Kind] === "Text";
}

/** What is wrong with a text. */
export function textFault(schema: Text, value: unknown): Fault | undefined {
  const { minLength = 0, maxLength, pattern } = schema;
  if (typeof value !== "string") return { code: "type", detail: "must be a string" };
  // Each character is one unit or two.
  if (value.length < 2 * minLength && charactersIn(value) < minLength) {
    const wanted = minLength === 1 ? "must not be empty" : `must have at least ${minLength} characters`;
    return { code: "min_length", detail: wanted };
  }
  if (value.length > 2 * maxLength || (value.length > maxLength && charactersIn(value) > maxLength)) {
    return { code: "max_length", detail: `must have at most ${maxLength} characters` };
  }
  if (fits(pattern, value)) return undefined;
  return misfitOf(schema) ?? (pattern === notBlank ? blank : unstorable);
}

const blank: Fault = { code: "pattern", detail: "must not be blank" };
/** What is said of text that could not be given back as it came. */
export const unstorable: Fault = {
  code: "characters",
  detail: "must not contain NUL or an unpaired surrogate",
};

function charactersIn(text: string): number {
  return [...text].length;
}

/** Where a dictionary keeps the same as an object of TypeBox's, which can check all of it but the names. */
const asObject = Symbol("asObject");

interface Dictionary extends TSchema {
  [asObject]: TSchema;
  propertyNames: Text;
}

TypeRegistry.Set<Dictionary>("Dictionary", (schema, value) => {
  const isName = (name: string) => textFault(schema.propertyNames, name) === undefined;
  return Value.Check(schema[asObject], value) && Object.keys(value as object).every(isName);
});

/** An object of at most so many members, with names of the caller's own. */
export function Dictionary<T extends TSchema>(value: T, names: TSchema, maxProperties: number) {
  const object = Type.Object({}, { additionalProperties: value, maxProperties });
  return Type.Unsafe<Record<string, Static<T>>>({
    ...object,
    [asObject]: object,
    [Kind]: "Dictionary",
    propertyNames: names,
  });
}

export function isDictionary(schema: TSchema): schema is Dictionary {
  return schema[Kind] === "Dictionary";
}

/** What is wrong with a name in a dictionary. */
export function nameFault({ propertyNames }: Dictionary, name: string): Fault | undefined {
  const fault = textFault(propertyNames, name);
  if (fault === undefined || fault === misfitOf(propertyNames)) return fault;
  return { code: "key_length", detail: `must have a name of 1 to ${propertyNames.maxLength} characters` };
}

/** What is wrong in a dictionary, from its own place on. */
export function* dictionaryErrors(schema: Dictionary, value: unknown): Generator<ValueError> {
  yield* Value.Errors(schema[asObject], value);
  for (const name of Object.keys(value ?? {})) {
    if (textFault(schema.propertyNames, name) === undefined) continue;
    const path = memberPointer("", name);
    yield {
      type: ValueErrorType.ObjectAdditionalProperties,
      schema,
      path,
      value: name,
      message: "",
      errors: [],
    };
  }
}

TypeRegistry.Set("JudgedLater", () => true);

/** Whether an operation judges such a value itself. */
export function isJudgedLater(schema: TSchema): boolean {
  return schema[Kind] === "JudgedLater";
}

/** Documented as this schema, and judged by its operation: one value of many that does not fit refuses no other. */
export function JudgedLater(schema: TSchema) {
  return Type.Unsafe<unknown>({ ...schema, [Kind]: "JudgedLater" });
}
