import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { checkSilence, dueSilences } from "./silence.ts";

/** Tells of carriers that send no more positions. */
export const tellSilences: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "tracking.silence",
    inFlightMax: 32,
    rows: dueSilences(deps, environment),
    task: (id) => checkSilence(deps, environment, id),
  });
