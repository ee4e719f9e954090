import { Anchor, Button, Text } from "@mantine/core";
import { IconPlus, IconRepeat } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ScheduleView } from "@/delivery/orders/schedules/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useEnvironment } from "../../environment.ts";
import { useList } from "../../queries.ts";
import { dateText, daysText, stateOf, windowText, zoneText } from "./words.ts";

const refreshMs = 30_000;

/** Which shipments an account makes again and again. */
export function SchedulesPage() {
  const environment = useEnvironment();
  const schedules = useList("/platform/schedules", { environment, refetchInterval: refreshMs });
  const action = (
    <Permitted needs={["shipments:write"]}>
      <Button
        leftSection={<IconPlus size={18} />}
        renderRoot={(props) => <Link to="/$environment/schedules/new" params={{ environment }} {...props} />}
      >
        New standing order
      </Button>
    </Permitted>
  );
  return (
    <Page
      title="Standing orders"
      lead="Shipments that Waybill makes by itself, on the days you name."
      action={action}
    >
      <ListTable
        list={schedules}
        label="Standing orders"
        keyOf={({ id }) => id}
        columns={[
          { title: "Name", main: true, cell: (schedule) => <Name schedule={schedule} /> },
          { title: "State", badge: true, cell: (schedule) => <State schedule={schedule} /> },
          { title: "Days", cell: ({ days }) => daysText(days) },
          {
            title: "Pickup",
            isSentence: true,
            cell: ({ pickup_window, time_zone }) => `${windowText(pickup_window)}, ${zoneText(time_zone)}`,
          },
          { title: "Next", cell: ({ next_date }) => (next_date === null ? "—" : dateText(next_date)) },
        ]}
        empty={
          <Empty icon={IconRepeat} title="No standing orders yet" action={action}>
            Repeat a shipment on the days that you name, without the holidays.
          </Empty>
        }
      />
    </Page>
  );
}

function Name({ schedule: { id, name, environment, failed } }: { schedule: ScheduleView }) {
  return (
    <>
      <Anchor
        renderRoot={(props) => (
          <Link
            to="/$environment/schedules/$scheduleId"
            params={{ environment, scheduleId: id }}
            {...props}
          />
        )}
      >
        {name}
      </Anchor>
      {failed && (
        <Text size="xs" c="var(--mantine-color-error)">
          {dateText(failed.date)}: {failed.problem.detail}
        </Text>
      )}
    </>
  );
}

export function State({ schedule }: { schedule: ScheduleView }) {
  const { text, tone } = stateOf(schedule);
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}
