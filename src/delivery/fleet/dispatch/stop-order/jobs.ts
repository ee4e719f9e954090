import { type JobFactory, rowJob } from "@/infra/jobs/row-job.ts";
import { dueRoutes, suggestStopOrder } from "./suggesting.ts";

/** Looks for better orders of drivers' stops. */
export const suggestOrders: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `dispatch.order.${environment}`,
    inFlightMax: 8,
    rows: dueRoutes(deps, environment),
    task: (id) => suggestStopOrder(deps, environment, id),
  });
