import type { TSchema } from "@sinclair/typebox";
import { type FieldError, refuseFields } from "../errors.ts";
import { memberPointer } from "./json.ts";
import { isDictionary, isJudgedLater } from "./kinds.ts";
import { faultOf } from "./validation.ts";

/** What is refused before a body is validated, because validating all of it takes long. */

const unknownMax = 50;

/**
 * Refuses a body by its structure alone: a list or dictionary with more entries than its schema allows, and the first 50
 * unknown fields where there are so many.
 * @throws AppError `validation_failed`
 */
export function refuseOversize(schema: TSchema, body: unknown): void {
  const unknown: FieldError[] = [];
  visit(schema, body, "#");

  function visit(schema: TSchema, value: unknown, pointer: string): void {
    if (typeof value !== "object" || value === null || isJudgedLater(schema)) return;
    const shape = shapeFor(schema, value);
    if (shape === undefined) return;
    if (Array.isArray(value)) {
      if (value.length > (shape.maxItems ?? Number.POSITIVE_INFINITY)) {
        refuseFields([{ pointer, ...faultOf("maxItems", shape) }]);
      }
      for (const [index, entry] of value.entries()) visit(shape.items, entry, `${pointer}/${index}`);
      return;
    }
    const members = value as Record<string, unknown>;
    if (Object.keys(members).length > (shape.maxProperties ?? Number.POSITIVE_INFINITY)) {
      refuseFields([{ pointer, ...faultOf("maxProperties", shape) }]);
    }
    if (isDictionary(shape)) return;
    for (const name in members) {
      const known: TSchema | undefined = Object.hasOwn(shape.properties, name)
        ? shape.properties[name]
        : undefined;
      if (known) visit(known, members[name], memberPointer(pointer, name));
      else if (shape.additionalProperties === false) {
        unknown.push({ pointer: memberPointer(pointer, name), ...faultOf("unknown", shape) });
        if (unknown.length === unknownMax) refuseFields(unknown);
      }
    }
  }
}

/** The one schema of a list or an object that the value can be meant for; undefined where it is not plain which. */
function shapeFor(schema: TSchema, value: object): TSchema | undefined {
  const type = Array.isArray(value) ? "array" : "object";
  const shapes = ((schema.anyOf as TSchema[] | undefined) ?? [schema]).filter((each) => each.type === type);
  const [shape] = shapes;
  if (shape === undefined || shapes.length > 1) return undefined;
  return type === "array" ? (shape.items ? shape : undefined) : shape.properties ? shape : undefined;
}
