import type { Footprint } from "../infra/db/store.ts";
import type { JobReport } from "../infra/jobs/report.ts";
import type { CertificateState } from "../infra/secrets/certificate.ts";
import { dayMs, hourMs, minuteMs } from "../infra/units.ts";
import type { Need, NeedKind } from "./need.ts";

/** What needs the operator of the installation itself. */

/** A healthy disk syncs within milliseconds. */
const slowSyncMs = 1_000;
/** Backups are daily, so two were missed by then. */
const oldBackupMs = 2 * dayMs;
/** A job whose oldest task waits longer is delayed: the loop runs much more often. */
const delayedMs = 30_000;
/** A mail server may be away for some minutes: each mail is retried. */
const mailFailsMs = 15 * minuteMs;
/** Of certificates that live long; of others a sixth of the life. */
const lateRenewalMs = 5 * dayMs;
const lateRenewalShare = 1 / 6;
/** The jobs that send webhook deliveries; the environment follows. */
const sendingJob = "deliveries.send.";

/** What is known of the storage. */
interface StorageFacts {
  spaceIsLow: boolean;
  syncRunningMs: number;
  databases: readonly Pick<Footprint, "name" | "isDamaged">[];
  /** Whether backups are set up. */
  hasBackups: boolean;
  /** When the newest backup was taken. */
  lastBackupAt: number | null;
  /** When the latest restore check was made, if it failed. */
  restoreFailedAt: number | null;
  /** When the server was started. */
  startedAt: number;
}

export function storageNeeds(facts: StorageFacts, now: number): Need[] {
  const damaged = facts.databases.filter(({ isDamaged }) => isDamaged).map(({ name }) => name);
  const backedUpAt = facts.lastBackupAt ?? facts.startedAt;
  return [
    facts.spaceIsLow &&
      need("disk_full", "The disk is almost full. Writes are refused until you free space.", 100),
    facts.syncRunningMs > slowSyncMs &&
      need(
        "disk_stalled",
        `Disk sync has been running for ${duration(facts.syncRunningMs)}. Writes wait for it.`,
        95,
      ),
    damaged.length > 0 &&
      need("database_damaged", `Damaged databases: ${damaged.join(", ")}. Check the log.`, 100),
    facts.hasBackups &&
      now - backedUpAt > oldBackupMs &&
      need("backup_overdue", "No backup in the last two days.", 80, backedUpAt),
    facts.restoreFailedAt !== null &&
      need(
        "restore_check_failed",
        "The newest backup could not be restored for a check. The Storage page says why.",
        90,
        facts.restoreFailedAt,
      ),
  ].filter((each) => each !== false);
}

/** @param failingSince when the first mail failed since the last one that was sent */
export function mailNeeds(failingSince: number | null, now: number): Need[] {
  if (failingSince === null || now - failingSince < mailFailsMs) return [];
  const message = `The SMTP server has taken no email for ${duration(now - failingSince)}. The Settings page says why.`;
  return [need("mail_failing", message, 75, failingSince)];
}

/** @param state of the certificate that HTTPS of Waybill's own serves */
export function certificateNeeds({ served, failure, isOwn }: CertificateState, now: number): Need[] {
  if (served === undefined || (isOwn && failure === undefined)) return [];
  const { validFrom, validTo } = served;
  const left = validTo - now;
  if (left >= Math.min(lateRenewalMs, (validTo - validFrom) * lateRenewalShare)) return [];
  const ends = left > 0 ? `ends in ${duration(left)}` : "has expired, so browsers refuse it";
  const remedy = isOwn
    ? `Waybill cannot renew it: ${failure?.replace(/\.?$/, ".")}`
    : "Replace its files; Waybill reads them again.";
  return [need("certificate_expiring", `The certificate for HTTPS ${ends}. ${remedy}`, 90)];
}

export function jobNeeds(jobs: readonly JobReport[], now: number): Need[] {
  const failed = jobs.filter((job) => hasFailedRecently(job, now)).map(({ name }) => name);
  return [
    ...jobs.filter(({ oldestDueAgeMs }) => isDelayed(oldestDueAgeMs)).map((job) => delayNeed(job, now)),
    ...(failed.length > 0 ? [need("job_failed", `Jobs with errors: ${failed.join(", ")}.`, 70)] : []),
  ];
}

/** Whether tasks wait for the job. What an endpoint keeps waiting does not count. */
export function isDelayed(oldestDueAgeMs: number | null): boolean {
  return oldestDueAgeMs !== null && oldestDueAgeMs > delayedMs;
}

/** `Webhook deliveries are delayed (sandbox): 100 waiting, oldest 26 min.` */
function delayNeed({ name, environment, backlog, oldestDueAgeMs }: JobReport, now: number): Need {
  const age = oldestDueAgeMs ?? 0;
  const subject = name.startsWith(sendingJob)
    ? `Webhook deliveries are delayed (${environment})`
    : `Job ${name} is delayed`;
  const message = `${subject}: ${(backlog ?? 0).toLocaleString("en-US")} waiting, oldest ${duration(age)}.`;
  return { ...need("job_delayed", message, 85, now - age), id: `job_delayed ${name}`, environment };
}

/** Whether it failed within the time of a retry: a day for a scheduled job, otherwise an hour. */
function hasFailedRecently({ lastFailure, schedule }: JobReport, now: number): boolean {
  return lastFailure !== null && now - lastFailure.at <= (schedule === null ? hourMs : dayMs);
}

function need(kind: NeedKind, message: string, weight: number, since: number | null = null): Need {
  return { id: kind, kind, accountId: null, environment: null, webhookId: null, message, since, weight };
}

const units = [
  ["days", dayMs],
  ["hours", hourMs],
  ["min", minuteMs],
] as const;

/** In its largest unit: `26 min`. */
function duration(ms: number): string {
  const [unit, length] = units.find(([, length]) => ms >= 2 * length) ?? (["s", 1_000] as const);
  return `${Math.floor(ms / length)} ${unit}`;
}
