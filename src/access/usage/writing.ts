import type { WorkerTask } from "../../infra/db/store.ts";
import { hoursPerDay } from "../../infra/durations.ts";
import { type CountsAhead, usageStore } from "./store.ts";
import type { Counts } from "./tally.ts";
import { trafficStore } from "./traffic-store.ts";

/** What the thread that writes telemetry does for the usage counts. */

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

/** Deletes an account's counts of days that lie ahead: its clock has returned to real time. */
export const removeCountsAhead: WorkerTask<CountsAhead> = {
  name: "usage.remove-ahead",
  work: ({ write }, ahead) =>
    write((tx) => {
      usageStore(tx).removeAfter(ahead);
      trafficStore(tx).removeAfter(ahead);
    }),
};

/** Whose counts become nobody's. */
interface Disowned {
  accountId: string;
  webhookIds: string[];
}

/** Takes an account's name from its counts, and deletes those of its endpoints, in steps. */
export const disownCounts: WorkerTask<Disowned> = {
  name: "usage.disown",
  async work({ db, write, emptyLog }, { accountId, webhookIds }) {
    const { first, last } = usageStore(db).span() ?? { first: 0, last: -1 };
    for (let day = first; day <= last; day += 1) {
      const hours = Array.from({ length: hoursPerDay }, (_, hour) => day * hoursPerDay + hour);
      while ((await write((tx) => usageStore(tx).disown(accountId, day, rowsPerStep))) > 0);
      // The counts above have the same requests.
      await write((tx) => trafficStore(tx).removeOf(accountId, day, hours));
      while ((await write((tx) => usageStore(tx).removeAttempts(webhookIds, hours, rowsPerStep))) > 0);
    }
    await emptyLog();
  },
};
