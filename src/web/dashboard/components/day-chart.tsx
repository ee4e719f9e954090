import { Box, Group, Skeleton, Table, Text } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { useState } from "react";
import { countInFigures, dateInFigures } from "../figures.ts";
import type { Tone } from "../theme.ts";
import { useLate } from "./late.ts";

const heightPx = 220;
const loadBars = async () => (await import("./day-bars.tsx")).DayBars;

/** What was counted on a day. */
export type Day = { day: string } & Record<string, string | number>;

export interface Series {
  /** Of the number in each day. */
  name: string;
  label: string;
  tone: Tone;
}

export interface DayChartProps {
  label: string;
  /** Oldest first, none left out. */
  days: readonly Day[];
  series: readonly Series[];
}

/**
 * Counts by day as stacked bars, and the same as a table for who cannot see them or wants the numbers. What draws
 * bars is loaded when the first ones come into sight.
 */
export function DayChart({ label, days, series }: DayChartProps) {
  const { ref, inViewport } = useInViewport();
  // What was seen once stays.
  const [isSeen, setIsSeen] = useState(false);
  if (inViewport && !isSeen) setIsSeen(true);
  // Without them there are still the numbers.
  const Bars = useLate(isSeen, loadBars);
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className="chart" aria-label={label}>
      <Group component="figcaption" gap="4px 16px" mb="sm">
        {series.map(({ name, label: word, tone }) => (
          <Group key={name} gap={6} wrap="nowrap">
            <span className="chart-mark" data-tone={tone} />
            <Text size="xs" c="dimmed">
              {word}: {countInFigures(days.reduce((sum, day) => sum + Number(day[name]), 0))}
            </Text>
          </Group>
        ))}
      </Group>
      <Box ref={ref} h={heightPx} aria-hidden="true">
        {isSeen && !Bars && <Skeleton h={heightPx} aria-busy="true" />}
        {Bars && <Bars h={heightPx} days={days} series={series} />}
      </Box>
      <details onToggle={({ currentTarget: { open } }) => setIsTable(open)}>
        <summary>As a table</summary>
        {isTable && <DayTable label={label} days={days} series={series} />}
      </details>
    </figure>
  );
}

function DayTable({ label, days, series }: DayChartProps) {
  return (
    <Box className="chart-table" tabIndex={0} role="region" aria-label={`${label}, as a table`}>
      <Table verticalSpacing={4} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            {series.map(({ name, label: word }) => (
              <Table.Th key={name} ta="right">
                {word}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Td>{dateInFigures(day.day)}</Table.Td>
              {series.map(({ name }) => (
                <Table.Td key={name} ta="right">
                  {countInFigures(Number(day[name]))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
