import { Elysia } from "elysia";
import { DeliverySchema } from "../deliveries/schema.ts";
import { getDeliveryOfEvent } from "../deliveries/service.ts";
import type { Deps } from "../deps.ts";
import { withCaller } from "../http/context.ts";
import { operation, platform } from "../http/operation.ts";
import { linkNext } from "../http/pagination.ts";
import { ListQuery, Page, Query } from "../http/schema.ts";
import {
  CreateWebhook,
  PatchWebhook,
  RotateSecret,
  TestWebhook,
  WebhookSchema,
  WebhookWithSecret,
} from "./schema.ts";
import {
  getWebhook,
  listWebhooks,
  patchWebhook,
  registerWebhook,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from "./service.ts";

const tags = ["Webhooks"];

export const webhookRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/webhooks" })
    .use(withCaller)
    .post(
      "",
      async ({ body, caller, set }) => {
        const webhook = await registerWebhook(deps, caller, body);
        set.status = 201;
        set.headers.location = `/api/v1/platform/webhooks/${webhook.id}`;
        set.headers["cache-control"] = "no-store";
        return webhook;
      },
      {
        body: CreateWebhook,
        query: Query({}),
        response: { 201: WebhookWithSecret },
        detail: operation(platform("webhooks:write"), {
          operationId: "registerWebhook",
          tags,
          summary: "Register a webhook endpoint",
          description: "The signing secret is in this answer only.",
        }),
      },
    )
    .get(
      "",
      ({ query, caller, request, set }) => linkNext(listWebhooks(deps, caller, query), request, set.headers),
      {
        query: ListQuery({}),
        response: { 200: Page(WebhookSchema) },
        detail: operation(platform("webhooks:read"), {
          operationId: "listWebhooks",
          tags,
          summary: "List webhook endpoints",
        }),
      },
    )
    .get("/:id", ({ params: { id }, caller }) => getWebhook(deps, caller, id), {
      query: Query({}),
      response: { 200: WebhookSchema },
      detail: operation(platform("webhooks:read"), {
        operationId: "getWebhook",
        tags,
        summary: "Read a webhook endpoint",
      }),
    })
    .patch("/:id", ({ params: { id }, body, caller }) => patchWebhook(deps, caller, id, body), {
      body: PatchWebhook,
      query: Query({}),
      response: { 200: WebhookSchema },
      detail: operation(platform("webhooks:write"), {
        operationId: "patchWebhook",
        tags,
        summary: "Change a webhook endpoint",
        description: "Enabling one that was disabled sends what waited for it.",
      }),
    })
    .delete(
      "/:id",
      async ({ params: { id }, caller }) => {
        await removeWebhook(deps, caller, id);
        return new Response(null, { status: 204 });
      },
      {
        query: Query({}),
        detail: operation(platform("webhooks:write"), {
          operationId: "removeWebhook",
          tags,
          summary: "Remove a webhook endpoint and its deliveries",
        }),
      },
    )
    .post(
      "/:id/rotate-secret",
      async ({ params: { id }, body, caller, set }) => {
        set.headers["cache-control"] = "no-store";
        return await rotateSecret(deps, caller, id, body);
      },
      {
        body: RotateSecret,
        query: Query({}),
        response: { 200: WebhookWithSecret },
        detail: operation(platform("webhooks:write"), {
          operationId: "rotateWebhookSecret",
          tags,
          summary: "Replace the signing secret",
          description: "The old one goes on signing, beside the new one, for the grace period.",
        }),
      },
    )
    .post(
      "/:id/test",
      async ({ params: { id }, body, caller, set }) => {
        const eventId = await testWebhook(deps, caller, id, body);
        set.status = 202;
        return getDeliveryOfEvent(deps, caller, id, eventId);
      },
      {
        body: TestWebhook,
        query: Query({}),
        response: { 202: DeliverySchema },
        detail: operation(platform("webhooks:write"), {
          operationId: "testWebhook",
          tags,
          summary: "Send a signed sample event",
        }),
      },
    );
