import type { StatisticsView } from "@/messaging/webhooks/deliveries/schema.ts";
import { Bars, Legend, type Series } from "../../components/bars.tsx";
import { useUnchanged } from "../../unchanged.ts";

const hour = new Intl.DateTimeFormat(undefined, { hour: "numeric" });
const series: readonly Series[] = [
  { label: "Succeeded", tone: "good" },
  { label: "Failed", tone: "bad" },
];
const heightPx = 200;

/** One bar per hour. */
export function AttemptsChart({ hours }: { hours: StatisticsView["hours"] }) {
  const attempts = hours.reduce((sum, one) => sum + one.attempts, 0);
  const succeeded = hours.reduce((sum, one) => sum + one.succeeded, 0);
  const bars = useUnchanged(
    hours.map((one) => ({
      label: hour.format(new Date(one.begins_at)),
      counts: [one.succeeded, one.attempts - one.succeeded],
    })),
  );
  return (
    <div role="img" aria-label={`Attempts by hour: ${attempts} in total, ${succeeded} succeeded`}>
      <Legend bars={bars} series={series} />
      <Bars bars={bars} series={series} heightPx={heightPx} />
    </div>
  );
}
