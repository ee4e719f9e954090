import type { EventDefinition } from "../../infra/event.ts";
import { type EventType, eventDescriptions, eventTypes } from "../../messaging/events/event.ts";
import { EnvelopeOf } from "../../messaging/events/schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { receivedTag, webhookId } from "./reference.ts";
import { contentOf, type Refer } from "./request-body.ts";
import { webhookHeaders } from "./vocabulary.ts";

const received = {
  "2XX": {
    description:
      "Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint.",
  },
};

/** The request that an endpoint receives for each event type; a step for each. */
export function* webhooksOf(
  definitionOf: (type: EventType) => EventDefinition,
  refer: Refer,
): Generator<void, Record<string, unknown>> {
  const webhooks: Record<string, unknown> = {};
  for (const type of eventTypes) {
    yield;
    webhooks[type] = { post: webhookOf(type, definitionOf(type), refer) };
  }
  return webhooks;
}

/** The request for one event type. */
export function webhookOf(
  type: EventType,
  definition: EventDefinition,
  refer: Refer,
): Record<string, unknown> {
  return {
    operationId: webhookId(type),
    tags: [receivedTag.name],
    summary: type,
    description: eventDescriptions[type],
    security: [],
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: { "application/json": contentOf(EnvelopeOf(type, definition), refer) },
    },
    responses: received,
  };
}

/**
 * These requests once more, as what registering an endpoint leads to. Generators leave out schemas that no path
 * refers to, though they write the code of webhooks.
 */
export function* eventCallbacks(
  definitionOf: (type: EventType) => EventDefinition,
  refer: Refer,
): Generator<void, Record<string, unknown>> {
  const anyOf: JsonSchema[] = [];
  for (const type of eventTypes) {
    yield;
    anyOf.push(refer(EnvelopeOf(type, definitionOf(type)), "answered"));
  }
  const schema: JsonSchema = { anyOf };
  const event = {
    operationId: "onEvent",
    tags: [receivedTag.name],
    summary: "Any event",
    description: "The event that its `type` names. Later versions may add types.",
    security: [],
    parameters: webhookHeaders,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: received,
  };
  return { event: { "{$request.body#/url}": { post: event } } };
}
