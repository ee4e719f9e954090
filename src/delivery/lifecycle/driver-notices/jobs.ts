import { laneJob } from "../../../infra/jobs/lane-job.ts";
import type { JobFactory } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { pushNotice, waitingPushes } from "./pushing.ts";

const inFlightMax = 200;

/** Wakes the phones of drivers who were told something. One at a time for each driver: it is for all that is new. */
export const pushNotices: JobFactory<DeliveryDeps> = (deps, environment) =>
  laneJob(deps, environment, {
    name: `notices.push.${environment}`,
    rows: waitingPushes(deps, environment),
    task: (id) => pushNotice(deps, environment, id),
    inFlightMax,
    inFlightPerLaneMax: 1,
  });
