import { type JobFactory, rowJob } from "../jobs/job.ts";
import { dueSimulations, nextSimulationDue, runSimulation } from "./service.ts";

/** Moves the simulated drivers; there are none in live. */
export const runSimulations: JobFactory = (deps, environment) =>
  rowJob(deps, {
    name: `sandbox.simulate.${environment}`,
    inFlightMax: 128,
    due: (now, limit) => (environment === "sandbox" ? dueSimulations(deps, now, limit) : []),
    nextDue: (now) => (environment === "sandbox" ? nextSimulationDue(deps, now) : undefined),
    task: (id) => runSimulation(deps, id),
  });
