import { Box, Group, Skeleton, Table, Text } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { useState } from "react";
import { formatCount, formatDate } from "../format.ts";
import { useUnchanged } from "../unchanged.ts";
import type { Day, Series } from "./day-bars.tsx";
import { useLazy } from "./lazy.ts";

const heightPx = 220;
const loadBars = async () => (await import("./day-bars.tsx")).DayBars;

interface DayChartProps {
  label: string;
  /** Oldest first, without gaps. */
  days: readonly Day[];
  series: readonly Series[];
}

/**
 * Counts by day as stacked bars, and the same numbers as a table. The chart library loads when the first chart comes
 * into view.
 */
export function DayChart({ label, series, ...counted }: DayChartProps) {
  const days = useUnchanged(counted.days);
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setWasSeen] = useState(false);
  if (inViewport && !wasSeen) setWasSeen(true);
  const Bars = useLazy(wasSeen, loadBars);
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className="chart" aria-label={label}>
      <Group component="figcaption" gap="4px 16px" mb="sm">
        {series.map(({ name, label: text, tone }) => (
          <Group key={name} gap={6} wrap="nowrap">
            <span className="chart-mark" data-tone={tone} />
            <Text size="xs" c="dimmed">
              {text}: {formatCount(days.reduce((sum, day) => sum + Number(day[name]), 0))}
            </Text>
          </Group>
        ))}
      </Group>
      <Box ref={ref} h={heightPx} aria-hidden="true">
        {wasSeen && !Bars && <Skeleton h={heightPx} aria-busy="true" />}
        {Bars && <Bars h={heightPx} days={days} series={series} />}
      </Box>
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
