import type { Money } from "../../../../delivery/model.ts";
import type { Envelope } from "../../../../messaging/events/event.ts";
import { shortId } from "../../components/identifier.tsx";
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

/** The id of the shipment that an event is about, if any. */
export function shipmentOf({ data }: Envelope): string | undefined {
  const { shipment_id, shipment }: Data = data;
  return shipment_id ?? shipment?.id;
}

/** What an event is about, as people call it, and the id of its shipment if it is one. */
export function subjectOf({ data }: Envelope): { name: string; shipmentId?: string | undefined } {
  const { shipment, tracking_number, charge, attention, carrier, webhook, ...others }: Data = data;
  const shipmentId =
    shipment?.id ?? others.shipment_id ?? charge?.shipment_id ?? attention?.shipment_id ?? undefined;
  if (shipmentId !== undefined) {
    const name = shipment?.reference ?? shipment?.tracking_number ?? tracking_number ?? shortId(shipmentId);
    return { name, shipmentId };
  }
  return { name: carrier?.name ?? webhook?.description ?? webhook?.url ?? "—" };
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
    (shipment_id === undefined || shipmentOf(event) === shipment_id) &&
    (created_after === undefined || event.timestamp >= created_after) &&
    (created_before === undefined || event.timestamp < created_before)
  );
}
