import { BarChart } from "@mantine/charts";
import { memo } from "react";
import { formatDay, formatShortCount } from "../format.ts";
import type { Tone } from "../theme.ts";

/** The counts of one day: `2026-01-31` and a number for each series. */
export type Day = { day: string } & Record<string, string | number>;

export interface Series {
  /** Name of its count in each day. */
  name: string;
  label: string;
  tone: Tone;
}

const barWidthMax = 28;

interface DayBarsProps {
  days: readonly Day[];
  series: readonly Series[];
  /** Height in pixels. */
  h: number;
}

/** The bars of a chart by day. The chart library is large, so they load on demand. */
export const DayBars = memo(function DayBars({ h, days, series }: DayBarsProps) {
  return (
    <BarChart
      h={h}
      data={[...days]}
      dataKey="day"
      type="stacked"
      series={series.map(({ name, label, tone }) => ({ name, label, color: `var(--${tone}-fill)` }))}
      tickLine="none"
      maxBarWidth={barWidthMax}
      valueFormatter={formatShortCount}
      xAxisProps={{ tickFormatter: formatDay, minTickGap: 24, interval: "equidistantPreserveStart" }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
      tooltipProps={{
        // It renders once before there is a day.
        labelFormatter: (day: unknown) => typeof day === "string" && day !== "" && formatDay(day),
      }}
    />
  );
});
