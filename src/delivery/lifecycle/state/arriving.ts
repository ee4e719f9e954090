import type { Writing } from "../../../infra/deps.ts";
import type { Substatus } from "../../model/model.ts";
import { reachedStop } from "../../model/stops.ts";
import { markAttentionDue } from "./change.ts";
import type { ShipmentRow } from "./rows.ts";
import { shipmentStore } from "./store.ts";

/** A visit of the driver begins and ends while the state stays. @param at when the driver said so */

/** The driver says that they are at a stop where only Waybill saw them, or that they have come back. */
export function arriveAgain(writing: Writing, row: ShipmentRow, next: Substatus, at: number): ShipmentRow {
  const isHere = next === row.substatus && reachedStop(next) !== undefined;
  return isHere && row.stopArrivedAt === null ? saveArrival(writing, row, at) : row;
}

/** The next visit begins with another *Arrived*, unless the driver has come back since. */
export function endVisit(writing: Writing, row: ShipmentRow, at: number): ShipmentRow {
  return row.stopArrivedAt === null || row.stopArrivedAt > at ? row : saveArrival(writing, row, null);
}

/** The rules of attention look at it. */
function saveArrival(writing: Writing, row: ShipmentRow, stopArrivedAt: number | null): ShipmentRow {
  shipmentStore(writing.tx).change(row.id, { stopArrivedAt });
  return markAttentionDue(writing, { ...row, stopArrivedAt });
}
