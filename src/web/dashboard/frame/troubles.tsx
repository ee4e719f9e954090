import { Anchor, Box, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { systemClock } from "../../../infra/clock.ts";
import { dayMs, hourMs, minuteMs } from "../../../infra/durations.ts";
import type { OperatorJobView, OperatorStorageView } from "../../../operator/schema.ts";
import { Notice } from "../components/notice.tsx";
import { useEnvironment } from "../environment.ts";
import { msInFigures } from "../figures.ts";
import { useRead } from "../queries.ts";

/** No stream tells of the installation. */
const lookEveryMs = minuteMs;
/** A healthy disk is done within milliseconds. */
const slowSyncMs = 1_000;
/** One is made every day: then the second has been missed. */
const oldBackupMs = 2 * dayMs;
/** A task that has been due for longer is behind: the loop looks much more often. */
const behindSeconds = 30;

/** What is wrong with the installation, on every page of whoever runs it; nothing where all is well. */
export function Troubles() {
  const environment = useEnvironment();
  const often = { refetchInterval: lookEveryMs };
  const { data: storage } = useRead<OperatorStorageView>("/operator/storage", often);
  const { data: jobs } = useRead<{ data: OperatorJobView[] }>("/operator/jobs", often);
  const troubles = [
    { told: storage ? storageTroubles(storage) : [], page: "storage", label: "See the storage" },
    { told: jobs ? jobTroubles(jobs.data) : [], page: "jobs", label: "See the jobs" },
  ].filter(({ told }) => told.length > 0);
  if (troubles.length === 0) return null;
  return (
    <Box mb="lg">
      <Notice tone="bad" role="alert">
        {troubles.map(({ told, page, label }) => (
          <Text key={page} inherit>
            {told.join(" ")}{" "}
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

function storageTroubles(storage: OperatorStorageView): string[] {
  const { writes_refused, sync_running_ms } = storage;
  const damaged = storage.databases.filter(({ is_damaged }) => is_damaged).map(({ name }) => name);
  return [
    writes_refused && "There is too little space on the disk: writes are refused until there is more.",
    sync_running_ms > slowSyncMs &&
      `The disk has been busy with one sync for ${msInFigures(sync_running_ms)}; answers to writes wait for it.`,
    damaged.length > 0 && `Damaged databases: ${damaged.join(", ")}. The log says what to do.`,
    isBackupOverdue(storage) && "No backup has been made for two days.",
  ].filter((told) => told !== false);
}

function isBackupOverdue({ backup_folder, last_backup, started_at }: OperatorStorageView): boolean {
  const since = Date.parse(last_backup?.at ?? started_at);
  return backup_folder !== null && systemClock.now() - since > oldBackupMs;
}

function jobTroubles(jobs: readonly OperatorJobView[]): string[] {
  const namesOf = (chosen: readonly OperatorJobView[]) => chosen.map(({ name }) => name).join(", ");
  const behind = jobs.filter(isBehind);
  const failed = jobs.filter(hasFailedLately);
  return [
    behind.length > 0 && `Jobs that are behind: ${namesOf(behind)}.`,
    failed.length > 0 && `Jobs that had an error: ${namesOf(failed)}.`,
  ].filter((told) => told !== false);
}

export function isBehind({ oldest_due_age_seconds: age }: OperatorJobView): boolean {
  return age !== null && age > behindSeconds;
}

/** Within the time in which it is tried again: a day where it has a schedule, or else an hour. */
function hasFailedLately({ last_error, schedule }: OperatorJobView): boolean {
  const triedAgainMs = schedule === null ? hourMs : dayMs;
  return last_error !== null && systemClock.now() - Date.parse(last_error.at) <= triedAgainMs;
}
