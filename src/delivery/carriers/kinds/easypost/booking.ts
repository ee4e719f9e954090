import { readShape } from "../../answer.ts";
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
import { callTimeoutMs } from "../../json-call.ts";
import { nothingToCancel, sendOnce, stillBuying, unknownPurchase } from "../../purchase.ts";
import type { Easypost } from "./call.ts";
import { type Failure, failed, failureOf } from "./failure.ts";
import { type OfferName, offerNameOf } from "./offers.ts";
import { refuseOtherMode } from "./quoting.ts";
import { askRefund, buyRate, isBought, isRefunded, readShipment, toBooked } from "./shipments.ts";
import { trackerIn, WireShipment } from "./wire.ts";

/**
 * Buys a rate once, and gives it back. The quote's shipment in EasyPost is the key: it can be bought once, each attempt
 * reads it first, and the rate that was bought tells whose purchase it was. One that is not bought says nothing of the
 * carrier behind EasyPost: after a purchase without an answer nobody buys again.
 */

const hub = "EasyPost";

/** EasyPost may be buying so long after it was asked. */
export const purchaseTakesMs = 90_000;

/** An attempt reads the shipment before it buys. */
const attemptTakesMs = callTimeoutMs + purchaseTakesMs;

const codes = {
  bought: "SHIPMENT.POSTAGE.EXISTS",
  buying: "SHIPMENT.PURCHASE.IN_PROGRESS",
  /** The carrier behind EasyPost did not answer, so it may have made a label. */
  unanswered: ["SHIPMENT.POSTAGE.NO_RESPONSE", "SHIPMENT.POSTAGE.TIMED_OUT"],
} as const;

const paymentRequired = 402;
const notFound = 404;

export async function bookRate(
  easypost: Easypost,
  request: BookRequest,
  signal: AbortSignal,
): Promise<BookAnswer> {
  const offer = offerNameOf(request.offerReference);
  if (!offer) return rejected("The quote has no rate of EasyPost. Request new quotes.");
  const shipment = await readShipment(easypost, offer.shipmentId, signal);
  if (shipment) refuseOtherMode(easypost, shipment);
  const found = bookingAnswer(easypost, shipment, offer, request);
  if (found?.kind === "pending") throw stillBuying(hub);
  if (found) return found;
  if (!shipment) return rejected("The quote is no longer in EasyPost. Request new quotes.");
  return buy(easypost, offer, request, signal);
}

async function buy(
  easypost: Easypost,
  offer: OfferName,
  request: BookRequest,
  signal: AbortSignal,
): Promise<BookAnswer> {
  const answer = await sendOnce(hub, request.purchase, () => buyRate(easypost, offer, signal), signal);
  if (answer.status === 200 || answer.status === 201) return toBooked(readShape(WireShipment, answer.body));
  const failure = failureOf(answer);
  if (failure.code === codes.bought) {
    const shipment = await readShipment(easypost, offer.shipmentId, signal);
    const found = bookingAnswer(easypost, shipment, offer, request);
    if (found && found.kind !== "pending") return found;
  }
  return readRefusal(failure);
}

/** @throws CarrierCallError `timeout` where the purchase may have been made */
function readRefusal(failure: Failure): Rejected {
  const { status, code, text } = failure;
  const isOpen = code === codes.bought || code === codes.buying;
  if (isOpen || codes.unanswered.some((each) => each === code)) {
    throw stillBuying(hub);
  }
  if (status === paymentRequired) {
    return rejected(`The EasyPost account cannot pay for the label: ${text}`);
  }
  return rejected(`EasyPost refused: ${text}`);
}

/** What the quote's shipment says of the offer's booking; nothing if it is still to be bought. */
function bookingAnswer(
  { world }: Easypost,
  shipment: WireShipment | undefined,
  { rateId }: OfferName,
  { purchaseSentAt }: BookingCall,
): BookAnswer | undefined {
  if (!shipment || !isBought(shipment)) {
    if (purchaseSentAt === null) return undefined;
    const mayBuy = world.realClock.now() < purchaseSentAt + purchaseTakesMs;
    return mayBuy ? { kind: "pending", reference: null } : unknownPurchase(hub);
  }
  if (shipment.selected_rate?.id !== rateId || isRefunded(shipment)) {
    return rejected("The quotes of this round were used for another booking. Request new quotes.");
  }
  return toBooked(shipment);
}

export async function readStatus(
  easypost: Easypost,
  booking: BookingCall,
  signal: AbortSignal,
): Promise<BookingStatus> {
  const offer = offerNameOf(booking.offerReference);
  const shipment = offer && (await readShipment(easypost, offer.shipmentId, signal));
  return (offer && bookingAnswer(easypost, shipment, offer, booking)) ?? { kind: "unknown" };
}

/** EasyPost buys one rate of a shipment, and none after it was cancelled. */
export function isSameShipment(offerReference: string, other: string): boolean {
  const shipment = offerNameOf(offerReference)?.shipmentId;
  return shipment !== undefined && shipment === offerNameOf(other)?.shipmentId;
}

function rejected(message: string): Rejected {
  return { kind: "rejected", reason: "carrier_rejected", message };
}

const cancelled: CancelAnswer = { kind: "cancelled", fee: null };

/** The carrier has the goods: no refund brings them back. */
const onTheWay = ["in_transit", "out_for_delivery", "available_for_pickup", "delivered", "return_to_sender"];

/** Nothing to cancel where EasyPost never bought the offer. */
export async function cancelBooking(
  easypost: Easypost,
  request: CancelRequest,
  signal: AbortSignal,
): Promise<CancelAnswer> {
  const { bookingReference, offerReference, bookingAskedAt = Number.NEGATIVE_INFINITY } = request;
  const offer = offerNameOf(offerReference);
  const id = bookingReference ?? offer?.shipmentId;
  const shipment = id === undefined ? undefined : await readShipment(easypost, id, signal);
  // The label stands with another account, if the key is that of another one now.
  if (!shipment && bookingReference !== null)
    throw callError("status", "EasyPost has no such shipment.", notFound);
  if (!shipment || !isBought(shipment)) {
    if (easypost.world.realClock.now() < bookingAskedAt + attemptTakesMs) throw stillBuying(hub);
    return nothingToCancel(request.purchaseSentAt);
  }
  if (offer && shipment.selected_rate?.id !== offer.rateId) return cancelled;
  if (isRefunded(shipment)) return toCancelAnswer(shipment);
  if (onTheWay.includes(trackerIn(shipment)?.status ?? "")) {
    return refused("The carrier already has the parcel.");
  }
  const answer = await askRefund(easypost, shipment.id, signal);
  if (answer.status === 200 || answer.status === 201) {
    return toCancelAnswer(readShape(WireShipment, answer.body));
  }
  return readRefundRefusal(failureOf(answer));
}

/** https://docs.easypost.com/docs/shipments/shipping-refund */
function toCancelAnswer({ refund_status: status }: WireShipment): CancelAnswer {
  switch (status) {
    case "submitted":
      return { kind: "cancelled", fee: null, refund: "pending" };
    case "refunded":
    // The carrier bills labels when it scans them, so there is nothing to pay back.
    case "not_applicable":
      return cancelled;
    case "rejected":
      return refused("The carrier does not refund this label.");
    default:
      throw callError("nonsense", "EasyPost did not say what becomes of the refund.");
  }
}

/** @throws CarrierCallError where nobody decided */
function readRefundRefusal(failure: Failure): CancelAnswer {
  if (failure.status === notFound || failure.code === "REFUND.NO_RESPONSE") throw failed(failure);
  return refused(`EasyPost refused: ${failure.text}`);
}

function refused(message: string): CancelAnswer {
  return { kind: "refused", reason: "other", message };
}
