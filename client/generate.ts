/** `bun run client/generate.ts` writes the client's types and its table of operations from the OpenAPI document. */
import openapiTypescript, { astToString } from "openapi-typescript";

const documentPath = new URL("../test/golden/openapi.json", import.meta.url);
export const schemaPath = new URL("src/schema.ts", import.meta.url);

const referencePattern = /"#\/components\/schemas\/(\w+)"/g;

/** What of the document is looked at here. */
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: object;
  components: { schemas: Record<string, object> & { Problem: Problem } };
}
interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters?: { name: string }[];
  responses: Record<string, Answer>;
}
interface Answer {
  content?: Record<string, { schema?: { allOf?: Partial<Problem>[] } }>;
}
interface Problem {
  properties: { code?: { enum?: string[] } };
}
interface Place {
  method: string;
  path: string;
  operation: Operation;
}

/** What `client/src/schema.ts` should hold now. */
export async function generateSchema(): Promise<string> {
  const document: Document = await Bun.file(documentPath).json();
  const places = listPlaces(document);
  const types = await openapiTypescript(JSON.stringify(forClient(document, places)), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  });
  return [
    "// Generated from the OpenAPI document by `bun run client/generate.ts`: change nothing here.\n",
    astToString(types),
    "export const operationTable = {",
    ...places.flatMap(({ method, path, operation }) => [
      `    /** ${operation.summary}. */`,
      `    ${operation.operationId}: { method: "${method.toUpperCase()}", path: "${path}" },`,
    ]),
    "} as const satisfies { [Id in keyof operations]?: { method: string; path: string } };\n",
  ].join("\n");
}

/** The operations that a key may call. The others need a person who is signed in, or nobody. */
function listPlaces({ paths }: Document): Place[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.security.some((way) => "api_key" in way))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** The document with nothing that the client does not use. */
function forClient({ openapi, info, webhooks, components }: Document, places: Place[]): Document {
  const codes = places.flatMap(({ operation }) => listProblemCodes(operation));
  const problem = structuredClone(components.schemas.Problem);
  problem.properties.code = { ...problem.properties.code, enum: [...new Set(codes)].sort() };
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
    components: { ...components, schemas: { ...Object.fromEntries(kept), Problem: problem } },
  });
}

function listProblemCodes({ responses }: Operation): string[] {
  return Object.values(responses)
    .flatMap(({ content }) => content?.["application/problem+json"]?.schema?.allOf ?? [])
    .flatMap(({ properties }) => properties?.code?.enum ?? []);
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

if (import.meta.main) await Bun.write(schemaPath, await generateSchema());
