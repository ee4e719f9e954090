import { Text } from "@mantine/core";
import type { UsageItem, UsageView } from "@/access/usage/schema.ts";
import { type Day, DayChart, type DaySeries } from "../../components/day-chart.tsx";

/** Outcomes of shipments and webhook deliveries, from usage by day. */

const outcomes: readonly DaySeries[] = [
  { name: "delivered", label: "Delivered", tone: "good" },
  { name: "returned", label: "Returned", tone: "warn" },
  { name: "failed", label: "Failed", tone: "bad" },
  { name: "cancelled", label: "Cancelled", tone: "quiet" },
  // Not final: new quotes can be requested.
  { name: "expired", label: "Expired", tone: "busy" },
];

const deliveries: readonly DaySeries[] = [
  { name: "delivered", label: "Delivered", tone: "good" },
  { name: "retried", label: "Retried", tone: "warn" },
  { name: "failed", label: "Failed", tone: "bad" },
];

export function ShipmentsChart({ usage }: { usage: UsageView }) {
  const days = toDays(usage, ({ shipments }) => shipments);
  return <Outcomes label="Shipment outcomes by day" days={days} series={outcomes} none="No outcomes yet." />;
}

export function DeliveriesChart({ usage }: { usage: UsageView }) {
  const days = toDays(usage, ({ deliveries: { delivered = 0, failed = 0, failed_attempts = 0 } }) => ({
    delivered,
    failed,
    retried: Math.max(0, failed_attempts - failed),
  }));
  return (
    <Outcomes label="Webhook deliveries by day" days={days} series={deliveries} none="No deliveries yet." />
  );
}

interface OutcomesProps {
  label: string;
  days: readonly Day[];
  series: readonly DaySeries[];
  /** Shown instead of an empty chart. */
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
