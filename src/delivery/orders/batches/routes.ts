import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { batchBody, jsonWithList } from "../../../infra/http/body.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { acceptBatch } from "./accepting.ts";
import { cancelBatch } from "./cancelling.ts";
import { createBatch } from "./creating.ts";
import {
  AcceptBatch,
  AcceptResults,
  CancelBatch,
  CancelResults,
  CreateBatch,
  CreateResults,
} from "./schema.ts";

/** Verbs for many shipments at once. */
export const batchRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform" })
    .use(withCaller)
    .post("/shipments/batch", ({ body, caller }) => createBatch(deps, caller, body), {
      body: CreateBatch,
      query: Query({}),
      response: { 200: CreateResults },
      detail: operation(platform("shipments:write"), {
        operationId: "createShipments",
        tags: ["Shipments"],
        summary: "Create many shipments",
        description:
          "At most 100, each as when you create a single shipment, in the order sent. An item that fails refuses no other: its `problem` says why. Waybill writes ten at a time. After a failure, repeat the request with the same `Idempotency-Key`: it goes on after the last one written, and creates none twice. If the key is revoked meanwhile, the remaining items are refused.",
        body: jsonWithList,
        isSlow: true,
      }),
    })
    .post("/assignments/batch", ({ body, caller }) => acceptBatch(deps, caller, body), {
      body: AcceptBatch,
      query: Query({}),
      response: { 200: AcceptResults },
      detail: operation(platform("dispatch:write", "assignments:write"), {
        operationId: "acceptQuotes",
        tags: ["Assignments"],
        summary: "Accept quotes for many shipments",
        description:
          "At most 100, each as when you accept a single quote, in the order sent. A refused item refuses no other: its `problem` says why. Waybill writes ten at a time. After a failure, repeat the request with the same `Idempotency-Key`: it goes on after the last one written, and accepts none twice.",
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
          "At most 100, each as when you cancel a single shipment. A refused item refuses no other. Waybill writes ten at a time. Where carriers have to agree, Waybill waits for their answers together, for up to 10 seconds.",
        body: batchBody,
        isSlow: true,
      }),
    });
