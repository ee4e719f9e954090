import type { WorkerTask } from "../../infra/db/store.ts";
import { usageStore } from "./store.ts";
import type { Counts } from "./tally.ts";

/** What the thread that writes telemetry does for the usage counts. */

/** Rows deleted per transaction: others are written between two of them. */
const rowsPerStep = 500;

/** Adds the counts, all or none. */
export const addCounts: WorkerTask<Counts> = {
  name: "usage.add",
  work: ({ write }, counts) =>
    write((tx) => {
      const usage = usageStore(tx);
      counts.requests.forEach(usage.addRequests);
      counts.outcomes.forEach(usage.addOutcomes);
      counts.attempts.forEach(usage.addAttempts);
    }),
};

/** Deletes counts from before a day and an hour since the epoch, in steps. */
export const removeCounts: WorkerTask<{ day: number; hour: number }> = {
  name: "usage.remove",
  async work({ write }, { day, hour }) {
    while ((await write((tx) => usageStore(tx).removeBefore(day, hour, rowsPerStep))) > 0);
  },
};
