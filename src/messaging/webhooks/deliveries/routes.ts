import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
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
          summary: "List an endpoint's deliveries",
          description:
            "Past and waiting deliveries of the endpoint, one for each event. Newest first, or in the order of `sort`. Filter by status, event type, shipment and time.",
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
          description: "Each request and response as sent and received, and the time of the next attempt.",
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
          summary: "Retry a delivery now",
          description:
            "Sends the same bytes with the same `webhook-id`. A delivered one is sent once more. One that is being sent is not sent twice.",
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
        summary: "Retry the failed deliveries of a period",
        description:
          "Queues every failed delivery of an event from that period again, with a fresh schedule. The response comes when all are queued; a million take about a minute.",
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
        summary: "Replay the events an endpoint missed",
        description:
          "Queues the events of that period that the endpoint subscribes to and has no delivery of. They date from before the endpoint existed, or from before it subscribed to their type. The oldest goes first, each with its own id and bytes. Samples and `webhook.*` are left out.",
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
        summary: "Read an endpoint's statistics",
        description:
          "Attempts, results and durations by the hour for at most the last 30 days, and the deliveries waiting now. Counts are written about once a second; a killed process loses those of its last second.",
      }),
    });

/** Deliveries by their event. */
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
        summary: "Resend an event",
        description:
          "Sends the same bytes with the same `webhook-id` now. `webhook_id` names one endpoint, which gets the event whatever it subscribes to. Without it, every enabled endpoint gets the event that subscribes to its type or received it before.",
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
          summary: "List an event's deliveries",
          description: "The event's delivery to each endpoint, newest first.",
        }),
      },
    );
