import { Group, Stack, Text } from "@mantine/core";
import { IconCalendarStats } from "@tabler/icons-react";
import { useState } from "react";
import type { DriverDay, DriverDays } from "@/delivery/fleet/work-days/schema.ts";
import { pageNow } from "../../../browser/clock.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { currentMonth, spanOfMonth } from "../../months.ts";
import { useRead } from "../../queries.ts";
import { dayText, kilometersText, spanText, sumOf, workText } from "./day-words.ts";
import { DaysFile, MonthField } from "./days-file.tsx";
import { useDriver } from "./use-driver.ts";

/** Hours, deliveries and kilometers of a driver, month by month. */
export function DriverDaysPage() {
  const { path, asking } = useDriver();
  const [month, setMonth] = useState(() => currentMonth(pageNow()));
  const { data, error } = useRead(`${path}/days`, asking(spanOfMonth(month)));
  return (
    <Stack>
      <Group justify="space-between" align="end" gap="sm">
        <MonthField month={month} onChange={setMonth} />
        <DaysFile path={`${path}/days`} month={month} />
      </Group>
      <DaysTable days={data} problem={error} />
    </Stack>
  );
}

function DaysTable({
  days: read,
  problem,
}: {
  days: DriverDays | undefined;
  problem: Parameters<typeof wholeList>[1];
}) {
  const zone = read?.time_zone ?? "UTC";
  return (
    <>
      <ListTable<DriverDay>
        list={wholeList(read?.days, problem)}
        label="Days"
        keyOf={({ date }) => date}
        columns={[
          { title: "Day", main: true, cell: ({ date }) => dayText(date) },
          { title: "On duty", cell: (day) => spanText(day, zone) },
          { title: "Hours", align: "right", cell: ({ minutes_on_duty }) => workText(minutes_on_duty) },
          { title: "Break", align: "right", cell: ({ break_minutes }) => workText(break_minutes) },
          { title: "Deliveries", align: "right", cell: ({ deliveries }) => deliveries },
          { title: "Failed", align: "right", cell: ({ failed_attempts }) => failed_attempts },
          { title: "Stops", align: "right", cell: ({ stops }) => stops },
          { title: "km", align: "right", cell: ({ kilometers }) => kilometersText(kilometers) },
        ]}
        empty={
          <Empty icon={IconCalendarStats} title="No work in this month">
            Days appear here once the driver is on duty, or has done a stop.
          </Empty>
        }
      />
      {read && read.days.length > 0 && (
        <Text size="sm">
          {sumOf(read.days)} Times are of {zone}.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Kilometers are straight lines between positions on duty. Gaps are left out, so the way by street is
        longer. Waybill keeps this for two years.
      </Text>
    </>
  );
}
