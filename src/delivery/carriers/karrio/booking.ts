import { allFitting, fitting, readShape } from "../answer.ts";
import { callError, isCallError } from "../call-error.ts";
import type {
  BookAnswer,
  BookingName,
  BookingStatus,
  BookRequest,
  CancelAnswer,
  CancelRequest,
  Rejected,
} from "../carrier.ts";
import { callTimeoutMs, type JsonAnswer } from "../json-call.ts";
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
import { isBought, isCancelled, isDraft, toBooked } from "./state.ts";
import { WireRate, WireShipment } from "./wire.ts";

/**
 * Buys a label once. Karrio knows no idempotency key, so that the draft carries the assignment before it is bought, and
 * each attempt looks for it first.
 */

/** Karrio may be buying so long after it was asked: it waits for carriers without a limit of its own. */
const purchaseTakesMs = 90_000;

/** The draft says when it was ordered, before the mark itself takes its time. */
export const orderTakesMs = callTimeoutMs + purchaseTakesMs;
/** An attempt looks for the shipment before it orders. */
const attemptTakesMs = callTimeoutMs + orderTakesMs;

const stillBuying = () => callError("timeout", "Karrio may still be buying the label.");

export async function bookRate(
  karrio: Karrio,
  request: BookRequest,
  signal: AbortSignal,
): Promise<BookAnswer> {
  const found = settled(karrio, await findShipments(karrio, request.idempotencyKey, signal));
  if (found?.kind === "pending") throw stillBuying();
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
  { idempotencyKey }: BookingName,
  signal: AbortSignal,
): Promise<BookAnswer | undefined> {
  const shipment = await readShipment(karrio, draftId, signal);
  if (shipment?.metadata?.[marks.assignment] !== idempotencyKey) return undefined;
  const found = settled(karrio, [shipment]);
  if (found && found.kind !== "pending") return found;
  throw stillBuying();
}

async function purchase(
  karrio: Karrio,
  offer: OfferName,
  booking: BookingName,
  signal: AbortSignal,
): Promise<BookAnswer> {
  const answer = await purchaseRate(karrio, offer, signal).catch((error) => {
    // Karrio may go on buying, whatever became of the answer.
    if (isCallError(error) && error.status !== 401 && error.status !== 403 && error.status !== 429) {
      throw callError("timeout", error.message);
    }
    throw error;
  });
  const isTaken = answer.status < 300;
  const bought = isTaken ? fitting(WireShipment, answer.body) : undefined;
  if (bought && isBought(bought)) return toBooked(bought);
  const messages = messagesOf(answer);
  // An attempt before this one has bought it, or somebody cancelled it in Karrio.
  if (isTaken || answer.status === 409) {
    const found = await readOrder(karrio, offer, booking, signal);
    if (found) return found;
    throw stillBuying();
  }
  if (wasNeverSent(messages)) throw callError("timeout", failureOf(answer, messages).message);
  if (isCarrierDown(messages)) {
    const message = "The carrier behind Karrio failed. It may have made a label that Karrio does not know.";
    return { ...rejected(message), mayBeBooked: true };
  }
  return rejected(`Karrio refused: ${textOf(messages)}`);
}

/** `unknown`: no attempt can buy it any more. */
export async function readStatus(
  karrio: Karrio,
  { idempotencyKey }: BookingName,
  signal: AbortSignal,
): Promise<BookingStatus> {
  return settled(karrio, await findShipments(karrio, idempotencyKey, signal)) ?? { kind: "unknown" };
}

/** What the shipments of an assignment say about its booking; nothing if it is still to be made. */
function settled({ world }: Karrio, found: readonly WireShipment[]): BookAnswer | undefined {
  const bought = found.find(isBought);
  if (bought) return toBooked(bought);
  if (found.some(isCancelled)) return rejected("The shipment was cancelled in Karrio.");
  const draft = found.find(isDraft);
  if (!draft) return undefined;
  const orderedAt = Number(draft.metadata?.[marks.orderedAt] ?? Number.NaN);
  const mayBuy = world.realClock.now() < orderedAt + orderTakesMs;
  return mayBuy ? { kind: "pending", reference: draft.id } : undefined;
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
  const { bookingReference } = request;
  const ids = bookingReference === null ? await idsToCancel(karrio, request, signal) : [bookingReference];
  for (const id of ids) {
    const answer = readCancelAnswer(await cancelShipment(karrio, id, signal));
    if (answer.kind === "refused") return answer;
  }
  return { kind: "cancelled", fee: null };
}

/** @throws CarrierCallError `timeout` where Karrio may still be buying: it would forget that the draft was cancelled. */
async function idsToCancel(
  karrio: Karrio,
  { idempotencyKey, bookingAskedAt = Number.NEGATIVE_INFINITY }: CancelRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const found = await findShipments(karrio, idempotencyKey, signal);
  const mayBuy = karrio.world.realClock.now() < bookingAskedAt + attemptTakesMs;
  if (mayBuy && !found.some(isBought)) throw stillBuying();
  return found.map(({ id }) => id);
}

function readCancelAnswer(answer: JsonAnswer): CancelAnswer {
  if (answer.status === 200 || answer.status === 202) return { kind: "cancelled", fee: null };
  // The label stands with another account, if the key is that of another one now.
  if (answer.status === 404) throw callError("status", "Karrio has no such shipment.", answer.status);
  const messages = messagesOf(answer);
  if (isCarrierDown(messages)) throw failureOf(answer, messages);
  return { kind: "refused", reason: "other", message: `Karrio refused: ${textOf(messages)}` };
}
