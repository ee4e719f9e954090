import { Elysia } from "elysia";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { Surface } from "../../carriers/surface-routes.ts";
import { operatorSurface } from "../../carriers/surface-routes.ts";
import { ChargeSchema } from "../../lifecycle/charges/schema.ts";
import { ShipmentSchema } from "../../lifecycle/state/schema.ts";
import { addCharge } from "./charging.ts";
import { AddCharge, CorrectShipment, FleetShipment } from "./schema.ts";
import { correctShipment, getFleetShipment } from "./service.ts";

/** How the owner of a fleet corrects a state that was reported wrongly. */
export const correctionRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, dispatch, problems, shapes } = surface;
  const isAccount = side === "account";
  return new Elysia({ prefix: `${surface.prefix}/shipments/:id/correction` })
    .use(surface.withCaller)
    .post(
      "",
      ({ params: { id }, body, caller, request }) =>
        correctShipment(deps, { caller, side, id, accepts: matcherOf(request) }, body),
      {
        body: CorrectShipment,
        query: shapes.parameters,
        response: { 200: isAccount ? ShipmentSchema : FleetShipment },
        detail: operation(dispatch, {
          operationId: isAccount ? "correctShipment" : "correctOperatorShipment",
          tags: [isAccount ? "Shipments" : "Operator"],
          summary: "Correct a shipment's state",
          description: `For ${isAccount ? "shipments of your own fleets" : "shipments of the installation's fleets"}, when a state was reported wrongly, until 14 days after the end:\n\n- \`delivered\` to \`in_transit\`, \`returning\`, \`returned\` or \`failed\`\n- \`returning\`, \`returned\` and \`failed\` to \`delivered\` and to each other\n- \`returning\` to \`in_transit\`, while the same driver has the job\n\nA state that is not final gives the job back to its driver. The price stays, unless the quote said what a return or a failure costs: then one \`adjustment\` charges the difference. The timeline has an entry with the code \`corrected\`, and the event is \`shipment.corrected\`. Streams that have ended stay ended. In the sandbox, simulated carriers can be corrected to final states.`,
          problems: [
            ...problems,
            "precondition_failed",
            "shipment_redacted",
            "transition_not_allowed",
            "not_own_fleet",
            "correction_too_late",
            "driver_missing",
            "return_open",
            "image_unknown",
          ],
          answer: { etag: true },
        }),
      },
    );
};

/** How the owner of a fleet charges what came beside the price. */
export const laterChargeRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, dispatch, problems, shapes } = surface;
  const isAccount = side === "account";
  return new Elysia({ prefix: `${surface.prefix}/shipments/:id/charges` })
    .use(surface.withCaller)
    .post(
      "",
      ({ params: { id }, body, caller, request }) =>
        addCharge(deps, { caller, side, id, accepts: matcherOf(request) }, body),
      {
        body: AddCharge,
        query: shapes.parameters,
        response: { 201: ChargeSchema },
        detail: operation(dispatch, {
          operationId: isAccount ? "addCharge" : "addOperatorCharge",
          tags: [isAccount ? "Charges" : "Operator"],
          summary: "Add a charge",
          description: `For shipments of ${isAccount ? "your own" : "the installation's"} fleets: waiting, another attempt, or a discount, until 60 days after the end. \`amount\` is positive, in the currency of the price; a \`discount\` lowers the sum. It belongs to the month in which you add it. All charges of a shipment never sum up to less than 0. A job takes at most 100 charges beside its price.${isAccount ? "" : " Charges that are no discounts are in sum at most `later_charges_percent` of the price, which the account sets."} The event is \`charge.created\`.`,
          problems: [
            ...problems,
            "idempotency_key_required",
            "precondition_failed",
            "not_own_fleet",
            "charge_too_late",
            "limit_reached",
            ...(isAccount ? [] : (["charge_unagreed"] as const)),
          ],
          needsIdempotencyKey: true,
        }),
      },
    );
};

/** What the operator reads before they correct: the version, and nothing personal. */
export const fleetShipmentRoutes = (deps: DeliveryDeps) => {
  const { prefix, withCaller, problems, shapes } = operatorSurface;
  return new Elysia({ prefix: `${prefix}/shipments/:id` })
    .use(withCaller)
    .get("", ({ params: { id }, caller }) => getFleetShipment(deps, caller, id), {
      query: shapes.parameters,
      response: { 200: FleetShipment },
      detail: operation(operatorSurface.read, {
        operationId: "getOperatorShipment",
        tags: ["Operator"],
        summary: "Read a shipment of your fleets",
        description:
          "The state of a shipment that one of the installation's fleets has, without names and addresses.",
        problems,
        answer: { etag: true, empty: { 304: "Not modified: your version is current." } },
      }),
    });
};
