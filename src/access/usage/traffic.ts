import type { Deps } from "../../infra/deps.ts";
import { dayMs, hourMs } from "../../infra/units.ts";
import { flushUsage } from "./counting.ts";
import type { ResponseCount } from "./tally.ts";
import { type AccountDay, trafficStore } from "./traffic-store.ts";

/** What the keys of accounts sent, for the operator. Requests of signed-in people do not count. */

/** Hours of all accounts that are read at once: others have their turn in between. */
const hoursPerRead = 3;

/** Responses to all accounts in the last `hours` hours, the current one included, in parts that add up. */
export async function recentResponses(deps: Deps, hours: number): Promise<Omit<ResponseCount, "hour">[]> {
  await flushUsage(deps);
  const traffic = trafficStore(deps.stores.telemetry.db);
  const thisHour = Math.floor(deps.realClock.now() / hourMs);
  const counts: Omit<ResponseCount, "hour">[] = [];
  for (let first = thisHour - hours + 1; first <= thisHour; first += hoursPerRead) {
    counts.push(...traffic.responsesIn(first, Math.min(first + hoursPerRead - 1, thisHour)));
    await Bun.sleep(0);
  }
  return counts;
}

/** Requests of accounts on the last `days` UTC days, today included; days without any are missing. */
export async function recentDays(
  deps: Deps,
  accountIds: readonly string[],
  days: number,
): Promise<AccountDay[]> {
  await flushUsage(deps);
  const today = Math.floor(deps.realClock.now() / dayMs);
  const last = Array.from({ length: days }, (_, index) => today - index);
  return trafficStore(deps.stores.telemetry.db).daysOf(accountIds, last);
}
