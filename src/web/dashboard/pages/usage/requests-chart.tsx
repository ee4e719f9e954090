import { Text } from "@mantine/core";
import type { UsageItem, UsageView } from "@/access/usage/schema.ts";
import { type Day, DayChart, type DaySeries } from "../../components/day-chart.tsx";

const series: readonly DaySeries[] = [
  { name: "succeeded", label: "Successful", tone: "busy" },
  { name: "errors", label: "Errors", tone: "bad" },
  { name: "rate_limited", label: "Rate-limited (429)", tone: "warn" },
];

/** Requests by day and result, from usage by day. */
export function RequestsChart({ usage }: { usage: UsageView }) {
  if (usage.totals.requests === 0) {
    return (
      <Text size="sm" c="dimmed">
        No requests with an API key in this period.
      </Text>
    );
  }
  return <DayChart label="Requests by day" days={usage.data.flatMap(toDay)} series={series} />;
}

function toDay(item: UsageItem): Day[] {
  if (!("day" in item)) return [];
  const { day, requests, errors, rate_limited } = item;
  return [{ day, succeeded: requests - errors - rate_limited, errors, rate_limited }];
}
