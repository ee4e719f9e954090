import type { assignments, shipmentEntries, shipments, shipmentTroubles } from "./table.ts";

export type ShipmentRow = typeof shipments.$inferSelect;
export type EntryRow = typeof shipmentEntries.$inferSelect;
export type AssignmentRow = typeof assignments.$inferSelect;
export type TroubleRow = typeof shipmentTroubles.$inferSelect;

/** What happened, without the words of people. */
export type Step = Pick<EntryRow, "status" | "substatus" | "code" | "occurredAt" | "recordedAt">;

/** A shipment with its current assignment. */
export interface ShipmentRecord {
  shipment: ShipmentRow;
  assignment: AssignmentRow | null;
}
