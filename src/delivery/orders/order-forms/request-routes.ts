import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { callerOf, withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { refuseForbidden } from "../shipments/new-shipment.ts";
import { CreatedShipmentSchema } from "../shipments/schema.ts";
import {
  ApproveOrder,
  OrderRequestPage,
  OrderRequestQuery,
  OrderRequestSchema,
  RefuseOrder,
} from "./order-schema.ts";
import { approveOrder, getOrderRequest, listOrderRequests, refuseOrder } from "./requests.ts";

const tags = ["Order forms"] as const;
const read = platform("shipments:read");
const write = platform("shipments:write");

export const orderRequestRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/order-requests" })
    .use(withCaller)
    .get(
      "",
      ({ query, caller, request, set }) =>
        linkNext(listOrderRequests(deps, caller, query), request, set.headers),
      {
        query: OrderRequestQuery,
        response: { 200: OrderRequestPage },
        detail: operation(read, {
          operationId: "listOrderRequests",
          tags,
          summary: "List orders of customers",
          description:
            "Newest first: those that wait for you, and those that were answered. A request without a shipment is erased 7 days after it came.",
        }),
      },
    )
    .get("/:id", ({ params: { id }, caller }) => getOrderRequest(deps, caller, id), {
      query: Query({}),
      response: { 200: OrderRequestSchema },
      detail: operation(read, {
        operationId: "getOrderRequest",
        tags,
        summary: "Read an order of a customer",
        description: "What the customer ordered, or the id of the shipment that came of it.",
        answer: { etag: true, empty: { 304: "Not modified: your version is current." } },
      }),
    })
    .post("/:id/approval", ({ params: { id }, body, caller }) => approveOrder(deps, caller, id, body), {
      // Judged before the other errors of the body, contract §7.
      transform: ({ body, request }) => refuseForbidden(callerOf(request), body),
      body: ApproveOrder,
      query: Query({}),
      response: { 201: CreatedShipmentSchema },
      detail: operation(write, {
        operationId: "approveOrderRequest",
        tags,
        summary: "Approve an order",
        description:
          "Creates the shipment, as `POST /platform/shipments` does, with the pickup and services of the form. Until then no carrier was asked and nobody was written to. Where a window is over meanwhile, send another.",
        problems: ["order_request_closed"],
        answer: { location: "/api/v1/platform/shipments/{id}", etag: true },
        isSlow: true,
      }),
    })
    .post("/:id/refusal", ({ params: { id }, body, caller }) => refuseOrder(deps, caller, id, body), {
      body: RefuseOrder,
      query: Query({}),
      response: { 200: OrderRequestSchema },
      detail: operation(write, {
        operationId: "refuseOrderRequest",
        tags,
        summary: "Refuse an order",
        description: "The customer sees it on the form, with your `message`.",
        problems: ["order_request_closed"],
        answer: { etag: true },
      }),
    });
