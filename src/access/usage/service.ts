import { toTimestamp } from "../../infra/clock.ts";
import type { Deps } from "../../infra/deps.ts";
import { invalidParameter } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { dayMs, hourMs } from "../../infra/units.ts";
import { getKey } from "../keys/service.ts";
import type { AccountEnvironment } from "../model.ts";
import { flushUsage } from "./counting.ts";
import { emptyHistogram, type Histogram, percentileMs } from "./latency.ts";
import type { OutcomeWords, TrafficView, UsageItem, UsageQuery, UsageView } from "./schema.ts";
import { type GroupedCount, type KeyDay, type RequestSpan, usageStore } from "./store.ts";
import type { AttemptCount, LastAttempt, OutcomeCount } from "./tally.ts";
import { removeCounts, removeCountsAhead } from "./writing.ts";

const daysDefault = 30;
const daysMax = 366;
/** About 20 ms of the event loop for an account with many keys and routes. */
const daysPerRead = 31;
const keptDays = 400;
/** Delivery attempts are counted by the hour: 30 days, and the current hour. */
const attemptHoursKept = 30 * 24 + 1;
/** Responses are counted by the hour: the last two days. */
const responseHoursKept = 2 * 24;

/**
 * Usage of the caller's account in its environment, including its last request.
 * @throws AppError `query_invalid` if the days are in the wrong order or the span is too long
 */
export async function getUsage(
  deps: Deps,
  caller: Caller,
  query: UsageQuery,
  words: OutcomeWords,
): Promise<UsageView> {
  const { accountId, environment } = caller;
  const days = daysOf(query, Math.floor(deps.clock.now() / dayMs));
  const grouping = query.group_by ?? "day";
  await flushUsage(deps);
  const usage = usageStore(deps.stores.telemetry.db);
  const span: RequestSpan = { accountId, environment, days, caller: query.caller };
  const counts = await readInParts(days, (part) => usage.requests({ ...span, days: part }, grouping));
  const byDay =
    grouping === "key" ? await readInParts(days, (part) => usage.requestsByDay({ ...span, days: part })) : [];
  const outcomes = usage.outcomes(span);
  const items = {
    day: () => toDays(days, counts, outcomes, words),
    key: () => toKeys(deps, caller, counts, toSeries(days, byDay)),
    route: () => mostUsed(counts).map(({ name, traffic }) => ({ route: name, ...traffic })),
  };
  return {
    from: toDay(days.at(0) ?? 0),
    to: toDay(days.at(-1) ?? 0),
    group_by: grouping,
    environment,
    data: items[grouping](),
    totals: toTraffic(counts),
    ...toOutcomes(outcomes, words),
  };
}

/** Reads in parts, so that other requests run in between. The counts of the parts add up. */
async function readInParts<T>(days: readonly number[], read: (part: readonly number[]) => T[]): Promise<T[]> {
  const rows: T[] = [];
  for (let first = 0; first < days.length; first += daysPerRead) {
    if (first > 0) await Bun.sleep(0);
    rows.push(...read(days.slice(first, first + daysPerRead)));
  }
  return rows;
}

/** Deletes counts that are older than any query can reach. */
export function removeOldUsage({ stores }: Deps, now: number): Promise<void> {
  const day = Math.floor(now / dayMs) - keptDays;
  const thisHour = Math.floor(now / hourMs);
  return stores.telemetry.run(removeCounts, {
    day,
    attemptHour: thisHour - attemptHoursKept,
    responseHour: thisHour - responseHoursKept,
  });
}

/** Deletes an account's counts of days after the real today: its clock returns to real time. */
export async function removeUsageAhead(
  deps: Deps,
  account: AccountEnvironment,
  webhookIds: string[],
): Promise<void> {
  await flushUsage(deps);
  const day = Math.floor(deps.realClock.now() / dayMs);
  await deps.stores.telemetry.run(removeCountsAhead, { ...account, day, webhookIds });
}

/** Endpoints with a failed attempt in the given hours (since the epoch), including the last attempt. */
export async function findFailedEndpoints(
  deps: Deps,
  webhookIds: readonly string[],
  hours: readonly number[],
): Promise<string[]> {
  await flushUsage(deps);
  return usageStore(deps.stores.telemetry.db).failedEndpoints(webhookIds, hours);
}

/** Delivery attempts of an endpoint in the given hours (since the epoch), including the last attempt. */
export async function getAttemptCounts(
  deps: Deps,
  webhookId: string,
  hours: readonly number[],
): Promise<AttemptCount[]> {
  await flushUsage(deps);
  return usageStore(deps.stores.telemetry.db).attempts(webhookId, hours);
}

/** Time of the last attempt with each result in the given hours (since the epoch). */
export async function getLastAttempts(
  deps: Deps,
  webhookId: string,
  hours: readonly number[],
): Promise<LastAttempt[]> {
  await flushUsage(deps);
  return usageStore(deps.stores.telemetry.db).lastAttempts(webhookId, hours);
}

function daysOf(query: UsageQuery, today: number): number[] {
  const to = query.to === undefined ? today : fromDay(query.to);
  const from = query.from === undefined ? to - daysDefault + 1 : fromDay(query.from);
  const count = to - from + 1;
  if (count < 1) {
    const [parameter, detail] =
      query.to === undefined
        ? (["from", "must not be in the future"] as const)
        : (["to", "must not be before from"] as const);
    throw invalidParameter(parameter, "range", detail);
  }
  if (count > daysMax) {
    const detail = `must be at most ${daysMax - 1} days before the last day`;
    throw invalidParameter("from", "range", detail);
  }
  return Array.from({ length: count }, (_, index) => from + index);
}

/** Includes days without requests, because charts need them. */
function toDays(
  days: readonly number[],
  counts: readonly GroupedCount[],
  outcomes: readonly CountedOutcome[],
  words: OutcomeWords,
): UsageItem[] {
  const traffic = Map.groupBy(counts, ({ group }) => group);
  const outcomesOf = Map.groupBy(outcomes, ({ day }) => day);
  return days.map((day) => ({
    day: toDay(day),
    ...toTraffic(traffic.get(day) ?? []),
    ...toOutcomes(outcomesOf.get(day) ?? [], words),
  }));
}

function mostUsed(counts: readonly GroupedCount[]): { name: string; traffic: TrafficView }[] {
  return [...Map.groupBy(counts, ({ group }) => group)]
    .map(([group, of]) => ({ name: String(group), traffic: toTraffic(of) }))
    .sort((a, b) => b.traffic.requests - a.traffic.requests);
}

function toKeys(
  deps: Deps,
  caller: Caller,
  counts: readonly GroupedCount[],
  seriesOf: (keyId: string) => number[],
): UsageItem[] {
  return mostUsed(counts).map(({ name, traffic }) => ({
    ...keyOf(deps, caller, name),
    ...traffic,
    requests_by_day: seriesOf(name),
  }));
}

/** A key's requests on each day. */
function toSeries(days: readonly number[], counts: readonly KeyDay[]): (keyId: string) => number[] {
  const ofKey = Map.groupBy(counts, ({ keyId }) => keyId);
  return (keyId) => {
    const requests = new Map(ofKey.get(keyId)?.map((count) => [count.day, count.requests]));
    return days.map((day) => requests.get(day) ?? 0);
  };
}

function keyOf(deps: Deps, { accountId }: Caller, id: string) {
  if (id === "") return { key_id: null, key_name: null };
  return { key_id: id, key_name: getKey(deps, accountId, id).name };
}

function toTraffic(counts: readonly GroupedCount[]): TrafficView {
  const histogram: Histogram = emptyHistogram();
  const traffic = { requests: 0, errors: 0, rate_limited: 0 };
  for (const count of counts) {
    histogram[count.latency] = (histogram[count.latency] ?? 0) + count.requests;
    traffic.requests += count.requests;
    traffic.errors += count.errors;
    traffic.rate_limited += count.rateLimited;
  }
  return { ...traffic, p50_ms: percentileMs(histogram, 0.5), p95_ms: percentileMs(histogram, 0.95) };
}

type CountedOutcome = Pick<OutcomeCount, "day" | "kind" | "outcome" | "total">;

/** Every outcome, with 0 if it did not occur. */
function toOutcomes(
  counts: readonly CountedOutcome[],
  words: OutcomeWords,
): Pick<UsageView, "shipments" | "deliveries"> {
  const totals = (kind: OutcomeCount["kind"], names: readonly string[]) => {
    const sums = Object.fromEntries(names.map((name) => [name, 0]));
    for (const { kind: of, outcome, total } of counts) {
      if (of === kind) sums[outcome] = (sums[outcome] ?? 0) + total;
    }
    return sums;
  };
  return { shipments: totals("shipment", words.shipments), deliveries: totals("delivery", words.deliveries) };
}

function toDay(day: number): string {
  return toTimestamp(day * dayMs).slice(0, "2026-01-31".length);
}

function fromDay(text: string): number {
  return Date.parse(text) / dayMs;
}
