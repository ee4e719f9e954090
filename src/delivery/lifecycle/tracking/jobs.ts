import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { dueRoutes, routeEta } from "./routed-eta.ts";
import { checkSilence, dueSilences } from "./silence.ts";

/** Tells of carriers that send no more positions. */
export const checkSilences: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "tracking.silence",
    inFlightMax: 32,
    isOneWrite: true,
    rows: dueSilences(deps, environment),
    task: (id) => checkSilence(deps, environment, id),
  });

/** Asks the route planner when drivers arrive. */
export const routeEtas: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: "tracking.route",
    inFlightMax: 16,
    isOutside: true,
    rows: dueRoutes(deps, environment),
    task: (id) => routeEta(deps, environment, id),
  });
