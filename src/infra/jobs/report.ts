import type { Clock } from "../clock.ts";
import type { Environment } from "../environment.ts";
import { type Holder, holdThread } from "../waiting/stretches.ts";
import { type Failure, toFailure } from "./job.ts";

/** The state of a job since the start of the process. */
export interface JobReport {
  readonly name: string;
  /** Null: the job belongs to the whole installation. */
  readonly environment: Environment | null;
  /** Five fields, UTC; null for a job that runs when a row is due. */
  readonly schedule: string | null;
  /** The end of the last run. */
  readonly lastRunAt: number | null;
  /** For a job without a schedule: how long it looked for due rows. */
  readonly lastDurationMs: number | null;
  readonly nextRunAt: number | null;
  /** As `Job.backlog` counts it. */
  readonly backlog: number | null;
  readonly oldestDueAgeMs: number | null;
  /** As `Job.heldBack` counts it; null for a job whose tasks wait for nobody. */
  readonly heldBack: number | null;
  readonly lastFailure: Failure | null;
}

type LastRun = Pick<JobReport, "lastRunAt" | "lastDurationMs" | "lastFailure">;

/** Times the runs of a job and keeps the report of the last one. While it runs, the job holds the thread. */
export function runRecorder(clock: Clock, { name }: Holder) {
  let last: LastRun = { lastRunAt: null, lastDurationMs: null, lastFailure: null };
  return {
    get last(): LastRun {
      return last;
    },
    async record<T>(run: () => T | Promise<T>): Promise<T> {
      const begunMs = clock.monotonic();
      holdThread({ name });
      const end = (lastFailure: Failure | null, lastRunAt = clock.now()) => {
        last = { lastRunAt, lastDurationMs: clock.monotonic() - begunMs, lastFailure };
      };
      try {
        const result = await run();
        end(last.lastFailure);
        return result;
      } catch (error) {
        const failure = toFailure(error, null, clock.now());
        end(failure, failure.at);
        throw error;
      }
    },
  };
}

/** The later of the last failures of the job and of its tasks. */
export function laterFailure(one: Failure | null, other: Failure | undefined): Failure | null {
  if (one === null || other === undefined) return one ?? other ?? null;
  return other.at >= one.at ? other : one;
}
