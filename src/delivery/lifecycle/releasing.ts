import type { Writing } from "../../infra/deps.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import { assign, bestOffer } from "./accepting.ts";
import { awaitRefund, endPolling } from "./assignments/polling/transitions.ts";
import { assignmentStore } from "./assignments/store.ts";
import { queueCarrierCall } from "./assignments/transitions.ts";
import { chargeAgreedFee, reverseCharges } from "./charges/service.ts";
import { cancelJob } from "./driver-jobs/transitions.ts";
import { reopenQuotes, startRound } from "./quotes/rounds.ts";
import { changeShipment, recordTrouble } from "./state/change.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";
import type { Actor } from "./state/status.ts";

/** A shipment loses its carrier before the pickup: the client releases the assignment, or the carrier gives it back. */

export const releasedByClient = {
  status: "released",
  reason: "released_by_client",
  by: "client",
  message: "The assignment was released.",
} as const;

/**
 * Whether the carrier still decides if it pays the price back. The charge stands until it has. Contract-live §8.
 */
export type Refund = "pending" | undefined;

/** The client releases the assignment, and no carrier has to agree. */
export function releaseNow(writing: DeliveryWriting, shipment: ShipmentRow, assignment: AssignmentRow): void {
  releaseAssignment(writing, shipment, assignment, releasedByClient);
  queueCarrierCall(writing, assignment, "cancel");
  chargeAgreedFee(writing, shipment, assignment);
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
  cancelJob(writing, assignment.id);
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

export function payBack(writing: Writing, assignment: AssignmentRow, refund: Refund): void {
  if (refund === "pending") return awaitRefund(writing, assignment);
  endPolling(writing, assignment.id);
  reverseCharges(writing, assignment);
}

/**
 * The carrier gives the shipment back, or never took it. Where the client asked for it, the next best offer takes over
 * in the same transaction, unless a rejection leaves open whether the carrier has booked. Contract-live §7.
 */
export function takeBackFromCarrier(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  end: Parameters<typeof releaseAssignment>[3],
): void {
  const released = releaseAssignment(writing, shipment, assignment, end);
  if (end.mayBeBooked) {
    const detail = `${assignment.carrier.name} rejected the booking, and may have made it all the same.`;
    const advice = "Waybill accepts no other quote by itself: ask the carrier first.";
    recordTrouble(writing, released, "booking_kept", `${detail} ${advice}`);
    return;
  }
  const { autoReassign: wish } = assignment;
  if (wish === null || wish.remaining === 0) return;
  const next = bestOffer(writing, shipment, wish);
  if (!next) return;
  assign(writing, released, next, {
    by: "system",
    autoReassign: { ...wish, remaining: wish.remaining - 1 },
  });
}
