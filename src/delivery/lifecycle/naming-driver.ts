import type { Writing } from "../../infra/deps.ts";
import { inTimeOf } from "../../infra/own-time.ts";
import type { Driver, Substatus } from "../model/model.ts";
import { assignmentStore } from "./assignments/store.ts";
import { confirmAssignment } from "./assignments/transitions.ts";
import { changeShipment } from "./state/change.ts";
import { findShipment } from "./state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";
import { type Actor, isAtRest } from "./state/status.ts";
import type { ReportContext } from "./tracking/report.ts";

/** The shipment gets a driver, another one, or none. */

/** A carrier may know the driver later than the state. An older report does not replace the driver of a newer one. */
export function nameDriver(
  { writing, report, shipment, assignment }: ReportContext,
  driver: Driver,
  substatus: Substatus,
): boolean {
  if (assignment.driver !== null && substatus !== shipment.substatus) return false;
  if (Bun.deepEquals(assignment.driver, driver)) return false;
  confirmAssignment(writing, assignment, driver);
  changeShipment(writing, shipment, {
    by: report.by,
    message: "The carrier named the driver.",
    at: report.at,
  });
  return true;
}

/**
 * Names another driver, or nobody. Before the pickup the steps begin anew, because they were another driver's. After it
 * they stay: the goods are where they are. @param named with the id of a driver of an account's own fleet
 */
export function changeDriver(
  writing: Writing,
  shipment: ShipmentRow,
  row: AssignmentRow,
  named: { driver: Driver; driverId: string | null } | null,
  by: Extract<Actor, "carrier" | "driver">,
): ShipmentRow {
  const { driver, driverId } = named ?? { driver: null, driverId: null };
  assignmentStore(writing.tx).update(row.id, { driver, driverId });
  const message = driver === null ? "The driver gave the job back." : "The carrier named the driver.";
  const set = { stopArrivedAt: null, ...(driver === null && { withoutDriver: true }) };
  const changed = changeShipment(writing, shipment, { by, message, set });
  if (shipment.status !== "assigned" || isAtRest(shipment)) return changed;
  return changeShipment(writing, changed, {
    by,
    substatus: "confirmed",
    message: driver === null ? "The carrier looks for another driver." : "Another driver takes over.",
  });
}

/** The driver was deleted: the shipment keeps who drove, and no number to call. */
export function forgetDriversPhone(writing: Writing, assignmentId: string): void {
  const { deps, tx, environment } = writing;
  const { driver = null, shipmentId = "" } = assignmentStore(tx).find(assignmentId) ?? {};
  if (!driver?.phone) return;
  assignmentStore(tx).update(assignmentId, { driver: { ...driver, phone: null } });
  const shipment = findShipment(tx, shipmentId);
  if (shipment?.assignmentId !== assignmentId) return;
  // Drivers of the installation have shipments of many accounts.
  inTimeOf(deps, { accountId: shipment.accountId, environment }, () => {
    const message = "The driver's phone number was erased.";
    changeShipment({ ...writing, now: deps.clock.now() }, shipment, { by: "system", message });
  });
}
