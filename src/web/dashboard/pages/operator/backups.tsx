import { Button, Code, Stack, Text } from "@mantine/core";
import { IconArchive, IconDatabaseExport, IconDownload, IconShieldCheck } from "@tabler/icons-react";
import type {
  OffSiteBackupsView,
  OperatorBackupsView,
  OperatorBackupView,
  OperatorRestoreCheckView,
  RunningBackupView,
} from "@/operator/backup-schema.ts";
import { addressOf, get, post } from "../../../browser/api.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { Meter } from "../../components/meter.tsx";
import { Notice } from "../../components/notice.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { formatBytes, formatPercent } from "../../format.ts";
import { useAction, useRead } from "../../queries.ts";

const path = "/operator/backups";
const changes = [path, "/operator/storage", "/audit"];
/** A backup of a small installation takes a second. */
const runningPollMs = 500;
const pollMs = 5_000;

const checkTexts = {
  off: "No backup is restored for a check by itself.",
  daily: "Every day Waybill restores the newest one for a check.",
  weekly: "Every week Waybill restores the newest one for a check.",
} as const;

/** The backups of the installation: take one now, download one. */
export function Backups() {
  const backups = useRead(path, {
    refetchInterval: ({ running, checking }) =>
      running === null && checking === null ? pollMs : runningPollMs,
  });
  const taking = useAction(() => post(path), { changes });
  if (backups.data === undefined) return <ProblemAlert problem={backups.error} />;
  const { folder, keep, hour, running, last_failure: failure, unreadable } = backups.data;
  if (folder === null) return <NoFolder />;
  return (
    <Section
      title="Backups"
      lead={`One a day from ${String(hour).padStart(2, "0")}:00 UTC, those of ${keep} days stay. Restore one with waybill restore.`}
      action={
        <Button
          leftSection={<IconDatabaseExport size={16} />}
          loading={taking.isPending}
          disabled={running !== null}
          onClick={() => taking.mutate(undefined)}
        >
          Back up now
        </Button>
      }
    >
      <ActionProblem problem={taking.error} />
      {running && <Progress running={running} />}
      {failure && (
        <Notice tone="bad" role="alert">
          The backup <Time at={failure.at} /> failed: {failure.message}
        </Notice>
      )}
      {unreadable === null ? (
        <List backups={backups.data} />
      ) : (
        <Notice tone="bad" role="alert">
          Waybill cannot read the backup folder: {unreadable}
        </Notice>
      )}
      {backups.data.off_site && <OffSite offSite={backups.data.off_site} />}
      <Text size="sm" c="dimmed">
        Folder: <Code>{folder}</Code>. {checkTexts[backups.data.check_schedule]} What was erased stays in
        older backups until they end.
      </Text>
    </Section>
  );
}

function NoFolder() {
  return (
    <Section title="Backups" lead="Copies of the databases, for restoring the installation.">
      <Notice tone="warn">
        No backups are set up. Set WAYBILL_BACKUP_FOLDER to a folder on another disk, or name S3-compatible
        storage in WAYBILL_BACKUP_S3_ENDPOINT, and restart the server. Waybill then makes one every day, and
        this page lists them.
      </Notice>
    </Section>
  );
}

/** Where each backup goes besides the folder. */
function OffSite({ offSite }: { offSite: OffSiteBackupsView }) {
  const { endpoint, bucket, count, newest_at, unreadable } = offSite;
  return (
    <>
      {unreadable !== null && (
        <Notice tone="bad" role="alert">
          Waybill cannot read the backups off this machine: {unreadable}
        </Notice>
      )}
      <Text size="sm" c="dimmed">
        Off this machine: <Code>{`${endpoint}/${bucket}`}</Code> has{" "}
        {count === 0 ? "no backup yet" : `${count} ${count === 1 ? "backup" : "backups"}, the newest taken `}
        {newest_at !== null && <Time at={newest_at} />}.
      </Text>
    </>
  );
}

function Progress({ running: { database, is_upload, share } }: { running: RunningBackupView }) {
  const label =
    database === null ? "Preparing the backup" : `${is_upload ? "Uploading" : "Copying"} ${database}`;
  return (
    <div role="status">
      <Meter label={label} amount={formatPercent(share, 1)} share={share} />
    </div>
  );
}

function List({ backups }: { backups: OperatorBackupsView }) {
  const { data, checking, restore_check: check } = backups;
  return (
    <ListTable
      list={wholeList(data)}
      label="List of backups"
      keyOf={({ name }) => name}
      columns={[
        { title: "Taken", main: true, cell: ({ at }) => <Time at={at} /> },
        { title: "Size", align: "right", cell: ({ size_bytes }) => formatBytes(size_bytes) },
        { title: "Version", cell: ({ version }) => version },
        { title: "Holds", cell: (backup) => <Contents backup={backup} /> },
        { title: "Expires", cell: ({ ends_at }) => <Time at={ends_at} /> },
        {
          title: "Restore check",
          badge: true,
          cell: (backup) => (
            <RestoreCheck
              backup={backup}
              checking={checking}
              last={check?.backup === backup.path ? check : null}
            />
          ),
        },
        { title: "Actions", actions: true, cell: (backup) => <Download backup={backup} /> },
      ]}
      empty={
        <Empty icon={IconArchive} title="No backups yet">
          Take the first one now, or wait for the daily one.
        </Empty>
      }
    />
  );
}

function Contents({ backup: { databases } }: { backup: OperatorBackupView }) {
  return (
    <Stack gap={0}>
      {databases.map(({ name, size_bytes }) => (
        <Text key={name} size="xs" style={{ whiteSpace: "nowrap" }}>
          {name}, {formatBytes(size_bytes)}
        </Text>
      ))}
    </Stack>
  );
}

interface RestoreCheckProps {
  backup: OperatorBackupView;
  /** The name of the backup that is being checked. */
  checking: string | null;
  /** The result, if the latest check was of this backup. */
  last: OperatorRestoreCheckView | null;
}

function RestoreCheck({ backup: { name, at }, checking, last }: RestoreCheckProps) {
  const check = useAction(() => post(`${path}/${name}/check`), { changes });
  return (
    <Stack gap={4} align="start">
      {last && <CheckResult check={last} />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconShieldCheck size={14} />}
        loading={check.isPending || checking === name}
        disabled={checking !== null}
        aria-label={`Check the backup of ${at}`}
        onClick={() => check.mutate(undefined)}
      >
        Check
      </Button>
      <ActionProblem problem={check.error} />
    </Stack>
  );
}

const results = {
  ok: { tone: "good", label: "Can be restored" },
  warning: { tone: "warn", label: "Can be restored, look at it" },
  failed: { tone: "bad", label: "Failed" },
} as const;

function CheckResult({ check: { result, at, message } }: { check: OperatorRestoreCheckView }) {
  const { tone, label } = results[result];
  return (
    <>
      <StatusBadge tone={tone}>
        {label}, <Time at={at} />
      </StatusBadge>
      {message && (
        <Text size="xs" maw={280} style={{ whiteSpace: "pre-line" }}>
          {message}
        </Text>
      )}
    </>
  );
}

/** Reads what the archive holds first: the API may ask for the password, which a download could not. */
function Download({ backup: { name, at } }: { backup: OperatorBackupView }) {
  const download = useAction(() => get(`${path}/${name}`), {
    changes: ["/audit"],
    onDone: () => location.assign(addressOf(`${path}/${name}/archive`)),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} />}
        loading={download.isPending}
        aria-label={`Download the backup of ${at}`}
        onClick={() => download.mutate(undefined)}
      >
        Download
      </Button>
      <ActionProblem problem={download.error} />
    </>
  );
}
