import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { EventSchema } from "../events/schema.ts";
import { listShipmentEvents } from "../events/service.ts";
import { contextOf, withCaller } from "../http/context.ts";
import { etagOf, isNoneMatch, matcherOf } from "../http/etag.ts";
import { operation, platform } from "../http/operation.ts";
import { linkNext } from "../http/pagination.ts";
import { ListQuery, Page, Query } from "../http/schema.ts";
import {
  CancelShipment,
  CreateShipment,
  PatchShipment,
  PinSchema,
  ShipmentQuery,
  ShipmentSchema,
} from "./schema.ts";
import {
  cancelShipment,
  createShipment,
  getPin,
  getShipment,
  listShipments,
  patchShipment,
  refuseLiveSimulation,
} from "./service.ts";

const tags = ["Shipments"];

export const shipmentRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments" })
    .use(withCaller)
    .post(
      "",
      async ({ body, caller, set }) => {
        const shipment = await createShipment(deps, caller, body);
        set.status = 201;
        set.headers.location = `/api/v1/platform/shipments/${shipment.id}`;
        set.headers.etag = etagOf(shipment.version);
        return shipment;
      },
      {
        // Before the body's other faults, contract §7.
        transform: ({ body, request }) => refuseLiveSimulation(contextOf(request)?.caller, body),
        body: CreateShipment,
        query: Query({}),
        response: { 201: ShipmentSchema },
        detail: operation(platform("shipments:write"), {
          operationId: "createShipment",
          tags,
          summary: "Create a shipment",
          description: "Stores the shipment and asks the carriers for quotes at once.",
        }),
      },
    )
    .get(
      "",
      ({ query, caller, request, set }) => linkNext(listShipments(deps, caller, query), request, set.headers),
      {
        query: ShipmentQuery,
        response: { 200: Page(ShipmentSchema) },
        detail: operation(platform("shipments:read"), {
          operationId: "listShipments",
          tags,
          summary: "List shipments",
        }),
      },
    )
    .get(
      "/:id",
      ({ params: { id }, caller, request, set }) => {
        const shipment = getShipment(deps, caller, id);
        set.headers.etag = etagOf(shipment.version);
        if (isNoneMatch(request, set.headers.etag)) return new Response(null, { status: 304 });
        return shipment;
      },
      {
        query: Query({}),
        response: { 200: ShipmentSchema },
        detail: operation(platform("shipments:read"), {
          operationId: "getShipment",
          tags,
          summary: "Read a shipment",
        }),
      },
    )
    .patch(
      "/:id",
      async ({ params: { id }, body, caller, request, set }) => {
        const shipment = await patchShipment(deps, caller, id, body, matcherOf(request));
        set.headers.etag = etagOf(shipment.version);
        return shipment;
      },
      {
        body: PatchShipment,
        query: Query({}),
        response: { 200: ShipmentSchema },
        detail: operation(platform("shipments:write"), {
          operationId: "patchShipment",
          tags,
          summary: "Change a shipment",
          description:
            "A JSON merge patch (RFC 7396): reference and metadata always, windows until an offer is accepted, contacts and instructions until the goods are delivered.",
        }),
      },
    )
    .post("/:id/cancellation", ({ params: { id }, body, caller }) => cancelShipment(deps, caller, id, body), {
      body: CancelShipment,
      query: Query({}),
      response: { 200: ShipmentSchema },
      detail: operation(platform("shipments:write"), {
        operationId: "cancelShipment",
        tags,
        summary: "Cancel a shipment",
        description: "Possible until the pick-up; a cancelled shipment is shown as it is.",
      }),
    })
    .get(
      "/:id/pin",
      ({ params: { id }, caller, set }) => {
        const pin = getPin(deps, caller, id);
        set.headers["cache-control"] = "no-store";
        return pin;
      },
      {
        query: Query({}),
        response: { 200: PinSchema },
        detail: operation(platform("shipments:read"), {
          operationId: "getShipmentPin",
          tags,
          summary: "Read the recipient's PIN",
          description: "The only place where it can be read; null until an offer is accepted.",
        }),
      },
    )
    .get(
      "/:id/events",
      ({ params: { id }, query, caller, request, set }) => {
        const shipment = getShipment(deps, caller, id);
        return linkNext(listShipmentEvents(deps, caller, shipment.id, query), request, set.headers);
      },
      {
        query: ListQuery({}),
        response: { 200: Page(EventSchema) },
        detail: operation(platform("events:read"), {
          operationId: "listShipmentEvents",
          tags,
          summary: "List a shipment's events, oldest first",
        }),
      },
    );
