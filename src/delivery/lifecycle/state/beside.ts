import type { Writing } from "../../../infra/deps.ts";
import type { EventType } from "../../../messaging/events/event.ts";
import { appendEvent } from "../../../messaging/events/service.ts";
import { viewOf } from "./reading.ts";
import type { AssignmentRow, ShipmentRow } from "./rows.ts";
import { shipmentStore } from "./store.ts";
import { storedLink } from "./tracking-link.ts";

/**
 * Writes a `shipment.*` event beside that of a change, with the shipment's next number.
 * @returns the shipment with the new count
 */
export function appendShipmentEvent(
  writing: Writing,
  row: ShipmentRow,
  { type, data }: { type: EventType; data: Record<string, unknown> },
): ShipmentRow {
  const counted = { ...row, eventCount: row.eventCount + 1 };
  shipmentStore(writing.tx).change(row.id, { eventCount: counted.eventCount });
  const shipment = viewOf(writing, counted);
  appendEvent(writing, {
    type,
    accountId: row.accountId,
    shipmentId: row.id,
    sequence: counted.eventCount,
    at: writing.now,
    link: storedLink(row, shipment.tracking_url),
    data: { shipment, sequence: counted.eventCount, previous_status: row.status, ...data },
  });
  return counted;
}

/** What changed of an assignment's price beside its charges, in minor units: later changes count it. */
export function savePriceChange(
  { tx }: Writing,
  assignmentId: string,
  change: Partial<Pick<AssignmentRow, "unappliedAmount" | "movedAmount">>,
): void {
  shipmentStore(tx).changeAssignment(assignmentId, change);
}
