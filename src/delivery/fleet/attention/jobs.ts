import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { dueLooks, lookAtShipment } from "./looking.ts";

/** Looks that share a transaction run in one turn, in which no request is answered; each takes a millisecond or two. */
const looksAtOnce = 8;

/** Raises and settles what needs a person. */
export const lookAtShipments: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `attention.look.${environment}`,
    inFlightMax: looksAtOnce,
    isOneWrite: true,
    rows: dueLooks(deps, environment),
    task: (id) => lookAtShipment(deps, environment, id),
  });
