import { toTimestamp } from "../../../infra/clock.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import { changeShipment } from "./change.ts";
import { type Reached, redactionRows } from "./redaction-store.ts";
import type { AssignmentRow, ShipmentRow } from "./rows.ts";
import { shipmentStore } from "./store.ts";

export type { Reached };

/** Which shipments are redacted, and how their rows tell of it. */

/** Version and events tell of it later, see `recordRedaction`. */
export function markRedacted({ tx, now }: Writing, { id }: ShipmentRow): void {
  shipmentStore(tx).change(id, { redactedAt: now });
}

/** All of the shipment's assignments, whatever became of them. */
export function assignmentsOf(db: Db | Tx, shipmentId: string): AssignmentRow[] {
  return redactionRows(db).assignmentsOf(shipmentId);
}

/** Ids of at most `limit` of an account's shipments that ended before a time and have their personal data, longest ago first. */
export function endedShipments(db: Db, accountId: string, before: number, limit: number): string[] {
  return redactionRows(db).endedBefore(accountId, before, limit);
}

/**
 * Ids of at most `limit` of an account's shipments that expired before a time, and that nobody changed or asked
 * quotes for since.
 */
export function expiredShipments(db: Db, accountId: string, before: number, limit: number): string[] {
  return redactionRows(db).expiredBefore(accountId, before, limit);
}

/** Ids of at most `limit` of an account's ended shipments of a person that have their personal data. */
export function endedShipmentsOf(db: Db, accountId: string, of: Reached, limit: number): string[] {
  const found = [...redactionRows(db).ofPerson(accountId, of)];
  return found.flatMap(([id, endedAt]) => (endedAt === null ? [] : id)).slice(0, limit);
}

/** How many shipments of a person have their personal data, by whether they have ended. */
export function countShipmentsOf(
  db: Db | Tx,
  accountId: string,
  of: Reached,
): { ended: number; open: number } {
  const ends = [...redactionRows(db).ofPerson(accountId, of).values()];
  const open = ends.filter((endedAt) => endedAt === null).length;
  return { ended: ends.length - open, open };
}

/** When the first of the account's shipments ended or expired that has its personal data. */
export function firstEndOf(db: Db, accountId: string): number | undefined {
  return redactionRows(db).firstEndOf(accountId);
}

/** Makes the event `shipment.redacted`, with the next version. */
export function recordRedaction(writing: Writing, row: ShipmentRow): void {
  changeShipment(writing, row, {
    by: "system",
    message: "The personal data was erased.",
    event: { type: "shipment.redacted", data: {} },
  });
}

/** When the shipment was redacted, as responses and events tell it. */
export function redactedAtOf({ redactedAt }: ShipmentRow, now: number): string {
  return toTimestamp(redactedAt ?? now);
}

/**
 * Deletes at most `limit` of an account's shipments, with everything that belongs to them. Requests that wait for one of
 * them look again. @returns how many
 */
export function forgetShipments({ tx }: Writing, accountId: string, limit: number): number {
  const ids = shipmentStore(tx).deleteOfAccount(accountId, limit);
  for (const id of ids) markChanged(id);
  return ids.length;
}

/** Deletes a shipment with everything that belongs to it: one that the sandbox made. */
export function forgetShipment({ tx }: Writing, id: string): void {
  redactionRows(tx).deleteOne(id);
  markChanged(id);
}
