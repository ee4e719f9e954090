import { type JobFactory, taskSet } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../deps.ts";
import { type AwaitLate, dueCalls, makeCall, nextCallDue } from "./booking.ts";

const inFlightMax = 500;
const inFlightPerCarrierMax = 20;
/** The backlog of a carrier is counted up to here. */
const backlogPerCarrierMax = 100;

/**
 * Makes the calls that book, update and cancel, one at a time for each assignment. A carrier that does not answer delays
 * no other carrier.
 */
export const callCarriers: JobFactory<DeliveryDeps> = (deps, environment) => {
  const name = `assignments.call.${environment}`;
  const tasks = taskSet(deps, environment, name);
  const late = taskSet(deps, environment, name);
  return {
    name,
    environment,
    run(now) {
      let begun = 0;
      const lookedAt = inFlightPerCarrierMax * 2 + tasks.failedMax;
      for (const call of dueCalls(deps, environment, now, lookedAt)) {
        const busy = tasks.running >= inFlightMax || tasks.runningOf(call.carrierId) >= inFlightPerCarrierMax;
        if (busy || tasks.isBusy(call.assignmentId)) continue;
        const awaitLate: AwaitLate = (task) => late.start(`${call.id}:${call.attempts}`, task);
        tasks.start(call.assignmentId, () => makeCall(deps, environment, call, awaitLate), call.carrierId);
        begun += 1;
      }
      return begun;
    },
    nextDue: (now) => nextCallDue(deps, environment, now),
    backlog: (now) => dueCalls(deps, environment, now, backlogPerCarrierMax).length,
    lastFailure: () => tasks.lastFailure() ?? late.lastFailure(),
    async drain() {
      await tasks.drain();
      await late.drain();
    },
  };
};
