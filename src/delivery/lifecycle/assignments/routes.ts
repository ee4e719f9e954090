import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { ListQuery, Page, Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { AssignmentSchema } from "../state/schema.ts";
import { AcceptQuote } from "./schema.ts";
import { acceptQuote, getAssignment, listAssignments, releaseOwnAssignment } from "./service.ts";

const tags = ["Assignments"] as const;

export const assignmentRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/assignments" })
    .use(withCaller)
    .post("", ({ params: { id }, body, caller }) => acceptQuote(deps, caller, id, body), {
      body: AcceptQuote,
      query: Query({}),
      response: { 201: AssignmentSchema },
      detail: operation(platform("assignments:write"), {
        operationId: "acceptQuote",
        tags,
        summary: "Accept a quote",
        description:
          "Send `quote_id`, or a `strategy` that picks one of the open quotes, of `carriers` and `services` if you name some. A strategy waits up to about 10 seconds for carriers that are still quoting, so you can accept right after creating the shipment.\n\nWith `driver_id` instead, a driver of your own fleet gets the job: the fleet's cheapest quote is taken, or `price` is the price. If the driver cannot get it, nothing is booked.",
        isSlow: true,
        problems: [
          "shipment_already_assigned",
          "transition_not_allowed",
          "quote_expired",
          "quote_not_open",
          "no_open_quotes",
          "driver_over_capacity",
          "driver_absent",
        ],
        answer: { location: "/api/v1/platform/shipments/{shipment_id}/assignments/{id}" },
        links: {
          getAssignment: { id: "shipment_id", assignmentId: "id" },
          releaseAssignment: { id: "shipment_id", assignmentId: "id" },
          getTracking: { shipmentId: "shipment_id" },
        },
      }),
    })
    .get(
      "",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listAssignments(deps, caller, id, query), request, set.headers),
      {
        query: ListQuery({}),
        response: { 200: Page(AssignmentSchema) },
        detail: operation(platform("shipments:read"), {
          operationId: "listAssignments",
          tags,
          summary: "List a shipment's assignments, oldest first",
          description: "Every assignment of the shipment, including rejected and released ones.",
        }),
      },
    )
    .get(
      "/:assignmentId",
      ({ params: { id, assignmentId }, caller }) => getAssignment(deps, caller, id, assignmentId),
      {
        query: Query({}),
        response: { 200: AssignmentSchema },
        detail: operation(platform("shipments:read"), {
          operationId: "getAssignment",
          tags,
          summary: "Read an assignment",
          description: "Returns the carrier, the price, and the driver once the carrier has named one.",
        }),
      },
    )
    .delete(
      "/:assignmentId",
      ({ params: { id, assignmentId }, caller }) => releaseOwnAssignment(deps, caller, id, assignmentId),
      {
        query: Query({}),
        response: { 200: AssignmentSchema, 202: AssignmentSchema },
        detail: operation(platform("assignments:write"), {
          operationId: "releaseAssignment",
          tags,
          summary: "Release an assignment",
          description:
            "Possible until pickup. The other unexpired quotes become open again.\n\nSome carriers must agree, as with a cancellation. Without their answer within 10 seconds, Waybill returns 202 and sets `cancellation_requested_at`.",
          isSlow: true,
          problems: ["transition_not_allowed", "storage_quota_exceeded", "carrier_refused_cancellation"],
          answer: { pending: "cancellation_requested_at" },
        }),
      },
    );
