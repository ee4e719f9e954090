import { Anchor, Box, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { systemClock } from "../../../infra/clock.ts";
import { dayMs, hourMs, minuteMs } from "../../../infra/durations.ts";
import type { OperatorJobView, OperatorStorageView } from "../../../operator/schema.ts";
import { Notice } from "../components/notice.tsx";
import { useEnvironment } from "../environment.ts";
import { formatCount, formatMs, formatSeconds } from "../format.ts";
import { useRead } from "../queries.ts";

/** There is no stream of the installation. */
const pollMs = minuteMs;
/** A healthy disk syncs within milliseconds. */
const slowSyncMs = 1_000;
/** Backups are daily, so two were missed by then. */
const oldBackupMs = 2 * dayMs;
/** A job whose oldest task waits longer is delayed: the loop runs much more often. */
const delayedSeconds = 30;
/** The jobs that send webhook deliveries; the environment follows. */
const sendingJob = "deliveries.send.";

/** Problems of the installation, on every page of an operator; nothing while all is well. */
export function InstallationAlerts() {
  const environment = useEnvironment();
  const often = { refetchInterval: pollMs };
  const { data: storage } = useRead<OperatorStorageView>("/operator/storage", often);
  const { data: jobs } = useRead<{ data: OperatorJobView[] }>("/operator/jobs", often);
  const alerts = [
    { messages: storage ? storageAlerts(storage) : [], page: "storage", label: "View storage" },
    { messages: jobs ? jobAlerts(jobs.data) : [], page: "jobs", label: "View jobs" },
  ].filter(({ messages }) => messages.length > 0);
  if (alerts.length === 0) return null;
  return (
    <Box mb="lg">
      <Notice tone="bad" role="alert">
        {alerts.map(({ messages, page, label }) => (
          <Text key={page} inherit>
            {messages.join(" ")}{" "}
            <Anchor
              inherit
              c="inherit"
              renderRoot={(props) => (
                <Link to={`/$environment/operator/${page}`} params={{ environment }} {...props} />
              )}
            >
              {label}
            </Anchor>
          </Text>
        ))}
      </Notice>
    </Box>
  );
}

function storageAlerts(storage: OperatorStorageView): string[] {
  const { writes_refused, sync_running_ms } = storage;
  const damaged = storage.databases.filter(({ is_damaged }) => is_damaged).map(({ name }) => name);
  return [
    writes_refused && "The disk is almost full. Writes are refused until you free space.",
    sync_running_ms > slowSyncMs &&
      `Disk sync has been running for ${formatMs(sync_running_ms)}. Writes wait for it.`,
    damaged.length > 0 && `Damaged databases: ${damaged.join(", ")}. Check the log.`,
    storage.restore_check?.result === "failed" &&
      "The newest backup could not be restored. The Storage page says why.",
    isBackupOverdue(storage) && "No backup in the last two days.",
  ].filter((message) => message !== false);
}

function isBackupOverdue({ backup_folder, last_backup, started_at }: OperatorStorageView): boolean {
  const since = Date.parse(last_backup?.at ?? started_at);
  return backup_folder !== null && systemClock.now() - since > oldBackupMs;
}

function jobAlerts(jobs: readonly OperatorJobView[]): string[] {
  const failed = jobs.filter(hasFailedRecently).map(({ name }) => name);
  return [
    ...jobs.filter(isDelayed).map(delayText),
    ...(failed.length > 0 ? [`Jobs with errors: ${failed.join(", ")}.`] : []),
  ];
}

/** `Webhook deliveries are delayed (sandbox): 100 waiting, oldest 26 min.` */
function delayText({ name, environment, backlog, oldest_due_age_seconds: age }: OperatorJobView): string {
  const subject = name.startsWith(sendingJob)
    ? `Webhook deliveries are delayed (${environment})`
    : `Job ${name} is delayed`;
  const figures = [
    backlog !== null && `${formatCount(backlog)} waiting`,
    age !== null && `oldest ${formatSeconds(age)}`,
  ].filter((figure) => figure !== false);
  return `${subject}: ${figures.join(", ")}.`;
}

export function isDelayed({ oldest_due_age_seconds: age }: OperatorJobView): boolean {
  return age !== null && age > delayedSeconds;
}

/** Whether it failed within the time of a retry: a day for a scheduled job, otherwise an hour. */
function hasFailedRecently({ last_error, schedule }: OperatorJobView): boolean {
  const retryMs = schedule === null ? hourMs : dayMs;
  return last_error !== null && systemClock.now() - Date.parse(last_error.at) <= retryMs;
}
