import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { batchBody } from "../../../infra/http/body.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { acceptBatch } from "./accepting.ts";
import { cancelBatch } from "./cancelling.ts";
import { AcceptBatch, AcceptResults, CancelBatch, CancelResults } from "./schema.ts";

/** Verbs for many shipments at once. */
export const batchRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform" })
    .use(withCaller)
    .post("/assignments/batch", ({ body, caller }) => acceptBatch(deps, caller, body), {
      body: AcceptBatch,
      query: Query({}),
      response: { 200: AcceptResults },
      detail: operation(platform("dispatch:write", "assignments:write"), {
        operationId: "acceptQuotes",
        tags: ["Assignments"],
        summary: "Accept quotes for many shipments",
        description:
          "At most 100, each as when you accept a single quote, in the order sent. A refused item refuses no other: its `problem` says why. A repeated request with the same `Idempotency-Key` accepts nothing again.",
        body: batchBody,
        isSlow: true,
      }),
    })
    .post("/cancellations/batch", ({ body, caller }) => cancelBatch(deps, caller, body), {
      body: CancelBatch,
      query: Query({}),
      response: { 200: CancelResults },
      detail: operation(platform("dispatch:write", "shipments:write"), {
        operationId: "cancelShipments",
        tags: ["Shipments"],
        summary: "Cancel many shipments",
        description:
          "At most 100, each as when you cancel a single shipment. A refused item refuses no other. Where carriers have to agree, Waybill waits for their answers together, for up to 10 seconds.",
        body: batchBody,
        isSlow: true,
      }),
    });
