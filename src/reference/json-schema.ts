import { examples } from "./examples.ts";

/** What TypeBox schemas are on the wire: JSON Schema 2020-12, each named shape once. */
export interface JsonSchema {
  title?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  examples?: unknown[];
  default?: unknown;
  minimum?: number;
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

/**
 * Collects named shapes, those with a `title`, as components: `refer` gives a schema in which each of them is
 * a reference. @throws Error for two different shapes of one name
 */
export function createComponents() {
  const schemas: Record<string, JsonSchema> = {};

  function refer(source: object): JsonSchema {
    return walk(JSON.parse(JSON.stringify(source)) as JsonSchema);
  }

  function walk(schema: JsonSchema): JsonSchema {
    const { title, ...walked } = withParts(withoutPatterns(schema), walk);
    if (title === undefined) return walked;
    const known = schemas[title];
    if (known === undefined) schemas[title] = walked;
    else if (!Bun.deepEquals(known, walked)) throw new Error(`two different schemas are named ${title}`);
    return { $ref: `#/components/schemas/${title}` };
  }

  return { schemas, refer };
}

/** The same schema with its parts changed. */
function withParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const changed = { ...schema };
  if (schema.items) changed.items = change(schema.items);
  if (schema.anyOf) changed.anyOf = schema.anyOf.map(change);
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(([name, part]) => [name, change(part)]);
    changed.properties = Object.fromEntries(entries);
  }
  if (typeof schema.additionalProperties === "object") {
    changed.additionalProperties = change(schema.additionalProperties);
  }
  return changed;
}

/** A record with one pattern for its names, said in a way that generators of clients know. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema;
  const [pattern, value] = Object.entries(patternProperties ?? {})[0] ?? [];
  if (pattern === undefined || value === undefined) return schema;
  const anyName = pattern === "^(.*)$";
  return { ...rest, additionalProperties: value, ...(anyName ? {} : { propertyNames: { pattern } }) };
}

/**
 * A value that fits: the schema's own example, or one made of its parts. Members that may be left out are,
 * unless they have examples.
 */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.title !== undefined && schema.title in examples) return examples[schema.title];
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === undefined && schema.anyOf) return exampleOf(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case "object": {
      const members = Object.entries(schema.properties ?? {});
      const shown = members.filter(([name, part]) => schema.required?.includes(name) || part.examples);
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
