import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../deps.ts";
import { dueLooks, lookAtShipment } from "./looking.ts";

/** Raises and settles what needs a person. */
export const lookAtShipments: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `attention.look.${environment}`,
    inFlightMax: 64,
    rows: dueLooks(deps, environment),
    task: (id) => lookAtShipment(deps, environment, id),
  });
