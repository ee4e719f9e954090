import type { Envelope } from "../../../../messaging/events/event.ts";
import type { eventFilters, Filters } from "../../filters.ts";

/** The id of the shipment that an event is about, if any. */
export function shipmentOf({ data }: Envelope): string | undefined {
  const id = data.shipment_id ?? (data.shipment as { id?: unknown } | undefined)?.id;
  return typeof id === "string" ? id : undefined;
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
