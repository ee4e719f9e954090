import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import { settlesWithin } from "../../../infra/waiting/timeout.ts";
import { callError, isCallError } from "../../carriers/call-error.ts";
import { answerWithinMs, type BookingCall, type Carrier } from "../../carriers/carrier.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { rememberCallError } from "../../carriers/health.ts";
import { isCancelAnswer } from "../../carriers/schema.ts";
import { reasonCodes } from "../../model/model.ts";
import { offerReferenceOf } from "../quotes/service.ts";
import { isActive, isCancellationPending } from "../state/assignment.ts";
import { findShipment } from "../state/reading.ts";
import { deliveryForCarrier } from "../state/recipient.ts";
import type { AssignmentRow } from "../state/rows.ts";
import { applyCallOutcome, dropCall } from "./applying.ts";
import { book, type CallSubject } from "./booking-attempt.ts";
import { type CarrierCalls, carrierCallsOf } from "./calls-store.ts";
import { bookingDeadline, type CallOutcome } from "./outcome.ts";
import { assignmentStore, type CarrierCall } from "./store.ts";

/**
 * Tells carriers what was decided. The transaction of the decision writes each call as a row. Waybill makes the calls
 * of an assignment in order and repeats each one until the carrier answers.
 */

/** As the carrier's owner reads them. */
const callNames = { book: "Booking", update: "Update", cancel: "Cancellation" } as const;

const carrierGone: CallOutcome = {
  kind: "rejected",
  reason: "carrier_rejected",
  message: "The carrier is no longer available.",
};

/** The calls that wait, by carrier. */
export function waitingCalls({ stores }: Deps, environment: Environment): CarrierCalls {
  return carrierCallsOf(stores.platform(environment));
}

/** Runs a task that outlives its call: it waits for a late answer and settles it. */
type AwaitLate = (task: () => Promise<void>) => void;

/** Makes one attempt at a call: asks the carrier and settles the outcome. */
export async function makeCall(
  deps: DeliveryDeps,
  environment: Environment,
  call: CarrierCall,
  awaitLate: AwaitLate,
): Promise<void> {
  const db = deps.stores.platform(environment).db;
  const assignment = assignmentStore(db).find(call.assignmentId);
  const shipment = assignment && findShipment(db, assignment.shipmentId);
  // Nobody books what was cancelled before. The carrier finds nothing to cancel then.
  const pointless =
    assignment &&
    call.kind !== "cancel" &&
    (!isActive(assignment.status) || (call.kind === "book" && isCancellationPending(assignment)));
  if (!assignment || !shipment || pointless) {
    await write(deps, environment, (writing) => dropCall(writing, call));
    return;
  }
  const about: BookingCall = {
    idempotencyKey: assignment.id,
    bookingReference: assignment.carrierReference,
    offerReference: offerReferenceOf(deps, environment, assignment.quoteId),
    callKey: `${assignment.id}_${call.id}`,
    purchaseSentAt: call.purchaseSentAt,
  };
  const subject = { call, about, assignment, shipment };
  return inTimeOf(deps, { accountId: shipment.accountId, environment }, () =>
    attemptCall(deps, environment, subject, awaitLate),
  );
}

async function attemptCall(
  deps: DeliveryDeps,
  environment: Environment,
  { call, about, assignment, shipment }: Omit<CallSubject, "carrier">,
  awaitLate: AwaitLate,
): Promise<void> {
  const carrier = deps.carrier(environment, assignment.carrier.id);
  const applyOutcome = (outcome: CallOutcome) =>
    write(deps, environment, (writing) => applyCallOutcome(writing, { call, outcome, carrier, about }));
  // The operator may repair its settings before the retries end.
  if (!carrier) return applyOutcome(call.kind === "book" ? carrierGone : "failed");
  const isOverdue =
    call.kind === "book" &&
    call.attempts > 0 &&
    deps.clock.now() >= bookingDeadline(assignment, carrier.terms);
  if (isOverdue) return applyOutcome("overdue");

  const attempt = beginAttempt(deps, environment, { call, about, carrier, assignment, shipment });
  const limitMs = call.kind === "book" ? carrier.terms.answerWithinMs : answerWithinMs;
  const isInTime = await settlesWithin(limitMs, attempt.outcome);
  // The next start repeats the call.
  if (deps.stopping.aborted) return;
  if (isInTime) return applyOutcome(await attempt.outcome);
  deps.log.warn({ carrier: carrier.identity.code, call: call.kind }, "Carrier did not answer in time");
  const owner = { accountId: shipment.accountId, environment };
  const takeLate = () => takeLateAnswer(deps, assignment, carrier, attempt, applyOutcome);
  if (call.kind === "book") awaitLate(() => inTimeOf(deps, owner, takeLate));
  else attempt.abort();
  return applyOutcome("unanswered");
}

interface Attempt {
  /** Never rejects. `unanswered` after an abort, or when the server stops. */
  outcome: Promise<CallOutcome>;
  abort(): void;
}

/** The attempt ends when its signal aborts, even if the adapter ignores the signal. */
function beginAttempt(deps: Deps, environment: Environment, subject: CallSubject): Attempt {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, deps.stopping]);
  const { call, carrier } = subject;
  const answer = callCarrier(deps, environment, subject, signal).catch((error): CallOutcome => {
    if (signal.aborted) return "unanswered";
    deps.log.warn({ err: error, carrier: carrier.identity.code, call: call.kind }, "Carrier call failed");
    const message = isCallError(error) ? error.message : "The request failed.";
    rememberCallError(deps, environment, carrier.identity.id, `${callNames[call.kind]}: ${message}`);
    return isCallError(error) && error.failure === "timeout" ? "unanswered" : "failed";
  });
  const { promise: aborted, resolve } = Promise.withResolvers<CallOutcome>();
  const giveUp = () => resolve("unanswered");
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp);
  // A signal with a listener lives as long as the server.
  const outcome = Promise.race([answer, aborted]).finally(() => signal.removeEventListener("abort", giveUp));
  return { outcome, abort: () => controller.abort() };
}

/** A booking's answer counts until the deadline, even after the timeout of its attempt. */
async function takeLateAnswer(
  deps: Deps,
  assignment: AssignmentRow,
  carrier: Carrier,
  attempt: Attempt,
  applyOutcome: (outcome: CallOutcome) => Promise<void>,
): Promise<void> {
  await settlesWithin(bookingDeadline(assignment, carrier.terms) - deps.clock.now(), attempt.outcome);
  attempt.abort();
  const outcome = await attempt.outcome;
  if (typeof outcome === "object" && !deps.stopping.aborted) await applyOutcome(outcome);
}

async function callCarrier(
  deps: Deps,
  environment: Environment,
  subject: CallSubject,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { call, about, carrier, shipment } = subject;
  switch (call.kind) {
    case "book":
      return book(deps, environment, subject, signal);
    case "update": {
      const { pickup } = shipment;
      if (carrier.capabilities.includes("update")) {
        await carrier.update({ ...about, pickup, delivery: deliveryForCarrier(shipment) }, signal);
      }
      return "done";
    }
    case "cancel":
      return cancel(subject, signal);
  }
}

async function cancel(
  { call, about, carrier, assignment }: CallSubject,
  signal: AbortSignal,
): Promise<CallOutcome> {
  if (!carrier.capabilities.includes("cancel")) {
    if (!isCancellationPending(assignment)) return "done";
    return { kind: "refused", reason: "other", message: "The carrier does not take cancellations." };
  }
  const { releaseReason, cancellationRequest } = assignment;
  const known = reasonCodes.find((code) => code === releaseReason);
  const reason = known ?? cancellationRequest?.reason ?? "cancelled_by_client";
  const asked = call.askedAt !== null && { bookingAskedAt: call.askedAt };
  const answer = await carrier.cancel({ ...about, reason, ...asked }, signal);
  if (!isCancelAnswer(answer)) throw callError("nonsense", "The answer does not fit the port.");
  return answer;
}
