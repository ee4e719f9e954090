import type { Deps } from "./deps.ts";
import type { Environment } from "./environment.ts";

/** The time of what belongs to an account's environment. The sandbox can have a clock of its own; live never has. */

/** The account and environment that something belongs to; without an account it is the installation's. */
export interface Owner {
  readonly accountId: string | null;
  readonly environment: Environment;
}

/** For code that does not run in the owner's time, such as a check of credentials. */
export function timeOf({ clocks, realClock }: Deps, { accountId, environment }: Owner): number {
  return clocks && environment === "sandbox" ? clocks.times.now(accountId) : realClock.now();
}

/** Whether a time of the owner's comes without anybody moving a clock. */
export function comesByItself({ clocks }: Deps, { accountId, environment }: Owner, at: number): boolean {
  if (!clocks || environment !== "sandbox") return true;
  return clocks.times.inRealTime(accountId, at) !== Number.POSITIVE_INFINITY;
}

/** Runs `work`, and all that it waits for, in the owner's time. */
export function inTimeOf<T>({ clocks }: Deps, { accountId, environment }: Owner, work: () => T): T {
  return clocks && environment === "sandbox" ? clocks.times.run(accountId, work) : work();
}

/** How to run functions later in the time in which this runs. */
export function captureTime({ clocks }: Deps): <T>(work: () => T) => T {
  return clocks ? clocks.times.capture() : (work) => work();
}

/** The request goes on in the owner's time: it was not known before. */
export function enterTimeOf({ clocks }: Deps, { accountId, environment }: Owner): void {
  if (environment === "sandbox" && accountId !== null) clocks?.times.enter(accountId);
}
