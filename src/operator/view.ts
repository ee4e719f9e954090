import type { AccountRow, UserRow } from "../access/accounts/store.ts";
import type { Tier } from "../access/limits/limit.ts";
import { toLimitsView } from "../access/limits/view.ts";
import { type Backup, bytesOf } from "../infra/backups/backup.ts";
import { toTimestamp, toTimestampOrNull } from "../infra/clock.ts";
import type { Footprint } from "../infra/db/store.ts";
import type { JobReport } from "../infra/jobs/report.ts";
import type {
  OperatorAccountView,
  OperatorBackupView,
  OperatorDatabaseView,
  OperatorJobView,
  OperatorTierView,
} from "./schema.ts";

export function toOperatorAccountView(
  { id, name, tier, suspendedAt, createdAt }: AccountRow,
  users: readonly UserRow[],
  usableKeys: number,
): OperatorAccountView {
  return {
    id,
    name,
    tier,
    status: suspendedAt === null ? "active" : "suspended",
    suspended_at: toTimestampOrNull(suspendedAt),
    created_at: toTimestamp(createdAt),
    users: users.map((user) => ({
      id: user.id,
      email: user.email,
      is_operator: user.isOperator,
      created_at: toTimestamp(user.createdAt),
    })),
    usable_keys: usableKeys,
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

export function toOperatorBackupView({ path, manifest }: Backup): OperatorBackupView {
  return { path, at: manifest.taken_at, size_bytes: bytesOf(manifest), version: manifest.waybill };
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
