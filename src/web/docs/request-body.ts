import type { RouteEntry } from "../../infra/http/route.ts";
import { sizeText } from "../../infra/units.ts";
import { asOf } from "./example-time.ts";
import { type Direction, exampleOf, type JsonSchema } from "./json-schema.ts";

/** Refers to the components that a schema is made of. */
export type Refer = (schema: object, direction: Direction) => JsonSchema;

/** The body of a request, in each of its media types. */
export function bodyOf(
  { body, bodyPresence, bodyRule }: RouteEntry,
  refer: Refer,
  now: number,
): Record<string, unknown> {
  if (!body) return {};
  const { shapes, mediaTypes, bytesMax } = bodyRule;
  // Nobody can paste the bytes of an image.
  const example = shapes ? {} : { example: asOf(now, exampleOf(body as JsonSchema)) };
  const content = mediaTypes.map((type) => [
    type,
    { schema: refer(shapes?.[type] ?? body, "sent"), ...example },
  ]);
  return {
    requestBody: {
      description: `At most ${sizeText(bytesMax)}.`,
      required: bodyPresence === "required",
      content: Object.fromEntries(content),
    },
  };
}

/** What is answered or sent to a receiver, with an example. */
export function contentOf(schema: object, refer: Refer): Record<string, unknown> {
  return { schema: refer(schema, "answered"), example: exampleOf(schema as JsonSchema) };
}
