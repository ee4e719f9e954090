import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../deps.ts";
import { dueSimulations, nextSimulationDue, runSimulation } from "./service.ts";

/** Moves the simulated drivers. */
export const runSimulations: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: "sandbox.simulate",
    inFlightMax: 128,
    due: (now, limit) => dueSimulations(deps, now, limit),
    nextDue: (now) => nextSimulationDue(deps, now),
    task: (id) => runSimulation(deps, id),
  });
