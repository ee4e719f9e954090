import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { expireShipment, expiringShipments } from "./expiry.ts";

/** Expires shipments without an accepted quote. */
export const expireShipments: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `shipments.expire.${environment}`,
    inFlightMax: 64,
    isOneWrite: true,
    rows: expiringShipments(deps, environment),
    task: (id) => expireShipment(deps, environment, id),
  });
