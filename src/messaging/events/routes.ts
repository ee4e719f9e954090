import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import { streamEvents } from "../../api/stream.ts";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { Page, Query } from "../../infra/http/schema.ts";
import { AnyEvent, EventQuery, EventStreamEvent, EventStreamQuery } from "./schema.ts";
import { awaitEvents, getEvent } from "./service.ts";
import { openEventStream } from "./stream.ts";

const tags = ["Events"] as const;

export const eventRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/events" })
    .use(withCaller)
    .get(
      "",
      async ({ query, caller, request, set }) =>
        linkNext(await awaitEvents(deps, caller, query, request.signal), request, set.headers),
      {
        query: EventQuery,
        response: { 200: Page(AnyEvent(deps.eventDefinition)) },
        detail: operation(platform("events:read"), {
          operationId: "listEvents",
          tags,
          summary: "List events",
          description:
            "Every event, whether or not an endpoint received it. Newest first, also with `after`, or in the order of `sort`. Filter by type, shipment and time. With a type and a time, each page scans part of a long log: it can be short or empty while `has_more` is true. With `wait_seconds`, an empty list waits for its first event.\n\n" +
            "To poll, send `sort=oldest` with the last event's id as `after`: each response goes on where the last one ended.",
          problems: ["limit_reached"],
          isSlow: true,
          links: { getEvent: { id: "data/0/id" } },
        }),
      },
    )
    .get(
      "/stream",
      ({ query, caller, request, server }) => {
        const source = openEventStream(deps, caller, query, request.headers.get("last-event-id"));
        return streamEvents(deps, caller, source, request, server);
      },
      {
        query: EventStreamQuery,
        detail: operation(platform("events:read"), {
          operationId: "streamEvents",
          tags,
          summary: "Stream all events (Server-Sent Events)",
          description:
            "New events as they happen, each with the body that webhooks receive. `Last-Event-ID` resumes after that event without gaps, even across a restart of the server. The first frame says where the stream begins. The stream does not end by itself.",
          problems: ["limit_reached"],
          answer: { mediaTypes: { "text/event-stream": EventStreamEvent } },
        }),
      },
    )
    .get("/:id", ({ params: { id }, caller }) => getEvent(deps, caller, id), {
      query: Query({}),
      response: { 200: AnyEvent(deps.eventDefinition) },
      detail: operation(platform("events:read"), {
        operationId: "getEvent",
        tags,
        summary: "Read an event",
        description: "The same content that webhooks receive.",
      }),
    });
