import { Text } from "@mantine/core";
import type { UsageItem, UsageView } from "../../../../access/usage/schema.ts";
import { type Day, DayChart, type Series } from "../../components/day-chart.tsx";

const series: readonly Series[] = [
  { name: "answered", label: "Answered", tone: "busy" },
  { name: "errors", label: "Errors", tone: "bad" },
  { name: "rate_limited", label: "Beyond the limit", tone: "warn" },
];

/** Requests by day and what came of them. Of usage by day. */
export function RequestsChart({ usage }: { usage: UsageView }) {
  if (usage.totals.requests === 0) {
    return (
      <Text size="sm" c="dimmed">
        No request was made with a key on these days.
      </Text>
    );
  }
  return <DayChart label="Requests by day" days={usage.data.flatMap(toDay)} series={series} />;
}

function toDay(item: UsageItem): Day[] {
  if (!("day" in item)) return [];
  const { day, requests, errors, rate_limited } = item;
  return [{ day, answered: requests - errors - rate_limited, errors, rate_limited }];
}
