import type { Clock } from "../clock.ts";
import { createDueIndex, type IndexedTable } from "../db/due-index.ts";
import type { Store } from "../db/store.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { settlesWithin } from "../timeout.ts";
import { arrivedClock, movingClock, newClock } from "./test-clock.ts";
import type { AccountTimes } from "./times.ts";
import { beginDue, type ClockedJob, type Companion, createTrack, poke, type Track } from "./track.ts";

/** Longest sleep, so that it sees jumps of the real clock. */
const sleepMaxMs = 10_000;

/** What an advance did. */
export interface Ran {
  /** Tasks that it began. */
  tasks: number;
  /** Receivers outside that had not answered when it ended. */
  pending: number;
}

/** Runs what is due by the clocks of accounts. */
export interface ClockRunner {
  /** Runs a job's rows of accounts with clocks of their own. For each job once. */
  addJob(job: ClockedJob): void;
  /** Tells a job when the time of an account was moved, and waits for what it sends. */
  addCompanion(companion: Companion): void;
  /** Goes on with what the last stop interrupted. */
  start(): void;
  /** Moves an account's clock to a time that `choose` names, and runs what falls due on the way, each at its time. */
  move(accountId: string, choose: () => Goal): Promise<Ran>;
  /** Calls `empty`, then returns the account to real time. */
  remove(accountId: string, empty: () => Promise<void>): Promise<void>;
  /** Begins nothing more. Resolves when all running tasks have ended, at the latest after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

export interface Goal {
  at: number;
  /** Whether the clock runs on from there. */
  runsOn: boolean;
}

export interface ClockWorld {
  store: Store;
  times: AccountTimes;
  realClock: Clock;
  log: Log;
  stopping: AbortSignal;
  isPaused(): boolean;
  /** How long an advance waits for receivers outside, in all; for tests. */
  outsideMaxMs?: number;
}

export function createClockRunner(world: ClockWorld): ClockRunner {
  const { store, times, realClock, log, stopping, isPaused, outsideMaxMs = 10_000 } = world;
  const index = createDueIndex(store);
  const jobs: ClockedJob[] = [];
  const companions: Companion[] = [];
  const tracks = new Map<string, Track>();
  /** Accounts for which a commit made something due. */
  const hinted = new Set<string>();
  const turns = new Map<string, Promise<unknown>>();

  function trackOf(accountId: string): Track {
    const track = tracks.get(accountId) ?? createTrack(accountId);
    tracks.set(accountId, track);
    return track;
  }

  function begin(track: Track): void {
    if (stopping.aborted || isPaused()) return;
    beginDue(track, {
      index,
      jobs,
      now: times.now(track.accountId),
      realNow: realClock.now,
      log,
      isStopping: () => stopping.aborted,
      run: (work) => times.run(track.accountId, work),
      onEnd() {
        poke(track);
        look(track);
      },
    });
  }

  /** Begins what is due by an account's clock, and sleeps until the next. */
  function look(track: Track): void {
    if (track.isAdvancing || stopping.aborted || !times.find(track.accountId)) return;
    begin(track);
    clearTimeout(track.timer);
    const { accountId } = track;
    const nextAt = index.nextAfter(accountId, times.now(accountId)) ?? Number.POSITIVE_INFINITY;
    const retryAt = Math.min(
      Number.POSITIVE_INFINITY,
      ...[...track.failed.values()].map(({ until }) => until),
    );
    const at = Math.min(times.inRealTime(accountId, nextAt), retryAt);
    if (at === Number.POSITIVE_INFINITY && !isPaused()) return;
    const ms = Math.max(1, Math.min(at - realClock.now(), sleepMaxMs));
    track.timer = setTimeout(look, ms, track);
    track.timer.unref();
  }

  function onCommit(): void {
    for (const track of tracks.values()) if (track.isAdvancing) poke(track);
    for (const accountId of hinted) look(trackOf(accountId));
    hinted.clear();
  }

  function watch(number: number, rows: IndexedTable): void {
    index.add(number, rows);
    const { table, condition, account } = rows;
    store.watchRows({ table, when: condition, values: (row) => [account(row)] }, (id: string | null) => {
      if (id !== null && times.find(id)) hinted.add(id);
    });
  }

  /** One change of an account's clock at a time. */
  function inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(accountId) ?? Promise.resolve()).then(work, work);
    turns.set(accountId, turn);
    const leave = () => {
      if (turns.get(accountId) === turn) turns.delete(accountId);
    };
    turn.then(leave, leave);
    return turn;
  }

  function countOutside(track: Track): number {
    const own = [...track.running.values()].filter(({ job }) => job.isOutside).length;
    const now = times.now(track.accountId);
    return companions.reduce((sum, companion) => sum + companion.waiting(track.accountId, now), own);
  }

  /** Runs everything that is due now, and what follows from it. @returns the time left to wait for others */
  async function runDue(track: Track, outsideMs: number): Promise<number> {
    for (let leftMs = outsideMs; ; ) {
      if (stopping.aborted) throw new AppError("shutting_down");
      begin(track);
      const own = [...track.running.values()].filter(({ job }) => !job.isOutside);
      if (own.length > 0) {
        await Promise.all(own.map(({ done }) => done));
        continue;
      }
      if (leftMs <= 0 || countOutside(track) === 0) return leftMs;
      const begunMs = realClock.monotonic();
      await settlesWithin(leftMs, track.next.promise);
      leftMs -= realClock.monotonic() - begunMs;
    }
  }

  async function advance(track: Track, { at: goalAt, runsOn }: Goal): Promise<Ran> {
    const { accountId } = track;
    const standAt = async (at: number) => {
      await times.save(movingClock(times.find(accountId) ?? newClock(accountId), at, goalAt, runsOn));
      for (const companion of companions) companion.wake();
    };
    const before = track.begun;
    track.isAdvancing = true;
    clearTimeout(track.timer);
    try {
      await standAt(times.now(accountId));
      let leftMs = await runDue(track, outsideMaxMs);
      for (;;) {
        const next = index.nextAfter(accountId, times.now(accountId));
        if (next === undefined || next >= goalAt) break;
        await standAt(next);
        leftMs = await runDue(track, leftMs);
      }
      await standAt(goalAt);
      await runDue(track, leftMs);
      const clock = times.find(accountId);
      if (clock) await times.save(arrivedClock(clock, goalAt, realClock.now()));
      await store.synced();
      return { tasks: track.begun - before, pending: countOutside(track) };
    } finally {
      track.isAdvancing = false;
      look(track);
    }
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
    start() {
      store.onSynced(onCommit);
      for (const { accountId, goalAt, runsOn } of times.all()) {
        const track = trackOf(accountId);
        if (goalAt === null) look(track);
        else inTurn(accountId, () => advance(track, { at: goalAt, runsOn })).catch(report);
      }
    },
    move: (accountId, choose) => inTurn(accountId, () => advance(trackOf(accountId), choose())),
    remove: (accountId, empty) =>
      inTurn(accountId, async () => {
        await empty();
        const track = trackOf(accountId);
        await settlesWithin(outsideMaxMs, Promise.all([...track.running.values()].map(({ done }) => done)));
        await times.remove(accountId);
        clearTimeout(track.timer);
        tracks.delete(accountId);
        for (const job of jobs) job.rebuild();
        for (const companion of companions) companion.wake();
      }),
    async stop(timeoutMs) {
      const running = [...tracks.values()].flatMap((track) => {
        clearTimeout(track.timer);
        poke(track);
        return [...track.running.values()].map(({ done }) => done);
      });
      await settlesWithin(timeoutMs, Promise.all(running));
    },
  };

  function report(error: unknown): void {
    if (!stopping.aborted) log.error({ err: error }, "An interrupted advance of a test clock failed");
  }
}
