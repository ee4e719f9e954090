import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { settlesWithin } from "../timeout.ts";
import { type Job, oldestDueAgeMs } from "./job.ts";
import { type JobReport, laterFailure, runRecorder } from "./report.ts";

/** Longest sleep: it heals clock jumps and missed wake-ups. */
const sleepMaxMs = 1000;
/** A job that has not finished a run for this long is stalled. */
const stalledAfterMs = 30_000;

export interface JobLoop {
  readonly jobs: readonly Job[];
  /** The state of each job. */
  reports(): JobReport[];
  /** Whether every job has looked for work lately. */
  isAlive(): boolean;
  /** Looks for due work at once; called after every synced commit. */
  wake(): void;
  /** Begins nothing more. Resolves when all running tasks have ended, at the latest after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** Runs each job on its own, so that none waits for another. While `isPaused` nothing new begins. */
export function startLoop(
  jobs: readonly Job[],
  clock: Clock,
  log: Log,
  isPaused: () => boolean = () => false,
): JobLoop {
  const loops = jobs.map((job) => startJob(job, clock, log, isPaused));
  return {
    jobs,
    reports: () => loops.map((loop) => loop.report()),
    isAlive: () => loops.every((loop) => loop.isAlive()),
    wake() {
      for (const loop of loops) loop.wake();
    },
    async stop(timeoutMs) {
      for (const loop of loops) loop.stop();
      await settlesWithin(timeoutMs, Promise.all(jobs.map((job) => job.drain())));
    },
  };
}

function startJob(job: Job, clock: Clock, log: Log, isPaused: () => boolean) {
  let timer: Timer | undefined;
  let running = false;
  let wanted = false;
  let stopped = false;
  let lookedMs = clock.monotonic();
  const recorder = runRecorder(clock);

  async function turn(): Promise<void> {
    if (running || stopped) return;
    running = true;
    try {
      do {
        wanted = false;
        wanted = (await look()) > 0 || wanted;
      } while (wanted && !stopped);
    } catch (error) {
      log.error({ err: error, job: job.name }, "Job failed");
    } finally {
      running = false;
      sleep();
    }
  }

  async function look(): Promise<number> {
    const begun = isPaused() ? 0 : await recorder.record(() => job.run(clock.now(), wake));
    lookedMs = clock.monotonic();
    return begun;
  }

  function sleep(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(turn, sleepMs());
  }

  function sleepMs(): number {
    if (isPaused()) return sleepMaxMs;
    try {
      const now = clock.now();
      const due = job.nextDue(now) ?? now + sleepMaxMs;
      return Math.max(0, Math.min(due - now, sleepMaxMs));
    } catch (error) {
      log.error({ err: error, job: job.name }, "Job failed");
      return sleepMaxMs;
    }
  }

  function report(): JobReport {
    const now = clock.now();
    const { last } = recorder;
    return {
      ...last,
      name: job.name,
      environment: job.environment,
      schedule: null,
      nextRunAt: null,
      backlog: job.backlog(now),
      oldestDueAgeMs: oldestDueAgeMs(job, now),
      lastFailure: laterFailure(last.lastFailure, job.lastFailure()),
    };
  }

  function wake(): void {
    if (stopped || wanted) return;
    wanted = true;
    if (!running) setImmediate(turn);
  }

  timer = setTimeout(turn, 0);
  return {
    report,
    isAlive: () => clock.monotonic() - lookedMs < stalledAfterMs,
    wake,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
