import { catalogue, type ErrorCode } from "../errors.ts";
import { type EventType, eventCatalog } from "../events/catalog.ts";
import { EnvelopeOf } from "../events/schema.ts";
import { type Access, tags } from "../http/operation.ts";
import type { RouteEntry } from "../http/route-table.ts";
import { createComponents, exampleOf, type JsonSchema } from "./json-schema.ts";
import { problemCodesOf } from "./problems.ts";
import { type OpenApiDocument, ProblemSchema } from "./schema.ts";
import { headers, pathParameter, securitySchemes, statusText, webhookHeaders } from "./vocabulary.ts";

type Refer = (schema: object) => JsonSchema;

const security = {
  platform: [{ api_key: [] }, { bearer: [] }, { session: [] }],
  session: [{ session: [] }],
  public: [],
} as const satisfies Record<Access["kind"], readonly Record<string, string[]>[]>;

/**
 * The OpenAPI 3.1 document of these routes, made from the schemas that validate them. `description` is
 * Markdown, the guides.
 */
export function createDocument(entries: readonly RouteEntry[], description: string): OpenApiDocument {
  const { schemas, refer } = createComponents();
  const documented = entries.filter(({ operation }) => !operation.page);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of documented) {
    const path = templateOf(entry.path);
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operationOf(entry, refer) };
  }
  const types = Object.keys(eventCatalog) as EventType[];
  const webhooks = Object.fromEntries(types.map((type) => [type, webhookOf(type, refer)]));
  refer(ProblemSchema);
  return {
    openapi: "3.1.1",
    info: {
      title: "Waybill API",
      version: "v1",
      summary: "Shipments, quotes, assignments, live tracking and signed webhooks.",
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    webhooks,
    components: { securitySchemes, headers, schemas, examples: problemExamples() },
  };
}

/** `/keys/:id` → `/keys/{id}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

function operationOf(entry: RouteEntry, refer: Refer): Record<string, unknown> {
  const { operationId, tags: chapters, summary, description, access } = entry.operation;
  const scope = access.kind === "platform" && access.scope ? `Scope: \`${access.scope}\`.` : undefined;
  const told = [description, scope].filter((text) => text !== undefined).join("\n\n");
  return {
    operationId,
    tags: chapters,
    summary,
    ...(told === "" ? {} : { description: told }),
    security: security[access.kind],
    parameters: [...pathParametersOf(entry.path), ...queryParametersOf(entry, refer)],
    ...bodyOf(entry, refer),
    responses: { ...answersOf(entry, refer), ...problemsOf(entry) },
  };
}

function pathParametersOf(path: string): unknown[] {
  return [...path.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, before = "", name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...pathParameter(before),
  }));
}

/** `environment` is a part of a session's credentials, and told with them. */
function queryParametersOf({ query }: RouteEntry, refer: Refer): unknown[] {
  const properties = Object.entries((query?.properties ?? {}) as Record<string, JsonSchema>);
  return properties
    .filter(([name]) => name !== "environment")
    .map(([name, property]) => {
      const { description, ...schema } = refer(property);
      const required = (query?.required as string[] | undefined)?.includes(name) ?? false;
      return { name, in: "query", required, ...(description ? { description } : {}), schema };
    });
}

function bodyOf({ method, body, bodyRule }: RouteEntry, refer: Refer): Record<string, unknown> {
  if (!body) return {};
  const content = contentOf(body, refer);
  const patch = method === "PATCH" ? { "application/merge-patch+json": content } : {};
  return {
    requestBody: { required: bodyRule === "required", content: { "application/json": content, ...patch } },
  };
}

function contentOf(schema: object, refer: Refer): Record<string, unknown> {
  return { schema: refer(schema), example: exampleOf(schema as JsonSchema) };
}

function answersOf(entry: RouteEntry, refer: Refer): Record<string, unknown> {
  const { answer, links = {} } = entry.operation;
  const common = { headers: answerHeaders(entry) };
  const answers: Record<string, unknown> = {};
  for (const [status, schema] of Object.entries(entry.answers)) {
    answers[status] = {
      description: statusText(status),
      ...common,
      content: { "application/json": contentOf(schema, refer), ...mediaTypesOf(entry, refer) },
      ...(Object.keys(links).length === 0 ? {} : { links: linksOf(links) }),
    };
  }
  if (answer?.mediaTypes && answers["200"] === undefined) {
    answers["200"] = { description: statusText("200"), ...common, content: mediaTypesOf(entry, refer) };
  }
  for (const [status, description] of Object.entries(answer?.empty ?? {})) {
    answers[status] = { description, ...common };
  }
  return answers;
}

function mediaTypesOf({ operation }: RouteEntry, refer: Refer): Record<string, unknown> {
  const types = Object.entries(operation.answer?.mediaTypes ?? {});
  return Object.fromEntries(
    types.map(([type, schema]) => [type, schema ? contentOf(schema, refer) : { schema: { type: "string" } }]),
  );
}

function linksOf(links: Readonly<Record<string, Readonly<Record<string, string>>>>): Record<string, unknown> {
  const made = Object.entries(links).map(([operationId, from]) => {
    const parameters = Object.entries(from).map(([name, member]) => [name, `$response.body#/${member}`]);
    return [operationId, { operationId, parameters: Object.fromEntries(parameters) }];
  });
  return Object.fromEntries(made);
}

function answerHeaders({ operation: { answer }, answers }: RouteEntry): Record<string, unknown> {
  const isPage = Object.values(answers).some((schema) => schema.properties?.next_cursor !== undefined);
  return headerRefs([
    "X-Request-Id",
    ...(answer?.location ? (["Location"] as const) : []),
    ...(answer?.etag ? (["ETag"] as const) : []),
    ...(answer?.cookie ? (["Set-Cookie"] as const) : []),
    ...(isPage ? (["Link"] as const) : []),
  ]);
}

function headerRefs(names: readonly (keyof typeof headers)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function problemsOf(entry: RouteEntry): Record<string, unknown> {
  const byStatus = Map.groupBy(problemCodesOf(entry), (code) => catalogue[code].status);
  const problems = [...byStatus].map(([status, codes]) => [String(status), problemOf(status, codes)]);
  return Object.fromEntries(problems);
}

function problemOf(status: number, codes: ErrorCode[]): Record<string, unknown> {
  return {
    description: codes.map((code) => `\`${code}\`: ${catalogue[code].title}.`).join("\n\n"),
    headers: headerRefs([
      "X-Request-Id",
      ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
      ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
    ]),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            { properties: { status: { const: status }, code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function problemExamples(): Record<string, unknown> {
  const made = Object.entries(catalogue).map(([code, { status, title }]) => {
    const value = {
      type: `https://waybill.example.com/docs/errors#${code}`,
      title,
      status,
      code,
      detail: `${title}.`,
      request_id: "req_01m7x5rdwme1ct34p92xd7wpnk",
    };
    return [code, { summary: title, value }];
  });
  return Object.fromEntries(made);
}

/** What an endpoint is sent for a type of event. */
function webhookOf(type: EventType, refer: Refer): Record<string, unknown> {
  const { description } = eventCatalog[type];
  return {
    post: {
      operationId: `on_${type.replace(".", "_")}`,
      tags: ["Webhooks"],
      summary: type,
      description,
      security: [],
      parameters: webhookHeaders,
      requestBody: { required: true, content: { "application/json": contentOf(EnvelopeOf(type), refer) } },
      responses: {
        "2XX": {
          description: "Received. Anything else, or 15 s without an answer, is a failure and tried again.",
        },
        "410": { description: "Disables the endpoint." },
      },
    },
  };
}
