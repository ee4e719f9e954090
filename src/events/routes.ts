import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { withCaller } from "../http/context.ts";
import { operation, platform } from "../http/operation.ts";
import { linkNext } from "../http/pagination.ts";
import { Page, Query } from "../http/schema.ts";
import { EventQuery, EventSchema } from "./schema.ts";
import { getEvent, listEvents } from "./service.ts";

const tags = ["Events"] as const;

export const eventRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/events" })
    .use(withCaller)
    .get(
      "",
      ({ query, caller, request, set }) => linkNext(listEvents(deps, caller, query), request, set.headers),
      {
        query: EventQuery,
        response: { 200: Page(EventSchema) },
        detail: operation(platform("events:read"), {
          operationId: "listEvents",
          tags,
          summary: "List events, newest first",
          description:
            "What webhooks were told, whether or not there are endpoints. Filters by type, shipment and time.",
          links: { getEvent: { id: "data/0/id" } },
        }),
      },
    )
    .get("/:id", ({ params: { id }, caller }) => getEvent(deps, caller, id), {
      query: Query({}),
      response: { 200: EventSchema },
      detail: operation(platform("events:read"), {
        operationId: "getEvent",
        tags,
        summary: "Read an event",
        description: "The same content that webhooks are sent.",
      }),
    });
