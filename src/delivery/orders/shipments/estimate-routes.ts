import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { callerOf, withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { EstimateSchema } from "../../lifecycle/quotes/schema.ts";
import { EstimateShipment } from "./estimate-schema.ts";
import { estimateShipment } from "./estimates.ts";
import { refuseForbidden } from "./new-shipment.ts";

export const estimateRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/estimates" })
    .use(withCaller)
    .post("", ({ body, caller }) => estimateShipment(deps, caller, body), {
      // Judged before the other errors of the body, contract §7.
      transform: ({ body, request }) => refuseForbidden(callerOf(request), body),
      body: EstimateShipment,
      query: Query({}),
      response: { 200: EstimateSchema },
      detail: operation(platform("quotes:write"), {
        operationId: "estimateShipment",
        tags: ["Quotes"],
        summary: "Estimate a shipment",
        description:
          "Asks the carriers what they would offer for this shipment, cheapest first, and stores nothing. Waits for all carriers, up to about 10 seconds. Estimates cannot be accepted: create the shipment for that. Contacts, `line1` and either `city` or `postal_code` can be left out, as a cart knows them late: a carrier that needs more is in `unavailable` with `incomplete_address`.",
        problems: ["sandbox_only", "coordinates_contradict_address"],
        isSlow: true,
      }),
    });
