import { Elysia } from "elysia";
import { batchBody } from "../../../infra/http/body.ts";
import { operation } from "../../../infra/http/operation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { Surface } from "../../carriers/surface-routes.ts";
import { MovedWindows, MoveWindows } from "./schema.ts";
import { moveWindows } from "./service.ts";

/** How the owner of a fleet promises another time for many deliveries. */
export const promiseRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, dispatch, problems, shapes } = surface;
  const isAccount = side === "account";
  return new Elysia({ prefix: `${surface.prefix}/shipments/windows` })
    .use(surface.withCaller)
    .post("/batch", ({ body, caller }) => moveWindows(deps, caller, side, body), {
      body: MoveWindows,
      query: shapes.parameters,
      response: { 200: MovedWindows },
      detail: operation(dispatch, {
        operationId: isAccount ? "moveDeliveryWindows" : "moveOperatorDeliveryWindows",
        tags: [isAccount ? "Shipments" : "Operator"],
        summary: "Move many delivery windows",
        description: `At most 100 deliveries of ${isAccount ? "your own" : "the installation's"} fleets, from the acceptance until the delivery. Each comes \`delay_minutes\` later than promised, or in one \`window\` for all. The price stays. The events are \`shipment.updated\` and \`shipment.rescheduled\`; the recipient's page and the driver's stop show the new window at once. What is over is skipped, and skips no other: its \`problem\` says why. With \`dry_run\` nothing changes, and the response says who would be told. Waybill writes ten at a time. After a failure, repeat the request with the same \`Idempotency-Key\`: it moves none twice.${isAccount ? " In the sandbox, deliveries of simulated carriers move too." : ""}`,
        problems,
        body: batchBody,
      }),
    });
};
