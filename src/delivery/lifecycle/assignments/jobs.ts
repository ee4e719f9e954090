import { laneJob } from "../../../infra/jobs/lane-job.ts";
import { laterFailure } from "../../../infra/jobs/report.ts";
import type { JobFactory } from "../../../infra/jobs/row-job.ts";
import { createSchedule } from "../../../infra/jobs/schedule.ts";
import { taskSet } from "../../../infra/jobs/tasks.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { makeCall, waitingCalls } from "./booking.ts";

const inFlightMax = 500;
const inFlightPerCarrierMax = 20;

/**
 * Makes the calls that book, update and cancel, one at a time for each assignment. A carrier that does not answer delays
 * no other carrier.
 */
export const callCarriers: JobFactory<DeliveryDeps> = (deps, environment) => {
  const name = `assignments.call.${environment}`;
  const calls = waitingCalls(deps, environment);
  const late = taskSet(deps, { name, synced: calls.synced, onEnd: () => {} });
  const job = laneJob(deps, environment, {
    name,
    rows: calls,
    inFlightMax,
    inFlightPerLaneMax: inFlightPerCarrierMax,
    async task(assignmentId) {
      const call = calls.first(assignmentId);
      if (!call || call.dueAt > deps.clock.now()) return;
      await makeCall(deps, environment, call, (task) =>
        late.start(createSchedule(), `${call.id}:${call.attempts}`, task),
      );
    },
  });
  return {
    ...job,
    lastFailure: () => laterFailure(job.lastFailure() ?? null, late.lastFailure()) ?? undefined,
    async drain() {
      await job.drain();
      await late.drain();
    },
  };
};
