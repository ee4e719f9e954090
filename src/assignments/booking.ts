import type { BookAnswer, BookRequest, Carrier } from "../carriers/carrier.ts";
import { type Deps, type Writing, write } from "../deps.ts";
import type { Environment } from "../environment.ts";
import { offerReferenceOf } from "../quotes/service.ts";
import { changeShipment } from "../shipments/lifecycle.ts";
import { type ShipmentRow, shipmentStore } from "../shipments/store.ts";
import { isActive } from "./assignment.ts";
import { confirmAssignment, giveBack, tellCarrier } from "./lifecycle.ts";
import { isBookAnswer } from "./schema.ts";
import { type AssignmentRow, assignmentStore, type CarrierCall } from "./store.ts";

/**
 * Telling carriers what was decided: each call is a row, made in the transaction of the decision, done in
 * order for each assignment and repeated until the carrier has answered.
 */

const callTimeoutMs = 20_000;
/** Waits before the second and later tries of a booking; after the last the carrier is taken to have refused. */
const bookingWaitsMs = [1_000, 5_000, 30_000, 60_000];
/** What was decided after a booking is told for about a day: a driver may be on the way. */
const laterWaitMs = 300_000;
const laterTriesMax = 300;

export function dueCalls(deps: Deps, environment: Environment, now: number, limit: number): CarrierCall[] {
  return assignmentStore(deps.stores.platform(environment).db).dueCalls(now, limit);
}

export function nextCallDue(deps: Deps, environment: Environment, now: number): number | undefined {
  return assignmentStore(deps.stores.platform(environment).db).nextCallDue(now);
}

/** One try of one call, from asking the carrier to writing what came of it. */
export async function makeCall(deps: Deps, environment: Environment, call: CarrierCall): Promise<void> {
  const db = deps.stores.platform(environment).db;
  const assignment = assignmentStore(db).find(call.assignmentId);
  const shipment = assignment && shipmentStore(db).find(assignment.shipmentId)?.shipment;
  // A booking that was cancelled before it began is never made; the cancellation that follows finds nothing.
  const pointless = assignment && call.kind !== "cancel" && !isActive(assignment.status);
  if (!assignment || !shipment || pointless) {
    await write(deps, environment, ({ tx }) => assignmentStore(tx).removeCall(call.id));
    return;
  }
  const carrier = deps
    .carriers(environment, shipment.accountId)
    .find((candidate) => candidate.identity.id === assignment.carrier.id);
  if (!carrier) {
    await write(deps, environment, (writing) => settleCall(writing, call, carrierGone));
    return;
  }
  const offerReference = offerReferenceOf(deps, environment, assignment.quoteId);
  const request: BookRequest = {
    idempotencyKey: assignment.id,
    offerReference,
    service: assignment.service,
    price: { amount: assignment.amount, currency: assignment.currency },
    shipmentId: shipment.id,
    trackingNumber: shipment.trackingNumber,
    reference: shipment.reference,
    pickup: shipment.pickup,
    delivery: shipment.delivery,
    parcels: shipment.parcels,
  };
  const answer = await ask(deps, carrier, call, request, assignment);
  // The next start repeats the call, and the carrier knows it by its key.
  if (answer === "stopping") return;
  await write(deps, environment, (writing) => settleCall(writing, call, answer));
}

type CallAnswer = BookAnswer | "done" | "failed";

const carrierGone: BookAnswer = {
  kind: "rejected",
  reason: "carrier_rejected",
  message: "The carrier is no longer available.",
};

/** Waits no longer than its time, whether or not the carrier minds the signal. Never throws. */
async function ask(
  deps: Deps,
  carrier: Carrier,
  call: CarrierCall,
  request: BookRequest,
  assignment: AssignmentRow,
): Promise<CallAnswer | "stopping"> {
  const signal = AbortSignal.any([AbortSignal.timeout(callTimeoutMs), deps.stopping]);
  const over = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  try {
    return await Promise.race([callCarrier(carrier, call, request, assignment, signal), over]);
  } catch (error) {
    if (deps.stopping.aborted) return "stopping";
    deps.log.warn({ err: error, carrier: carrier.identity.code, call: call.kind }, "a carrier call failed");
    return "failed";
  }
}

async function callCarrier(
  carrier: Carrier,
  call: CarrierCall,
  request: BookRequest,
  assignment: AssignmentRow,
  signal: AbortSignal,
): Promise<CallAnswer> {
  const booking = { idempotencyKey: assignment.id, bookingReference: assignment.carrierReference };
  switch (call.kind) {
    case "book": {
      const answer = await carrier.book(request, signal);
      if (!isBookAnswer(answer)) throw new Error("the carrier's answer does not fit the port");
      return answer;
    }
    case "update":
      if (carrier.capabilities.update) {
        await carrier.update({ ...booking, pickup: request.pickup, delivery: request.delivery }, signal);
      }
      return "done";
    case "cancel":
      if (carrier.capabilities.cancel) {
        await carrier.cancel({ ...booking, reason: assignment.releaseReason ?? "other" }, signal);
      }
      return "done";
  }
}

function settleCall(writing: Writing, call: CarrierCall, answer: CallAnswer): void {
  const assignments = assignmentStore(writing.tx);
  if (answer === "failed") {
    const wait = waitBeforeRetry(call);
    if (wait !== undefined) {
      assignments.postponeCall(call.id, call.attempts + 1, writing.now + wait);
      return;
    }
  }
  assignments.removeCall(call.id);
  if (call.kind !== "book" || answer === "done") return;
  const assignment = assignments.find(call.assignmentId);
  const shipment = assignment && shipmentStore(writing.tx).find(assignment.shipmentId)?.shipment;
  if (!assignment || !shipment) return;
  if (answer !== "failed" && answer.kind === "booked") {
    recordBooking(writing, assignment, shipment, answer);
  } else if (isActive(assignment.status) && shipment.status === "assigned") {
    giveBack(writing, shipment, assignment, {
      status: "rejected",
      reason: answer === "failed" ? "timeout" : answer.reason,
      by: "carrier",
      message: answer === "failed" ? "The carrier could not be reached." : answer.message,
    });
    // It may have booked without our having heard of it.
    if (answer === "failed") tellCarrier(writing, assignment, "cancel");
  }
}

function waitBeforeRetry(call: CarrierCall): number | undefined {
  const early = bookingWaitsMs[call.attempts];
  if (call.kind === "book" || early !== undefined) return early;
  return call.attempts < laterTriesMax ? laterWaitMs : undefined;
}

function recordBooking(
  writing: Writing,
  assignment: AssignmentRow,
  shipment: ShipmentRow,
  answer: Extract<BookAnswer, { kind: "booked" }>,
): void {
  assignmentStore(writing.tx).update(assignment.id, {
    carrierReference: answer.reference,
    driver: answer.driver ?? assignment.driver,
  });
  const confirms = answer.confirmed && assignment.status === "pending";
  if (!confirms) return;
  confirmAssignment(writing, assignment, answer.driver ?? undefined);
  if (shipment.substatus === "awaiting_carrier") {
    changeShipment(writing, shipment, {
      by: "carrier",
      substatus: "confirmed",
      message: `${assignment.carrier.name} confirmed.`,
    });
  }
}
