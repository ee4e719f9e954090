import type { Writing } from "../../../infra/deps.ts";
import { markAttentionDue } from "./change.ts";
import type { ShipmentRow } from "./rows.ts";
import { shipmentStore } from "./store.ts";

/** The driver has arrived, or the visit is over; the rules of attention look at it. @returns the shipment as it is then */
export function saveArrival(writing: Writing, row: ShipmentRow, stopArrivedAt: number | null): ShipmentRow {
  if (row.stopArrivedAt === stopArrivedAt) return row;
  shipmentStore(writing.tx).change(row.id, { stopArrivedAt });
  return markAttentionDue(writing, { ...row, stopArrivedAt });
}
