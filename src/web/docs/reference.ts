import { tags } from "../../infra/http/operation.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { type EventType, eventTypes } from "../../messaging/events/event.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The reference as chapters of operations, and what one of them is in the OpenAPI document. */

/** A tag of its own, because client generators put received events into other code. */
export const receivedTag = {
  name: "Webhook events",
  description: "The events that Waybill sends to your endpoints.",
};

/** An operation, or the request of an event. */
export interface Place {
  id: string;
  /** `EVENT` of an event. */
  method: string;
  /** `/api/v1/keys/{id}`, or the type of the event. */
  path: string;
  /** The operation's summary, or the type of the event. */
  title: string;
  /** Its anchor where all of the reference is one page: `tag/api-keys/DELETE/api/v1/keys/{id}`. */
  anchor: string;
}

export interface Chapter {
  title: string;
  description: string;
  /** `tag/api-keys`. */
  anchor: string;
  places: Place[];
}

/** One operation as the document has it, with the components it refers to. */
export interface Excerpt {
  operation: OperationObject;
  components: {
    schemas: Record<string, JsonSchema>;
    responses?: Record<string, ResponseObject>;
    headers?: Record<string, { description: string }>;
  };
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { description?: string; required: boolean; content: Record<string, Content> };
  responses: Record<string, ResponseObject | { $ref: string }>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Content {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Content>;
  links?: Record<string, { operationId: string }>;
}

/** The page of an operation or a webhook. */
export function operationAddress(id: string): string {
  return `/docs/api/${id}`;
}

export function isEvent({ method }: Place): boolean {
  return method === "EVENT";
}

/** `/keys/:id` → `/keys/{id}`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

export function webhookId(type: EventType): string {
  return `on_${type.replace(".", "_")}`;
}

/** All operations by the first of their tags, and all webhooks. */
export function listChapters(entries: readonly RouteEntry[]): Chapter[] {
  const documented = Map.groupBy(
    entries.filter(({ operation }) => !operation.page),
    ({ operation }) => operation.tags[0],
  );
  const chapters = (Object.keys(tags) as (keyof typeof tags)[]).map((tag) => {
    const anchor = anchorOf(tag);
    const places = (documented.get(tag) ?? []).map(({ method, path, operation }) => {
      const template = templateOf(path);
      const { operationId: id, summary: title } = operation;
      return { id, method, path: template, title, anchor: `${anchor}/${method}${template}` };
    });
    return { title: tag, description: tags[tag], anchor, places };
  });
  const anchor = anchorOf(receivedTag.name);
  const events = eventTypes.map((type) => ({
    id: webhookId(type),
    method: "EVENT",
    path: type,
    title: type,
    anchor: `${anchor}/webhook/POST/${type}`,
  }));
  const received = { title: receivedTag.name, description: receivedTag.description, anchor, places: events };
  return [...chapters, received].filter(({ places }) => places.length > 0);
}

function anchorOf(tag: string): string {
  return `tag/${tag.toLowerCase().replaceAll(" ", "-")}`;
}
