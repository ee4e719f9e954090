import { emptyHistogram, percentileMs } from "../../../access/usage/latency.ts";
import { getAttemptCounts, getLastAttempts } from "../../../access/usage/service.ts";
import type { AttemptCount, LastAttempt } from "../../../access/usage/tally.ts";
import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Deps } from "../../../infra/deps.ts";
import { invalidParameter } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { hourMs } from "../../../infra/units.ts";
import { getWebhook } from "../endpoints/lookup.ts";
import { attemptResults, countedMax } from "./delivery.ts";
import { deliveryLog } from "./log-store.ts";
import type { StatisticsQuery, StatisticsView } from "./schema.ts";

const hoursDefault = 24;
const hoursMax = 30 * 24;

/**
 * An endpoint's attempts by the hour, and what waits for it now.
 * @throws AppError `not_found`, `query_invalid` for times that make no period, or one that is too long
 */
export async function getStatistics(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  query: StatisticsQuery,
): Promise<StatisticsView> {
  getWebhook(deps, caller, webhookId);
  const thisHour = Math.floor(deps.clock.now() / hourMs);
  const { from, to } = hoursOf(query, thisHour);
  const counts = await getAttemptCounts(deps, webhookId, hoursBetween(from, to));
  const lasts = await getLastAttempts(deps, webhookId, hoursBetween(thisHour - hoursMax, thisHour));
  const byHour = Map.groupBy(counts, ({ hour }) => hour);
  const total = sumOf(counts);
  const succeeded = sumOf(counts.filter(isSuccess));
  const histogram = emptyHistogram();
  for (const { latency, attempts } of counts) histogram[latency] = (histogram[latency] ?? 0) + attempts;
  const log = deliveryLog(deps.stores.platform(caller.environment).db);
  return {
    webhook_id: webhookId,
    from: toTimestamp(from * hourMs),
    to: toTimestamp((to + 1) * hourMs),
    attempts: total,
    success_rate: total === 0 ? null : succeeded / total,
    results: resultsOf(counts),
    p50_ms: percentileMs(histogram, 0.5),
    p95_ms: percentileMs(histogram, 0.95),
    hours: hoursBetween(from, to).map((hour) => {
      const inHour = byHour.get(hour) ?? [];
      return {
        begins_at: toTimestamp(hour * hourMs),
        attempts: sumOf(inHour),
        succeeded: sumOf(inHour.filter(isSuccess)),
      };
    }),
    pending: log.count(webhookId, "pending", countedMax),
    paused: log.count(webhookId, "paused", countedMax),
    oldest_due_at: toTimestampOrNull(log.oldestDue(webhookId)),
    last_success_at: lastOf(lasts.filter(isSuccess)),
    last_failure_at: lastOf(lasts.filter((last) => !isSuccess(last))),
  };
}

/** The first and the last hour, both of them included, as hours since the epoch. */
function hoursOf(query: StatisticsQuery, thisHour: number): { from: number; to: number } {
  // The hour that ends at `to` is the last one.
  const asked = query.to === undefined ? thisHour : Math.ceil(Date.parse(query.to) / hourMs) - 1;
  const to = Math.min(asked, thisHour);
  const from = query.from === undefined ? to - hoursDefault + 1 : Math.floor(Date.parse(query.from) / hourMs);
  if (from > thisHour) throw invalidParameter("from", "range", "must not be in the future");
  if (from > to) throw invalidParameter("to", "range", "must be later than from");
  if (from < thisHour - hoursMax) throw invalidParameter("from", "range", "must be at most 30 days ago");
  return { from, to };
}

function hoursBetween(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function sumOf(counts: readonly AttemptCount[]): number {
  return counts.reduce((sum, { attempts }) => sum + attempts, 0);
}

function isSuccess({ result }: LastAttempt): boolean {
  return result === "success";
}

function resultsOf(counts: readonly AttemptCount[]): StatisticsView["results"] {
  return Object.fromEntries(
    attemptResults.map((result) => [result, sumOf(counts.filter((count) => count.result === result))]),
  );
}

function lastOf(lasts: readonly LastAttempt[]): string | null {
  return toTimestampOrNull(
    lasts.reduce<number | null>((last, { lastAt }) => Math.max(last ?? 0, lastAt), null),
  );
}
