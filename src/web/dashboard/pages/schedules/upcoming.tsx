import { Button, Group, Text } from "@mantine/core";
import type { ScheduleView, UpcomingDayView } from "@/delivery/orders/schedules/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { ShipmentLink } from "../../components/links.tsx";
import type { Column } from "../../components/list-table.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useMay } from "../../permissions.ts";
import { useAction, useRead } from "../../queries.ts";
import { clockText, dateText, states, zoneText } from "./words.ts";

const refreshMs = 15_000;

/** The next two weeks, each day with what becomes of it; a click skips one, or takes it in again. */
export function Upcoming({ schedule }: { schedule: ScheduleView }) {
  const { id, environment, time_zone } = schedule;
  const path = `/platform/schedules/${encodeURIComponent(id)}` as const;
  const { data, error } = useRead(`${path}/upcoming`, { environment, refetchInterval: refreshMs });
  const mayChange = useMay("shipments:write");
  const skip = useAction((skip_dates: string[]) => patch(path, { skip_dates }, { environment }), {
    changes: ["/platform/schedules"],
  });
  const turn = ({ date, status }: UpcomingDayView) =>
    skip.mutate(
      status === "skipped"
        ? schedule.skip_dates.filter((each) => each !== date)
        : [...schedule.skip_dates, date],
    );
  const columns: Column<UpcomingDayView>[] = [
    { title: "Day", main: true, cell: ({ date }) => dateText(date) },
    {
      title: `Pickup, ${zoneText(time_zone)}`,
      cell: ({ pickup_window }) => clockText(pickup_window, time_zone),
    },
    {
      title: "State",
      cell: (day) => <DayState day={day} environment={environment} />,
    },
  ];
  const actions: Column<UpcomingDayView> = {
    title: "Actions",
    actions: true,
    cell: (day) =>
      isOpen(day) && (
        <Button
          size="xs"
          variant="default"
          loading={skip.isPending}
          aria-label={`${day.status === "skipped" ? "Take in" : "Skip"} ${dateText(day.date)}`}
          onClick={() => turn(day)}
        >
          {day.status === "skipped" ? "Take in" : "Skip"}
        </Button>
      ),
  };
  if (error && !data) return <ProblemAlert problem={error} />;
  return (
    <>
      <Section title="What comes" lead="The next 14 days.">
        <ActionProblem problem={skip.error} />
        {data && (
          <ShortTable
            label="What comes"
            keyOf={({ date }) => date}
            rows={data.data}
            columns={mayChange && schedule.redacted_at === null ? [...columns, actions] : columns}
          />
        )}
      </Section>
      {data && data.missed.length > 0 && (
        <Section title="Missed" lead="Days of the last two weeks for which no shipment could be made.">
          <ShortTable label="Missed" keyOf={({ date }) => date} rows={data.missed} columns={columns} />
        </Section>
      )}
    </>
  );
}

/** Whether its shipment is still to be made. */
function isOpen({ status, shipment_id }: UpcomingDayView): boolean {
  return shipment_id === null && ["planned", "skipped", "paused", "failed"].includes(status);
}

function DayState({ day, environment }: { day: UpcomingDayView; environment: ScheduleView["environment"] }) {
  const { text, tone } = states[day.status] ?? { text: day.status, tone: "quiet" };
  return (
    <>
      <Group gap="xs">
        <StatusBadge tone={tone}>{text}</StatusBadge>
        {day.shipment_id !== null && (
          <ShipmentLink environment={environment} id={day.shipment_id}>
            Shipment
          </ShipmentLink>
        )}
      </Group>
      {day.status === "planned" && (
        <Text size="xs" c="dimmed">
          Created <Time at={day.creates_at} />
        </Text>
      )}
      {day.problem && (
        <Text size="xs" className="wrapping">
          {day.problem.detail}
        </Text>
      )}
    </>
  );
}
