import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { expiredShipments, expireShipment, nextShipmentExpiry } from "./expiry.ts";

/** Expires shipments without an accepted quote. */
export const expireShipments: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `shipments.expire.${environment}`,
    inFlightMax: 64,
    due: (now, limit) => expiredShipments(deps, environment, now, limit),
    nextDue: (now) => nextShipmentExpiry(deps, environment, now),
    task: (id) => expireShipment(deps, environment, id),
  });
