import { dayMs } from "../../../infra/units.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { Window } from "../../model/model.ts";
import { copyParcel, copyStop } from "../shipments/copying.ts";
import type { CreateShipment } from "../shipments/schema.ts";

/** A shipment as it was, for another day. Pure. */

/** The time zones of the stops, IANA names; where nobody knows one, it is that of the other stop, or UTC. */
export interface Zones {
  pickup: string;
  delivery: string;
}

/** The day of a shipment, `YYYY-MM-DD`: that of its first window, by the clocks of the stop, or else when it was created. */
export function dayOf({ pickup, delivery, createdAt }: ShipmentRow, zones: Zones): string {
  if (pickup.window) return dateAt(pickup.window.start, zones.pickup);
  if (delivery.window) return dateAt(delivery.window.start, zones.delivery);
  return dateAt(new Date(createdAt).toISOString(), zones.pickup);
}

/**
 * The body of a shipment like this one on another day: each window at the same time of day by the clocks of its stop.
 * Without a window it is picked up at any time of that day. Reference, metadata and requirements come along; what was
 * accepted, instructions of the recipient and simulations do not.
 */
export function copyFor(row: ShipmentRow, to: string, zones: Zones): CreateShipment {
  const days = Math.round((Date.parse(to) - Date.parse(dayOf(row, zones))) / dayMs);
  const moved = (window: Window | null, zone: string) => window && movedWindow(window, days, zone);
  const { pickup, delivery } = row;
  const isAnyTime = pickup.window === null && delivery.window === null;
  return {
    reference: row.reference,
    pickup: {
      ...copyStop(pickup),
      instructions: pickup.instructions,
      window: isAnyTime ? wholeDay(to, zones.pickup) : moved(pickup.window, zones.pickup),
    },
    delivery: {
      ...copyStop(delivery),
      instructions: delivery.instructions,
      window: moved(delivery.window, zones.delivery),
      requirements: delivery.requirements,
    },
    parcels: row.parcels.map(copyParcel),
    if_undeliverable: row.ifUndeliverable,
    carriers: row.carriers,
    services: row.services,
    metadata: row.metadata,
  };
}

function dateAt(at: string, zone: string): string {
  return Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** A window whose start or end the clocks skip that day keeps its length. */
function movedWindow({ start, end }: Window, days: number, zone: string): Window {
  const [from, until] = [movedTime(start, days, zone), movedTime(end, days, zone)];
  const length = Date.parse(end) - Date.parse(start);
  const isShort = until - from < Math.min(length, shortestMs);
  return { start: toText(from), end: toText(isShort ? from + length : until) };
}

/** Of a window of a shipment. */
const shortestMs = 600_000;

function movedTime(at: string, days: number, zone: string): number {
  return Temporal.Instant.from(at).toZonedDateTimeISO(zone).add({ days }).epochMilliseconds;
}

function wholeDay(date: string, zone: string): Window {
  const day = Temporal.PlainDate.from(date);
  const from = day.toZonedDateTime(zone).epochMilliseconds;
  const until = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  return { start: toText(from), end: toText(until) };
}

function toText(at: number): string {
  return new Date(at).toISOString();
}
