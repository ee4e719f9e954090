import type { Writing } from "../../../infra/deps.ts";
import type { Driver, Substatus } from "../../model/model.ts";
import { endJob } from "../driver-jobs/transitions.ts";
import { type AssignmentStatus, isActive } from "../state/assignment.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { endPolling } from "./polling/transitions.ts";
import { assignmentStore } from "./store.ts";

/** The transitions of an assignment, inside the caller's transaction. */

/** The shipment's current assignment, if it is pending or confirmed. */
export function activeAssignment({ tx }: Writing, shipment: ShipmentRow): AssignmentRow | undefined {
  const row = shipment.assignmentId === null ? undefined : assignmentStore(tx).find(shipment.assignmentId);
  return row && isActive(row.status) ? row : undefined;
}

/** The carrier accepted the booking, or named the driver. */
export function confirmAssignment({ tx }: Writing, row: AssignmentRow, driver: Driver | undefined): void {
  if (row.status === "confirmed" && driver === undefined) return;
  assignmentStore(tx).update(row.id, { status: "confirmed", driver: driver ?? row.driver });
}

/** Ends the assignment with its shipment. */
export function endActiveAssignment(
  writing: Writing,
  shipment: ShipmentRow,
  status: Extract<AssignmentStatus, "completed" | "failed">,
): void {
  const row = activeAssignment(writing, shipment);
  if (!row) return;
  assignmentStore(writing.tx).update(row.id, { status, endedAt: writing.now });
  endJob(writing, row.id);
  endPolling(writing, row.id);
}

/** Sends changed contacts or instructions to the carrier, if one has the shipment. */
export function queueCarrierUpdate(writing: Writing, shipment: ShipmentRow): void {
  const row = activeAssignment(writing, shipment);
  if (row) queueCarrierCall(writing, row, "update");
}

/** Queues a call to the carrier. Calls run in order, so a cancellation makes a waiting booking due now. */
export function queueCarrierCall(
  { tx, now }: Writing,
  assignment: AssignmentRow,
  kind: "book" | "update" | "cancel",
): void {
  const assignments = assignmentStore(tx);
  assignments.addCall(assignment, kind, now);
  if (kind === "cancel") assignments.hurryBooking(assignment.id, now);
}

export function findAssignment({ tx }: Writing, id: string): AssignmentRow | undefined {
  return assignmentStore(tx).find(id);
}

/** Waybill saw the driver arrive, who last reported `reported`. */
export function recordSeenArrival({ tx }: Writing, { id }: AssignmentRow, reported: Substatus): void {
  assignmentStore(tx).update(id, { reportedSubstatus: reported });
}

/** The driver reports a step that Waybill has seen already. `reached`: how far Waybill has seen them. */
export function confirmSeenArrival(
  { tx }: Writing,
  { id }: AssignmentRow,
  { reported, reached }: { reported: Substatus; reached: Substatus },
): void {
  assignmentStore(tx).update(id, { reportedSubstatus: reported === reached ? null : reported });
}

/** Counts reports that are kept. */
export function countReports({ tx }: Writing, assignmentId: string, added: number): void {
  assignmentStore(tx).addReports(assignmentId, added);
}
