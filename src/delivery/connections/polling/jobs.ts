import { laneJob } from "../../../infra/jobs/lane-job.ts";
import type { JobFactory } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { askAboutBooking, duePolls } from "./asking.ts";

const inFlightMax = 100;
/** Nobody waits for these answers, and quotes and bookings ask the same carrier. */
const inFlightPerCarrierMax = 4;

/** Asks carriers what became of their open bookings, each booking once at a time. */
export const askAboutBookings: JobFactory<DeliveryDeps> = (deps, environment) =>
  laneJob(deps, environment, {
    name: `trackers.ask.${environment}`,
    rows: duePolls(deps, environment),
    inFlightMax,
    inFlightPerLaneMax: inFlightPerCarrierMax,
    task: (id) => askAboutBooking(deps, environment, id),
  });
