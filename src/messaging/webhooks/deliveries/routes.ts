import { Elysia } from "elysia";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation, platform } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { ListQuery, Page, Query } from "../../../infra/http/schema.ts";
import { recoverDeliveries, replayEvents, resendEvent } from "./recovery.ts";
import {
  DeliveryQuery,
  DeliverySchema,
  DeliveryWithAttempts,
  Queued,
  RecoverDeliveries,
  ReplayEvents,
  ResendEvent,
  StatisticsQuery,
  StatisticsSchema,
} from "./schema.ts";
import { getDelivery, listDeliveries, listDeliveriesOfEvent, retryDelivery } from "./service.ts";
import { getStatistics } from "./statistics.ts";

const tags = ["Webhooks"] as const;

export const deliveryRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/webhooks/:id" })
    .use(withCaller)
    .get(
      "/deliveries",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listDeliveries(deps, caller, id, query), request, set.headers),
      {
        query: DeliveryQuery,
        response: { 200: Page(DeliverySchema) },
        detail: operation(platform("webhooks:read"), {
          operationId: "listDeliveries",
          tags,
          summary: "List deliveries, newest first",
          description:
            "What was sent to the endpoint or is to be sent, one delivery for each event. Filters by status, type of event, shipment and time.",
        }),
      },
    )
    .get(
      "/deliveries/:deliveryId",
      ({ params: { id, deliveryId }, caller }) => getDelivery(deps, caller, id, deliveryId),
      {
        query: Query({}),
        response: { 200: DeliveryWithAttempts },
        detail: operation(platform("webhooks:read"), {
          operationId: "getDelivery",
          tags,
          summary: "Read a delivery with its attempts",
          description: "Requests and answers as they were, and when the next attempt is.",
        }),
      },
    )
    .post(
      "/deliveries/:deliveryId/retry",
      ({ params: { id, deliveryId }, caller }) => retryDelivery(deps, caller, id, deliveryId),
      {
        query: Query({}),
        response: { 202: DeliverySchema },
        detail: operation(platform("webhooks:write"), {
          operationId: "retryDelivery",
          tags,
          summary: "Send a delivery again now",
          description:
            "The same bytes with the same `webhook-id`; one that was delivered is sent once more, one that is on its way is not sent twice.",
          problems: ["webhook_disabled"],
        }),
      },
    )
    .post("/recover", ({ params: { id }, body, caller }) => recoverDeliveries(deps, caller, id, body), {
      body: RecoverDeliveries,
      query: Query({}),
      response: { 202: Queued },
      detail: operation(platform("webhooks:write"), {
        operationId: "recoverDeliveries",
        tags,
        summary: "Send again what failed in a span of time",
        description:
          "Every delivery of an event of that time that has failed is due again, with a fresh schedule. Answers when all are; a million take about a minute.",
        isSlow: true,
        problems: ["webhook_disabled"],
      }),
    })
    .post("/replay", ({ params: { id }, body, caller }) => replayEvents(deps, caller, id, body), {
      body: ReplayEvents,
      query: Query({}),
      response: { 202: Queued },
      detail: operation(platform("webhooks:write"), {
        operationId: "replayEvents",
        tags,
        summary: "Send what an endpoint missed",
        description:
          "Events of that time that the endpoint asks for and has no delivery of: from before it existed, or from when it did not ask for their type. Oldest first, each with its own id and bytes. Samples and `webhook.*` are left out.",
        isSlow: true,
        problems: ["webhook_disabled"],
      }),
    })
    .get("/statistics", ({ params: { id }, query, caller }) => getStatistics(deps, caller, id, query), {
      query: StatisticsQuery,
      response: { 200: StatisticsSchema },
      detail: operation(platform("webhooks:read"), {
        operationId: "getWebhookStatistics",
        tags,
        summary: "Read how an endpoint does",
        description:
          "Attempts, their results and durations in whole hours of at most the last 30 days, and what waits now. Counts are written about once a second; a process that is killed loses those of its last one.",
      }),
    });

/** What became of events. */
export const eventDeliveryRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/events/:id" })
    .use(withCaller)
    .post("/resend", ({ params: { id }, body, caller }) => resendEvent(deps, caller, id, body), {
      body: ResendEvent,
      query: Query({}),
      response: { 202: Queued },
      detail: operation(platform("webhooks:write"), {
        operationId: "resendEvent",
        tags: ["Events"],
        summary: "Send an event again",
        description:
          "The same bytes with the same `webhook-id`, now: to the endpoint named, whatever it subscribed to, or to every enabled one that asked for the type or was sent the event before.",
        problems: ["webhook_disabled"],
      }),
    })
    .get(
      "/deliveries",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listDeliveriesOfEvent(deps, caller, id, query), request, set.headers),
      {
        query: ListQuery({}),
        response: { 200: Page(DeliverySchema) },
        detail: operation(platform("webhooks:read"), {
          operationId: "listDeliveriesOfEvent",
          tags,
          summary: "List the deliveries of an event",
          description: "What became of it at each endpoint, newest first.",
        }),
      },
    );
