import { Elysia } from "elysia";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { changingImageAnswer } from "../../carriers/images/answer.ts";
import { estimateOrder } from "./estimating.ts";
import { formLogo, readForm } from "./opening.ts";
import { EstimateOrder, PlaceOrder } from "./order-schema.ts";
import { byDevice, byLink, byReceipt, opening, smallBody, tags, withOrderer } from "./orderer-routes.ts";
import { placeOrder } from "./ordering.ts";
import { cancelOrder, listOwnOrders, orderLabel, readOrder, recallOrder } from "./own-orders.ts";
import {
  OrderEstimateSchema,
  PlacedOrderSchema,
  PublicOrderFormSchema,
  PublicOrderPage,
  PublicOrderQuery,
  PublicOrderSchema,
} from "./public-schema.ts";

/** What whoever has the link of an order form can do. */
export const publicOrderRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/order-form" })
    .use(withOrderer)
    .get("", ({ orderer }) => readForm(deps, orderer), {
      query: NoQuery,
      response: { 200: PublicOrderFormSchema },
      detail: operation(byLink, {
        operationId: "readOrderForm",
        tags,
        summary: "Read the form of a link",
        description:
          "What the page shows. An address may make 10 calls a minute, of all that order forms answer. A form that gets more calls than a customer makes pauses.",
        problems: ["not_found", ...opening],
      }),
    })
    .get("/logo", ({ orderer: { token } }) => changingImageAnswer(formLogo(deps, token)), {
      query: NoQuery,
      detail: operation(byLink, {
        operationId: "getOrderFormLogo",
        tags,
        summary: "Fetch the logo of a form's account",
        description: "The picture of `brand.logo_url`.",
        problems: ["not_found"],
        answer: { mediaTypes: { "image/png": null }, etag: true },
      }),
    })
    .post("/estimates", ({ orderer, body }) => estimateOrder(deps, orderer, body), {
      body: EstimateOrder,
      query: NoQuery,
      response: { 200: OrderEstimateSchema },
      detail: operation(byLink, {
        operationId: "estimateOrder",
        tags,
        summary: "Estimate an order",
        description:
          "What it would cost and when it would come, by the rate cards of the account's own fleets. No carrier outside is asked, and nothing is stored.",
        body: smallBody,
        problems: ["not_found", ...opening],
        isRepeatable: true,
        isSlow: true,
      }),
    })
    .get(
      "/orders",
      async ({ orderer, query, request, set }) =>
        linkNext(await listOwnOrders(deps, orderer, query), request, set.headers),
      {
        query: PublicOrderQuery,
        response: { 200: PublicOrderPage },
        detail: operation(byDevice, {
          operationId: "listOwnOrders",
          tags,
          summary: "List the orders of a form",
          description: "Newest first, on a device that has entered a code.",
          problems: ["not_found", "order_code_needed", ...opening],
        }),
      },
    )
    .post(
      "/orders",
      async ({ orderer, body, request, set }) => {
        const key = request.headers.get("idempotency-key");
        const { order, isReplay } = await placeOrder(deps, orderer, key, body);
        if (isReplay) set.headers["idempotent-replayed"] = "true";
        return order;
      },
      {
        body: PlaceOrder,
        query: NoQuery,
        response: { 201: PlacedOrderSchema },
        detail: operation(byLink, {
          operationId: "placeOrder",
          tags,
          summary: "Place an order",
          description:
            "Once for each `Idempotency-Key`, so that a second tap orders nothing. With the form's `approval` `each` it is a request: nobody but the account hears of it until it is approved. The address has no coordinates, because prices depend on them.",
          body: smallBody,
          problems: [
            "not_found",
            "order_limit_reached",
            "storage_quota_exceeded",
            "idempotency_key_required",
            "idempotency_key_invalid",
            "idempotency_key_reused",
            ...opening,
          ],
          needsIdempotencyKey: true,
          isSlow: true,
        }),
      },
    )
    .get("/orders/:id", ({ orderer, params: { id } }) => readOrder(deps, orderer, id), {
      query: NoQuery,
      response: { 200: PublicOrderSchema },
      detail: operation(byReceipt, {
        operationId: "readOwnOrder",
        tags,
        summary: "Read an order",
        description:
          "With the order's receipt on the day after it was placed, or on a device that has entered a code.",
        problems: ["not_found", "order_code_needed", ...opening],
      }),
    })
    .get(
      "/orders/:id/label",
      async ({ orderer, params: { id } }) => {
        const { bytes, contentType, fileName } = await orderLabel(deps, orderer, id);
        return new Response(new Uint8Array(bytes), {
          headers: {
            "content-type": contentType,
            "content-disposition": `inline; filename="${fileName}"`,
            "content-length": String(bytes.byteLength),
            "content-security-policy": "default-src 'none'",
          },
        });
      },
      {
        query: NoQuery,
        detail: operation(byReceipt, {
          operationId: "getOwnOrderLabel",
          tags,
          summary: "Fetch the label of an order",
          description: "As `GET /platform/shipments/{id}/label`, as PDF. As when you read the order.",
          problems: [
            "not_found",
            "order_code_needed",
            "label_not_ready",
            "label_format_unavailable",
            "busy",
            ...opening,
          ],
          answer: { mediaTypes: { "application/pdf": null }, file: true },
          isSlow: true,
        }),
      },
    )
    .post("/orders/:id/cancellation", ({ orderer, params: { id } }) => cancelOrder(deps, orderer, id), {
      query: NoQuery,
      response: { 200: PublicOrderSchema },
      detail: operation(byDevice, {
        operationId: "cancelOwnOrder",
        tags,
        summary: "Cancel an order",
        description:
          "Where the form lets its customer, and until the goods are picked up. A request is withdrawn. On a device that has entered a code.",
        body: smallBody,
        problems: [
          "not_found",
          "order_code_needed",
          "order_right_missing",
          "shipment_not_cancellable",
          ...opening,
        ],
        isRepeatable: true,
        isSlow: true,
      }),
    })
    .post("/orders/:id/recall", ({ orderer, params: { id } }) => recallOrder(deps, orderer, id), {
      query: NoQuery,
      response: { 202: PublicOrderSchema },
      detail: operation(byDevice, {
        operationId: "recallOwnOrder",
        tags,
        summary: "Call the goods of an order back",
        description:
          "Where the form lets its customer, while one of the account's own riders has the goods. They come back once the rider has seen it; a handover before that counts. The price stays. On a device that has entered a code.",
        body: smallBody,
        problems: [
          "not_found",
          "order_code_needed",
          "order_right_missing",
          "shipment_not_recallable",
          "shipment_redacted",
          "not_own_fleet",
          ...opening,
        ],
        isRepeatable: true,
      }),
    });
