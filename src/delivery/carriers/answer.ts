import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { readWith } from "../../infra/http/reading.ts";
import { errorsOf } from "../../infra/http/validation.ts";
import { callError } from "./call-error.ts";

/** What a carrier's server answered, read as JSON of a shape. */

/** The body as JSON. @throws CarrierCallError `nonsense` */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw nonsense("is not JSON.");
  }
}

/**
 * What it said, an empty text as null. The message names the place and the rule, and no value: it may hold anything.
 * @throws CarrierCallError `nonsense`
 */
export function readShape<T extends TSchema>(schema: T, answer: unknown): Static<T> {
  const { value: body } = readWith(schema, answer, undefined);
  if (Value.Check(schema, body)) return body;
  const [first] = errorsOf(schema, body, "pointer");
  const { pointer = "#", detail = "does not fit" } = (first ?? {}) as { pointer?: string; detail?: string };
  throw nonsense(`is wrong: ${pointer} ${detail}.`);
}

/** The value, if it is of the shape: for members that a carrier may leave out, or send otherwise, without harm. */
export function fitting<T extends TSchema>(schema: T, value: unknown): Static<T> | undefined {
  return Value.Check(schema, value) ? value : undefined;
}

/** The entries of a list that have the shape; none where it is no list. */
export function allFitting<T extends TSchema>(schema: T, list: unknown): Static<T>[] {
  return Array.isArray(list) ? list.filter((value) => Value.Check(schema, value)) : [];
}

/** A carrier's own words as people may read them: cut, and without what could be markup. */
export function shownText(text: string, charactersMax: number): string {
  return text
    .replaceAll(/[<>\p{Cc}]/gu, " ")
    .slice(0, charactersMax)
    .toWellFormed();
}

export function nonsense(predicate: string) {
  return callError("nonsense", `The carrier's response ${predicate}`);
}
