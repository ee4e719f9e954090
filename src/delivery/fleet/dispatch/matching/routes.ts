import { Elysia } from "elysia";
import { batchBody } from "@/infra/http/body.ts";
import { operation } from "@/infra/http/operation.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import { AssignmentSchema } from "../../../lifecycle/state/schema.ts";
import { assignDrivers } from "./batch.ts";
import { AssignDriver, AssignDrivers, AssignedDrivers } from "./schema.ts";
import { assignDriver, takeBackDriver } from "./service.ts";

/** How the owner of a fleet decides who drives. */
export const dispatchRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, dispatch, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/assignments` })
    .use(surface.withCaller)
    .post("/driver/batch", ({ body, caller }) => assignDrivers(deps, caller, side, body), {
      body: AssignDrivers,
      query: shapes.parameters,
      response: { 200: AssignedDrivers },
      detail: operation(dispatch, {
        operationId: named("assignCarrierDrivers"),
        tags,
        summary: "Assign many jobs to a driver",
        description:
          "At most 100, each as when you assign a single one, in the order sent. With `nearest`, each goes to whoever is nearest to it then. With null, they are taken back. A refused job refuses no other: its `problem` says why. Waybill moves ten at a time; after a failure, repeat the request with the same `Idempotency-Key`.",
        problems: [...problems, "not_found"],
        body: batchBody,
      }),
    })
    .post("/:id/driver", ({ params: { id }, body, caller }) => assignDriver(deps, caller, side, id, body), {
      body: AssignDriver,
      query: shapes.parameters,
      response: { 200: AssignmentSchema },
      detail: operation(dispatch, {
        operationId: named("assignCarrierDriver"),
        tags,
        summary: "Assign a driver of your fleet",
        description:
          "Assigns the driver, or hands the job over from another one, also after the pickup. The driver need not accept, and may reject until the pickup.",
        problems: [
          ...problems,
          "assignment_ended",
          "driver_over_capacity",
          "driver_absent",
          "no_driver_near",
          "driver_changed",
        ],
      }),
    })
    .delete("/:id/driver", ({ params: { id }, caller }) => takeBackDriver(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: AssignmentSchema },
      detail: operation(dispatch, {
        operationId: named("takeBackCarrierDriver"),
        tags,
        summary: "Take a job back from its driver",
        description:
          "Possible until the pickup. With `nearest`, Waybill asks the next driver; with `manual`, assign one.",
        problems: [...problems, "assignment_ended", "transition_not_allowed"],
      }),
    });
};
