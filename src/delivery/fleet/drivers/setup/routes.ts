import { Elysia } from "elysia";
import { CreateDriverLink, DriverLink } from "@/access/devices/schema.ts";
import { mergePatch } from "@/infra/http/body.ts";
import { matcherOf } from "@/infra/http/etag.ts";
import { operation } from "@/infra/http/operation.ts";
import { linkNext } from "@/infra/http/pagination.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import { CreateDriver, DriverDetails, DriverPage, driverFilters, PatchDriver } from "../schema.ts";
import { createLink } from "./link.ts";
import { getDriver, listDrivers } from "./reading.ts";
import { createDriver, deleteDriver, patchDriver } from "./service.ts";

/** Drivers as an account manages those of its own fleets, and the operator those of the installation's. */
export const driverRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, write, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/drivers` })
    .use(surface.withCaller)
    .get(
      "",
      ({ query, caller, request, set }) =>
        linkNext(listDrivers(deps, caller, side, query), request, set.headers),
      {
        query: shapes.list(driverFilters),
        response: { 200: DriverPage },
        detail: operation(read, {
          operationId: named("listDrivers"),
          tags,
          summary: "List drivers",
          description: "Newest first.",
          problems,
        }),
      },
    )
    .post("", ({ body, caller }) => createDriver(deps, caller, side, body), {
      body: CreateDriver,
      query: shapes.parameters,
      response: { 201: DriverDetails },
      detail: operation(write, {
        operationId: named("createDriver"),
        tags,
        summary: "Create a driver",
        description: "A driver of one of your fleets, off duty. Connect the driver's phone with a link.",
        problems: [...problems, "not_found", "limit_reached"],
        answer: { location: `${surface.prefix}/drivers/{id}`, etag: true },
      }),
    })
    .get("/:id", ({ params: { id }, caller }) => getDriver(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: DriverDetails },
      detail: operation(read, {
        operationId: named("getDriver"),
        tags,
        summary: "Read a driver",
        description: "With the last position and the jobs that the driver has accepted.",
        problems,
      }),
    })
    .patch(
      "/:id",
      ({ params: { id }, body, caller, request }) =>
        patchDriver(deps, caller, side, id, body, matcherOf(request)),
      {
        body: PatchDriver,
        query: shapes.parameters,
        response: { 200: DriverDetails },
        detail: operation(write, {
          operationId: named("patchDriver"),
          tags,
          body: mergePatch,
          summary: "Change a driver",
          description:
            "`on_duty: false` takes the driver off duty; `true` is for drivers without a phone. Jobs that name the driver keep the old name.",
          problems: [...problems, "precondition_failed", "driver_absent"],
          answer: { etag: true },
        }),
      },
    )
    .delete("/:id", ({ params: { id }, caller }) => deleteDriver(deps, caller, side, id), {
      query: shapes.parameters,
      detail: operation(write, {
        operationId: named("deleteDriver"),
        tags,
        summary: "Delete a driver",
        description: "Ends the driver's link, devices and tokens. Ended assignments keep the name.",
        problems: [...problems, "driver_in_use"],
        answer: { empty: { 204: "The driver is deleted." } },
      }),
    })
    .post("/:id/link", ({ params: { id }, body, caller }) => createLink(deps, caller, side, id, body), {
      body: CreateDriverLink,
      query: shapes.parameters,
      response: { 201: DriverLink },
      detail: operation(write, {
        operationId: named("createDriverLink"),
        tags,
        summary: "Create a link for a driver's phone",
        description:
          "Works for 24 hours and connects up to 3 devices. Only this response shows it. The link before ends, and " +
          "connected devices stay.",
        problems: [...problems, "public_url_unreachable"],
        answer: { secret: true },
        isRepeatable: true,
      }),
    });
};
