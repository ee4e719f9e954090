import type { AppError } from "../../../infra/errors.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import type { CarrierUpdate } from "../../carriers/carrier-update.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import type { Tracked, TrackedUpdate } from "../../carriers/tracked.ts";
import { applyBookAnswer } from "../../lifecycle/assignments/applying.ts";
import { addCarrierNames, isBookingUnanswered } from "../../lifecycle/assignments/carrier-names.ts";
import { activeAssignment, countReports, findAssignment } from "../../lifecycle/assignments/transitions.ts";
import { applyReport } from "../../lifecycle/reporting.ts";
import { findKept, isRefusedReport, refuseTooMany, saveReport } from "../../lifecycle/reports/keeping.ts";
import { compareReports } from "../../lifecycle/reports/validating.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import type { AssignmentRow } from "../../lifecycle/state/rows.ts";
import { applyRefund } from "./refunds.ts";

/** Applies what carriers answer when they are asked about a booking, and what they send of it unasked. */

export interface AppliedTracked {
  applied: number;
  late: number;
  duplicate: number;
  /** Updates that changed nothing. Waybill judges them anew when they come again. */
  refused: { key: string; problem: AppError }[];
  /** The carrier has not answered the booking itself, so nothing was applied. Apply it after that. */
  waits: boolean;
}

/** News that only a carrier with the booking has. */
const provesBooking: readonly CarrierUpdate["kind"][] = [
  "progress",
  "position",
  "scan",
  "attempt_failed",
  "delivered",
  "undeliverable",
  "returned",
];
/** The key alone decides whether an update has come before: carriers word the same event differently. */
const noHash = "";

/**
 * Applies the updates that are new, in the order of their times, inside the caller's transaction. However often and in
 * whatever order answers come, the shipment ends in the same state. A refused update refuses no other.
 */
export function applyTracked(
  writing: DeliveryWriting,
  { id }: Pick<AssignmentRow, "id">,
  tracked: Tracked,
): AppliedTracked {
  const outcome: AppliedTracked = { applied: 0, late: 0, duplicate: 0, refused: [], waits: false };
  const assignment = findAssignment(writing, id);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  if (!assignment || !shipment) return outcome;
  if (isBookingUnanswered(writing, assignment)) return { ...outcome, waits: true };
  const { deps, environment } = writing;
  inTimeOf(deps, { accountId: shipment.accountId, environment }, () => {
    const own = { ...writing, now: deps.clock.now() };
    if (activeAssignment(own, shipment)?.id === id) {
      if (assignment.status === "pending" && tracked.updates.some(isProof)) {
        applyBookAnswer(own, id, { kind: "accepted", driver: null });
      }
      addNames(own, id, tracked);
    }
    applyUpdates(own, assignment, withRefund(tracked), outcome);
    applyRefund(own, assignment, tracked.refund);
  });
  return outcome;
}

/** A cancellation that the carrier does not pay back, or not yet, leaves the charge to what becomes of the refund. */
function withRefund({ updates, refund }: Tracked): TrackedUpdate[] {
  if (refund === undefined || refund === "confirmed") return updates;
  return updates.map((told) =>
    told.update.kind === "cancelled" ? { ...told, update: { ...told.update, refund: "pending" } } : told,
  );
}

function isProof({ update }: TrackedUpdate): boolean {
  return provesBooking.includes(update.kind);
}

function addNames(writing: DeliveryWriting, id: string, tracked: Tracked): void {
  const assignment = findAssignment(writing, id);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  if (shipment) addCarrierNames(writing, shipment, assignment, tracked);
}

function applyUpdates(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  updates: readonly TrackedUpdate[],
  outcome: AppliedTracked,
): void {
  const ranked = updates.map((told, index) => ({ index, at: told.at, report: rankedOf(told.update), told }));
  let added = 0;
  for (const { told } of ranked.toSorted(compareReports)) {
    try {
      const result = applyUpdate(writing, assignment, told, assignment.reportCount + added);
      outcome[result] += 1;
      if (result !== "duplicate") added += 1;
    } catch (error) {
      if (!isRefusedReport(error)) throw error;
      outcome.refused.push({ key: told.key, problem: error });
    }
  }
  if (added > 0) countReports(writing, assignment.id, added);
}

/** @throws AppError why it is refused, before it writes anything */
function applyUpdate(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  { key, at, update: told }: TrackedUpdate,
  kept: number,
): "applied" | "late" | "duplicate" {
  const { deps, environment, now } = writing;
  const id = `tracked:${key}`;
  if (findKept(writing, assignment.id, id)) return "duplicate";
  const update = arrivalOf(writing, assignment, told);
  refuseTooMany(writing, assignment, kept, rankedOf(update));
  const isEnforced = deps.carrier(environment, assignment.carrier.id)?.terms.enforcesProof ?? false;
  const result = applyReport(writing, assignment.shipmentId, {
    assignmentId: assignment.id,
    by: "carrier",
    // Carriers' clocks and time zones are often wrong, and a delivery counts all the same.
    at: Math.min(Math.max(at, assignment.assignedAt), now),
    update,
    ...(isEnforced ? {} : { standsUnproven: true }),
  });
  saveReport(writing, { assignmentId: assignment.id, id, hash: noHash, result }, kept);
  return result;
}

/**
 * Parcel carriers say `delivered` also of goods that came back, and an answer may no longer tell that they were sent back.
 * The shipment remembers it.
 */
function arrivalOf(
  { tx }: DeliveryWriting,
  { id, shipmentId }: AssignmentRow,
  told: CarrierUpdate,
): CarrierUpdate {
  if (told.kind !== "delivered") return told;
  const shipment = findShipment(tx, shipmentId);
  const wentBack = shipment?.status === "returning" || shipment?.status === "returned";
  return wentBack && shipment.assignmentId === id ? { kind: "returned" } : told;
}

/** An update in the words by which reports are ordered. */
function rankedOf(update: CarrierUpdate) {
  return update.kind === "progress" ? { type: update.kind, ...update } : { type: update.kind };
}
