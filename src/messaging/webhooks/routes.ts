import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import type { Deps } from "../../infra/deps.ts";
import { mergePatch } from "../../infra/http/body.ts";
import { callerOf, withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { Page, Query } from "../../infra/http/schema.ts";
import { saveAnswer } from "../../infra/idempotency/service.ts";
import { DeliverySchema } from "./deliveries/schema.ts";
import { getDeliveryOfEvent } from "./deliveries/service.ts";
import { getWebhook } from "./endpoints/lookup.ts";
import {
  CreateWebhook,
  Discarded,
  PatchWebhook,
  RotateSecret,
  TestWebhook,
  WebhookQuery,
  WebhookSchema,
  WebhookWithSecret,
} from "./endpoints/schema.ts";
import {
  discardWaiting,
  listWebhooks,
  patchWebhook,
  refuseOwnSecret,
  refuseSandboxSettings,
  registerWebhook,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from "./service.ts";

const tags = ["Webhooks"] as const;

export const webhookRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/webhooks" })
    .use(withCaller)
    .post("", ({ body, caller }) => registerWebhook(deps, caller, body), {
      // Before the body is validated, contract §7.
      transform({ body, request }) {
        refuseSandboxSettings(deps, callerOf(request), body);
        refuseOwnSecret(body);
      },
      body: CreateWebhook,
      query: Query({}),
      response: { 201: WebhookWithSecret },
      detail: operation(platform("webhooks:write"), {
        operationId: "registerWebhook",
        tags,
        summary: "Register a webhook endpoint",
        description: "Only this response contains the signing secret.",
        problems: ["destination_not_allowed", "limit_reached", "sandbox_only", "storage_quota_exceeded"],
        answer: { location: "/api/v1/platform/webhooks/{id}", secret: true },
        links: {
          getWebhook: { id: "id" },
          patchWebhook: { id: "id" },
          removeWebhook: { id: "id" },
          rotateWebhookSecret: { id: "id" },
          testWebhook: { id: "id" },
          listDeliveries: { id: "id" },
          recoverDeliveries: { id: "id" },
        },
      }),
    })
    .get(
      "",
      async ({ query, caller, request, set }) =>
        linkNext(await listWebhooks(deps, caller, query), request, set.headers),
      {
        query: WebhookQuery,
        response: { 200: Page(WebhookSchema) },
        detail: operation(platform("webhooks:read"), {
          operationId: "listWebhooks",
          tags,
          summary: "List webhook endpoints",
          description: "Newest first. Secrets are not shown.",
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
        description:
          "The secret is not shown. `disabled_reason` says why an endpoint is disabled and receives nothing.",
      }),
    })
    .patch("/:id", ({ params: { id }, body, caller }) => patchWebhook(deps, caller, id, body), {
      transform({ body, request }) {
        refuseSandboxSettings(deps, callerOf(request), body);
        refuseOwnSecret(body);
      },
      body: PatchWebhook,
      query: Query({}),
      response: { 200: WebhookSchema },
      detail: operation(platform("webhooks:write"), {
        operationId: "patchWebhook",
        tags,
        body: mergePatch,
        summary: "Change a webhook endpoint",
        description:
          "Changes apply from the next attempt on. Enabling a disabled endpoint sends the deliveries that waited for it.",
        problems: ["destination_not_allowed", "sandbox_only"],
      }),
    })
    .delete("/:id", ({ params: { id }, caller }) => removeWebhook(deps, caller, id), {
      query: Query({}),
      detail: operation(platform("webhooks:write"), {
        operationId: "removeWebhook",
        tags,
        summary: "Delete a webhook endpoint",
        description: "Deletes the endpoint and its deliveries. Pending deliveries are not sent.",
        answer: { empty: { 204: "The endpoint was removed." } },
      }),
    })
    .post("/:id/rotate-secret", ({ params: { id }, body, caller }) => rotateSecret(deps, caller, id, body), {
      transform: ({ body }) => refuseOwnSecret(body),
      body: RotateSecret,
      query: Query({}),
      response: { 200: WebhookWithSecret },
      detail: operation(platform("webhooks:write"), {
        operationId: "rotateWebhookSecret",
        tags,
        summary: "Rotate the signing secret",
        description: "Deliveries are signed with both secrets during the grace period.",
        problems: ["too_many_secrets"],
        answer: { secret: true },
      }),
    })
    .post("/:id/discard", ({ params: { id }, caller }) => discardWaiting(deps, caller, id), {
      query: Query({}),
      response: { 202: Discarded },
      detail: operation(platform("webhooks:write"), {
        operationId: "discardDeliveries",
        tags,
        summary: "Discard waiting deliveries",
        description:
          "Every pending or paused delivery becomes `discarded`. It is sent only if you retry it. Later deliveries are not affected.",
      }),
    })
    .post(
      "/:id/test",
      async ({ params: { id }, body, caller }) => {
        const eventId = await testWebhook(deps, caller, id, body);
        return saveAnswer(deps, caller, getDeliveryOfEvent(deps, caller, id, eventId));
      },
      {
        body: TestWebhook,
        query: Query({}),
        response: { 202: DeliverySchema },
        detail: operation(platform("webhooks:write"), {
          operationId: "testWebhook",
          tags,
          summary: "Send a test event",
          description:
            "Sends `webhook.test`, or another type with example data. It is signed and sent like any other event, once for each call.",
          problems: ["destination_not_allowed", "webhook_disabled", "storage_quota_exceeded"],
          links: {
            getDelivery: { id: "webhook_id", deliveryId: "id" },
            retryDelivery: { id: "webhook_id", deliveryId: "id" },
          },
        }),
      },
    );
