import { toTimestamp } from "../../../infra/clock.ts";
import type { Writing } from "../../../infra/deps.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { costOf } from "../../carriers/margin.ts";
import type { Driver, Substatus } from "../../model/model.ts";
import { cancellationAmount } from "../charges/charge.ts";
import { chargeCancellation, reverseCharges } from "../charges/service.ts";
import { endJob, reopenJob } from "../driver-jobs/transitions.ts";
import { awaitRefund, endTracker } from "../polling/transitions.ts";
import { closeQuoting, reopenQuotes, startRound } from "../quotes/rounds.ts";
import { quoteOfShipment } from "../quotes/service.ts";
import { type AssignmentStatus, isActive } from "../state/assignment.ts";
import { changeShipment } from "../state/change.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import type { Ending } from "../state/shipment.ts";
import { type Actor, isAtRest } from "../state/status.ts";
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

/**
 * Names another driver, or nobody. Before the pickup the steps begin anew, because they were another driver's. After it
 * they stay: the goods are where they are.
 */
export function changeDriver(
  writing: Writing,
  shipment: ShipmentRow,
  row: AssignmentRow,
  driver: Driver | null,
  by: Extract<Actor, "carrier" | "driver">,
): ShipmentRow {
  assignmentStore(writing.tx).update(row.id, { driver });
  const message = driver === null ? "The driver gave the job back." : "The carrier named the driver.";
  const set = driver === null ? { withoutDriver: true } : {};
  const named = changeShipment(writing, shipment, { by, message, set });
  if (shipment.status !== "assigned" || isAtRest(shipment)) return named;
  return changeShipment(writing, named, {
    by,
    substatus: "confirmed",
    message: driver === null ? "The carrier looks for another driver." : "Another driver takes over.",
  });
}

/**
 * Takes the shipment back from its carrier before the pickup and reopens the other quotes. If none is left, a new round
 * starts. Contract §3.
 */
export function releaseAssignment(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  end: {
    status: "rejected" | "released" | "cancelled";
    reason: string;
    by: Actor;
    message: string;
    at?: number;
    refund?: Refund;
    /** A rejection after which the carrier may have the booking all the same. */
    mayBeBooked?: boolean;
  },
): ShipmentRow {
  assignmentStore(writing.tx).update(assignment.id, {
    status: end.status,
    releasedAt: end.at ?? writing.now,
    releaseReason: end.reason,
    endedAt: writing.now,
  });
  endJob(writing, assignment.id);
  payBack(writing, assignment, end.refund);
  const isRefused = end.status === "rejected" && end.reason !== "timeout" && !end.mayBeBooked;
  const hasOffers = reopenQuotes(writing, assignment.quoteId, {
    accountId: shipment.accountId,
    mayBeBooked: !isRefused || assignment.carrierReference !== null,
  });
  const after = changeShipment(writing, shipment, {
    by: end.by,
    status: hasOffers ? "quoted" : "created",
    code: end.reason,
    message: end.message,
    ...(end.at === undefined ? {} : { at: end.at }),
    set: { assignmentId: null, carrierId: null },
  });
  if (!hasOffers) startRound(writing, after);
  return after;
}

export const releasedByClient = {
  status: "released",
  reason: "released_by_client",
  by: "client",
  message: "The assignment was released.",
} as const;

/**
 * Whether the carrier still decides if it pays the price back. The charge stands until it has. Contract-live §8.
 */
type Refund = "pending" | undefined;

function payBack(writing: Writing, assignment: AssignmentRow, refund: Refund): void {
  if (refund === "pending") return awaitRefund(writing, assignment);
  endTracker(writing, assignment.id);
  reverseCharges(writing, assignment);
}

/** Ends the shipment before the pickup, with its assignment. `tellsCarrier`: the carrier does not know of it yet. */
export function cancelShipmentNow(
  writing: Writing,
  shipment: ShipmentRow,
  why: Pick<Ending, "reason_code" | "message" | "by"> & { tellsCarrier: boolean; refund?: Refund },
): ShipmentRow {
  const { tellsCarrier, refund, ...ending } = why;
  closeQuoting(writing, shipment.id);
  const row = activeAssignment(writing, shipment);
  const ended = row && cancelAssignment(writing, row, refund);
  if (ended && tellsCarrier) {
    queueCarrierCall(writing, ended, "cancel");
    chargeAgreedFee(writing, shipment, ended);
  }
  return changeShipment(writing, shipment, {
    by: ending.by,
    status: "cancelled",
    message: "The shipment was cancelled.",
    set: { cancellation: { ...ending, at: toTimestamp(writing.now) } },
  });
}

function cancelAssignment(writing: Writing, row: AssignmentRow, refund: Refund): AssignmentRow {
  assignmentStore(writing.tx).update(row.id, {
    status: "cancelled",
    endedAt: writing.now,
    releasedAt: writing.now,
    releaseReason: "cancelled_by_client",
  });
  endJob(writing, row.id);
  payBack(writing, row, refund);
  return row;
}

/** Charges the client what the quote said that ending the assignment now costs. */
export function chargeAgreedFee(writing: Writing, shipment: ShipmentRow, assignment: AssignmentRow): void {
  const { cancellationSteps } = quoteOfShipment(writing, shipment.id, assignment.quoteId);
  if (cancellationSteps === null || shipment.substatus === null) return;
  // An arrival that only Waybill saw costs nothing.
  const reached = assignment.reportedSubstatus ?? shipment.substatus;
  const amount = cancellationAmount(cancellationSteps, costOf(assignment), reached);
  chargeCancellation(writing, assignment, { amount, currency: assignment.currency });
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
  endTracker(writing, row.id);
}

/** A correction: the carrier has the shipment again. */
export function reviveAssignment(writing: Writing, { id, status }: AssignmentRow): void {
  if (isActive(status)) return;
  assignmentStore(writing.tx).update(id, { status: "confirmed", endedAt: null, reportedSubstatus: null });
  reopenJob(writing, id);
}

/** A correction of how the shipment ended. An assignment that has ended keeps when. */
export function correctEnd(
  writing: Writing,
  shipment: ShipmentRow,
  { id, status: before }: AssignmentRow,
  status: Extract<AssignmentStatus, "completed" | "failed">,
): void {
  if (isActive(before)) endActiveAssignment(writing, shipment, status);
  else assignmentStore(writing.tx).update(id, { status });
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

/** The driver was deleted: the assignment keeps who drove, and no number to call. */
export function forgetDriversPhone({ tx }: Writing, id: string): void {
  const { driver } = assignmentStore(tx).find(id) ?? {};
  if (driver?.phone) assignmentStore(tx).update(id, { driver: { ...driver, phone: null } });
}

/** Counts reports that are kept. */
export function countReports({ tx }: Writing, assignmentId: string, added: number): void {
  assignmentStore(tx).addReports(assignmentId, added);
}
