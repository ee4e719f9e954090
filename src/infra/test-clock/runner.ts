import type { Clock } from "../clock.ts";
import { createDueIndex, type IndexedTable } from "../db/due-index.ts";
import type { Store, Tx } from "../db/store.ts";
import type { Log } from "../log/log.ts";
import { settlesWithin } from "../waiting/timeout.ts";
import { createTurns } from "../waiting/turns.ts";
import { createDueTasks } from "./due-tasks.ts";
import { createSteps } from "./steps.ts";
import { arrivedClock, type Goal, isOnItsWay } from "./test-clock.ts";
import type { AccountTimes } from "./times.ts";
import {
  type ClockedJob,
  type Companion,
  createTrack,
  keyOf,
  markDue,
  nextRetryAt,
  notifyWaiters,
  runningTasks,
  sleep,
  type Track,
} from "./track.ts";

/** How long an advance that failed waits until it is taken up again. */
const goOnAfterMs = 2_000;
/** Longest sleep, so that it sees jumps of the real clock. */
const sleepMaxMs = 10_000;

/** What an advance did. */
export interface Ran {
  /** Tasks that it began. */
  tasks: number;
  /** Receivers outside that had not answered when it ended, and tasks that had failed. */
  pending: number;
}

/** Runs what is due by the clocks of accounts. */
export interface ClockRunner {
  /** Runs a job's rows of accounts with clocks of their own. For each job once. */
  addJob(job: ClockedJob): void;
  /** A task that a job ran itself has ended. */
  lookAgain(): void;
  /** Counts a task that a companion began for an account. */
  count(accountId: string): void;
  /** Tells a job when the time of an account was moved, and waits for what it sends. */
  addCompanion(companion: Companion): void;
  /** Goes on with what the last stop interrupted. */
  start(): void;
  /** Moves an account's clock to a time that `choose` names, and runs what falls due on the way, each at its time. */
  move(accountId: string, choose: () => Goal | Promise<Goal>): Promise<Ran>;
  /**
   * Ends an advance where it is, waits for the account's tasks and calls `empty`, in whose last transaction `drop`
   * returns the account to real time. Meanwhile no task begins. If `empty` rejects, all goes on as before.
   */
  remove(accountId: string, empty: (drop: (tx: Tx) => void) => Promise<void>): Promise<void>;
  /** Begins nothing more. Resolves when all running tasks have ended, at the latest after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

export interface ClockWorld {
  store: Store;
  times: AccountTimes;
  realClock: Clock;
  log: Log;
  stopping: AbortSignal;
  isPaused(): boolean;
  /** How long an advance waits for receivers outside and for tasks that have failed, in all; for tests. */
  outsideMaxMs?: number;
}

export function createClockRunner(world: ClockWorld): ClockRunner {
  const { store, times, realClock, log, stopping, isPaused, outsideMaxMs = 10_000 } = world;
  const index = createDueIndex(store);
  const jobs: ClockedJob[] = [];
  const companions: Companion[] = [];
  const onEnd = (track: Track) => {
    notifyWaiters(track);
    look(track);
  };
  const tasks = createDueTasks({ ...world, index, jobs, companions, onEnd });
  const { beginDue, runDue, countPending } = tasks;
  const step = createSteps({ index, times, realClock, tasks, wakeCompanions });
  const tracks = new Map<string, Track>();
  /** Accounts whose clocks are moved or removed just now. */
  const held = new Set<Track>();
  /** Accounts for which a commit made something due. */
  const hinted = new Set<string>();
  /** One change of an account's clock at a time. */
  const inTurn = createTurns();

  function trackOf(accountId: string): Track {
    const track = tracks.get(accountId) ?? createTrack(accountId);
    tracks.set(accountId, track);
    return track;
  }

  /** Begins what is due by an account's clock, and sleeps until the next. An advance does that by itself. */
  function look(track: Track): void {
    const clock = times.find(track.accountId);
    if (!clock || isOnItsWay(clock) || held.has(track) || stopping.aborted) return;
    index.begin();
    beginDue(track);
    clearTimeout(track.timer);
    const { accountId } = track;
    const nextAt = index.nextAfter(accountId, times.now(accountId))?.at ?? Number.POSITIVE_INFINITY;
    const at = Math.min(times.inRealTime(accountId, nextAt), nextRetryAt(track, realClock.now()));
    if (at === Number.POSITIVE_INFINITY && !isPaused()) return;
    const ms = Math.max(1, Math.min(at - realClock.now(), sleepMaxMs));
    sleep(track, ms, look);
  }

  function wakeCompanions(): void {
    for (const companion of companions) companion.wake();
  }

  /** For advances that wait. */
  function lookAgain(): void {
    for (const track of held) notifyWaiters(track);
  }

  function onCommit(): void {
    lookAgain();
    for (const accountId of hinted) look(trackOf(accountId));
    hinted.clear();
  }

  function watch(job: number, table: IndexedTable): void {
    const onDue = (accountId: string | null, id: string) => {
      if (accountId === null || !times.find(accountId)) return;
      hinted.add(accountId);
      markDue(trackOf(accountId), keyOf(job, id));
    };
    index.add({ job, table, onDue });
  }

  async function advance(track: Track, choose: () => Goal | Promise<Goal>): Promise<Ran> {
    const { accountId, begun: before } = track;
    index.begin();
    hold(track);
    try {
      let leftMs = outsideMaxMs;
      let clock = await step(track, await choose(), leftMs);
      for (;;) {
        leftMs = await runDue(track, leftMs);
        if (track.isLeaving || clock.frozenAt === clock.goalAt) break;
        clock = await step(track, undefined, leftMs);
      }
      const pending = countPending(track);
      if (track.isLeaving) return { tasks: track.begun - before, pending };
      await times.change(accountId, (arrived) => arrivedClock(arrived, realClock.now()));
      wakeCompanions();
      await store.synced();
      return { tasks: track.begun - before, pending };
    } finally {
      release(track);
    }
  }

  function hold(track: Track): void {
    held.add(track);
    clearTimeout(track.timer);
  }

  function release(track: Track): void {
    held.delete(track);
    if (!isOnItsWay(times.find(track.accountId))) look(track);
    else if (!stopping.aborted) sleep(track, goOnAfterMs, goOn);
  }

  async function drop(track: Track, empty: (drop: (tx: Tx) => void) => Promise<void>): Promise<void> {
    const { accountId } = track;
    hold(track);
    try {
      await settlesWithin(outsideMaxMs, runningTasks(track));
      await empty((tx) => times.remove(tx, accountId));
    } finally {
      track.isLeaving = false;
      release(track);
      if (track.running.size === 0 && !times.find(accountId)) tracks.delete(accountId);
      for (const job of jobs) job.rebuild();
      wakeCompanions();
    }
  }

  /** Takes up an advance that a stop or a failure has interrupted. */
  function goOn(track: Track): void {
    inTurn(track.accountId, async () => {
      const clock = times.find(track.accountId);
      if (isOnItsWay(clock)) await advance(track, () => ({ at: clock.goalAt, runsOn: clock.runsOn }));
    }).catch(report);
  }

  return {
    addJob(job) {
      watch(jobs.push(job) - 1, job.rows);
    },
    addCompanion(companion) {
      companions.push(companion);
      // Its rows are a time to stand at, and nothing to run.
      if (companion.rows) watch(-companions.length, companion.rows);
    },
    lookAgain,
    count(accountId) {
      const track = tracks.get(accountId);
      if (track) track.begun += 1;
    },
    start() {
      store.onSynced(onCommit);
      for (const clock of times.all()) (isOnItsWay(clock) ? goOn : look)(trackOf(clock.accountId));
    },
    move: (accountId, choose) => inTurn(accountId, () => advance(trackOf(accountId), choose)),
    remove(accountId, empty) {
      const track = trackOf(accountId);
      track.isLeaving = true;
      notifyWaiters(track);
      // Another removal before it may have forgotten the track.
      return inTurn(accountId, () => drop(trackOf(accountId), empty));
    },
    async stop(timeoutMs) {
      const running = [...tracks.values()].map((track) => {
        clearTimeout(track.timer);
        notifyWaiters(track);
        return runningTasks(track);
      });
      await settlesWithin(timeoutMs, Promise.all(running));
    },
  };

  function report(error: unknown): void {
    if (!stopping.aborted) log.error({ err: error }, "An interrupted advance of a test clock failed");
  }
}
