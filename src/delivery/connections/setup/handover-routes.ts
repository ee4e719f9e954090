import { Elysia } from "elysia";
import { platformSession } from "../../../access/platform.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { accountSurface } from "../../carriers/surface-routes.ts";
import { handCarrierOver } from "./handover.ts";
import { HandOverCarrier, OperatorCarrier } from "./schema.ts";

/** An account's fleet becomes the installation's. */
export const handoverRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/carriers/:id/handover" })
    .use(withCaller)
    .post(
      "",
      ({ params: { id }, body, caller, request }) =>
        handCarrierOver(deps, caller, id, body, matcherOf(request)),
      {
        body: HandOverCarrier,
        query: accountSurface.shapes.parameters,
        response: { 200: OperatorCarrier },
        detail: operation(platformSession("carriers:write"), {
          operationId: "handCarrierOver",
          tags: ["Carriers"],
          summary: "Hand a fleet over to the installation",
          description:
            "For an operator who is a member of the account. The fleet keeps its id, rate card, drivers and their phones, and can then serve `accounts`, null for all. Its tokens and open links end. Your shipments and charges so far stay as they are. New deliveries are charged by the installation. Nobody can take the fleet back.",
          problems: [
            "operator_required",
            "precondition_failed",
            "carrier_not_transferable",
            "carrier_in_use",
            "carrier_code_taken",
            "limit_reached",
          ],
          answer: { etag: true },
        }),
      },
    );
