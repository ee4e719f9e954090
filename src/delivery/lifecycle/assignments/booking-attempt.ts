import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { callError } from "../../carriers/call-error.ts";
import type { BookingCall, BookRequest, Carrier, PurchaseRecord } from "../../carriers/carrier.ts";
import { costOf } from "../../carriers/margin.ts";
import { isBookAnswer, isBookingStatus } from "../../carriers/schema.ts";
import { isActive, isCancellationPending } from "../state/assignment.ts";
import { deliveryForCarrier } from "../state/recipient.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import type { CallOutcome } from "./outcome.ts";
import { assignmentStore, type CarrierCall } from "./store.ts";

/** One attempt at a booking, so that what may have been booked is never booked again. */

/** A call, and what it is about. */
export interface CallSubject {
  call: CarrierCall;
  about: BookingCall;
  carrier: Carrier;
  assignment: AssignmentRow;
  shipment: ShipmentRow;
}

/**
 * Some carriers would book again for the same key. There Waybill looks the booking up first, and books again only if the
 * carrier has none.
 */
export async function book(
  deps: Deps,
  environment: Environment,
  subject: CallSubject,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { call, about, carrier } = subject;
  if (call.pendingAt !== null) return askPending(subject, signal);
  if (!carrier.terms.honorsKey) {
    if (call.askedAt !== null) {
      if (!carrier.status) return "unanswered";
      const found = await carrier.status(about, signal);
      if (!isBookingStatus(found)) throw callError("nonsense", "The answer does not fit the port.");
      if (found.kind === "pending") return "unanswered";
      if (found.kind !== "unknown") return found;
    }
    // Durable before the carrier is asked: after a restart Waybill must know that the carrier may have booked.
    const isOpen = await write(deps, environment, ({ tx }) => {
      const calls = assignmentStore(tx);
      calls.markAsked(call.id, deps.realClock.now());
      return calls.findCall(call.id) !== undefined;
    });
    // A slow look-up may end after the call, and after its cancellation.
    if (!isOpen) return "unanswered";
  }
  const request = { ...bookRequestOf(subject), purchase: purchaseOf(deps, environment, call) };
  const answer = await carrier.book(request, signal);
  if (!isBookAnswer(answer)) throw callError("nonsense", "The answer does not fit the port.");
  return answer;
}

/** The carrier has the booking and decides later. One that cannot be asked reports it, or the deadline comes. */
async function askPending({ about, carrier }: CallSubject, signal: AbortSignal): Promise<CallOutcome> {
  const found = await carrier.status?.(about, signal);
  if (found === undefined) return { kind: "pending", reference: null };
  if (!isBookingStatus(found)) throw callError("nonsense", "The answer does not fit the port.");
  return found.kind === "unknown" ? "unanswered" : found;
}

/** Kept with the call: it lives until the booking has an answer, and the cancellation after it gets what it knows. */
function purchaseOf(deps: Deps, environment: Environment, { id, assignmentId }: CarrierCall): PurchaseRecord {
  let sentAt: number | undefined;
  return {
    async begin() {
      const at = deps.realClock.now();
      const isBegun = await write(deps, environment, ({ tx }) => {
        const assignments = assignmentStore(tx);
        const assignment = assignments.find(assignmentId);
        const isWanted = assignment && isActive(assignment.status) && !isCancellationPending(assignment);
        return isWanted === true && assignments.beginPurchase(id, at);
      });
      if (isBegun) sentAt = at;
      return isBegun;
    },
    async undo() {
      const at = sentAt;
      if (at === undefined) return;
      await write(deps, environment, ({ tx }) => assignmentStore(tx).undoPurchase(id, at));
    },
  };
}

function bookRequestOf({ about, assignment, shipment }: CallSubject): Omit<BookRequest, "purchase"> {
  return {
    ...about,
    service: assignment.service,
    price: { amount: costOf(assignment), currency: assignment.currency },
    shipmentId: shipment.id,
    trackingNumber: shipment.trackingNumber,
    reference: shipment.reference,
    pickup: shipment.pickup,
    delivery: deliveryForCarrier(shipment),
    parcels: shipment.parcels,
    ifUndeliverable: shipment.ifUndeliverable,
    isReturn: shipment.isReturn,
  };
}
