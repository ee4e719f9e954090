import { Select } from "@mantine/core";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { useEnvironment } from "../../../environment.ts";
import { useRead } from "../../../queries.ts";
import { shipmentsRead } from "./last-order.ts";
import type { StopName } from "./stop-fields.tsx";
import { type StopValues, stopValuesOf } from "./stop-values.ts";

/** How many different stops of the newest shipments are offered. */
const stopsMax = 20;

const names = {
  pickup: { label: "Recent pickups", placeholder: "Use a recent pickup" },
  delivery: { label: "Recent recipients", placeholder: "Use a recent recipient" },
} as const satisfies Record<StopName, object>;

interface RecentStopsProps {
  stop: StopName;
  /** The window is not part of it: it was for that shipment. */
  onChoose: (chosen: Omit<StopValues, "window">) => void;
}

/** The stops of the newest shipments, to fill the form with; nothing for a new account. */
export function RecentStops({ stop, onChoose }: RecentStopsProps) {
  const { data } = useRead("/platform/shipments", {
    environment: useEnvironment(),
    query: { limit: shipmentsRead },
  });
  const stops = recentStops(data?.data ?? [], stop);
  if (stops.size === 0) return null;
  return (
    <Select
      size="xs"
      aria-label={names[stop].label}
      placeholder={names[stop].placeholder}
      data={[...stops.keys()]}
      searchable
      value={null}
      onChange={(label) => {
        const chosen = stops.get(label ?? "");
        if (chosen) onChoose(chosen);
      }}
    />
  );
}

/** Different stops by what people read of them, the newest first. */
function recentStops(shipments: readonly ShipmentView[], name: StopName) {
  const stops = new Map<string, Omit<StopValues, "window">>();
  for (const shipment of shipments) {
    if (shipment.redacted_at !== null || stops.size === stopsMax) continue;
    const { window: _, ...values } = stopValuesOf(shipment[name]);
    const { contact, address } = values;
    const label = `${contact.name}, ${address.line1}, ${address.city}`;
    if (!stops.has(label)) stops.set(label, values);
  }
  return stops;
}
