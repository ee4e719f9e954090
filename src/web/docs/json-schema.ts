import { examples } from "./examples.ts";
import { memberText } from "./member-texts.ts";

/** TypeBox schemas as JSON Schema 2020-12, with each named shape once. */
export interface JsonSchema {
  title?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  examples?: unknown[];
  deprecated?: boolean;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  description?: string;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  $ref?: string;
  [keyword: string]: unknown;
}

/** Requests are closed. Responses and events are open to what later versions add. */
export type Direction = "sent" | "answered";

const int32Max = 2 ** 31 - 1;

/**
 * Collects shapes as components: `refer` gives a schema in which every object with known members and every list of
 * words is a reference. A shape is named by its `title`, else by its place: `Shipment` with a member `simulation`
 * makes `ShipmentSimulation`.
 * @throws Error for two different shapes of one name
 */
export function createComponents() {
  const schemas: Record<string, JsonSchema> = {};

  function refer(source: object, direction: Direction): JsonSchema {
    return walk(JSON.parse(JSON.stringify(source)) as JsonSchema, direction, undefined);
  }

  function walk(source: JsonSchema, direction: Direction, place: string | undefined): JsonSchema {
    const { title = isShape(source) ? place : undefined, ...rest } = withoutPatterns(source);
    const schema = withFormat(direction === "answered" ? opened(rest) : rest);
    const walked = withParts(schema, title ?? place, (part, inner) => walk(part, direction, inner));
    return title === undefined ? walked : component(title, walked);
  }

  function component(title: string, { default: initial, ...walked }: JsonSchema): JsonSchema {
    const { examples: _, ...shape } = walked;
    const schema = walked.properties ? shape : walked;
    const known = schemas[title];
    if (known === undefined) schemas[title] = schema;
    else if (!Bun.deepEquals(known, schema)) throw new Error(`two different schemas are named ${title}`);
    const reference = { $ref: `#/components/schemas/${title}` };
    return initial === undefined ? reference : { ...reference, default: initial };
  }

  return { schemas, refer };
}

/** Whether client generators make a type of it. */
function isShape({ properties, enum: words }: JsonSchema): boolean {
  return words !== undefined || Object.keys(properties ?? {}).length > 0;
}

/** Opens a shape for later versions: it accepts further members and further words of a list. */
function opened({ additionalProperties, ...schema }: JsonSchema): JsonSchema {
  if (additionalProperties) return { ...schema, additionalProperties };
  const known = schema["x-known-values"] as string[] | undefined;
  if (!known) return schema;
  const words = `${known.map((word) => `\`${word}\``).join(", ")}; later versions may add others.`;
  return { ...schema, description: schema.description ? `${schema.description} ${words}` : words };
}

/** Adds the width of numbers, which some languages need. */
function withFormat(schema: JsonSchema): JsonSchema {
  if (schema.type === "number") return { ...schema, format: "double" };
  if (schema.type !== "integer") return schema;
  return { ...schema, format: (schema.maximum ?? Infinity) <= int32Max ? "int32" : "int64" };
}

/** A copy of the schema with its parts changed, each with the name of its place. */
function withParts(
  schema: JsonSchema,
  name: string | undefined,
  change: (part: JsonSchema, place: string | undefined) => JsonSchema,
): JsonSchema {
  const changed = { ...schema };
  if (schema.items) changed.items = change(schema.items, name?.replace(/ies$/, "y").replace(/s$/, ""));
  if (schema.anyOf) changed.anyOf = schema.anyOf.map((part) => change(part, name));
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(([member, part]) => [
      member,
      withText(member, change(part, name && name + inPascal(member))),
    ]);
    changed.properties = Object.fromEntries(entries);
  }
  if (typeof schema.additionalProperties === "object") {
    changed.additionalProperties = change(schema.additionalProperties, name && `${name}Value`);
  }
  return changed;
}

/** A description stands at the member, or at the value that it has unless it is null. A named shape has its own. */
export function descriptionOf({ description, anyOf = [] }: JsonSchema): string | undefined {
  return description ?? anyOf.find((part) => part.description !== undefined)?.description;
}

function withText(member: string, part: JsonSchema): JsonSchema {
  const text = memberText(member);
  if (text === undefined || part.$ref !== undefined || descriptionOf(part) !== undefined) return part;
  return { ...part, description: text };
}

function inPascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A record with one pattern for its names, in the form that client generators support. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema;
  const [pattern, value] = Object.entries(patternProperties ?? {})[0] ?? [];
  if (pattern === undefined || value === undefined) return schema;
  const anyName = pattern === "^(.*)$";
  return { ...rest, additionalProperties: value, ...(anyName ? {} : { propertyNames: { pattern } }) };
}

/**
 * A value that fits: the schema's own example, or one made of its parts. Members that may be left out are,
 * unless they have examples. Deprecated ones always are.
 */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.title !== undefined && schema.title in examples) return examples[schema.title];
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  const [word] = schema.enum ?? (schema["x-known-values"] as string[] | undefined) ?? [];
  if (word !== undefined) return word;
  if (schema.type === undefined && schema.anyOf) return exampleOf(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case "object": {
      const members = Object.entries(schema.properties ?? {});
      const shown = members.filter(
        ([name, part]) => schema.required?.includes(name) || (part.examples && !part.deprecated),
      );
      return Object.fromEntries(shown.map(([name, part]) => [name, exampleOf(part)]));
    }
    case "array":
      return [exampleOf(schema.items ?? {})];
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "text";
  }
}
