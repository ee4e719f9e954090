import { Text } from "@mantine/core";
import type { UsageItem, UsageView } from "../../../../access/usage/schema.ts";
import { type Day, DayChart, type Series } from "../../components/day-chart.tsx";

/** What became of shipments and of webhook deliveries. Of usage by day. */

const outcomes: readonly Series[] = [
  { name: "delivered", label: "Delivered", tone: "good" },
  { name: "returned", label: "Returned", tone: "warn" },
  { name: "failed", label: "Failed", tone: "bad" },
  { name: "cancelled", label: "Cancelled", tone: "quiet" },
  // Not for good: new offers can be asked for.
  { name: "expired", label: "Expired", tone: "busy" },
];

const deliveries: readonly Series[] = [
  { name: "delivered", label: "Arrived", tone: "good" },
  { name: "repeated", label: "Failed, tried again", tone: "warn" },
  { name: "failed", label: "Given up", tone: "bad" },
];

export function ShipmentsChart({ usage }: { usage: UsageView }) {
  const days = toDays(usage, ({ shipments }) => shipments);
  return (
    <Outcomes
      label="Shipment outcomes by day"
      days={days}
      series={outcomes}
      none="No shipment has an outcome yet."
    />
  );
}

export function DeliveriesChart({ usage }: { usage: UsageView }) {
  const days = toDays(usage, ({ deliveries: { delivered = 0, failed = 0, failed_attempts = 0 } }) => ({
    delivered,
    failed,
    repeated: Math.max(0, failed_attempts - failed),
  }));
  return (
    <Outcomes
      label="Webhook deliveries by day"
      days={days}
      series={deliveries}
      none="Nothing was sent to an endpoint yet."
    />
  );
}

interface OutcomesProps {
  label: string;
  days: readonly Day[];
  series: readonly Series[];
  /** Said in place of a chart without bars. */
  none: string;
}

function Outcomes({ label, days, series, none }: OutcomesProps) {
  const isEmpty = days.every((day) => series.every(({ name }) => day[name] === 0));
  if (!isEmpty) return <DayChart label={label} days={days} series={series} />;
  return (
    <Text size="sm" c="dimmed">
      {none}
    </Text>
  );
}

type DayItem = Extract<UsageItem, { day: string }>;

function toDays({ data }: UsageView, countsOf: (item: DayItem) => Record<string, number>): Day[] {
  return data.flatMap((item) => ("day" in item ? [{ ...countsOf(item), day: item.day }] : []));
}
