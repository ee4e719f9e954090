import type { Status } from "../../model/model.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { isGone, stateWhenUndeliverable } from "../state/shipment.ts";
import { isFinal, statusOf } from "../state/status.ts";
import type { Report } from "./report.ts";

/** Which late reports contradict how a shipment ended. */

/**
 * Whether the report says that the goods went another way than the shipment's state tells. A report that says the same,
 * or what happened before, contradicts nothing.
 */
export function contradictsEnd(shipment: ShipmentRow, report: Report): boolean {
  const { status } = shipment;
  if (!isFinal(status) && status !== "returning") return false;
  const claimed = claimedBy(shipment, report);
  if (claimed === undefined || claimed === status) return false;
  return status === "cancelled" || !isHistory(shipment, claimed, report);
}

/** The state of which the report tells; undefined for one that tells of none. */
function claimedBy(
  shipment: ShipmentRow,
  { update, assignmentId, driverName, standsUnproven }: Report,
): Status | undefined {
  switch (update.kind) {
    case "delivered":
    case "returned":
      return update.kind;
    case "undeliverable": {
      const wish = standsUnproven ? "return" : shipment.ifUndeliverable;
      return stateWhenUndeliverable(update.reason, wish);
    }
    case "progress": {
      // Somebody took the goods of a cancelled shipment. Of a driver it is told as `report_refused`.
      const isTaken = shipment.status === "cancelled" && statusOf(update.substatus) === "in_transit";
      return isTaken && driverName === undefined ? "in_transit" : undefined;
    }
    case "cancelled":
      return assignmentId === shipment.assignmentId ? update.kind : undefined;
    default:
      return undefined;
  }
}

/** Whether a shipment in this state has been in the other one before, as far as the times tell. */
function isHistory(
  { status, failure, deliveredAt }: ShipmentRow,
  claimed: Status,
  { update, at }: Report,
): boolean {
  switch (status) {
    case "delivered":
      return update.kind === "undeliverable" && !isGone(update.reason) && at < (deliveredAt ?? at);
    case "returned":
      return claimed === "returning";
    default:
      return claimed === "returning" && failure !== null && at <= Date.parse(failure.at);
  }
}
