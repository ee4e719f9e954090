import type { AccountRow, UserRow } from "../access/accounts/store.ts";
import type { Tier } from "../access/limits/limit.ts";
import { toLimitsView } from "../access/limits/view.ts";
import type { MakerView } from "../access/schema.ts";
import type { AccountDay } from "../access/usage/traffic-store.ts";
import { toTimestamp, toTimestampOrNull } from "../infra/clock.ts";
import type { Footprint } from "../infra/db/store.ts";
import type { JobReport } from "../infra/jobs/report.ts";
import { dayMs } from "../infra/units.ts";
import type { EndpointHealth } from "../messaging/webhooks/deliveries/trouble.ts";
import { nameOf } from "../messaging/webhooks/endpoints/view.ts";
import type { OperatorEndpointView } from "./account-schema.ts";
import { type Need, urgentFrom } from "./need.ts";
import type { OperatorNeedView, OperatorTrafficView } from "./overview-schema.ts";
import type { Responses } from "./responses.ts";
import type {
  OperatorAccountView,
  OperatorDatabaseView,
  OperatorJobView,
  OperatorTierView,
} from "./schema.ts";

export function toOperatorAccountView(
  account: AccountRow,
  users: readonly UserRow[],
  usableKeys: number,
  deletionDueAt: string | null,
): Omit<OperatorAccountView, "traffic" | "needs"> {
  const { id, name, tier, suspendedAt, createdAt, lastRequestAt } = account;
  return {
    id,
    name,
    tier,
    status: suspendedAt === null ? "active" : "suspended",
    suspended_at: toTimestampOrNull(suspendedAt),
    deletion_due_at: deletionDueAt,
    created_at: toTimestamp(createdAt),
    users: users.map((user) => ({
      id: user.id,
      email: user.email,
      role: user.role,
      is_operator: user.isOperator,
      created_at: toTimestamp(user.createdAt),
    })),
    usable_keys: usableKeys,
    last_request_at: lastRequestAt === 0 ? null : toTimestamp(lastRequestAt),
    recipient_mail: account.recipientMail,
    recipient_mail_allowed: account.recipientMailAllowed,
  };
}

/** What an account's keys sent in both environments, by day from the day `from` on. */
export function toTrafficView(
  responses: readonly Responses[],
  days: readonly AccountDay[],
  from: number,
  count: number,
): OperatorTrafficView {
  const [mostErrors] = responses.toSorted((one, other) => other.errors - one.errors);
  const sum = (of: (one: Responses) => number) => responses.reduce((total, one) => total + of(one), 0);
  const perDay = Map.groupBy(days, ({ day }) => day);
  return {
    from: toTimestamp(from * dayMs).slice(0, "2026-01-31".length),
    requests_by_day: Array.from({ length: count }, (_, index) =>
      (perDay.get(from + index) ?? []).reduce((total, { requests }) => total + requests, 0),
    ),
    requests: sum(({ requests }) => requests),
    errors: sum(({ errors }) => errors),
    rate_limited: sum(({ rateLimited }) => rateLimited),
    commonest_error: mostErrors?.commonestCode ?? null,
  };
}

/** @param dismissedBy who leaves it as it is, if somebody does */
export function toNeedView(
  need: Need,
  accountName: string | null,
  dismissedBy: MakerView | null = null,
): OperatorNeedView {
  const { remedy = null, command = null, dismissal = null } = need.goingLive ?? {};
  return {
    id: need.id,
    kind: need.kind,
    account_id: need.accountId,
    account_name: accountName,
    environment: need.environment,
    webhook_id: need.webhookId,
    message: need.message,
    since: toTimestampOrNull(need.since),
    is_urgent: need.weight >= urgentFrom,
    remedy,
    command,
    dismissed_at: toTimestampOrNull(dismissal?.at ?? null),
    dismissed_by: dismissedBy,
  };
}

/** What is missing before people rely on the installation, as `waybill doctor --json` prints it. */
export function toBeforeLiveView(need: Need) {
  const { kind, message, is_urgent, remedy, command, dismissed_at } = toNeedView(need, null);
  return { kind, message, remedy: remedy ?? "", command, is_urgent, dismissed_at };
}
export type BeforeLiveView = ReturnType<typeof toBeforeLiveView>;

export function toEndpointView(health: EndpointHealth): OperatorEndpointView {
  const { row, waiting, oldestDueAt, attempts, succeeded } = health;
  return {
    id: row.id,
    name: nameOf(row),
    disabled_reason: row.disabledReason,
    failing_since: toTimestampOrNull(row.failingSince),
    waiting,
    oldest_due_at: toTimestampOrNull(oldestDueAt),
    attempts,
    succeeded,
  };
}

export function toOperatorTierView(
  { name, limits, price }: Tier,
  accounts: number,
  isDefault: boolean,
): OperatorTierView {
  return { name, limits: limits && toLimitsView(limits), accounts, price, is_default: isDefault };
}

export function toOperatorJobView(report: JobReport): OperatorJobView {
  const { lastFailure } = report;
  return {
    name: report.name,
    environment: report.environment,
    schedule: report.schedule,
    last_run_at: toTimestampOrNull(report.lastRunAt),
    last_duration_ms: report.lastDurationMs,
    next_run_at: toTimestampOrNull(report.nextRunAt),
    backlog: report.backlog,
    oldest_due_age_seconds: report.oldestDueAgeMs === null ? null : toSeconds(report.oldestDueAgeMs),
    held_back: report.heldBack,
    last_error: lastFailure && {
      at: toTimestamp(lastFailure.at),
      task_id: lastFailure.id,
      message: lastFailure.message,
    },
  };
}

export function toOperatorDatabaseView(footprint: Footprint): OperatorDatabaseView {
  const { name, fileBytes, logBytes, schema, lastSyncAgeMs, isDamaged } = footprint;
  return {
    name,
    size_bytes: fileBytes,
    log_size_bytes: logBytes,
    schema,
    is_damaged: isDamaged,
    last_sync_age_seconds: lastSyncAgeMs === undefined ? null : toSeconds(lastSyncAgeMs),
  };
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
