import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../deps.ts";
import { fetchLabel, waitingLabels } from "./fetching.ts";

/** Some carriers that hang, with what waits for each of them. */
const inFlightMax = 500;

/** Fetches the labels that carriers make. */
export const fetchLabels: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `labels.fetch.${environment}`,
    rows: waitingLabels(deps, environment),
    task: (id) => fetchLabel(deps, environment, id),
    inFlightMax,
    isOutside: true,
  });
