import { BarChart } from "@mantine/charts";
import type { StatisticsView } from "../../../deliveries/schema.ts";

const hour = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const series = [
  { name: "Succeeded", color: "green.7" },
  { name: "Failed", color: "red.7" },
];

interface AttemptsChartProps {
  hours: StatisticsView["hours"];
  height: number;
}

/** A bar for each hour. */
export function AttemptsChart({ hours, height }: AttemptsChartProps) {
  const attempts = hours.reduce((sum, one) => sum + one.attempts, 0);
  const succeeded = hours.reduce((sum, one) => sum + one.succeeded, 0);
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
      yAxisProps={{ allowDecimals: false }}
      role="img"
      aria-label={`${attempts} attempts by hour, ${succeeded} of them succeeded`}
    />
  );
}
