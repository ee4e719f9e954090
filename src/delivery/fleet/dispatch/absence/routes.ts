import { Elysia } from "elysia";
import { operation } from "@/infra/http/operation.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import { DriverAbsence, SetDriverAbsence } from "./schema.ts";
import { deleteAbsence, getAbsence, putAbsence } from "./service.ts";

/** Drivers who are out: of an account's fleets, and of the installation's. */
export const absenceRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, dispatch, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/drivers/:id/absence` })
    .use(surface.withCaller)
    .get("", ({ params: { id }, caller }) => getAbsence(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: DriverAbsence },
      detail: operation(read, {
        operationId: named("getDriverAbsence"),
        tags,
        summary: "Read a driver's absence",
        description: "Waybill keeps it for 30 days after its end. `not_found` for a driver who was not out.",
        problems,
      }),
    })
    .put("", ({ params: { id }, body, caller }) => putAbsence(deps, caller, side, id, body), {
      body: SetDriverAbsence,
      query: shapes.parameters,
      response: { 200: DriverAbsence },
      detail: operation(dispatch, {
        operationId: named("putDriverAbsence"),
        tags,
        summary: "Note that a driver is out",
        description:
          "The driver goes off duty, is offered no jobs, and cannot go on duty until then. With `release`, jobs without goods are taken back as when you take back a single one; with goods they need attention. Waybill stores no reason.",
        problems,
      }),
    })
    .delete("", ({ params: { id }, caller }) => deleteAbsence(deps, caller, side, id), {
      query: shapes.parameters,
      detail: operation(dispatch, {
        operationId: named("deleteDriverAbsence"),
        tags,
        summary: "End a driver's absence",
        description: "The driver may go on duty again. Jobs that were taken back stay as they are.",
        problems,
        answer: { empty: { 204: "The driver is not out." } },
      }),
    });
};
