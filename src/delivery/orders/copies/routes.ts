import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { jsonWithList } from "../../../infra/http/body.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { CopyResults, CopyShipments, DayQuery, ShipmentsOfDay } from "./schema.ts";
import { copyShipments, shipmentsOfDay } from "./service.ts";

const tags = ["Shipments"] as const;

export const copyRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/copies" })
    .use(withCaller)
    .get("", ({ query, caller }) => shipmentsOfDay(deps, caller, query.date), {
      query: DayQuery,
      response: { 200: ShipmentsOfDay },
      detail: operation(platform("shipments:read"), {
        operationId: "previewCopies",
        tags,
        summary: "List what copying a day would copy",
        description:
          "The shipments of a day that were not cancelled, without returns. A shipment is of the day of its first window, by the clocks of the stop, or else of the day on which it was created.",
      }),
    })
    .post("", ({ body, caller }) => copyShipments(deps, caller, body), {
      body: CopyShipments,
      query: Query({}),
      response: { 200: CopyResults },
      detail: operation(platform("shipments:write"), {
        operationId: "copyShipments",
        tags,
        summary: "Copy shipments to another day",
        description:
          "Creates a shipment like each of these, at most 100. Windows are at the same times of day by the clocks of their stops, and one without a window is picked up at any time of that day. Contacts, addresses, parcels, requirements, reference and metadata come along. Quotes and what was accepted do not: `accept_by_default` of the account holds. One that cannot be copied refuses no other. Repeat a failed request with the same `Idempotency-Key`: it copies none twice.",
        body: jsonWithList,
        isSlow: true,
      }),
    });
