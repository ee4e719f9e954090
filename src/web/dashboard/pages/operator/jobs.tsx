import { Code, Text, Tooltip } from "@mantine/core";
import { IconClockPlay } from "@tabler/icons-react";
import { isDelayed } from "@/operator/installation-need.ts";
import type { OperatorJobView } from "@/operator/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount, formatMs, formatSeconds } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { environmentLooks } from "../../theme.ts";

/** How often the page asks: there is no stream of jobs. */
const lookEveryMs = 5_000;

export function JobsPage() {
  const jobs = useRead("/operator/jobs", { refetchInterval: lookEveryMs });
  return (
    <ListTable
      list={wholeList(jobs.data?.data, jobs.error)}
      label="Jobs"
      keyOf={({ name }) => name}
      columns={[
        { title: "Job", main: true, cell: (job) => <Name job={job} /> },
        { title: "Status", badge: true, cell: (job) => <State job={job} /> },
        {
          title: "Backlog",
          align: "right",
          cell: ({ backlog }) => (backlog === null ? "—" : formatCount(backlog)),
        },
        {
          title: "Oldest job waiting",
          align: "right",
          cell: ({ backlog, oldest_due_age_seconds: age }) =>
            backlog === 0 || age === null ? "—" : formatSeconds(age),
        },
        {
          title: "Held back",
          align: "right",
          cell: ({ held_back }) => (held_back === null ? "—" : formatCount(held_back)),
        },
        { title: "Last run", cell: (job) => <LastRun job={job} /> },
        { title: "Next run", cell: ({ next_run_at }) => <Time at={next_run_at} none="When due" /> },
        { title: "Last error", cell: (job) => <LastError job={job} /> },
      ]}
      empty={
        <Empty icon={IconClockPlay} title="No jobs">
          This server runs no jobs.
        </Empty>
      }
    />
  );
}

function Name({ job: { name, environment, schedule } }: { job: OperatorJobView }) {
  return (
    <>
      <Code>{name}</Code>
      <Text size="xs" c="dimmed">
        {environment === null ? "Installation" : environmentLooks[environment].word}
        {schedule && ` · ${schedule} UTC`}
      </Text>
    </>
  );
}

function State({ job }: { job: OperatorJobView }) {
  const age = job.oldest_due_age_seconds;
  if (isDelayed(age === null ? null : 1_000 * age)) return <StatusBadge tone="bad">Delayed</StatusBadge>;
  if (job.last_error !== null) return <StatusBadge tone="warn">Error</StatusBadge>;
  return <StatusBadge tone="good">OK</StatusBadge>;
}

function LastRun({ job: { last_run_at, last_duration_ms } }: { job: OperatorJobView }) {
  return (
    <>
      <Time at={last_run_at} none="Not yet" />
      {last_duration_ms !== null && (
        <Text size="xs" c="dimmed">
          {formatMs(last_duration_ms)}
        </Text>
      )}
    </>
  );
}

function LastError({ job: { last_error: error } }: { job: OperatorJobView }) {
  if (error === null) {
    return (
      <Text span inherit c="dimmed">
        None
      </Text>
    );
  }
  return (
    <Tooltip label={error.task_id === null ? error.message : `${error.task_id}: ${error.message}`}>
      <Text span size="sm" tabIndex={0}>
        <Time at={error.at} />: {error.message}
      </Text>
    </Tooltip>
  );
}
