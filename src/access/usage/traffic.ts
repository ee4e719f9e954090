import type { Deps } from "../../infra/deps.ts";
import { dayMs, hourMs } from "../../infra/durations.ts";
import { flushUsage } from "./counting.ts";
import type { ResponseCount } from "./tally.ts";
import { type AccountDay, trafficStore } from "./traffic-store.ts";

/** What the keys of accounts sent, for the operator. Requests of signed-in people do not count. */

/**
 * Responses to all accounts in the last `hours` hours, the current one included: one row for each account, environment
 * and code of a problem.
 */
export async function recentResponses(deps: Deps, hours: number): Promise<Omit<ResponseCount, "hour">[]> {
  await flushUsage(deps);
  return trafficStore(deps.stores.telemetry.db).responsesAfter(Math.floor(deps.clock.now() / hourMs) - hours);
}

/** Requests of accounts on the last `days` UTC days, today included; days without any are missing. */
export async function recentDays(
  deps: Deps,
  accountIds: readonly string[],
  days: number,
): Promise<AccountDay[]> {
  await flushUsage(deps);
  const today = Math.floor(deps.clock.now() / dayMs);
  const last = Array.from({ length: days }, (_, index) => today - index);
  return trafficStore(deps.stores.telemetry.db).daysOf(accountIds, last);
}
