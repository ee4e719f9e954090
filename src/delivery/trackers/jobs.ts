import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../deps.ts";
import { askAboutBooking, dueTrackers } from "./asking.ts";

/** Asks carriers what became of their open bookings. */
export const askAboutBookings: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `trackers.ask.${environment}`,
    inFlightMax: 50,
    isOutside: true,
    rows: dueTrackers(deps, environment),
    task: (id) => askAboutBooking(deps, environment, id),
  });
