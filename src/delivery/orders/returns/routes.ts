import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { callerOf, withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { refuseForbidden } from "../shipments/new-shipment.ts";
import { CreatedShipmentSchema } from "../shipments/schema.ts";
import { CreateReturn } from "./schema.ts";
import { createReturn } from "./service.ts";

export const returnRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/return" })
    .use(withCaller)
    .post("", ({ params: { id }, body, caller }) => createReturn(deps, caller, id, body), {
      // Judged before the other errors of the body, contract §7.
      transform: ({ body, request }) => refuseForbidden(callerOf(request), body),
      body: CreateReturn,
      query: Query({}),
      response: { 201: CreatedShipmentSchema },
      detail: operation(platform("shipments:write"), {
        operationId: "createReturn",
        tags: ["Shipments"],
        summary: "Return a shipment",
        description:
          "Creates a shipment from the recipient back to the sender, and requests quotes for it at once. `return_of` of the return and `return_shipment_id` of the delivered shipment link both; `shipment.created` and `shipment.updated` tell it.\n\nThe body is optional. Contacts and addresses are swapped, and parcels and `reference` are copied; the body replaces what it names. Windows, instructions, requirements and `metadata` are not copied. `if_undeliverable` is `return`, and of `simulation` only the speed is kept, with a new seed. The return of a return takes the goods to the recipient again. Only a delivered shipment can be returned, and only while no other return of it is open.",
        isSlow: true,
        problems: [
          "sandbox_only",
          "shipment_not_returnable",
          "return_open",
          "coordinates_contradict_address",
          "storage_quota_exceeded",
          "shipment_too_large",
        ],
        answer: { location: "/api/v1/platform/shipments/{id}", etag: true },
        links: {
          getShipment: { id: "id" },
          cancelShipment: { id: "id" },
          listQuotes: { id: "id" },
          acceptQuote: { id: "id" },
          getShipmentLabel: { id: "id" },
          getTracking: { shipmentId: "id" },
        },
      }),
    });
