import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { mergePatch } from "../../../infra/http/body.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import {
  CreateOrderForm,
  OrderFormPage,
  OrderFormQuery,
  OrderFormSchema,
  OrderFormWithLink,
  PatchOrderForm,
} from "./schema.ts";
import {
  createOrderForm,
  endOrderDevices,
  getOrderForm,
  listOrderForms,
  patchOrderForm,
  rotateOrderForm,
} from "./service.ts";

const tags = ["Order forms"] as const;
const read = platform("shipments:read");
const write = platform("shipments:write");
const secretLink =
  "Whoever has the link can order: give it to the customer only. It is shown once, and Waybill stores its hash.";

export const orderFormRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/order-forms" })
    .use(withCaller)
    .get(
      "",
      ({ query, caller, request, set }) =>
        linkNext(listOrderForms(deps, caller, query), request, set.headers),
      {
        query: OrderFormQuery,
        response: { 200: OrderFormPage },
        detail: operation(read, {
          operationId: "listOrderForms",
          tags,
          summary: "List order forms",
          description: "Newest first.",
        }),
      },
    )
    .post("", ({ body, caller }) => createOrderForm(deps, caller, body), {
      body: CreateOrderForm,
      query: Query({}),
      response: { 201: OrderFormWithLink },
      detail: operation(write, {
        operationId: "createOrderForm",
        tags,
        summary: "Create an order form",
        description: `A link by which a customer orders deliveries. ${secretLink} In live it opens once your brand has \`privacy_url\` and \`imprint_url\`. A new form has \`approval\` \`each\`, because nobody has confirmed the customer's email address yet.`,
        problems: ["limit_reached", "customer_unconfirmed", "coordinates_contradict_address"],
        answer: { location: "/api/v1/platform/order-forms/{id}", etag: true },
      }),
    })
    .get("/:id", ({ params: { id }, caller }) => getOrderForm(deps, caller, id), {
      query: Query({}),
      response: { 200: OrderFormSchema },
      detail: operation(read, {
        operationId: "getOrderForm",
        tags,
        summary: "Read an order form",
        description: "Without its link, which nobody can read again.",
      }),
    })
    .patch(
      "/:id",
      ({ params: { id }, body, caller, request }) =>
        patchOrderForm(deps, caller, id, body, matcherOf(request)),
      {
        body: PatchOrderForm,
        query: Query({}),
        response: { 200: OrderFormSchema },
        detail: operation(write, {
          operationId: "patchOrderForm",
          tags,
          body: mergePatch,
          summary: "Change an order form",
          description:
            "A JSON merge patch (RFC 7396). Pause it with `paused_until`. Another email address of the customer ends all devices, and orders need an approval again. Orders that were placed stay as they are.",
          problems: ["precondition_failed", "customer_unconfirmed", "coordinates_contradict_address"],
          answer: { etag: true },
        }),
      },
    )
    .post("/:id/rotation", ({ params: { id }, caller }) => rotateOrderForm(deps, caller, id), {
      query: Query({}),
      response: { 201: OrderFormWithLink },
      detail: operation(write, {
        operationId: "rotateOrderForm",
        tags,
        summary: "Replace the link of an order form",
        description: `The old link and all devices end at once. ${secretLink}`,
        answer: { etag: true },
      }),
    })
    .delete("/:id/devices", ({ params: { id }, caller }) => endOrderDevices(deps, caller, id), {
      query: Query({}),
      detail: operation(write, {
        operationId: "endOrderFormDevices",
        tags,
        summary: "End all devices of an order form",
        description: "Nobody sees earlier orders until a new code is entered. The link stays.",
        answer: { empty: { 204: "All devices are ended." } },
      }),
    });
