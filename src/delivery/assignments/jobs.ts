import { type JobFactory, taskSet } from "../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../deps.ts";
import { type AwaitLate, dueCalls, makeCall, nextCallDue } from "./booking.ts";

const inFlightMax = 500;
const inFlightPerCarrierMax = 20;
/** Up to how many are counted. */
const backlogPerCarrierMax = 100;

/**
 * Books, changes and cancels with carriers what accounts have decided; one call at a time per assignment. A
 * carrier that does not answer, or its backlog, delays no other.
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
