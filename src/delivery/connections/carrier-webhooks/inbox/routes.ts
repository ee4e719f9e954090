import { Elysia } from "elysia";
import { platform } from "@/access/platform.ts";
import { operation } from "@/infra/http/operation.ts";
import { linkNext } from "@/infra/http/pagination.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import {
  CarrierWebhook,
  CarrierWebhookAddress,
  CarrierWebhookDetails,
  CarrierWebhookPage,
  carrierWebhookFilters,
} from "./schema.ts";
import {
  dismissCarrierWebhook,
  getCarrierWebhook,
  getWebhookAddress,
  listCarrierWebhooks,
  retryCarrierWebhook,
  rotateWebhookAddress,
} from "./service.ts";

/** What the server of a carrier sent, for the carrier's owner. */
export const carrierWebhookRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, write, problems, named, shapes } = surface;
  // A body holds names and addresses.
  const readBody = side === "account" ? platform("carriers:read", "shipments:read") : read;
  return new Elysia({ prefix: `${surface.prefix}/carriers/:id` })
    .use(surface.withCaller)
    .get(
      "/hooks",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listCarrierWebhooks(deps, caller, side, id, query), request, set.headers),
      {
        query: shapes.list(carrierWebhookFilters),
        response: { 200: CarrierWebhookPage },
        detail: operation(read, {
          operationId: named("listCarrierHooks"),
          tags,
          summary: "List a carrier's webhooks",
          description:
            "What the carrier sent to its webhook address in the last 30 days, newest first. A webhook that came twice is listed once. Filter by `status=failed` for what needs a person.",
          problems,
        }),
      },
    )
    .get(
      "/hooks/:hookId",
      ({ params: { id, hookId }, caller }) => getCarrierWebhook(deps, caller, side, id, hookId),
      {
        query: shapes.parameters,
        response: { 200: CarrierWebhookDetails },
        detail: operation(readBody, {
          operationId: named("getCarrierHook"),
          tags,
          summary: "Read a carrier's webhook",
          description: "With its headers and its body, without secrets.",
          problems,
        }),
      },
    )
    .post(
      "/hooks/:hookId/retry",
      ({ params: { id, hookId }, caller }) => retryCarrierWebhook(deps, caller, side, id, hookId),
      {
        query: shapes.parameters,
        response: { 202: CarrierWebhook },
        detail: operation(write, {
          operationId: named("retryCarrierHook"),
          tags,
          summary: "Apply a carrier's webhook again",
          description: "Reads the stored webhook again. News that was applied before adds nothing.",
          problems,
        }),
      },
    )
    .post(
      "/hooks/:hookId/dismiss",
      ({ params: { id, hookId }, caller }) => dismissCarrierWebhook(deps, caller, side, id, hookId),
      {
        query: shapes.parameters,
        response: { 200: CarrierWebhook },
        detail: operation(write, {
          operationId: named("dismissCarrierHook"),
          tags,
          summary: "Dismiss a carrier's webhook",
          description: "Waybill does not apply it. One that was applied stays applied.",
          problems,
        }),
      },
    )
    .get("/hook-address", ({ params: { id }, caller }) => getWebhookAddress(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: CarrierWebhookAddress },
      detail: operation(write, {
        operationId: named("getCarrierHookAddress"),
        tags,
        summary: "Read a carrier's webhook address",
        description: "The URL holds a secret. Carriers whose kind sends no webhooks have none.",
        problems,
        answer: { secret: true },
      }),
    })
    .post(
      "/hook-address/rotation",
      ({ params: { id }, caller }) => rotateWebhookAddress(deps, caller, side, id),
      {
        query: shapes.parameters,
        response: { 201: CarrierWebhookAddress },
        detail: operation(write, {
          operationId: named("rotateCarrierHookAddress"),
          tags,
          summary: "Replace a carrier's webhook address",
          description: "The old address ends at once. Enter the new one at the carrier.",
          problems,
          answer: { secret: true },
          isRepeatable: true,
        }),
      },
    );
};
