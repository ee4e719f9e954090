/**
 * The OpenAPI document as a list of what callers rely on: one line for each operation, parameter, status and member. A
 * new member is one new line. Texts and examples are left out: they promise nothing.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { [key: string]: Json };

const texts = new Set(["description", "summary", "title", "example", "examples"]);
/** What the lines say in a way of their own. */
const written = new Set(["type", "$ref", "anyOf", "oneOf", "allOf", "properties", "required", "items"]);

const asNode = (value: Json | undefined): Node =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const nameOf = (reference: Json | undefined) => String(reference).replace(/^.*\//, "");

export function digestOf(document: Node): string[] {
  const components = asNode(document.components);
  const found = (node: Node): Node =>
    node.$ref === undefined
      ? node
      : asNode(asNode(components[String(node.$ref).split("/").at(-2) ?? ""])[nameOf(node.$ref)]);
  return [
    ...flagsOf(document, ["paths", "webhooks", "components", "tags", "info"]).map(
      (flag) => `document ${flag}`,
    ),
    ...asList(document.tags).map((tag) => `tag ${asNode(tag).name}`),
    ...Object.entries(asNode(document.paths)).flatMap(([path, operations]) =>
      Object.entries(asNode(operations)).flatMap(([method, operation]) =>
        operationLines(`${method.toUpperCase()} ${path}`, asNode(operation), found),
      ),
    ),
    ...Object.entries(asNode(document.webhooks)).flatMap(([name, operations]) =>
      operationLines(`webhook ${name}`, asNode(asNode(operations).post), found),
    ),
    ...(["schemas", "headers", "securitySchemes"] as const).flatMap((part) =>
      Object.entries(asNode(components[part])).flatMap(([name, node]) =>
        part === "schemas"
          ? memberLines(name, asNode(node))
          : [[part, name, ...flagsOf(asNode(node), ["schema"]), ...schemaOf(node)].join(" ")],
      ),
    ),
  ];
}

const schemaOf = (node: Json | undefined) => {
  const { schema } = asNode(node);
  return schema === undefined ? [] : [typeOf(asNode(schema))];
};

function operationLines(place: string, operation: Node, found: (node: Node) => Node): string[] {
  const { operationId, tags, security, parameters, requestBody, responses, ...rest } = operation;
  const body = asNode(requestBody);
  const ways = asList(security).map((way) => Object.keys(asNode(way)).join("+") || "nobody");
  return [
    [place, operationId ?? "", asList(tags).join(","), ways.join("|"), ...flagsOf(rest)]
      .filter((word) => word !== "")
      .join(" "),
    ...asList(parameters).flatMap((parameter) => {
      const { name, in: where, required, schema, ...others } = found(asNode(parameter));
      const lines = memberLines(`${place} ${where} ${name}${required === true ? "" : "?"}`, asNode(schema));
      return [[lines[0], ...flagsOf(others)].join(" "), ...lines.slice(1)];
    }),
    ...contentLines(`${place} body${body.required === true ? "" : "?"}`, body),
    ...Object.entries(asNode(responses)).flatMap(([status, answer]) =>
      answerLines(`${place} ${status}`, found(asNode(answer))),
    ),
  ];
}

/** A success has a line with its headers; a problem one with its codes. */
function answerLines(place: string, answer: Node): string[] {
  const problem = asNode(asNode(answer.content)["application/problem+json"]);
  const codes = Object.keys(asNode(problem.examples));
  const headers = Object.entries(asNode(answer.headers)).map(([name, header]) =>
    nameOf(asNode(header).$ref) === name ? name : `${name}:${typeOf(asNode(header))}`,
  );
  const links = Object.keys(asNode(answer.links));
  return [
    [
      place,
      ...codes,
      headers.length > 0 ? `headers=${headers}` : "",
      links.length > 0 ? `links=${links}` : "",
    ]
      .filter((word) => word !== "")
      .join(" "),
    ...contentLines(place, answer),
  ];
}

function contentLines(place: string, { content }: Node): string[] {
  return Object.entries(asNode(content)).flatMap(([type, media]) =>
    type === "application/problem+json" ? [] : memberLines(`${place} ${type}`, asNode(asNode(media).schema)),
  );
}

/** The schema, and below it each member that it has in place. */
function memberLines(place: string, schema: Node): string[] {
  return [`${place} ${typeOf(schema)}`, ...membersOf(place, schema)];
}

function membersOf(place: string, schema: Node): string[] {
  const required = new Set(asList(schema.required));
  return [
    ...Object.entries(asNode(schema.properties)).flatMap(([name, member]) =>
      memberLines(`${place}.${name}${required.has(name) ? "" : "?"}`, asNode(member)),
    ),
    ...(schema.items === undefined ? [] : membersOf(`${place}[]`, asNode(schema.items))),
    ...["anyOf", "oneOf", "allOf"].flatMap((word) =>
      asList(schema[word]).flatMap((part) => membersOf(place, asNode(part))),
    ),
    ...(typeof schema.additionalProperties === "object"
      ? membersOf(`${place}.*`, asNode(schema.additionalProperties))
      : []),
  ];
}

/** `string maxLength=500`, `Money|null`, `[]Parcel maxItems=10`. */
function typeOf(schema: Node): string {
  const { type, items, additionalProperties, ...rest } = schema;
  const choices = ["anyOf", "oneOf", "allOf"].flatMap((word) => {
    const parts = asList(schema[word]).map((part) => typeOf(asNode(part)));
    return parts.length === 0 ? [] : [parts.join(word === "allOf" ? "&" : "|")];
  });
  const named = schema.$ref === undefined ? [] : [nameOf(schema.$ref)];
  const plain = [type ?? []].flat().map((word) => (word === "array" ? `[]${typeOf(asNode(items))}` : word));
  const others =
    additionalProperties === undefined
      ? []
      : [
          `additionalProperties=${typeof additionalProperties === "object" ? typeOf(asNode(additionalProperties)) : additionalProperties}`,
        ];
  return (
    [
      ...named,
      ...(plain.length > 0 ? [plain.join("|")] : []),
      ...choices,
      ...flagsOf(rest, [...written]),
      ...others,
    ].join(" ") || "any"
  );
}

/** What else a node says: `minimum=1`. */
function flagsOf(node: Node, except: readonly string[] = []): string[] {
  return Object.entries(node)
    .filter(([name]) => !texts.has(name) && !except.includes(name))
    .map(
      ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value, withoutTexts)}`,
    );
}

const withoutTexts = (name: string, value: Json) => (texts.has(name) ? undefined : value);
