import { Elysia } from "elysia";
import { withDriver } from "@/infra/http/context.ts";
import { operation } from "@/infra/http/operation.ts";
import { NoQuery } from "@/infra/http/schema.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import { StopsSchema } from "../stops/schema.ts";
import { ChooseStopOrder } from "./schema.ts";
import { chooseOwnStopOrder, chooseStopOrder, getStopsOfDriver } from "./service.ts";

/** How a driver orders the stops. */
export const ownStopOrderRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/driver" })
    .use(withDriver)
    .put("/stops/order", ({ body, driver }) => chooseOwnStopOrder(deps, driver, body), {
      body: ChooseStopOrder,
      query: NoQuery,
      response: { 200: StopsSchema },
      detail: operation(
        { kind: "driver" },
        {
          operationId: "chooseOrder",
          tags: ["Driver API"],
          summary: "Choose the order of your stops",
          description:
            "Send the suggested order, or one of your own. A pickup comes before its delivery. Returns your stops.",
        },
      ),
    });

/** How a dispatcher sees and orders a driver's stops. */
export const stopOrderRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, dispatch, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/drivers/:id/stops` })
    .use(surface.withCaller)
    .get("", ({ params: { id }, caller }) => getStopsOfDriver(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: StopsSchema },
      detail: operation(read, {
        operationId: named("getDriverStops"),
        tags,
        summary: "Read a driver's stops",
        description:
          "As the driver sees them: the next stop, then the others in order, then those of offered jobs.",
        problems,
      }),
    })
    .put("/order", ({ params: { id }, body, caller }) => chooseStopOrder(deps, caller, side, id, body), {
      body: ChooseStopOrder,
      query: shapes.parameters,
      response: { 200: StopsSchema },
      detail: operation(dispatch, {
        operationId: named("chooseDriverOrder"),
        tags,
        summary: "Choose the order of a driver's stops",
        description: "The driver sees it at once, and can change it. A pickup comes before its delivery.",
        problems,
      }),
    });
};
