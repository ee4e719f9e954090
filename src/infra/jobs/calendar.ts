import { Cron } from "croner";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { type JobReport, runRecorder } from "./report.ts";

/**
 * Work that belongs to a time of day, not to a row. Each run finds all that is due by `now`, so it also does the work
 * of a missed run.
 */
export interface CalendarJob {
  readonly name: string;
  /** Five fields, UTC. */
  readonly pattern: string;
  run(now: number): Promise<void>;
}

export interface Calendar {
  /** The state of each job. */
  reports(): JobReport[];
  stop(): void;
}

export function startCalendar(jobs: readonly CalendarJob[], clock: Clock, log: Log): Calendar {
  const scheduled = jobs.map((job) => {
    const recorder = runRecorder(clock);
    const options = {
      // The name "UTC" would load every time zone, which takes half as long as a start.
      utcOffset: 0,
      protect: true,
      catch: (error: unknown) => log.error({ err: error, job: job.name }, "Job failed"),
    };
    const cron = new Cron(job.pattern, options, () => recorder.record(() => job.run(clock.now())));
    return { job, recorder, cron };
  });
  return {
    reports: () =>
      scheduled.map(({ job, recorder, cron }) => ({
        ...recorder.last,
        name: job.name,
        environment: null,
        schedule: job.pattern,
        nextRunAt: cron.nextRun()?.getTime() ?? null,
        backlog: null,
        oldestDueAgeMs: null,
        heldBack: null,
      })),
    stop() {
      for (const { cron } of scheduled) cron.stop();
    },
  };
}
