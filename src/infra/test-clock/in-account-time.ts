import type { Deps } from "../deps.ts";
import type { Environment } from "../environment.ts";

/** Runs `work`, and all that it waits for, in the time of the account in that environment. */
export function inAccountTime<T>(
  { clocks }: Pick<Deps, "clocks">,
  environment: Environment,
  accountId: string | null,
  work: () => T,
): T {
  if (!clocks || environment === "live") return work();
  return clocks.times.run(accountId, work);
}

/** The time of the account in that environment. */
export function accountNow(
  { clocks, realClock }: Pick<Deps, "clocks" | "realClock">,
  environment: Environment,
  accountId: string | null,
): number {
  return clocks && environment === "sandbox" ? clocks.times.now(accountId) : realClock.now();
}

/** What runs from here on because of this request runs in the time of the account in that environment. */
export function enterAccountTime(
  { clocks }: Pick<Deps, "clocks">,
  environment: Environment,
  accountId: string,
): void {
  if (environment === "sandbox") clocks?.times.enter(accountId);
}
