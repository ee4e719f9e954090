import { Elysia } from "elysia";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { Surface } from "../../carriers/surface-routes.ts";
import { ShipmentSchema } from "../../lifecycle/state/schema.ts";
import { FleetShipment } from "../corrections/schema.ts";
import { ConfirmRecall, RecallShipment } from "./schema.ts";
import { confirmShipmentRecall, recallShipment, withdrawShipmentRecall } from "./service.ts";

/** How the owner of a fleet has goods brought back that are on their way. */
export const recallRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, dispatch, shapes } = surface;
  const isAccount = side === "account";
  const answer = isAccount ? ShipmentSchema : FleetShipment;
  const tags = [isAccount ? "Shipments" : "Operator"] as const;
  const named = (verb: string) => `${verb}${isAccount ? "" : "Operator"}Recall`;
  const problems = [
    ...surface.problems,
    "precondition_failed",
    "shipment_redacted",
    "shipment_not_recallable",
    "not_own_fleet",
  ] as const;
  return new Elysia({ prefix: `${surface.prefix}/shipments/:id/recall` })
    .use(surface.withCaller)
    .post(
      "",
      ({ params: { id }, body, caller, request }) =>
        recallShipment(deps, { caller, side, id, accepts: matcherOf(request) }, body),
      {
        body: RecallShipment,
        query: shapes.parameters,
        response: { 202: answer },
        detail: operation(dispatch, {
          operationId: named("request"),
          tags,
          summary: "Call goods back",
          description: `For ${isAccount ? "shipments of your own fleets" : "shipments of the installation's fleets"} that are \`in_transit\`. The driver is asked to bring the goods back, and \`recall_requested_at\` is set. When the driver has seen that, the shipment is \`returning\` with the reason \`recalled_by_sender\`, also where \`if_undeliverable\` is \`discard\`. A handover that was tapped before counts, even if it arrives later. After 10 minutes without an answer attention \`recall_unanswered\` follows. The price stays. Asked twice, nothing changes.`,
          problems,
          answer: { etag: true },
        }),
      },
    )
    .delete(
      "",
      ({ params: { id }, caller, request }) =>
        withdrawShipmentRecall(deps, { caller, side, id, accepts: matcherOf(request) }),
      {
        query: shapes.parameters,
        response: { 200: answer },
        detail: operation(dispatch, {
          operationId: named("withdraw"),
          tags,
          summary: "Take a recall back",
          description:
            "Until the driver has seen it. Later, let the goods go on with a correction to `in_transit`.",
          problems: [...problems, "recall_not_pending"],
          answer: { etag: true },
        }),
      },
    )
    .post(
      "/seen",
      ({ params: { id }, body, caller, request }) =>
        confirmShipmentRecall(deps, { caller, side, id, accepts: matcherOf(request) }, body),
      {
        body: ConfirmRecall,
        query: shapes.parameters,
        response: { 200: answer },
        detail: operation(dispatch, {
          operationId: named("confirm"),
          tags,
          summary: "Say that the driver knows of a recall",
          description:
            "For drivers without a phone, or when you have called them. As if the driver had tapped *Seen*.",
          problems: [...problems, "recall_not_pending"],
          answer: { etag: true },
        }),
      },
    );
};
