import { Cron } from "croner";
import type { Clock } from "../clock.ts";
import type { Log } from "../log/log.ts";
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
  /**
   * Runs the job for the sandbox of an account that has a clock of its own, which `run` leaves out. For hourly jobs only.
   * @returns when there is more to do, at the earliest
   */
  runOf?(now: number, accountId: string): Promise<number>;
}

export interface Calendar {
  /** The state of each job. */
  reports(): JobReport[];
  stop(): void;
}

/** Working out when each job runs next takes as long as several answers, so the first requests come before it. */
const beginAfterMs = 250;

export function startCalendar(jobs: readonly CalendarJob[], clock: Clock, log: Log): Calendar {
  const waiting = [...jobs];
  const scheduled = new Map<CalendarJob, Scheduled>();
  let isStopped = false;
  let timer = setTimeout(beginNext, beginAfterMs);

  /** One after another, so that no request waits for all of them. */
  function beginNext(): void {
    const job = waiting.shift();
    if (job === undefined) return;
    begin(job);
    timer = setTimeout(beginNext, 0);
  }

  function begin(job: CalendarJob): Scheduled {
    const begun = scheduled.get(job) ?? schedule(job, clock, log);
    scheduled.set(job, begun);
    if (isStopped) begun.cron.stop();
    return begun;
  }

  return {
    reports: () =>
      jobs.map((job) => {
        const { recorder, cron } = begin(job);
        return {
          ...recorder.last,
          name: job.name,
          environment: null,
          schedule: job.pattern,
          nextRunAt: cron.nextRun()?.getTime() ?? null,
          backlog: null,
          oldestDueAgeMs: null,
          heldBack: null,
        };
      }),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const { cron } of scheduled.values()) cron.stop();
    },
  };
}

interface Scheduled {
  recorder: ReturnType<typeof runRecorder>;
  cron: Cron;
}

function schedule(job: CalendarJob, clock: Clock, log: Log): Scheduled {
  const recorder = runRecorder(clock, job);
  const options = {
    // The name "UTC" would load every time zone, which takes half as long as a start.
    utcOffset: 0,
    protect: true,
    catch: (error: unknown) => log.error({ err: error, job: job.name }, "Job failed"),
  };
  const cron = new Cron(job.pattern, options, () => recorder.record(() => job.run(clock.now())));
  return { recorder, cron };
}
