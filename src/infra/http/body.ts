import type { TSchema } from "@sinclair/typebox";
import { type FieldError, invalidField, refuseFields } from "../errors.ts";
import { bytesPerKb, bytesPerMb } from "../units.ts";
import { isObject, memberPointer, parseJson } from "./json.ts";
import { unstorable } from "./kinds.ts";

/** What an operation accepts as its body, and what its route gets. */
export interface BodyRule {
  /** The media types in the OpenAPI document. */
  readonly mediaTypes: readonly string[];
  /** Other names for the same, accepted but undocumented: generated clients would have one type twice. */
  readonly aliases: readonly string[];
  readonly bytesMax: number;
  /** Whether the operation itself decodes text, of whatever charset. Otherwise it is UTF-8. */
  readonly anyCharset?: true;
  /**
   * Judges a body by its first 64 KiB, or by all of a shorter one, before the rest is read.
   * @throws AppError
   */
  readonly judgeStart?: (start: Uint8Array, contentType: string) => void;
  /**
   * Turns the bytes, at least one, into what the route gets. For a raw body it returns them unchanged.
   * @throws AppError `body_unparsable`, `validation_failed`
   */
  readonly parse: (bytes: Uint8Array, contentType: string) => unknown;
  /** Shapes of bodies in the OpenAPI document, for media types with one of their own. */
  readonly shapes?: Readonly<Record<string, TSchema>>;
}

/** Whether an operation takes a body. */
export type BodyPresence = "required" | "optional" | "none";

/** Stands among the media types of an operation that takes all of them. */
export const anyMediaType = "*/*";

const errorsMax = 50;

/** The rule of an operation with a body, where it declares no other: for one object. */
export const jsonBody: BodyRule = {
  mediaTypes: ["application/json"],
  aliases: [],
  bytesMax: 128 * bytesPerKb,
  parse: parseObject,
};

/** The rule of an operation without a body. An empty object counts as none. */
export const noBody: BodyRule = { ...jsonBody, parse: parseEmptyObject };

/** For operations on many objects at once. */
export const batchBody = { bytesMax: bytesPerMb };

/** For operations that take a list and judge each entry on its own, its text too. */
export const jsonArray: Partial<BodyRule> = { ...batchBody, parse: parseArray };

/** For operations that take a list inside an object and judge each entry on its own, its text too. */
export const jsonWithList: Partial<BodyRule> = {
  ...batchBody,
  parse: (bytes) => requireObject(parseJson(bytes)),
};

/** For operations that keep any body as it comes. */
export const rawBody: Partial<BodyRule> = { mediaTypes: [anyMediaType], parse: (bytes) => bytes };

/** For operations that change only the fields in the body: RFC 7396. */
export const mergePatch: Partial<BodyRule> = { aliases: ["application/merge-patch+json"] };

function parseObject(bytes: Uint8Array): object {
  const body = requireObject(parseJson(bytes));
  if (!isAllStorable(body)) refuseFirst(textErrors(body, "#"));
  return body;
}

function parseArray(bytes: Uint8Array): unknown[] {
  const body = parseJson(bytes);
  if (Array.isArray(body)) return body;
  throw invalidField("#", "type", "must be an array");
}

function parseEmptyObject(bytes: Uint8Array): object {
  const body = requireObject(parseJson(bytes));
  refuseFirst(Object.keys(body).map(unknownField));
  return body;
}

function requireObject(body: unknown): object {
  if (isObject(body)) return body;
  throw invalidField("#", "type", "must be an object");
}

function unknownField(name: string): FieldError {
  return { pointer: memberPointer("#", name), code: "unknown_field", detail: "is not a known field" };
}

function refuseFirst(errors: Iterable<FieldError>): void {
  refuseFields(Iterator.from(errors).take(errorsMax).toArray());
}

/**
 * Whether all text can be returned unchanged. SQLite cuts text at NUL in places, half a surrogate pair has no UTF-8
 * (RFC 8259 §8.2), and `__proto__` is no ordinary name in JavaScript. This check is fast for the bodies that pass;
 * `textErrors` is slow and names the places.
 */
function isAllStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isAllStorable);
  for (const name in value) {
    if (!isAllowedName(name) || !isAllStorable((value as Record<string, unknown>)[name])) return false;
  }
  return true;
}

/** Where text cannot be returned unchanged, in a value that was not judged with its body. */
export function storageErrors(value: unknown, pointer: string): FieldError[] {
  return isAllStorable(value) ? [] : textErrors(value, pointer).take(errorsMax).toArray();
}

function* textErrors(value: unknown, pointer: string): Generator<FieldError> {
  if (typeof value === "string" && !isStorable(value)) yield { pointer, ...unstorable };
  if (typeof value !== "object" || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    const place = memberPointer(pointer, name);
    if (isAllowedName(name)) yield* textErrors(entry, place);
    else yield { pointer: place, code: "reserved", detail: "is a reserved name" };
  }
}

function isAllowedName(text: string): boolean {
  return text !== "__proto__" && isStorable(text);
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
