import type { Money } from "@/delivery/model/model.ts";
import type { Envelope } from "@/messaging/events/event.ts";
import type { eventFilters, Filters } from "../../filters.ts";
import { formatMoney, humanize } from "../../format.ts";

/** What the dashboard shows of the data of events. Each type has some of it. */
interface Data {
  shipment_id?: string;
  tracking_number?: string;
  substatus?: string;
  message?: string | null;
  reason_code?: string;
  missing?: readonly string[];
  shipment?: { id: string; reference: string | null; tracking_number: string };
  carrier?: { name: string };
  charge?: { shipment_id: string; kind: string; amount: Money };
  attention?: { shipment_id: string | null; kind: string };
  webhook?: { description: string | null; url: string };
}

/** The id of the shipment that an event belongs to, as the API filters by it. */
function ownerOf({ data }: Envelope): string | undefined {
  const { shipment_id, shipment }: Data = data;
  return shipment_id ?? shipment?.id;
}

/** The id of the shipment that an event is about, if any. */
export function shipmentOf(event: Envelope): string | undefined {
  const { charge, attention }: Data = event.data;
  return ownerOf(event) ?? charge?.shipment_id ?? attention?.shipment_id ?? undefined;
}

/**
 * What people call the shipments of these events: the reference if an event holds it, else the tracking number, so that
 * one shipment has one name in a list.
 */
export function shipmentNames(events: readonly Envelope[]): ReadonlyMap<string, string> {
  const references = new Map<string, string>();
  const numbers = new Map<string, string>();
  for (const event of events) {
    const id = shipmentOf(event);
    const { shipment, tracking_number }: Data = event.data;
    const number = shipment?.tracking_number ?? tracking_number;
    if (id !== undefined && number !== undefined) numbers.set(id, number);
    if (id !== undefined && shipment?.reference) references.set(id, shipment.reference);
  }
  return new Map([...numbers, ...references]);
}

/** What an event is about if it is no shipment. */
export function subjectOf({ data }: Envelope): string {
  const { carrier, webhook }: Data = data;
  return carrier?.name ?? webhook?.description ?? webhook?.url ?? "—";
}

/** What the type of an event leaves open: `Arrived at pickup`. */
export function detailOf({ type, data }: Envelope): string | undefined {
  const { substatus, message, reason_code, missing, charge, attention }: Data = data;
  if (type === "tracking.substatus_changed" && substatus) return humanize(substatus);
  if (charge) return `${humanize(charge.kind)}, ${formatMoney(charge.amount)}`;
  if (attention) return humanize(attention.kind);
  if (missing) return humanize(missing.join(", "));
  return message ?? (reason_code && humanize(reason_code));
}

/** Whether the event passes these filters, by the same rules as the API. */
export function matchesFilters(event: Envelope, filters: Filters<(typeof eventFilters)[number]>): boolean {
  const { type, shipment_id, created_after, created_before } = filters;
  return (
    (type === undefined || type.split(",").includes(event.type)) &&
    (shipment_id === undefined || ownerOf(event) === shipment_id) &&
    (created_after === undefined || event.timestamp >= created_after) &&
    (created_before === undefined || event.timestamp < created_before)
  );
}
