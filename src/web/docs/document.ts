import { acceptsIdempotencyKey } from "../../api/idempotency.ts";
import type { EventDefinition } from "../../infra/event.ts";
import { type Access, tags } from "../../infra/http/operation.ts";
import { ProblemSchema } from "../../infra/http/problem-schema.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { atOnce } from "../../infra/waiting/turns.ts";
import { eventTypes } from "../../messaging/events/event.ts";
import { type Audience, isFor, securityOf } from "./audience.ts";
import { asOf } from "./example-time.ts";
import { answerExamples } from "./examples.ts";
import { createComponents } from "./json-schema.ts";
import { linksOf } from "./links.ts";
import { parametersOf } from "./parameters.ts";
import { createProblems, problemExamples } from "./problems.ts";
import { keepUsed } from "./pruning.ts";
import { type Excerpt, receivedTag, templateOf, webhookId } from "./reference.ts";
import { bodyOf, contentOf, type Refer } from "./request-body.ts";
import type { DocumentQuery, OpenApiDocument } from "./schema.ts";
import { headerRefs, headers, limitHeaders, securitySchemes, statusText } from "./vocabulary.ts";
import { eventCallbacks, webhookOf, webhooksOf } from "./webhooks.ts";

/** The components that operations share. */
interface Shared {
  refer: Refer;
  problemsOf: (entry: RouteEntry) => Record<string, unknown>;
  /** The operations of the document. */
  known: ReadonlySet<string>;
  audience: Audience | undefined;
  eventDefinition: (type: string) => EventDefinition;
  now: number;
}

/**
 * The OpenAPI 3.1 document of these routes, made from the schemas that validate them. Its description leads to the
 * guides of the installation at `publicUrl`. Examples of requests are dated on the day of `now`. Of the whole it has
 * what the audience of the query may call, and what that refers to. All of it takes as long as hundreds of requests, so it
 * is made in steps.
 */
export function* writeDocument(
  entries: readonly RouteEntry[],
  publicUrl: string,
  eventDefinition: (type: string) => EventDefinition,
  now: number,
  { for: audience, errors }: DocumentQuery,
): Generator<void, OpenApiDocument> {
  const documented = entries.filter((entry) => !entry.operation.page && isFor(audience, entry));
  const isFolded = errors === "default";
  const { schemas, responses, shared } = createShared({
    documented,
    eventDefinition,
    now,
    audience,
    isFolded,
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of documented) {
    yield;
    const path = templateOf(entry.path);
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: yield* operationOf(entry, shared) };
  }
  const receives = audience === undefined || audience === "key";
  const webhooks = receives ? yield* webhooksOf(eventDefinition, shared.refer) : {};
  shared.refer(ProblemSchema, "answered");
  yield;
  const examples = isFolded ? {} : problemExamples(documented);
  return yield* keepUsed({
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
    components: { securitySchemes, headers, schemas, responses, examples },
  });
}

/**
 * What the page of one operation shows, without the work for all of them: the operation or webhook as the document has
 * it, and the components that it refers to. Undefined for an unknown id.
 */
export function createExcerpt(
  entries: readonly RouteEntry[],
  eventDefinition: (type: string) => EventDefinition,
  now: number,
  id: string,
): Excerpt | undefined {
  const documented = entries.filter(({ operation }) => !operation.page);
  const entry = documented.find(({ operation }) => operation.operationId === id);
  const type = eventTypes.find((each) => webhookId(each) === id);
  const { schemas, responses, shared } = createShared({ documented, eventDefinition, now });
  const made = entry
    ? atOnce(operationOf(entry, shared))
    : type && webhookOf(type, eventDefinition(type), shared.refer);
  return made && ({ operation: made, components: { schemas, responses, headers } } as unknown as Excerpt);
}

interface Given {
  documented: readonly RouteEntry[];
  eventDefinition: (type: string) => EventDefinition;
  now: number;
  audience?: Audience | undefined;
  isFolded?: boolean;
}

function createShared({ documented, eventDefinition, now, audience, isFolded = false }: Given) {
  const { schemas, refer: referAny } = createComponents();
  const refer: Refer = (schema, direction) =>
    referAny(direction === "sent" ? asOf(now, schema) : schema, direction);
  const { responses, referAll: problemsOf } = createProblems(isFolded);
  const known = new Set(documented.map(({ operation }) => operation.operationId));
  const shared: Shared = { refer, problemsOf, known, audience, eventDefinition, now };
  return { schemas, responses, shared };
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

function* operationOf(entry: RouteEntry, shared: Shared): Generator<void, Record<string, unknown>> {
  const { refer, problemsOf, audience, eventDefinition, now } = shared;
  const { operationId, tags: chapters, summary, description, access } = entry.operation;
  const sendsEvents = audience === "key" && operationId === "registerWebhook";
  const told = [description, scopesOf(access)].filter((text) => text !== undefined).join("\n\n");
  return {
    operationId,
    tags: chapters,
    summary,
    ...(told === "" ? {} : { description: told }),
    security: securityOf(access, audience),
    parameters: parametersOf(entry, refer),
    ...bodyOf(entry, refer, now),
    responses: { ...answersOf(entry, shared), ...problemsOf(entry) },
    ...(sendsEvents ? { callbacks: yield* eventCallbacks(eventDefinition, refer) } : {}),
  };
}

function answersOf(entry: RouteEntry, { refer, known }: Shared): Record<string, unknown> {
  const { answer } = entry.operation;
  const links = linksOf(entry.operation, known);
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
      ...(Object.keys(links).length === 0 ? {} : { links }),
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
