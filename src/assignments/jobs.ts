import { type JobFactory, taskSet } from "../jobs/job.ts";
import { dueCalls, makeCall, nextCallDue } from "./booking.ts";
import type { CarrierCall } from "./store.ts";

const inFlightMax = 500;
const inFlightPerCarrierMax = 20;

/**
 * Books, changes and cancels with carriers what accounts have decided; one call at a time per assignment. A
 * carrier that does not answer, or its backlog, delays no other.
 */
export const callCarriers: JobFactory = (deps, environment) => {
  const name = `assignments.call.${environment}`;
  const tasks = taskSet(deps, environment, name);
  const perCarrier = new Map<string, number>();

  function begin(call: CarrierCall): void {
    perCarrier.set(call.carrierId, (perCarrier.get(call.carrierId) ?? 0) + 1);
    tasks.start(call.assignmentId, async () => {
      try {
        await makeCall(deps, environment, call);
      } finally {
        perCarrier.set(call.carrierId, (perCarrier.get(call.carrierId) ?? 1) - 1);
      }
    });
  }

  return {
    name,
    run(now) {
      let begun = 0;
      for (const call of dueCalls(deps, environment, now, inFlightPerCarrierMax * 2)) {
        const busy =
          tasks.running >= inFlightMax || (perCarrier.get(call.carrierId) ?? 0) >= inFlightPerCarrierMax;
        if (busy || tasks.isBusy(call.assignmentId)) continue;
        begin(call);
        begun += 1;
      }
      return begun;
    },
    nextDue: (now) => nextCallDue(deps, environment, now),
    drain: tasks.drain,
  };
};
