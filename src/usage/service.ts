import type { Caller } from "../accounts/caller.ts";
import { getAccount } from "../accounts/service.ts";
import { toTimestamp } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { invalidParameter } from "../errors.ts";
import type { KeyView } from "../keys/schema.ts";
import { getKey } from "../keys/service.ts";
import { getTier } from "../limits/service.ts";
import { requestsLeftToday } from "../limits/spending.ts";
import { toLimitsView } from "../limits/view.ts";
import { statuses } from "../shipments/status.ts";
import { dayMs, flushUsage, hourMs } from "./counting.ts";
import { emptyHistogram, type Histogram, percentileMs } from "./latency.ts";
import type { AccountView, TrafficView, UsageItem, UsageQuery, UsageView } from "./schema.ts";
import { type GroupedCount, type Grouping, type Span, usageStore } from "./store.ts";
import { type AttemptCount, deliveryOutcomes, type OutcomeCount } from "./tally.ts";

const daysDefault = 30;
const daysMax = 366;
const keptDays = 400;
/** Attempts at deliveries are counted by the hour: 30 days, and the hours that are not over. */
const attemptHoursKept = 30 * 24 + 1;
/** Removed in one transaction: a few milliseconds of the event loop. */
const rowsPerStep = 500;

/**
 * What the caller's account asked for in its environment, up to its last request.
 * @throws AppError `query_invalid` for days that make no span, or one that is too long
 */
export async function getUsage(deps: Deps, caller: Caller, query: UsageQuery): Promise<UsageView> {
  const { accountId, environment } = caller;
  const days = daysOf(query, Math.floor(deps.clock.now() / dayMs));
  const grouping = query.group_by ?? "day";
  await flushUsage(deps);
  const usage = usageStore(deps.stores.telemetry.db);
  const span: Span = { accountId, environment, days };
  const counts = usage.requests(span, grouping);
  const outcomes = usage.outcomes(span);
  return {
    from: toDay(days.at(0) ?? 0),
    to: toDay(days.at(-1) ?? 0),
    group_by: grouping,
    environment,
    data: grouping === "day" ? toDays(days, counts, outcomes) : toGroups(deps, caller, grouping, counts),
    totals: toTraffic(counts),
    ...toOutcomes(outcomes),
  };
}

/** Counts that are older than anybody can ask for. */
export async function removeOldUsage(deps: Deps, now: number): Promise<void> {
  const day = Math.floor(now / dayMs) - keptDays;
  const hour = Math.floor(now / hourMs) - attemptHoursKept;
  const { telemetry } = deps.stores;
  while ((await telemetry.write((tx) => usageStore(tx).removeBefore(day, hour, rowsPerStep))) > 0);
}

/** The attempts at an endpoint's deliveries in some hours since the epoch, up to the last attempt. */
export async function getAttemptCounts(
  deps: Deps,
  webhookId: string,
  hours: readonly number[],
): Promise<AttemptCount[]> {
  await flushUsage(deps);
  return usageStore(deps.stores.telemetry.db).attempts(webhookId, hours);
}

/** Whose resources this caller touches, with what, and how much more may be asked. */
export function describeCaller(deps: Deps, caller: Caller): AccountView {
  const { accountId, environment, via } = caller;
  const { id, name, createdAt } = getAccount(deps, accountId);
  const { name: tier, limits } = getTier(deps, accountId);
  return {
    id,
    name,
    environment,
    created_at: toTimestamp(createdAt),
    tier,
    limits: limits && toLimitsView(limits),
    requests_left_today: limits && requestsLeftToday(deps, caller, limits),
    key: via.kind === "key" ? inUse(getKey(deps, accountId, via.id)) : null,
  };
}

function inUse({ id, name, prefix, last4, scopes, expires_at }: KeyView): AccountView["key"] {
  return { id, name, prefix, last4, scopes, expires_at };
}

function daysOf(query: UsageQuery, today: number): number[] {
  const to = query.to === undefined ? today : fromDay(query.to);
  const from = query.from === undefined ? to - daysDefault + 1 : fromDay(query.from);
  const count = to - from + 1;
  if (count < 1) {
    const [parameter, detail] =
      query.to === undefined
        ? (["from", "must not lie in the future"] as const)
        : (["to", "must not lie before from"] as const);
    throw invalidParameter(parameter, "range", detail);
  }
  if (count > daysMax) {
    const detail = `must lie at most ${daysMax} days before the last day, which is one of them`;
    throw invalidParameter("from", "range", detail);
  }
  return Array.from({ length: count }, (_, index) => from + index);
}

/** A chart needs the days on which nothing was asked, too. */
function toDays(
  days: readonly number[],
  counts: readonly GroupedCount[],
  outcomes: readonly CountedOutcome[],
): UsageItem[] {
  const traffic = Map.groupBy(counts, ({ group }) => group);
  const outcomesOf = Map.groupBy(outcomes, ({ day }) => day);
  return days.map((day) => ({
    day: toDay(day),
    ...toTraffic(traffic.get(day) ?? []),
    ...toOutcomes(outcomesOf.get(day) ?? []),
  }));
}

function toGroups(
  deps: Deps,
  caller: Caller,
  grouping: Exclude<Grouping, "day">,
  counts: readonly GroupedCount[],
): UsageItem[] {
  return [...Map.groupBy(counts, ({ group }) => group)]
    .map(([group, of]) => ({ name: String(group), traffic: toTraffic(of) }))
    .sort((a, b) => b.traffic.requests - a.traffic.requests)
    .map(({ name, traffic }) =>
      grouping === "key" ? { ...keyOf(deps, caller, name), ...traffic } : { route: name, ...traffic },
    );
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

/** Every outcome, with 0 for what did not happen. */
function toOutcomes(counts: readonly CountedOutcome[]): Pick<UsageView, "shipments" | "deliveries"> {
  const totals = (kind: OutcomeCount["kind"], names: readonly string[]) => {
    const sums = Object.fromEntries(names.map((name) => [name, 0]));
    for (const { kind: of, outcome, total } of counts) {
      if (of === kind) sums[outcome] = (sums[outcome] ?? 0) + total;
    }
    return sums;
  };
  return { shipments: totals("shipment", statuses), deliveries: totals("delivery", deliveryOutcomes) };
}

function toDay(day: number): string {
  return toTimestamp(day * dayMs).slice(0, "2026-01-31".length);
}

function fromDay(text: string): number {
  return Date.parse(text) / dayMs;
}
