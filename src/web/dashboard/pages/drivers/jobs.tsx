import { IconRoute } from "@tabler/icons-react";
import type { DriverJobView } from "@/delivery/fleet/dispatch/jobs/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { SideShipmentLink } from "../../components/links.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { humanize } from "../../format.ts";
import { useList } from "../../queries.ts";
import type { Tone } from "../../theme.ts";
import { driverEveryMs, useDriver } from "./use-driver.ts";

/** What a driver has to do, and has done. */
export function DriverJobsPage() {
  const { path, call, environment } = useDriver();
  const jobs = useList(`${path}/jobs`, { ...call, refetchInterval: driverEveryMs });
  return (
    <ListTable
      list={jobs}
      label="Jobs"
      keyOf={({ assignment_id }) => assignment_id}
      columns={[
        {
          title: "Shipment",
          main: true,
          cell: ({ shipment_id, tracking_number }) => (
            <SideShipmentLink environment={environment} id={shipment_id} size="sm">
              {tracking_number}
            </SideShipmentLink>
          ),
        },
        { title: "Status", badge: true, cell: (job) => <JobStatus job={job} /> },
        { title: "Accepted", cell: ({ accepted_at }) => <Time at={accepted_at} isExact /> },
        { title: "Ended", cell: ({ ended_at }) => <Time at={ended_at} isExact /> },
      ]}
      empty={
        <Empty icon={IconRoute} title="No jobs yet">
          What the driver is offered, accepts and has done appears here.
        </Empty>
      }
    />
  );
}

const endTones: Record<string, Tone> = { completed: "good", failed: "bad" };

/** Of a job that ended: how. */
function JobStatus({ job: { status, assignment_status } }: { job: DriverJobView }) {
  if (status === "ended")
    return (
      <StatusBadge tone={endTones[assignment_status] ?? "quiet"}>{humanize(assignment_status)}</StatusBadge>
    );
  return <StatusBadge tone={status === "offered" ? "warn" : "busy"}>{humanize(status)}</StatusBadge>;
}
