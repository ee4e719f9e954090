import type { WorkerTask } from "../../infra/db/store.ts";
import { hoursPerDay } from "../../infra/units.ts";
import { type CountsAhead, usageStore } from "./store.ts";
import { type Counts, hoursOf } from "./tally.ts";
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
interface OldestCounts {
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

/**
 * Deletes an account's counts of days that lie ahead: its clock has returned to real time. Days of others may be years
 * away, and are not asked for.
 */
export const removeCountsAhead: WorkerTask<CountsAhead> = {
  name: "usage.remove-ahead",
  work({ db, write }, { accountId, environment, day, webhookIds }) {
    const isAhead = (each: number) => each > day;
    const days = usageStore(db).daysOf(accountId).filter(isAhead);
    const attemptDays = usageStore(db).attemptDaysOf(webhookIds).filter(isAhead);
    return write((tx) => {
      for (const ahead of days) {
        usageStore(tx).removeOf({ accountId, environment }, ahead);
        trafficStore(tx).removeOf(accountId, ahead, environment);
      }
      for (const ahead of attemptDays) {
        while (usageStore(tx).removeAttempts(webhookIds, hoursOf(ahead), rowsPerStep) > 0);
      }
    });
  },
};

/** Whose counts become nobody's. */
interface Disowned {
  accountId: string;
  webhookIds: string[];
}

/** Takes an account's name from its counts, and deletes those of its endpoints, in steps: a day that it has each. */
export const disownCounts: WorkerTask<Disowned> = {
  name: "usage.disown",
  async work({ db, write, emptyLog }, { accountId, webhookIds }) {
    const usage = usageStore(db);
    for (const day of usage.daysOf(accountId)) {
      while ((await write((tx) => usageStore(tx).disown(accountId, day, rowsPerStep))) > 0);
      // The counts above have the same requests.
      await write((tx) => trafficStore(tx).removeOf(accountId, day));
    }
    for (const day of usage.attemptDaysOf(webhookIds)) {
      const hours = hoursOf(day);
      while ((await write((tx) => usageStore(tx).removeAttempts(webhookIds, hours, rowsPerStep))) > 0);
    }
    await emptyLog();
  },
};
