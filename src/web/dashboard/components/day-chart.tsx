import { Box, Table } from "@mantine/core";
import { useState } from "react";
import { formatCount, formatDate, formatDay } from "../format.ts";
import { useUnchanged } from "../unchanged.ts";
import { Bars, Legend, type Series } from "./bars.tsx";

/** The counts of one day: `2026-01-31` and a number for each series. */
export type Day = { day: string } & Record<string, string | number>;

export interface DaySeries extends Series {
  /** Name of its count in each day. */
  name: string;
}

const heightPx = 220;

interface DayChartProps {
  label: string;
  /** Oldest first, without gaps. */
  days: readonly Day[];
  series: readonly DaySeries[];
}

/** Counts by day as stacked bars, and the same numbers as a table. */
export function DayChart({ label, series, ...counted }: DayChartProps) {
  const days = useUnchanged(counted.days);
  const [isTable, setIsTable] = useState(false);
  const bars = useUnchanged(
    days.map((day) => ({ label: formatDay(day.day), counts: series.map(({ name }) => Number(day[name])) })),
  );
  return (
    <figure className="chart" aria-label={label}>
      <figcaption>
        <Legend bars={bars} series={series} />
      </figcaption>
      <Bars heightPx={heightPx} bars={bars} series={series} />
      <details onToggle={({ currentTarget: { open } }) => setIsTable(open)}>
        <summary>Show as table</summary>
        {isTable && <DayTable label={label} days={days} series={series} />}
      </details>
    </figure>
  );
}

function DayTable({ label, days, series }: DayChartProps) {
  return (
    <Box className="chart-table" tabIndex={0} role="region" aria-label={`${label}, table`}>
      <Table verticalSpacing={4} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            {series.map(({ name, label: text }) => (
              <Table.Th key={name} ta="right">
                {text}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Td>{formatDate(day.day)}</Table.Td>
              {series.map(({ name }) => (
                <Table.Td key={name} ta="right">
                  {formatCount(Number(day[name]))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
