import { Elysia } from "elysia";
import { operation } from "@/infra/http/operation.ts";
import { linkNext } from "@/infra/http/pagination.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import { listJobs } from "./reading.ts";
import { DriverJobPage } from "./schema.ts";

/** What a driver has to do, and has done, for the dispatcher. */
export const driverJobRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/drivers/:id/jobs` })
    .use(surface.withCaller)
    .get(
      "",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listJobs(deps, caller, side, id, query), request, set.headers),
      {
        query: shapes.list({}),
        response: { 200: DriverJobPage },
        detail: operation(read, {
          operationId: named("listDriverJobs"),
          tags,
          summary: "List a driver's jobs",
          description:
            "Newest first: those that are offered to the driver, that are theirs, and that ended with them.",
          problems,
        }),
      },
    );
};
