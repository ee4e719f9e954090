import { laneJob } from "../../../infra/jobs/lane-job.ts";
import type { JobFactory } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { fetchLabel, waitingLabels } from "./fetching.ts";

const inFlightMax = 500;
/** A person waits for each label, and the carrier may hang. */
const inFlightPerCarrierMax = 10;

/** Fetches the labels that carriers make. */
export const fetchLabels: JobFactory<DeliveryDeps> = (deps, environment) =>
  laneJob(deps, environment, {
    name: `labels.fetch.${environment}`,
    rows: waitingLabels(deps, environment),
    task: (id) => fetchLabel(deps, environment, id),
    inFlightMax,
    inFlightPerLaneMax: inFlightPerCarrierMax,
  });
