import { allFitting, fitting, readShape } from "../../answer.ts";
import { callError } from "../../call-error.ts";
import type {
  BookAnswer,
  BookingCall,
  BookingStatus,
  BookRequest,
  CancelAnswer,
  CancelRequest,
  Rejected,
} from "../../carrier.ts";
import { callTimeoutMs, type JsonAnswer } from "../../json-call.ts";
import { nothingToCancel, sendOnce, stillBuying, unknownPurchase } from "../../purchase.ts";
import { failureOf, isCarrierDown, messagesOf, textOf, wasNeverSent } from "./failure.ts";
import { marks } from "./map.ts";
import { refuseOtherMode } from "./mode.ts";
import { type OfferName, offerNameOf } from "./offers.ts";
import {
  cancelShipment,
  findShipments,
  type Karrio,
  markDraft,
  purchaseRate,
  readShipment,
} from "./shipments.ts";
import { isBought, isCancelled, isDraft, toBooked, wasBought } from "./state.ts";
import { WireRate, WireShipment } from "./wire.ts";

/**
 * Buys a label once. Karrio knows no idempotency key, so that the draft carries the assignment before it is bought, and
 * each attempt looks for it first. A draft that stays one says nothing of a Karrio that ended while it was buying: after
 * a purchase without an answer nobody buys again.
 */

const hub = "Karrio";

/** Karrio may be buying so long after it was asked: it waits for carriers without a limit of its own. */
const purchaseTakesMs = 90_000;

/** The draft says when it was ordered, before the mark itself takes its time. */
export const orderTakesMs = callTimeoutMs + purchaseTakesMs;
/** An attempt looks for the shipment before it orders. */
const attemptTakesMs = callTimeoutMs + orderTakesMs;

export async function bookRate(
  karrio: Karrio,
  request: BookRequest,
  signal: AbortSignal,
): Promise<BookAnswer> {
  const found = bookingAnswer(karrio, request, await findShipments(karrio, request.idempotencyKey, signal));
  if (found?.kind === "pending") throw stillBuying(hub);
  if (found) return found;
  const offer = offerNameOf(request.offerReference);
  if (!offer) return rejected("The quote has no rate of Karrio.");
  const order = {
    assignmentId: request.idempotencyKey,
    reference: request.reference ?? request.trackingNumber,
  };
  const marked = await markDraft(karrio, offer.draftId, request, order, signal);
  if (marked.status === 404) return rejected("The quote's draft is no longer in Karrio.");
  if (marked.status === 409) {
    const other = await readOrder(karrio, offer, request, signal);
    return other ?? rejected("The quote's draft is no longer for sale in Karrio. Request new quotes.");
  }
  if (marked.status !== 200) throw failureOf(marked, messagesOf(marked));
  const draft = readShape(WireShipment, marked.body);
  refuseOtherMode(karrio.world, draft);
  if (!allFitting(WireRate, draft.rates).some(({ id }) => id === offer.rateId)) {
    return rejected("The quote's rate is no longer valid in Karrio. Request new quotes.");
  }
  return purchase(karrio, offer, request, signal);
}

/**
 * What the draft has become, where Karrio takes no more orders for it: an attempt before this one may have bought it.
 * Nothing if it is not the assignment's.
 */
async function readOrder(
  karrio: Karrio,
  { draftId }: OfferName,
  booking: BookingCall,
  signal: AbortSignal,
): Promise<BookAnswer | undefined> {
  const shipment = await readShipment(karrio, draftId, signal);
  if (shipment?.metadata?.[marks.assignment] !== booking.idempotencyKey) return undefined;
  const found = bookingAnswer(karrio, booking, [shipment]);
  if (found && found.kind !== "pending") return found;
  throw stillBuying(hub);
}

async function purchase(
  karrio: Karrio,
  offer: OfferName,
  request: BookRequest,
  signal: AbortSignal,
): Promise<BookAnswer> {
  const send = () => purchaseRate(karrio, offer, signal);
  const answer = await sendOnce(hub, request.purchase, send, signal);
  const isTaken = answer.status < 300;
  const bought = isTaken ? fitting(WireShipment, answer.body) : undefined;
  if (bought && isBought(bought)) return toBooked(bought);
  const messages = messagesOf(answer);
  // An attempt before this one has bought it, or somebody cancelled it in Karrio.
  if (isTaken || answer.status === 409) {
    const found = await readOrder(karrio, offer, request, signal);
    if (found) return found;
    throw stillBuying(hub);
  }
  if (wasNeverSent(messages)) {
    await request.purchase.undo();
    throw callError("timeout", failureOf(answer, messages).message);
  }
  if (isCarrierDown(messages)) {
    const message = "The carrier behind Karrio failed. It may have made a label that Karrio does not know.";
    return { ...rejected(message), mayBeBooked: true };
  }
  return rejected(`Karrio refused: ${textOf(messages)}`);
}

/** `unknown`: no attempt can buy it any more. */
export async function readStatus(
  karrio: Karrio,
  booking: BookingCall,
  signal: AbortSignal,
): Promise<BookingStatus> {
  const found = await findShipments(karrio, booking.idempotencyKey, signal);
  return bookingAnswer(karrio, booking, found) ?? { kind: "unknown" };
}

/** What the shipments of an assignment say about its booking; nothing if it is still to be made. */
function bookingAnswer(
  { world }: Karrio,
  { purchaseSentAt }: BookingCall,
  found: readonly WireShipment[],
): BookAnswer | undefined {
  const bought = found.find(isBought);
  if (bought) return toBooked(bought);
  const cancelled = found.find(isCancelled);
  if (cancelled) {
    const mayBeBooked = purchaseSentAt !== null && !found.some(wasBought) && { mayBeBooked: true as const };
    return { ...rejected("The shipment was cancelled in Karrio."), ...mayBeBooked };
  }
  const draft = found.find(isDraft);
  const orderedAt = Number(draft?.metadata?.[marks.orderedAt] ?? Number.NaN);
  const now = world.realClock.now();
  const mayBuy = [orderedAt, purchaseSentAt ?? Number.NaN].some((at) => now < at + orderTakesMs);
  if (mayBuy) return { kind: "pending", reference: draft?.id ?? null };
  return purchaseSentAt === null ? undefined : unknownPurchase(hub);
}

/** Karrio buys one rate of a draft, and none after it was cancelled. */
export function isSameDraft(offerReference: string, other: string): boolean {
  const draft = offerNameOf(offerReference)?.draftId;
  return draft !== undefined && draft === offerNameOf(other)?.draftId;
}

function rejected(message: string): Rejected {
  return { kind: "rejected", reason: "carrier_rejected", message };
}

export async function cancelBooking(
  karrio: Karrio,
  request: CancelRequest,
  signal: AbortSignal,
): Promise<CancelAnswer> {
  const { bookingReference, purchaseSentAt } = request;
  const found = bookingReference === null ? await findToCancel(karrio, request, signal) : [];
  const ids = bookingReference === null ? found.map(({ id }) => id) : [bookingReference];
  for (const id of ids) {
    const answer = readCancelAnswer(await cancelShipment(karrio, id, signal));
    if (answer.kind === "refused") return answer;
  }
  const isKnown = bookingReference !== null || found.some(wasBought);
  return nothingToCancel(isKnown ? null : purchaseSentAt);
}

/** @throws CarrierCallError `timeout` where Karrio may still be buying: it would forget that the draft was cancelled. */
async function findToCancel(
  karrio: Karrio,
  { idempotencyKey, bookingAskedAt = Number.NEGATIVE_INFINITY }: CancelRequest,
  signal: AbortSignal,
): Promise<WireShipment[]> {
  const found = await findShipments(karrio, idempotencyKey, signal);
  const mayBuy = karrio.world.realClock.now() < bookingAskedAt + attemptTakesMs;
  if (mayBuy && !found.some(isBought)) throw stillBuying(hub);
  return found;
}

function readCancelAnswer(answer: JsonAnswer): CancelAnswer {
  if (answer.status === 200 || answer.status === 202) return { kind: "cancelled", fee: null };
  // The label stands with another account, if the key is that of another one now.
  if (answer.status === 404) throw callError("status", "Karrio has no such shipment.", answer.status);
  const messages = messagesOf(answer);
  if (isCarrierDown(messages)) throw failureOf(answer, messages);
  return { kind: "refused", reason: "other", message: `Karrio refused: ${textOf(messages)}` };
}
