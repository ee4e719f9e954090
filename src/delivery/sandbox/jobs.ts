import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../carriers/deps.ts";
import { dueSimulations, runSimulation } from "./service.ts";

/** Moves the simulated drivers. */
export const runSimulations: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: "sandbox.simulate",
    inFlightMax: 128,
    rows: dueSimulations(deps),
    task: (id) => runSimulation(deps, id),
  });
