import { Elysia } from "elysia";
import { operation } from "../../../infra/http/operation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { Surface } from "../../carriers/surface-routes.ts";
import { CarrierLoad, SetCarrierLoad } from "./schema.ts";
import { getLoad, putLoad } from "./service.ts";

/** How busy fleets are: an account's own, and the installation's. */
export const loadRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, dispatch, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/carriers/:id/load` })
    .use(surface.withCaller)
    .get("", ({ params: { id }, caller }) => getLoad(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: CarrierLoad },
      detail: operation(read, {
        operationId: named("getCarrierLoad"),
        tags,
        summary: "Read how busy a fleet is",
        description: "As usual: no extra minutes, orders accepted, and no end.",
        problems,
      }),
    })
    .put("", ({ params: { id }, body, caller }) => putLoad(deps, caller, side, id, body), {
      body: SetCarrierLoad,
      query: shapes.parameters,
      response: { 200: CarrierLoad },
      detail: operation(dispatch, {
        operationId: named("putCarrierLoad"),
        tags,
        summary: "Slow a fleet's new orders down, or stop them",
        description:
          "New offers and estimates pick up and deliver later by `extra_minutes`, or there are none. It ends by itself at `until`, at most 31 days ahead. Accepted shipments and open quotes stay as they are.",
        problems,
      }),
    });
};
