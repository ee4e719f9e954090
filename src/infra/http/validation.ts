import type { Static, TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import type { ValidationError } from "elysia";
import type { FieldError } from "../errors.ts";
import { loadedPhoneReader, typedPhoneMax } from "../phone/phone.ts";
import { allowedBy } from "./formats.ts";
import { isObject } from "./json.ts";
import {
  dictionaryErrors,
  type Fault,
  isDictionary,
  isText,
  misfitOf,
  nameFault,
  textFault,
} from "./kinds.ts";
import { countryAround } from "./reading.ts";

const errorsMax = 50;

/** What is wrong where, without any value that was sent. */
export function fieldErrors(error: ValidationError, name: "pointer" | "parameter"): FieldError[] {
  return errorsOf(schemaOf(error), error.value, name);
}

/** Whether a value that no request brought fits. */
export function fits<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return Value.Check(schema, value);
}

/** What is wrong with such a value. */
export function errorsOf(schema: TSchema, value: unknown, name: "pointer" | "parameter"): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const entry of flatten(Value.Errors(schema, value))) {
    if (found.size >= errorsMax) break;
    // The first error of a field says most: a missing one is also of the wrong type.
    if (found.has(entry.path)) continue;
    const place = name === "pointer" ? `#${entry.path}` : entry.path.slice(1);
    found.set(entry.path, { [name]: place, ...(phoneFault(entry, value) ?? describe(entry)) });
  }
  return [...found.values()];
}

/** A refused phone number: only with the country of the address around it can be said how one looks. */
function phoneFault({ type, schema, path, value }: ValueError, body: unknown): Fault | undefined {
  if (type !== ValueErrorType.StringFormat || schema.format !== "phone") return undefined;
  const typed = String(value).slice(0, typedPhoneMax);
  const detail = loadedPhoneReader()?.refusal(typed, countryAround(body, path));
  return detail === undefined ? undefined : { code: "format", detail };
}

function schemaOf(error: ValidationError): TSchema {
  const { validator } = error as { validator: TSchema | { schema: TSchema } };
  return "schema" in validator ? (validator.schema as TSchema) : validator;
}

/**
 * The errors of a union are those of the member that was meant, when it is plain which one; those of a
 * dictionary are its members'.
 */
function* flatten(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    if (error.type === ValueErrorType.Kind && isDictionary(error.schema)) {
      yield* flatten(prefixed(dictionaryErrors(error.schema, error.value), error.path));
      continue;
    }
    const members = (error.schema.anyOf as TSchema[] | undefined)?.filter((member) => member.type !== "null");
    const [only, ...others] = meantOf(members ?? [], error.value);
    if (error.type === ValueErrorType.Union && only && others.length === 0) {
      yield* flatten(prefixed(Value.Errors(only, error.value), error.path));
    } else {
      yield error;
    }
  }
}

/** Of a text and a shape that may stand for it, the one that the value is like; else all of them. */
function meantOf(members: TSchema[], value: unknown): TSchema[] {
  const [text, shape, ...others] = members;
  if (text?.type !== "string" || shape?.type !== "object" || others.length > 0) return members;
  if (typeof value === "string") return [text];
  return isObject(value) ? [shape] : members;
}

function* prefixed(errors: Iterable<ValueError>, path: string): Generator<ValueError> {
  for (const error of errors) yield { ...error, path: `${path}${error.path}` };
}

function describe({ type, schema, value }: ValueError): Fault {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return { code: "required", detail: "is required" };
    case ValueErrorType.ObjectAdditionalProperties:
      return (
        (isDictionary(schema) ? nameFault(schema, String(value)) : undefined) ?? faultOf("unknown", schema)
      );
    case ValueErrorType.ObjectMinProperties:
      return { code: "min_properties", detail: `must have at least ${schema.minProperties} of its fields` };
    case ValueErrorType.ObjectMaxProperties:
      return faultOf("maxProperties", schema);
    case ValueErrorType.StringFormat:
    case ValueErrorType.StringFormatUnknown:
      return { code: "format", detail: allowedBy(String(schema.format)) };
    case ValueErrorType.StringPattern:
      return misfitOf(schema) ?? { code: "pattern", detail: "does not match the documented format" };
    case ValueErrorType.StringMaxLength:
      return { code: "max_length", detail: `must have at most ${schema.maxLength} characters` };
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return { code: "minimum", detail: `must be at least ${schema.minimum}` };
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return { code: "maximum", detail: `must be at most ${schema.maximum}` };
    case ValueErrorType.ArrayMinItems:
      return {
        code: "min_items",
        detail: schema.minItems === 1 ? "must not be empty" : `must have at least ${schema.minItems} entries`,
      };
    case ValueErrorType.ArrayMaxItems:
      return faultOf("maxItems", schema);
    case ValueErrorType.ArrayUniqueItems:
      return { code: "unique_items", detail: "must not contain duplicates" };
    case ValueErrorType.Kind:
      return (
        (isText(schema) ? textFault(schema, value) : misfitOf(schema)) ?? {
          code: "enum",
          detail: `must be ${wanted(schema)}`,
        }
      );
    default:
      return misfitOf(schema) ?? { code: "type", detail: `must be ${wanted(schema)}` };
  }
}

/** What is wrong with the number of entries or the name of a member. */
export function faultOf(what: "unknown" | "maxItems" | "maxProperties", schema: TSchema): Fault {
  switch (what) {
    case "unknown":
      return { code: "unknown_field", detail: "is an unknown field" };
    case "maxItems":
      return { code: "max_items", detail: `must have at most ${schema.maxItems} entries` };
    case "maxProperties":
      return { code: "max_properties", detail: `must have at most ${schema.maxProperties} fields` };
  }
}

/** What a schema takes, as the end of a sentence: `one of a, b`, `a number from 1 to 9 or null`. */
function wanted(schema: TSchema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(", ")}`;
  if (schema.type === undefined && Array.isArray(schema.anyOf)) return schema.anyOf.map(wanted).join(" or ");
  const type = String(schema.type);
  const range = schema.minimum === undefined ? "" : ` from ${schema.minimum} to ${schema.maximum}`;
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}${range}`;
}
