import { Stack, Text } from "@mantine/core";
import { statuses } from "../../../shipments/status.ts";
import type { UsageItem, UsageView } from "../../../usage/schema.ts";
import { type Day, DayChart, type Series } from "../../components/day-chart.tsx";
import { Meter } from "../../components/meter.tsx";
import { countInFigures } from "../../figures.ts";
import { inWords, statusTones } from "../../words.ts";

/** What became of shipments and of webhook deliveries. Of usage by day. */

const arrivals: readonly Series[] = [
  { name: "delivered", label: "Delivered", tone: "good" },
  { name: "returned", label: "Returned", tone: "warn" },
  { name: "failed", label: "Failed", tone: "bad" },
  { name: "cancelled", label: "Cancelled", tone: "quiet" },
];

const deliveries: readonly Series[] = [
  { name: "delivered", label: "Arrived", tone: "good" },
  { name: "repeated", label: "Failed, tried again", tone: "warn" },
  { name: "failed", label: "Given up", tone: "bad" },
];

export function ArrivalsChart({ usage }: { usage: UsageView }) {
  const days = toDays(usage, ({ shipments }) => shipments);
  return (
    <Outcomes label="Deliveries by day" days={days} series={arrivals} none="No shipment has ended yet." />
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

export function ShipmentStates({ usage: { shipments } }: { usage: UsageView }) {
  const seen = statuses.filter((status) => (shipments[status] ?? 0) > 0);
  const most = Math.max(...Object.values(shipments));
  if (seen.length === 0) return <Nothing>No shipment was created in this time.</Nothing>;
  return (
    <Stack gap="sm">
      {seen.map((status) => (
        <Meter
          key={status}
          label={inWords(status)}
          told={countInFigures(shipments[status] ?? 0)}
          share={(shipments[status] ?? 0) / most}
          tone={statusTones[status]}
        />
      ))}
    </Stack>
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
  return isEmpty ? <Nothing>{none}</Nothing> : <DayChart label={label} days={days} series={series} />;
}

function Nothing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

type DayItem = Extract<UsageItem, { day: string }>;

function toDays({ data }: UsageView, countsOf: (item: DayItem) => Record<string, number>): Day[] {
  return data.flatMap((item) => ("day" in item ? [{ ...countsOf(item), day: item.day }] : []));
}
