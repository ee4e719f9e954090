import type { assignments, shipmentEntries, shipments } from "./table.ts";

export type ShipmentRow = typeof shipments.$inferSelect;
export type EntryRow = typeof shipmentEntries.$inferSelect;
export type AssignmentRow = typeof assignments.$inferSelect;

/** A shipment with its current assignment. */
export interface ShipmentRecord {
  shipment: ShipmentRow;
  assignment: AssignmentRow | null;
}
