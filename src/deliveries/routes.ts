import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { withCaller } from "../http/context.ts";
import { operation, platform } from "../http/operation.ts";
import { linkNext } from "../http/pagination.ts";
import { Page, Query } from "../http/schema.ts";
import {
  DeliveryQuery,
  DeliverySchema,
  DeliveryWithAttempts,
  RecoverDeliveries,
  Recovered,
} from "./schema.ts";
import { getDelivery, listDeliveries, recoverDeliveries, retryDelivery } from "./service.ts";

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
          description: "What was sent to the endpoint or is to be sent, one delivery for each event.",
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
          summary: "Read a delivery with every attempt",
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
          description: "The same bytes with the same `webhook-id`; one that was delivered is sent once more.",
          problems: ["webhook_disabled"],
        }),
      },
    )
    .post("/recover", ({ params: { id }, body, caller }) => recoverDeliveries(deps, caller, id, body), {
      body: RecoverDeliveries,
      query: Query({}),
      response: { 202: Recovered },
      detail: operation(platform("webhooks:write"), {
        operationId: "recoverDeliveries",
        tags,
        summary: "Send again what failed in a span of time",
        description: "Everything that failed in that time is sent again, oldest first.",
        problems: ["webhook_disabled"],
      }),
    });
