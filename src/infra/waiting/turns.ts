import { systemClock } from "../clock.ts";
import { holderNow, holdThread } from "./stretches.ts";

/** How long steps may keep the thread from everything else. */
const sliceMaxMs = 8;

/** Lets other requests, signals and timers come in between. */
export function nextTurn(): Promise<void> {
  const who = holderNow();
  return new Promise((resolve) =>
    setImmediate(() => {
      holdThread(who);
      resolve();
    }),
  );
}

/** Takes the steps, and gives way to others now and then. A step is short. @throws the signal's reason between two steps */
export async function inSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  let begunMs = systemClock.monotonic();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (systemClock.monotonic() - begunMs < sliceMaxMs) continue;
    await nextTurn();
    signal?.throwIfAborted();
    begunMs = systemClock.monotonic();
  }
}

/**
 * Runs short works of many callers, one after another, and gives way to others now and then. Each runs in a later turn
 * than its call, and the caller's promise settles as it ends.
 */
export function createSlices(): <T>(work: () => T) => Promise<T> {
  const waiting: (() => void)[] = [];
  let turnIsDue = false;

  function scheduleTurn(): void {
    if (turnIsDue || waiting.length === 0) return;
    turnIsDue = true;
    setImmediate(takeSome);
  }

  function takeSome(): void {
    const begunMs = systemClock.monotonic();
    do waiting.shift()?.();
    while (waiting.length > 0 && systemClock.monotonic() - begunMs < sliceMaxMs);
    turnIsDue = false;
    scheduleTurn();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      scheduleTurn();
    });
}

/**
 * What several works of `createSlices` would read and make alike is made once. It is forgotten when the run of works
 * ends: nothing is written within it, so each gets what it would have made itself.
 */
export function createShared<T>(): (key: string, make: () => T) => T {
  const made = new Map<string, T>();
  return (key, make) => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as T;
    if (made.size === 0) queueMicrotask(() => made.clear());
    const value = make();
    made.set(key, value);
    return value;
  };
}

/** Takes all steps at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the works of each account one after the other, whether those before succeed or not. */
export function createTurns(): <T>(accountId: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Promise<unknown>>();
  return function inTurn(accountId, work) {
    const turn = (turns.get(accountId) ?? Promise.resolve()).then(work, work);
    turns.set(accountId, turn);
    const leave = () => {
      if (turns.get(accountId) === turn) turns.delete(accountId);
    };
    turn.then(leave, leave);
    return turn;
  };
}

/** Calls `make` at the first call, and gives its result to every caller. */
export function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}
