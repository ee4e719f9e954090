import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Deps } from "../../../infra/deps.ts";
import { rawBody } from "../../../infra/http/body.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import { webhookBytesMax } from "./inbox.ts";
import { receiveCarrierWebhook } from "./receiving.ts";

/** Where the servers of carriers send what happened, in their own words. The secret in the address is their credential. */
export const webhookReceivingRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/hooks" }).post(
    "/:carrierId/:secret",
    ({ params, body, request }) =>
      receiveCarrierWebhook(deps, params, {
        headers: Object.fromEntries(request.headers.entries()),
        body: body as Uint8Array,
      }),
    {
      body: Type.Any(),
      query: NoQuery,
      detail: operation(
        { kind: "public" },
        {
          operationId: "receiveCarrierHook",
          tags: ["Carrier API"],
          summary: "Send a webhook to Waybill",
          answer: { empty: { 200: "The webhook is stored." } },
          body: { ...rawBody, bytesMax: webhookBytesMax },
          isRepeatable: true,
          page: true,
        },
      ),
    },
  );
