import type { Clock } from "../clock.ts";
import type { Log } from "../log/log.ts";
import { settlesWithin } from "../waiting/timeout.ts";
import { type Job, oldestDueAgeMs } from "./job.ts";
import { type JobReport, laterFailure, runRecorder } from "./report.ts";

/** Longest sleep: it sees clock jumps and whether jobs may go on. Looking at the time reads no rows. */
const sleepMaxMs = 1000;
/** A job that has not finished a run for this long is stalled. */
const stalledAfterMs = 30_000;
/** How often a job reads its rows to see whether it knows of all that is due. */
const sweepMs = 60_000;
/** The wall clock was set if it moved so much more or less than the time that has passed. */
const clockJumpMs = 1_000;

export interface JobLoop {
  readonly jobs: readonly Job[];
  /** The state of each job. */
  reports(): JobReport[];
  /** Whether every job has looked for work lately. */
  isAlive(): boolean;
  /** Begins what commits made due; called after every synced commit. */
  wake(): void;
  /** Begins nothing more. Resolves when all running tasks have ended, at the latest after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Runs each job on its own, so that none waits for another. While `isPaused` nothing new begins. With `inTurns` the jobs
 * are taken from the iterator one after another: making one takes as long as an answer, and requests come in between.
 */
export function startLoop(
  jobs: Iterable<Job>,
  clock: Clock,
  log: Log,
  isPaused: () => boolean = () => false,
  inTurns = false,
): JobLoop {
  const begun: { job: Job; loop: ReturnType<typeof startJob> }[] = [];
  const waiting = jobs[Symbol.iterator]();
  let timer: Timer | undefined;
  let stopped = false;

  /** False: there was none left. */
  function beginNext(): boolean {
    if (stopped) return false;
    const { value: job, done } = waiting.next();
    if (done) return false;
    // Their first looks read rows. Requests that come at the start are answered in between.
    begun.push({ job, loop: startJob(job, clock, log, isPaused, inTurns ? 0 : begun.length) });
    return true;
  }

  function beginInTurns(): void {
    if (beginNext()) timer = setTimeout(beginInTurns, 0);
  }

  /** Whoever asks about the jobs asks about all of them. */
  function all(): typeof begun {
    clearTimeout(timer);
    while (beginNext());
    return begun;
  }

  if (inTurns) timer = setTimeout(beginInTurns, 0);
  else all();
  return {
    get jobs() {
      return all().map(({ job }) => job);
    },
    reports: () => all().map(({ loop }) => loop.report()),
    isAlive: () => begun.every(({ loop }) => loop.isAlive()),
    wake() {
      for (const { loop } of begun) loop.wake();
    },
    async stop(timeoutMs) {
      stopped = true;
      clearTimeout(timer);
      for (const { loop } of begun) loop.stop();
      await settlesWithin(timeoutMs, Promise.all(begun.map(({ job }) => job.drain())));
    },
  };
}

function startJob(job: Job, clock: Clock, log: Log, isPaused: () => boolean, firstLookMs: number) {
  let timer: Timer | undefined;
  /** When the timer ends, by the wall clock. */
  let turnAt = Number.POSITIVE_INFINITY;
  /** As is the first turn, which comes in its own time. */
  let turnIsNext = true;
  let running = false;
  let stopped = false;
  let lookedMs = clock.monotonic();
  let sweptMs = clock.monotonic();
  let offsetMs = clock.now() - clock.monotonic();
  const recorder = runRecorder(clock, job);

  async function turn(): Promise<void> {
    clearTimeout(timer);
    turnIsNext = false;
    if (running || stopped) return;
    running = true;
    let restMs = 0;
    try {
      noteClockJump();
      if (clock.monotonic() - sweptMs >= sweepMs) await recorder.record(sweep);
      while (isDue() && !isPaused() && !stopped) {
        if ((await recorder.record(() => job.run(clock.now()))) > 0) continue;
        // It found less than it knew of. Should it go on so, others have their turn in between.
        restMs = 1;
        break;
      }
      lookedMs = clock.monotonic();
    } catch (error) {
      log.error({ err: error, job: job.name }, "Job failed");
      restMs = sleepMaxMs;
    } finally {
      running = false;
      sleep(isPaused() ? sleepMaxMs : restMs);
    }
  }

  function isDue(): boolean {
    return job.nextDue() <= clock.now();
  }

  /** Times in memory were made with a clock that was wrong before or is wrong now. */
  function noteClockJump(): void {
    const now = clock.now() - clock.monotonic();
    if (Math.abs(now - offsetMs) < clockJumpMs) return;
    offsetMs = now;
    job.rebuild();
  }

  /** Nothing should be missed. What is missed all the same is late, and not lost. */
  function sweep(): void {
    sweptMs = clock.monotonic();
    const now = clock.now();
    const missed = job.findMissed(now);
    if (missed === undefined) return;
    log.error({ job: job.name, id: missed.id, late_ms: now - missed.at }, "Job missed a due row");
    job.rebuild();
  }

  /** Until something is due. */
  function sleep(minMs = 0): void {
    if (stopped) return;
    const now = clock.now();
    const ms = Math.min(Math.max(job.nextDue() - now, minMs), sleepMaxMs);
    clearTimeout(timer);
    turnAt = now + ms;
    timer = setTimeout(turn, ms);
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
      heldBack: job.heldBack?.(now) ?? null,
      lastFailure: laterFailure(last.lastFailure, job.lastFailure()),
    };
  }

  function wake(): void {
    if (stopped || running || turnIsNext) return;
    const dueAt = job.nextDue();
    if (dueAt <= clock.now()) {
      turnIsNext = true;
      setImmediate(turn);
    } else if (dueAt < turnAt) sleep();
  }

  job.watch(wake);
  timer = setTimeout(turn, firstLookMs);
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
