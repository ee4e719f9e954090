import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../deps.ts";
import { runningRounds, runRound } from "./rounds.ts";

/** Asks the carriers of running rounds, including rounds that a restart interrupted. */
export const runQuoteRounds: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `quotes.run.${environment}`,
    inFlightMax: 200,
    due: (_now, limit) => runningRounds(deps, environment, limit),
    nextDue: () => undefined,
    task: (round) => runRound(deps, environment, round),
  });
