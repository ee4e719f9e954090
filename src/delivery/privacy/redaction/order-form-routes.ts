import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { deleteOrderForm, deleteOrderRequest } from "./order-forms.ts";

const tags = ["Order forms"] as const;
const access = platform("shipments:write");

export const orderErasureRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform" })
    .use(withCaller)
    .delete(
      "/order-forms/:id",
      ({ params: { id }, caller, request }) => deleteOrderForm(deps, caller, id, matcherOf(request)),
      {
        query: Query({}),
        detail: operation(access, {
          operationId: "deleteOrderForm",
          tags,
          summary: "Delete an order form",
          description:
            "Erases the form, its customer, its devices and the requests that nobody approved, within seconds also from the request log and from the files. The link ends at once. Shipments stay, with `order_form_id`.",
          problems: ["precondition_failed"],
          answer: { empty: { 204: "The order form is deleted." } },
        }),
      },
    )
    .delete("/order-requests/:id", ({ params: { id }, caller }) => deleteOrderRequest(deps, caller, id), {
      query: Query({}),
      detail: operation(access, {
        operationId: "deleteOrderRequest",
        tags,
        summary: "Erase an order without a shipment",
        description:
          "Erases what the customer ordered before its 7 days are over, within seconds also from the request log and from the files.",
        problems: ["order_request_closed"],
        answer: { empty: { 204: "The order is erased." } },
      }),
    });
