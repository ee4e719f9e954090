import { type FieldError, invalidField, refuseFields } from "../errors.ts";
import { bytesPerMb } from "../sizes.ts";
import { memberPointer, parseJson } from "./json.ts";
import { unstorable } from "./kinds.ts";

/** What the body of an operation may be, and what its route gets of it. */
export interface BodyRule {
  /** As the document has them. */
  readonly mediaTypes: readonly string[];
  /** Other names of the same, accepted too. In the document they would make two types of one in generated clients. */
  readonly aliases: readonly string[];
  readonly bytesMax: number;
  /**
   * What the route gets for the bytes that came: for a raw body the bytes themselves.
   * @throws AppError `body_unparsable`, `validation_failed`
   */
  readonly parse: (bytes: Uint8Array) => unknown;
}

/** Whether an operation takes a body. */
export type BodyPresence = "required" | "optional" | "none";

const errorsMax = 50;

/** Of an operation that takes a body and declares nothing else of it. */
export const jsonBody: BodyRule = {
  mediaTypes: ["application/json"],
  aliases: [],
  bytesMax: bytesPerMb,
  parse: parseObject,
};

/** Of an operation that takes none: an empty object is none. */
export const noBody: BodyRule = { ...jsonBody, parse: parseEmptyObject };

/** For operations that change what the body names and leave the rest: RFC 7396. */
export const mergePatch: Partial<BodyRule> = { aliases: ["application/merge-patch+json"] };

function parseObject(bytes: Uint8Array): object {
  const body = requireObject(parseJson(bytes));
  if (!isAllStorable(body)) refuseFirst(textErrors(body, "#"));
  return body;
}

function parseEmptyObject(bytes: Uint8Array): object {
  const body = requireObject(parseJson(bytes));
  refuseFirst(Object.keys(body).map(unknownField));
  return body;
}

function requireObject(body: unknown): object {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw invalidField("#", "type", "must be an object");
}

function unknownField(name: string): FieldError {
  return { pointer: memberPointer("#", name), code: "unknown_field", detail: "is not a known field" };
}

function refuseFirst(errors: Iterable<FieldError>): void {
  refuseFields(Iterator.from(errors).take(errorsMax).toArray());
}

/**
 * Whether all text can be given back as it came: SQLite ends it at NUL in places, half a surrogate pair has no
 * UTF-8 (RFC 8259 §8.2), and `__proto__` is no ordinary name in JavaScript. Nearly every body is fine, and a large
 * one would take long to be described place by place.
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

/** The places of what is not. */
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
