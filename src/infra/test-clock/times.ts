import type { Clock } from "../clock.ts";
import type { Store, Tx } from "../db/store.ts";
import { captureContext, currentAccount, enterAccount, runAs } from "./context.ts";
import { clockStore } from "./store.ts";
import { newClock, shownTime, type TestClock } from "./test-clock.ts";

/** The time of every account's sandbox, and code that runs in it. Live is always in real time. */
export interface AccountTimes {
  /** The time of an account's sandbox. */
  now(accountId: string | null): number;
  /** Runs `work`, and all that it waits for, in the time of an account's sandbox; null: in real time. */
  run<T>(accountId: string | null, work: () => T): T;
  /** The account in whose time the caller runs; null for real time. */
  current(): string | null;
  /** What the request does from here on, it does in the time of the account's sandbox. */
  enter(accountId: string): void;
  /** How to run functions later in the time in which the caller runs. */
  capture(): <T>(work: () => T) => T;
  /** The account's clock, if it has one of its own. */
  find(accountId: string): TestClock | undefined;
  /** When a time of the account's sandbox comes, in real time. Infinity: not before its clock is moved. */
  inRealTime(accountId: string | null, at: number): number;
  /**
   * Changes a clock inside a transaction. Resolves as soon as that is committed.
   * @param then called in the transaction: the writes that it calls belong to it
   */
  change(accountId: string, change: (clock: TestClock) => TestClock, then?: () => void): Promise<TestClock>;
  /** The account is in real time again, from this transaction on. */
  remove(tx: Tx, accountId: string): void;
  all(): TestClock[];
}

/** The rows decide: memory holds what the last commit says. */
export function createAccountTimes(store: Store, realClock: Clock): AccountTimes {
  const clocks = new Map(
    clockStore(store.db)
      .all()
      .map((clock) => [clock.accountId, clock]),
  );

  function reread(accountId: string): void {
    const row = clockStore(store.db).find(accountId);
    if (row) clocks.set(accountId, row);
    else clocks.delete(accountId);
  }

  return {
    now(accountId) {
      const clock = accountId === null ? undefined : clocks.get(accountId);
      return clock ? shownTime(clock, realClock.now()) : realClock.now();
    },
    run: runAs,
    current: currentAccount,
    enter: enterAccount,
    capture: captureContext,
    find: (accountId) => clocks.get(accountId),
    inRealTime(accountId, at) {
      const clock = accountId === null ? undefined : clocks.get(accountId);
      if (!clock) return at;
      if (clock.frozenAt === null) return at - clock.aheadMs;
      return at <= clock.frozenAt ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    },
    change(accountId, change, then) {
      const { promise, resolve, reject } = Promise.withResolvers<TestClock>();
      const saving = store.write((tx) => {
        const clock = change(clocks.get(accountId) ?? newClock(accountId));
        clockStore(tx).put(clock);
        // Writes that were called later run later, and at the new time.
        clocks.set(accountId, clock);
        then?.();
        queueMicrotask(() => settle(clock));
      });
      // The transaction has ended, but its sync may last. It has failed if the row does not say the same.
      const settle = (clock: TestClock) => {
        reread(accountId);
        if (Bun.deepEquals(clocks.get(accountId), clock)) resolve(clock);
      };
      saving.catch((error) => {
        reread(accountId);
        reject(error);
      });
      return promise;
    },
    remove(tx, accountId) {
      clockStore(tx).remove(accountId);
      clocks.delete(accountId);
      // The transaction has ended then. If it was undone, the clock is still there.
      queueMicrotask(() => reread(accountId));
    },
    all: () => [...clocks.values()],
  };
}
