import { BarChart } from "@mantine/charts";
import { useState } from "react";
import type { StatisticsView } from "@/messaging/webhooks/deliveries/schema.ts";

const hour = new Intl.DateTimeFormat(undefined, { hour: "numeric" });
const series = [
  { name: "Succeeded", color: "var(--good)" },
  { name: "Failed", color: "var(--bad)" },
];

interface AttemptsChartProps {
  hours: StatisticsView["hours"];
  height: number;
}

/** One bar per hour. */
export function AttemptsChart({ hours, height }: AttemptsChartProps) {
  const attempts = hours.reduce((sum, one) => sum + one.attempts, 0);
  const succeeded = hours.reduce((sum, one) => sum + one.succeeded, 0);
  // Where the page opens under a pointer at rest, nobody asks for the figures of an hour.
  const [isPointedAt, setIsPointedAt] = useState(false);
  return (
    <BarChart
      h={height}
      type="stacked"
      data={hours.map((one) => ({
        hour: hour.format(new Date(one.begins_at)),
        Succeeded: one.succeeded,
        Failed: one.attempts - one.succeeded,
      }))}
      dataKey="hour"
      series={series}
      withLegend
      tickLine="none"
      xAxisProps={{ minTickGap: 24, interval: "equidistantPreserveStart" }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
      withTooltip={isPointedAt}
      onPointerMove={() => setIsPointedAt(true)}
      role="img"
      aria-label={`Attempts by hour: ${attempts} in total, ${succeeded} succeeded`}
    />
  );
}
