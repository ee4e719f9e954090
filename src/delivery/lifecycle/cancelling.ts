import type { AccountEnvironment } from "../../access/model.ts";
import { toTimestamp } from "../../infra/clock.ts";
import { waitUntil } from "../../infra/db/wait-until.ts";
import type { Deps, Writing } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { AppError } from "../../infra/errors.ts";
import type { CancelAnswer } from "../carriers/carrier.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import { assignmentStore } from "./assignments/store.ts";
import { activeAssignment, queueCarrierCall } from "./assignments/transitions.ts";
import { chargeAgreedFee, chargeCancellation } from "./charges/service.ts";
import { cancelJob } from "./driver-jobs/transitions.ts";
import { closeQuoting } from "./quotes/rounds.ts";
import { payBack, type Refund, releaseAssignment, releasedByClient } from "./releasing.ts";
import { type CancellationRequest, isActive, isCancellationPending } from "./state/assignment.ts";
import { changeShipment, recordEntry, recordTrouble } from "./state/change.ts";
import { findShipment, requireShipment, viewOf } from "./state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";
import type { ShipmentView } from "./state/schema.ts";
import type { Ending } from "./state/shipment.ts";
import { mayMove } from "./state/status.ts";

/**
 * A shipment is cancelled before the pickup: at once, or when its carrier agrees. The request is a row: the shipment stays
 * as it is until the carrier has answered, however long that takes. Contract §7.
 */

const requested: Record<CancellationRequest["ends"], string> = {
  shipment: "A cancellation was requested.",
  assignment: "The release of the assignment was requested.",
};

/** How long a request waits for the carrier's answer. */
const answerWaitMs = 10_000;

/**
 * Cancels the shipment, or asks its carrier. It refuses before it writes anything.
 * @returns the shipment, and the assignment whose carrier was asked
 * @throws AppError `not_found`, `shipment_not_cancellable`
 */
export function beginCancellation(
  writing: DeliveryWriting,
  caller: AccountEnvironment,
  id: string,
  why: Pick<Ending, "reason_code" | "message">,
): { view: ShipmentView; asked: string | null } {
  const before = requireShipment(writing, caller, id);
  if (before.status === "cancelled") return { view: viewOf(writing, before), asked: null };
  if (!mayMove(before.status, "cancelled", "client")) {
    throw new AppError("shipment_not_cancellable", {
      detail: `The shipment is ${before.status}. Only a shipment that is not picked up yet can be cancelled.`,
      members: { shipment_status: before.status },
    });
  }
  const asked = assignmentToAsk(writing, before);
  if (!asked) {
    const after = cancelShipmentNow(writing, before, { ...why, by: "client", tellsCarrier: true });
    return { view: viewOf(writing, after), asked: null };
  }
  const { reason_code: reason, message } = why;
  const after = requestCancellation(writing, before, asked, { ends: "shipment", reason, message });
  return { view: viewOf(writing, after), asked: asked.id };
}

/** The assignment whose carrier must agree before it ends; undefined if none has to. */
export function assignmentToAsk(writing: DeliveryWriting, shipment: ShipmentRow): AssignmentRow | undefined {
  const row = activeAssignment(writing, shipment);
  const carrier = row && writing.deps.carrier(writing.environment, row.carrier.id);
  const isScripted = shipment.simulation?.script?.cancellation !== undefined;
  return carrier && (isScripted || !carrier.terms.cancelsAtOnce) ? row : undefined;
}

/**
 * Asks the carrier to agree. A request that waits already may grow from the assignment to the shipment. Where no call
 * about it is open, this asks the carrier again: it may never report what it decided.
 */
export function requestCancellation(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  wish: Pick<CancellationRequest, "ends" | "reason" | "message">,
): ShipmentRow {
  const assignments = assignmentStore(writing.tx);
  const waiting = isCancellationPending(assignment) ? assignment.cancellationRequest : null;
  if (!assignments.hasCall(assignment.id, "cancel")) {
    // A booking that the carrier keeps for later would hold the cancellation back.
    assignments.removePendingBooking(assignment.id);
    queueCarrierCall(writing, assignment, "cancel");
  }
  if (waiting && (waiting.ends === "shipment" || wish.ends === "assignment")) return shipment;
  const requestedAt = waiting?.requestedAt ?? writing.now;
  assignments.update(assignment.id, { cancellationRequest: { ...wish, requestedAt, refused: null } });
  const entry = { by: "client", message: requested[wish.ends] } as const;
  recordEntry(writing, shipment, entry);
  return changeShipment(writing, shipment, entry);
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
  cancelJob(writing, row.id);
  payBack(writing, row, refund);
  return row;
}

/**
 * What a carrier answered to a cancellation, or reported of it. The first answer counts.
 * @returns the shipment as it is then; undefined if no cancellation was pending
 */
export function applyCancelAnswer(
  writing: DeliveryWriting,
  assignmentId: string,
  answer: Exclude<CancelAnswer, { kind: "pending" }>,
  at: number = writing.now,
): ShipmentRow | undefined {
  const assignments = assignmentStore(writing.tx);
  const assignment = assignments.find(assignmentId);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  if (!shipment || !isCancellationPending(assignment)) return undefined;
  assignments.removeCalls(assignment.id, "book");
  assignments.removeCalls(assignment.id, "cancel");
  const { cancellationRequest: request } = assignment;
  if (answer.kind === "refused") return refuse(writing, shipment, assignment, answer, at);
  const refund = answer.refund && { refund: answer.refund };
  const ended =
    request.ends === "shipment"
      ? cancelShipmentNow(writing, shipment, {
          reason_code: request.reason,
          message: request.message,
          by: "client",
          tellsCarrier: false,
          ...refund,
        })
      : releaseAssignment(writing, shipment, assignment, { ...releasedByClient, ...refund });
  chargeCancellation(writing, assignment, answer.fee);
  if (answer.mayBeBooked) recordPossibleBooking(writing, ended, assignment);
  return ended;
}

/** The booking is over here, and the carrier may have made it all the same: a person has to ask. */
export function recordPossibleBooking(
  writing: Writing,
  shipment: ShipmentRow,
  { carrier: { name } }: AssignmentRow,
): void {
  const detail = `${name} has no booking to cancel, and its carrier may have made one all the same.`;
  recordTrouble(writing, shipment, "booking_kept", `${detail} Ask the carrier, or it bills the label.`);
}

function refuse(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  assignment: AssignmentRow & { cancellationRequest: CancellationRequest },
  { reason, message }: Extract<CancelAnswer, { kind: "refused" }>,
  at: number,
): ShipmentRow {
  assignmentStore(writing.tx).update(assignment.id, {
    cancellationRequest: { ...assignment.cancellationRequest, refused: { reason, message } },
  });
  const entry = {
    by: "carrier",
    code: reason,
    message: `The carrier refused the cancellation. ${message}`,
    at,
  } as const;
  recordEntry(writing, shipment, entry);
  return changeShipment(writing, shipment, {
    ...entry,
    event: { type: "shipment.cancellation_refused", data: { reason_code: reason, message } },
  });
}

/**
 * Waits for the carrier's answer, and for its answer to the booking before, at most 10 s.
 * @throws AppError `carrier_refused_cancellation`
 */
export async function awaitCancellation(
  deps: Deps,
  environment: Environment,
  assignmentId: string,
): Promise<void> {
  const store = deps.stores.platform(environment);
  const assignments = assignmentStore(store.db);
  const isWaiting = () => {
    const row = assignments.find(assignmentId);
    return row !== undefined && isCancellationPending(row) && assignments.hasCall(row.id, "cancel");
  };
  await waitUntil(store, () => !isWaiting(), answerWaitMs, deps.stopping);
  await store.synced();
  const row = assignments.find(assignmentId);
  const refused = row && isActive(row.status) ? row.cancellationRequest?.refused : null;
  if (!refused) return;
  throw new AppError("carrier_refused_cancellation", {
    detail: refused.message,
    members: { reason_code: refused.reason },
  });
}
