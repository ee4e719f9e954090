import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { dueDays, makeDay } from "./making.ts";
import { dueSchedules, planSchedule } from "./planning.ts";

/** Many schedules are due at the same full hour: others have their turn between. */
const inFlightMax = 4;

export const planSchedules: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `schedules.plan.${environment}`,
    inFlightMax,
    isOneWrite: true,
    rows: dueSchedules(deps, environment),
    task: (id) => planSchedule(deps, environment, id),
  });

export const makeScheduled: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `schedules.make.${environment}`,
    inFlightMax,
    rows: dueDays(deps, environment),
    task: (id) => makeDay(deps, environment, id),
  });
