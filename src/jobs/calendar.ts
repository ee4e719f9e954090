import { Cron } from "croner";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";

/**
 * Work that belongs to a time of day and not to a row. It finds what is due by `now`, so a run that was
 * missed is made good by the next.
 */
export interface CalendarJob {
  readonly name: string;
  /** Five fields, UTC. */
  readonly pattern: string;
  run(now: number): Promise<void>;
}

/** @returns how to stop it */
export function startCalendar(jobs: readonly CalendarJob[], clock: Clock, log: Log): () => void {
  const crons = jobs.map((job) => {
    const options = {
      // UTC by its name would load the time zones of the world, which takes as long as half a start.
      utcOffset: 0,
      protect: true,
      catch: (error: unknown) => log.error({ err: error, job: job.name }, "a job failed"),
    };
    return new Cron(job.pattern, options, () => job.run(clock.now()));
  });
  return () => {
    for (const cron of crons) cron.stop();
  };
}
