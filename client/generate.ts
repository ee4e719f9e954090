/**
 * `bun run client/generate.ts` writes the client's types and its table of operations from the OpenAPI document, and the
 * tables of what pages call.
 */
import openapiTypescript, { astToString, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import { generateOperations } from "../tools/browser-operations.ts";
import { readReference } from "../tools/golden.ts";

export const schemaPath = new URL("src/schema.ts", import.meta.url);

const referencePattern = /"#\/components\/schemas\/(\w+)"/g;

/** What of the document is looked at here. */
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: object;
  components: {
    schemas: Record<string, object> & { Problem: Problem };
    responses: Record<string, Answer>;
  };
}
interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters?: { name: string }[];
  requestBody?: { content: object };
  responses: Record<string, Answer>;
}
interface Answer {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, unknown> }>;
}
interface Problem {
  properties: { code: { "x-known-values": string[] } };
}
interface Place {
  method: string;
  path: string;
  operation: Operation;
}

/** What `client/src/schema.ts` should hold now. */
export async function generateSchema(): Promise<string> {
  const document = (await readReference()) as unknown as Document;
  const places = listPlaces(document);
  const types = await openapiTypescript(JSON.stringify(forClient(document, places)), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
    transform: asText,
  });
  return [
    "// Generated from the OpenAPI document by `bun run client/generate.ts`: change nothing here.\n",
    astToString(types),
    "export const operationTable = {",
    ...places.flatMap(({ method, path, operation }) => [
      `    /** ${operation.summary}. */`,
      `    ${operation.operationId}: { method: "${method.toUpperCase()}", path: "${path}"${kindOf(operation)} },`,
    ]),
    "} as const satisfies { [Id in keyof operations]?: { method: string; path: string; stream?: true; file?: true } };\n",
  ].join("\n");
}

/** Countries and currencies: who sends one has it as text, from a form or a database. */
const wordsMax = 50;

/** Types of text: of a growing list the words that are known, with any other; of a long one text. */
function asText(schema: SchemaObject): ts.TypeNode | undefined {
  const { "x-known-values": known, enum: words } = schema as {
    "x-known-values"?: string[];
    enum?: unknown[];
  };
  if (words && words.length > wordsMax) return text;
  if (!known) return undefined;
  const literals = known.map((word) =>
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(word)),
  );
  // Plain `string` in a union would swallow the words, and no editor would offer them.
  const other = ts.factory.createIntersectionTypeNode([text, ts.factory.createTypeLiteralNode([])]);
  return ts.factory.createUnionTypeNode([...literals, other]);
}

const text = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);

/** The operations that a key may call with JSON. The others need a person who is signed in, nobody, or a file. */
function listPlaces({ paths }: Document): Place[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.security.some((way) => "api_key" in way))
      .filter(([, { requestBody }]) => !requestBody || "application/json" in requestBody.content)
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** What a success is, where it is no JSON. */
function kindOf({ responses }: Operation): string {
  const types = Object.keys(responses["200"]?.content ?? {});
  if (types.length === 0 || types.includes("application/json")) return "";
  return types.includes("text/event-stream") ? ", stream: true" : ", file: true";
}

/** The document with nothing that the client does not use. */
function forClient({ openapi, info, webhooks, components }: Document, places: Place[]): Document {
  const codes = places.flatMap(({ operation }) => listProblemCodes(operation, components.responses));
  const problem = structuredClone(components.schemas.Problem);
  problem.properties.code["x-known-values"] = [...new Set(codes)].sort();
  const paths: Document["paths"] = {};
  for (const { path, method, operation } of places) {
    paths[path] = { ...paths[path], [method]: onlySuccesses(operation) };
  }
  const schemas = { ...components.schemas, Problem: problem };
  const used = listReferences(JSON.stringify([paths, webhooks, problem]), schemas);
  const kept = Object.entries(schemas).filter(([name]) => name === "Problem" || used.has(name));
  return withoutExamples({
    openapi,
    info,
    paths,
    webhooks,
    components: { ...components, responses: {}, schemas: { ...Object.fromEntries(kept), Problem: problem } },
  });
}

function listProblemCodes({ responses }: Operation, shared: Record<string, Answer>): string[] {
  return Object.values(responses)
    .map((answer) => (answer.$ref ? shared[answer.$ref.slice("#/components/responses/".length)] : answer))
    .flatMap((answer) => Object.keys(answer?.content?.["application/problem+json"]?.examples ?? {}));
}

/**
 * What is no success is thrown, and is a problem wherever it comes from. So that 304 is not thrown, nobody is to ask
 * for it: a call gives what was asked for, always.
 */
function onlySuccesses({ responses, parameters = [], ...operation }: Operation): Operation {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return {
    ...operation,
    parameters: parameters.filter(({ name }) => name !== "If-None-Match"),
    responses: Object.fromEntries(successes),
  };
}

/** The names of the schemas that a text refers to, and of those that they refer to. */
function listReferences(
  text: string,
  schemas: Record<string, object>,
  found = new Set<string>(),
): Set<string> {
  for (const [, name = ""] of text.matchAll(referencePattern)) {
    if (found.has(name)) continue;
    found.add(name);
    listReferences(JSON.stringify(schemas[name]), schemas, found);
  }
  return found;
}

/** Examples are for readers of the reference, and six times as long as the types. */
function withoutExamples(document: Document): Document {
  const isExample = (name: string) => name === "example" || name === "examples";
  return JSON.parse(JSON.stringify(document, (name, value) => (isExample(name) ? undefined : value)));
}

if (import.meta.main) {
  await Bun.write(schemaPath, await generateSchema());
  for (const [path, text] of Object.entries(await generateOperations(await readReference())))
    await Bun.write(new URL(`../src/${path}`, import.meta.url), text);
}
