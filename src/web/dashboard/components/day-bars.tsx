import { BarChart } from "@mantine/charts";
import { dayInFigures, shortCount } from "../figures.ts";
import type { DayChartProps } from "./day-chart.tsx";

const barWidthMax = 28;

export interface DayBarsProps extends Pick<DayChartProps, "days" | "series"> {
  /** Height in pixels. */
  h: number;
}

/** The bars of a chart by day, in a file of their own: what draws them is large. */
export function DayBars({ h, days, series }: DayBarsProps) {
  return (
    <BarChart
      h={h}
      data={[...days]}
      dataKey="day"
      type="stacked"
      series={series.map(({ name, label, tone }) => ({ name, label, color: `var(--${tone}-fill)` }))}
      tickLine="none"
      maxBarWidth={barWidthMax}
      valueFormatter={shortCount}
      xAxisProps={{ tickFormatter: dayInFigures, minTickGap: 24 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
      tooltipProps={{
        // It is drawn before there is a day to point at.
        labelFormatter: (day: unknown) => typeof day === "string" && day !== "" && dayInFigures(day),
      }}
    />
  );
}
