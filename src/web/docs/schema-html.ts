import { html } from "../serving/html.ts";
import { descriptionOf, type JsonSchema } from "./json-schema.ts";
import { proseOf } from "./markdown.ts";

/** Schemas as lists of members for readers. */

/** Longer patterns say nothing to people, and neither does one that refuses a single character. */
const patternLengthMax = 40;
const anyText = "^[^\\u0000]*$";
const idPattern = /^\^([a-z]+_)\[0-7\]/;

interface Shape {
  /** Of a component; undefined for a shape that has none. */
  name: string | undefined;
  schema: JsonSchema;
}

/** Draws the schemas of one page. A named shape is drawn where it comes first; later ones lead there. */
export function createSchemaHtml(schemas: Readonly<Record<string, JsonSchema>>) {
  const drawn = new Set<string>();

  function nameOf({ $ref = "" }: JsonSchema): string | undefined {
    const name = $ref.replace("#/components/schemas/", "");
    return name !== "" && Object.hasOwn(schemas, name) ? name : undefined;
  }

  function resolved(schema: JsonSchema): JsonSchema {
    const name = nameOf(schema);
    return name === undefined ? schema : { ...schemas[name], ...withoutReference(schema) };
  }

  /** The shapes of objects that a value may have or hold. */
  function shapesOf(part: JsonSchema): Shape[] {
    const schema = resolved(part);
    if (schema.properties) return [{ name: nameOf(part), schema }];
    const within = [...choicesOf(schema), schema.items, schema.additionalProperties];
    return within.flatMap((inner) => (typeof inner === "object" ? shapesOf(inner) : []));
  }

  /** Words for the type, such as `array of Parcel or null`. HTML. */
  function typeOf(part: JsonSchema): string {
    const schema = resolved(part);
    const choices = choicesOf(schema);
    if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(" or ");
    if (schema.const !== undefined) return code(JSON.stringify(schema.const));
    if (schema.items) return `array of ${typeOf(schema.items)}`;
    const name = nameOf(part);
    if (schema.properties && name !== undefined) return html(name);
    if (typeof schema.additionalProperties === "object")
      return `object of ${typeOf(schema.additionalProperties)}`;
    const type = [schema.type ?? "any value"].flat().join(" or ");
    return html(schema.format === "date-time" ? "time (RFC 3339)" : type);
  }

  /** What a value must be beyond its type. HTML. */
  function rulesOf(part: JsonSchema): string {
    const schema = resolved(part);
    const words = [schema, ...choicesOf(schema).map(resolved), resolved(schema.items ?? {})].flatMap(
      (each) => each.enum ?? (each["x-known-values"] as unknown[] | undefined) ?? [],
    );
    const { pattern, minLength, maxLength, minItems, maxItems } = schema as Record<string, unknown>;
    const rules = [
      words.length > 0 && `One of ${words.map((word) => code(String(word))).join(", ")}.`,
      schema.default !== undefined && `Default: ${code(JSON.stringify(schema.default))}.`,
      rangeOf(schema.minimum, schema.maximum, ""),
      rangeOf(minLength, maxLength, " characters"),
      rangeOf(minItems, maxItems, " items"),
      schema.format === undefined && patternText(pattern),
      schema.examples?.[0] != null &&
        typeof schema.examples[0] !== "object" &&
        `Example: ${code(String(schema.examples[0]))}.`,
    ];
    return rules.filter((rule) => rule !== false && rule !== "").join(" ");
  }

  /** The shapes of a value, each with its members. HTML. */
  function membersOf(part: JsonSchema, isOpen = true): string {
    return shapesOf(part)
      .map(({ name, schema }) => {
        if (name !== undefined && drawn.has(name)) {
          return `<p class="same"><a href="#${name}">Members of ${html(name)}</a></p>`;
        }
        if (name !== undefined) drawn.add(name);
        const members = Object.entries(schema.properties ?? {});
        const list = members.map(([member, inner]) =>
          rowOf(member, inner, schema.required?.includes(member) ?? false),
        );
        const id = name === undefined ? "" : ` id="${name}"`;
        const title = `Members of ${html(name ?? "the object")}`;
        return `<details${id}${isOpen ? " open" : ""}><summary>${title}</summary><ul class="members">${list.join("")}</ul></details>`;
      })
      .join("");
  }

  function rowOf(member: string, part: JsonSchema, isRequired: boolean): string {
    const description = descriptionOf(resolved(part));
    return `<li>${lineOf(member, part, isRequired)}${noteOf(description, part)}${membersOf(part, false)}</li>\n`;
  }

  /** A name with its type. HTML. */
  function lineOf(member: string, part: JsonSchema, isRequired: boolean): string {
    const need = isRequired ? ' <span class="need">required</span>' : "";
    return `<p class="member"><code>${html(member)}</code> <span class="type">${typeOf(part)}</span>${need}</p>`;
  }

  /** What a value means and must be. HTML. */
  function noteOf(description: string | undefined, part: JsonSchema): string {
    const rules = rulesOf(part);
    return `${description === undefined ? "" : proseOf(description)}${rules === "" ? "" : `<p class="rules">${rules}</p>`}`;
  }

  return { typeOf, membersOf, lineOf, noteOf };
}

export type SchemaHtml = ReturnType<typeof createSchemaHtml>;

function withoutReference({ $ref: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function choicesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
  return anyOf ?? (oneOf as JsonSchema[] | undefined) ?? [];
}

function patternText(pattern: unknown): string {
  if (typeof pattern !== "string" || pattern === anyText) return "";
  const [, prefix] = idPattern.exec(pattern) ?? [];
  if (prefix !== undefined) return `An id, ${code(`${prefix}…`)}.`;
  return pattern.length <= patternLengthMax ? `Pattern: ${code(pattern)}.` : "";
}

function rangeOf(from: unknown, to: unknown, unit: string): string {
  if (from === undefined && to === undefined) return "";
  if (to === undefined) return `At least ${from}${unit}.`;
  return from === undefined ? `At most ${to}${unit}.` : `${from} to ${to}${unit}.`;
}

function code(text: string): string {
  return `<code>${html(text)}</code>`;
}
