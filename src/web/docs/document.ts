import { acceptsIdempotencyKey } from "../../api/idempotency.ts";
import type { EventDefinition } from "../../infra/event.ts";
import { type Access, tags } from "../../infra/http/operation.ts";
import { ProblemSchema } from "../../infra/http/problem-schema.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { type EventType, eventDescriptions, eventTypes } from "../../messaging/events/event.ts";
import { EnvelopeOf } from "../../messaging/events/schema.ts";
import { asOf } from "./example-time.ts";
import { answerExamples } from "./examples.ts";
import { createComponents, exampleOf, type JsonSchema } from "./json-schema.ts";
import { parametersOf } from "./parameters.ts";
import { createProblems, problemExamples } from "./problems.ts";
import { bodyOf, type Refer } from "./request-body.ts";
import type { OpenApiDocument } from "./schema.ts";
import {
  headerRefs,
  headers,
  limitHeaders,
  securitySchemes,
  statusText,
  webhookHeaders,
} from "./vocabulary.ts";

/** The components that operations share. */
interface Shared {
  refer: Refer;
  problemsOf: (entry: RouteEntry) => Record<string, unknown>;
  now: number;
}

/** A tag of its own, because client generators put received events into other code. */
const receivedTag = {
  name: "Webhook events",
  description: "The events that Waybill sends to your endpoints.",
};

const security = {
  platform: [{ api_key: [] }, { bearer: [] }, { session: [] }],
  session: [{ session: [] }],
  operator: [{ session: [] }],
  carrier: [{ carrier_token: [] }],
  driver: [{ driver_token: [] }, { driver_device: [] }],
  public: [],
} as const satisfies Record<Access["kind"], readonly Record<string, string[]>[]>;

const orderFormSecurity = {
  link: [{ order_form: [] }],
  device: [{ order_form: [], order_device: [] }],
  receipt: [
    { order_form: [], order_receipt: [] },
    { order_form: [], order_device: [] },
  ],
} as const satisfies Record<string, readonly Record<string, string[]>[]>;

function securityOf(access: Access): readonly Record<string, string[]>[] {
  if (access.kind === "driver" && access.tokenInRequest) return [{ position_token: [] }];
  if (access.kind === "public" && access.orderForm) return orderFormSecurity[access.orderForm];
  return access.kind === "platform" && access.sessionOnly ? security.session : security[access.kind];
}

/**
 * The OpenAPI 3.1 document of these routes, made from the schemas that validate them. Its description leads to the
 * guides of the installation at `publicUrl`. Examples of requests are dated on the day of `now`.
 */
export function createDocument(
  entries: readonly RouteEntry[],
  publicUrl: string,
  eventDefinition: (type: string) => EventDefinition,
  now: number,
): OpenApiDocument {
  const { schemas, refer: referAny } = createComponents();
  const refer: Refer = (schema, direction) =>
    referAny(direction === "sent" ? asOf(now, schema) : schema, direction);
  const { responses, referAll: problemsOf } = createProblems();
  const documented = entries.filter(({ operation }) => !operation.page);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of documented) {
    const path = templateOf(entry.path);
    paths[path] = {
      ...paths[path],
      [entry.method.toLowerCase()]: operationOf(entry, { refer, problemsOf, now }),
    };
  }
  const webhooks = Object.fromEntries(
    eventTypes.map((type) => [type, webhookOf(type, eventDefinition(type), refer)]),
  );
  refer(ProblemSchema, "answered");
  return {
    openapi: "3.1.1",
    info: {
      title: "Waybill API",
      version: "v1",
      summary: "Shipments, quotes, assignments, live tracking and signed webhooks.",
      description: introduction(publicUrl),
      contact: { name: "The operator of this installation" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...Object.entries(tags).map(([name, text]) => ({ name, description: text })), receivedTag],
    paths,
    webhooks,
    components: { securitySchemes, headers, schemas, responses, examples: problemExamples(documented) },
  };
}

function introduction(publicUrl: string): string {
  const link = (title: string, path: string) => `[${title}](${publicUrl}/docs${path})`;
  return `Every operation of the API, to read and to try. ${link("The documentation", "")} explains how they work together:

- ${link("Quick start", "/guides/quick-start")}: from the first key to a delivered parcel
- ${link("Authentication", "/guides/authentication")}: keys, environments and scopes
- ${link("Webhooks", "/guides/webhooks")}: receive events and verify their signatures
- ${link("Recipes for tests", "/guides/testing")}: a recipe for each case
- ${link("Errors", "/errors")}: what each code means, and how to fix it`;
}

/** `/keys/:id` → `/keys/{id}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** Which scopes a key or a person's role needs; undefined where any will do. */
function scopesOf(access: Access): string | undefined {
  if ((access.kind !== "platform" && access.kind !== "session") || access.scope === undefined)
    return undefined;
  if (access.kind === "platform" && access.personScope !== undefined) {
    return `Scope: \`${access.scope}\`, of people also \`${access.personScope}\`.`;
  }
  if (access.kind === "session" || access.alsoScope === undefined) return `Scope: \`${access.scope}\`.`;
  return `Scopes: \`${access.scope}\` and \`${access.alsoScope}\`.`;
}

function operationOf(entry: RouteEntry, { refer, problemsOf, now }: Shared): Record<string, unknown> {
  const { operationId, tags: chapters, summary, description, access } = entry.operation;
  const told = [description, scopesOf(access)].filter((text) => text !== undefined).join("\n\n");
  return {
    operationId,
    tags: chapters,
    summary,
    ...(told === "" ? {} : { description: told }),
    security: securityOf(access),
    parameters: parametersOf(entry, refer),
    ...bodyOf(entry, refer, now),
    responses: { ...answersOf(entry, refer), ...problemsOf(entry) },
  };
}

function contentOf(schema: object, refer: Refer): Record<string, unknown> {
  return { schema: refer(schema, "answered"), example: exampleOf(schema as JsonSchema) };
}

function answersOf(entry: RouteEntry, refer: Refer): Record<string, unknown> {
  const { answer, links = {} } = entry.operation;
  const common = { headers: answerHeaders(entry) };
  const answers: Record<string, unknown> = {};
  for (const [status, schema] of Object.entries(entry.answers)) {
    answers[status] = {
      description: statusText(status),
      ...common,
      content: {
        "application/json": { ...contentOf(schema, refer), ...answerExampleOf(entry) },
        ...mediaTypesOf(entry, refer),
      },
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

function answerExampleOf({ operation }: RouteEntry): { example?: unknown } {
  const example = answerExamples[operation.operationId];
  return example === undefined ? {} : { example };
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

function answerHeaders(entry: RouteEntry): Record<string, unknown> {
  const { answers, operation } = entry;
  const { answer } = operation;
  const isPage = Object.values(answers).some((schema) => schema.properties?.next_cursor !== undefined);
  return headerRefs([
    "X-Request-Id",
    ...(answer?.location ? (["Location"] as const) : []),
    ...(answer?.etag ? (["ETag"] as const) : []),
    ...(answer?.file ? (["Content-Disposition"] as const) : []),
    ...(answer?.cookie ? (["Set-Cookie"] as const) : []),
    ...(acceptsIdempotencyKey(entry) ? (["Idempotent-Replayed"] as const) : []),
    ...(isPage ? (["Link"] as const) : []),
    ...(operation.access.kind === "platform" ? limitHeaders : []),
    ...(operation.access.kind === "platform" ? (["X-Waybill-Fault", "X-Waybill-Clock"] as const) : []),
  ]);
}

/** The request that an endpoint receives for an event type. */
function webhookOf(type: EventType, definition: EventDefinition, refer: Refer): Record<string, unknown> {
  return {
    post: {
      operationId: `on_${type.replace(".", "_")}`,
      tags: [receivedTag.name],
      summary: type,
      description: eventDescriptions[type],
      security: [],
      parameters: webhookHeaders,
      requestBody: {
        required: true,
        content: { "application/json": contentOf(EnvelopeOf(type, definition), refer) },
      },
      responses: {
        "2XX": {
          description:
            "Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint.",
        },
      },
    },
  };
}
