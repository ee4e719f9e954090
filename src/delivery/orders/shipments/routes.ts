import { Elysia } from "elysia";
import { platform, platformWithin } from "../../../access/platform.ts";
import { csvNote, csvType, streamCsv, wantsCsv } from "../../../api/csv.ts";
import { mergePatch } from "../../../infra/http/body.ts";
import { callerOf, withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { ListQuery, Page, Query } from "../../../infra/http/schema.ts";
import { nextTurn } from "../../../infra/waiting/turns.ts";
import { AnyEvent } from "../../../messaging/events/schema.ts";
import { listShipmentEvents } from "../../../messaging/events/service.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { ShipmentSchema } from "../../lifecycle/state/schema.ts";
import { countShipments, csvOfShipments, listShipments } from "./list.ts";
import { refuseForbidden } from "./new-shipment.ts";
import { PatchQuery, PatchShipment } from "./patch-schema.ts";
import { patchShipment } from "./patching.ts";
import {
  CancelShipment,
  CreatedShipmentSchema,
  CreateShipment,
  ListedShipmentSchema,
  PinSchema,
  ShipmentQuery,
} from "./schema.ts";
import { cancelShipment, createShipment, getPin, getShipment } from "./service.ts";
import { ShipmentStatisticsSchema } from "./statistics-schema.ts";

const rowsOfTurn = 20;

/** A hundred can have megabytes: they were read in this turn, and become text in the next. */
async function inTwoTurns<T extends { data: unknown[] }>(page: T): Promise<T> {
  if (page.data.length > rowsOfTurn) await nextTurn();
  return page;
}

const tags = ["Shipments"] as const;

export const shipmentRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments" })
    .use(withCaller)
    .post("", ({ body, caller }) => createShipment(deps, caller, body), {
      // Judged before the other errors of the body, contract §7.
      transform: ({ body, request }) => refuseForbidden(callerOf(request), body),
      body: CreateShipment,
      query: Query({}),
      response: { 201: CreatedShipmentSchema },
      detail: operation(platform("shipments:write"), {
        operationId: "createShipment",
        tags,
        summary: "Create a shipment",
        description:
          'Stores the shipment and requests quotes from the carriers at once. With `accept`, the response waits up to about 10 seconds for the quotes and has the assignment, or `accept_problem`. Names, addresses and phone numbers may be as people typed them: the guide "Errors" says what Waybill reads.',
        isSlow: true,
        problems: [
          "sandbox_only",
          "coordinates_contradict_address",
          "storage_quota_exceeded",
          "shipment_too_large",
        ],
        answer: { location: "/api/v1/platform/shipments/{id}", etag: true },
        links: {
          getShipment: { id: "id" },
          patchShipment: { id: "id" },
          cancelShipment: { id: "id" },
          listQuotes: { id: "id" },
          requestQuotes: { id: "id" },
          acceptQuote: { id: "id" },
          listAssignments: { id: "id" },
          getShipmentLabel: { id: "id" },
          getTracking: { shipmentId: "id" },
          listPositions: { shipmentId: "id" },
          listShipmentEvents: { id: "id" },
          advanceShipment: { id: "id" },
        },
      }),
    })
    .get(
      "",
      ({ query, caller, request, set }) => {
        set.headers.vary = `Accept, ${set.headers.vary}`;
        if (wantsCsv(request)) return streamCsv(deps, request, caller, csvOfShipments(deps, caller, query));
        return inTwoTurns(linkNext(listShipments(deps, caller, query), request, set.headers));
      },
      {
        query: ShipmentQuery,
        response: { 200: Page(ListedShipmentSchema) },
        detail: operation(platform("shipments:read"), {
          operationId: "listShipments",
          tags,
          summary: "List shipments",
          description:
            "Newest first, or in the order of `sort`. Filter by state, reference, carrier and time, or search with `q`. A filtered page may be short or empty while `has_more` is true.\n\n" +
            csvNote,
          problems: ["limit_reached"],
          answer: { mediaTypes: { [csvType]: null }, file: true },
        }),
      },
    )
    .get("/statistics", ({ caller }) => countShipments(deps, caller), {
      query: Query({}),
      response: { 200: ShipmentStatisticsSchema },
      detail: operation(platform("shipments:read"), {
        operationId: "getShipmentStatistics",
        tags,
        summary: "Count shipments by state",
        description:
          "Counts the shipments in each state now. For how many entered a state per day, see usage.",
      }),
    })
    .get("/:id", ({ params: { id }, caller }) => getShipment(deps, caller, id), {
      query: Query({}),
      response: { 200: ShipmentSchema },
      detail: operation(platform("shipments:read"), {
        operationId: "getShipment",
        tags,
        summary: "Read a shipment",
        description:
          "Includes the assignment and price once a quote is accepted. For live data such as the position, see tracking.",
        answer: { etag: true, empty: { 304: "Not modified: your version is current." } },
      }),
    })
    .patch(
      "/:id",
      ({ params: { id }, body, query, caller, request }) =>
        patchShipment(deps, caller, id, body, {
          accepts: matcherOf(request),
          reprices: query.reprice === "true",
        }),
      {
        body: PatchShipment,
        query: PatchQuery,
        response: { 200: ShipmentSchema },
        detail: operation(platform("shipments:write"), {
          operationId: "patchShipment",
          tags,
          body: mergePatch,
          summary: "Change a shipment",
          description:
            "A JSON merge patch (RFC 7396). What you can change depends on the state:\n\n- `reference` and `metadata`: until the shipment is redacted\n- windows, addresses, parcels, requirements and `if_undeliverable`: until a quote is accepted. Open quotes are withdrawn, and the carriers quote again. Such a change also starts an expired shipment over\n- of deliveries by your own fleets, windows and addresses also after that: those of the pickup until the pickup, those of the delivery until the delivery. The price stays; with `reprice=true` one `adjustment` charges the difference by the rate card. The events are `shipment.updated` and, for a window, `shipment.rescheduled`. Another delivery address or contact makes a new PIN; another phone number or email address of the recipient also makes a new `tracking_url`\n- contacts and instructions: until the goods are delivered or on their way back. Another delivery address or person removes the recipient's instructions",
          problems: [
            "precondition_failed",
            "shipment_not_editable",
            "coordinates_contradict_address",
            "price_unknown",
            "storage_quota_exceeded",
            "shipment_too_large",
          ],
          answer: { etag: true },
        }),
      },
    )
    .post("/:id/cancellation", ({ params: { id }, body, caller }) => cancelShipment(deps, caller, id, body), {
      body: CancelShipment,
      query: Query({}),
      response: { 200: ShipmentSchema, 202: ShipmentSchema },
      detail: operation(platform("shipments:write"), {
        operationId: "cancelShipment",
        tags,
        summary: "Cancel a shipment",
        description:
          "Possible until pickup. Cancelling a cancelled shipment returns it unchanged.\n\nSome carriers must agree. Waybill waits for their answer for up to 10 seconds. Without an answer it returns 202 and sets `cancellation_requested_at`. The event `shipment.cancelled` or `shipment.cancellation_refused` follows.",
        isSlow: true,
        problems: ["shipment_not_cancellable", "carrier_refused_cancellation"],
        answer: { etag: true, pending: "cancellation_requested_at" },
      }),
    })
    .get("/:id/pin", ({ params: { id }, caller }) => getPin(deps, caller, id), {
      query: Query({}),
      response: { 200: PinSchema },
      detail: operation(platformWithin("shipments:read", "shipments:write"), {
        operationId: "getShipmentPin",
        tags,
        summary: "Read the recipient's PIN",
        description:
          "Null until a quote is accepted, and where the carrier sends the recipient a PIN of its own. The PIN is nowhere else, but for the recipient's page: there it needs the last digits of the recipient's phone. A signed-in viewer cannot read it.",
        answer: { secret: true },
      }),
    })
    .get(
      "/:id/events",
      ({ params: { id }, query, caller, request, set }) => {
        const shipment = getShipment(deps, caller, id);
        return linkNext(listShipmentEvents(deps, caller, shipment.id, query), request, set.headers);
      },
      {
        query: ListQuery({}),
        response: { 200: Page(AnyEvent(deps.eventDefinition)) },
        detail: operation(platform("events:read"), {
          operationId: "listShipmentEvents",
          tags,
          summary: "List a shipment's events, oldest first",
          description: "`sequence` counts from 1 without gaps. Position events are not stored.",
        }),
      },
    );
