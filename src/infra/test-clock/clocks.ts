import type { Clock } from "../clock.ts";
import { currentAccount } from "./context.ts";
import { type ClockRunner, type ClockWorld, createClockRunner } from "./runner.ts";
import { type AccountTimes, createAccountTimes } from "./times.ts";

/** The clocks of all accounts. */
export interface AccountClocks {
  readonly times: AccountTimes;
  readonly runner: ClockRunner;
  /** Shows the time of the account in whose time the caller runs. */
  readonly clock: Clock;
}

export function createAccountClocks(world: Omit<ClockWorld, "times">): AccountClocks {
  const { store, realClock } = world;
  const times = createAccountTimes(store, realClock);
  return {
    times,
    runner: createClockRunner({ ...world, times }),
    clock: { now: () => times.now(currentAccount()), monotonic: realClock.monotonic },
  };
}

export { bound } from "./context.ts";
