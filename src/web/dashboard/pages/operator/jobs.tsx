import { Code, Text, Tooltip } from "@mantine/core";
import { IconClockPlay } from "@tabler/icons-react";
import type { OperatorJobView } from "../../../../operator/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { countInFigures, msInFigures, secondsInFigures } from "../../figures.ts";
import { isBehind } from "../../frame/troubles.tsx";
import { useList } from "../../queries.ts";
import { environmentLooks } from "../../theme.ts";

/** No stream tells of jobs. */
const lookEveryMs = 5_000;

export function JobsPage() {
  const jobs = useList<OperatorJobView>("/operator/jobs", { refetchInterval: lookEveryMs });
  return (
    <ListTable
      list={jobs}
      label="Jobs"
      keyOf={({ name }) => name}
      columns={[
        { title: "Job", cell: (job) => <Name job={job} /> },
        { title: "Status", cell: (job) => <State job={job} /> },
        {
          title: "Backlog",
          align: "right",
          cell: ({ backlog }) => (backlog === null ? "—" : countInFigures(backlog)),
        },
        {
          title: "Oldest due for",
          align: "right",
          cell: ({ backlog, oldest_due_age_seconds: age }) =>
            backlog === 0 || age === null ? "—" : secondsInFigures(age),
        },
        { title: "Last run", cell: ({ last_run_at }) => <Time at={last_run_at} none="not yet" /> },
        { title: "Took", align: "right", cell: ({ last_duration_ms: took }) => msInFigures(took) },
        { title: "Next run", cell: ({ next_run_at }) => <Time at={next_run_at} none="when due" /> },
        { title: "Last error", cell: (job) => <LastError job={job} /> },
      ]}
      empty={
        <Empty icon={IconClockPlay} title="No jobs">
          This server runs none.
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
        {environment === null ? "The installation" : environmentLooks[environment].word}
        {schedule && ` · ${schedule} UTC`}
      </Text>
    </>
  );
}

function State({ job }: { job: OperatorJobView }) {
  if (isBehind(job)) return <StatusBadge tone="bad">Behind</StatusBadge>;
  if (job.last_error !== null) return <StatusBadge tone="warn">Had an error</StatusBadge>;
  return <StatusBadge tone="good">Well</StatusBadge>;
}

function LastError({ job: { last_error: error } }: { job: OperatorJobView }) {
  if (error === null) {
    return (
      <Text span inherit c="dimmed">
        none
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
