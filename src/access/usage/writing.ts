import type { WorkerTask } from "../../infra/db/store.ts";
import { usageStore } from "./store.ts";
import type { Counts } from "./tally.ts";
import { trafficStore } from "./traffic-store.ts";

/** What the thread that writes telemetry does for the usage counts. */

const hoursPerDay = 24;
/** Rows deleted per transaction: others are written between two of them. */
const rowsPerStep = 500;

/** Adds the counts, all or none. */
export const addCounts: WorkerTask<Counts> = {
  name: "usage.add",
  work: ({ write }, counts) =>
    write((tx) => {
      const usage = usageStore(tx);
      const traffic = trafficStore(tx);
      counts.requests.forEach(usage.addRequests);
      for (const count of counts.responses) {
        traffic.addResponses(count);
        traffic.addDay({ ...count, day: Math.floor(count.hour / hoursPerDay) });
      }
      counts.outcomes.forEach(usage.addOutcomes);
      counts.attempts.forEach(usage.addAttempts);
    }),
};

/** Where kept counts begin: a day and hours since the epoch. */
export interface OldestCounts {
  day: number;
  attemptHour: number;
  responseHour: number;
}

/** Deletes counts from before these times, in steps. */
export const removeCounts: WorkerTask<OldestCounts> = {
  name: "usage.remove",
  async work({ write }, { day, attemptHour, responseHour }) {
    const removeSome = () =>
      write(
        (tx) =>
          usageStore(tx).removeBefore(day, attemptHour, rowsPerStep) +
          trafficStore(tx).removeBefore(day, responseHour, rowsPerStep),
      );
    while ((await removeSome()) > 0);
  },
};
