import type { Environment } from "@/infra/environment.ts";
import type { Address, DeliveryStop, Stop } from "../../../model/model.ts";
import { nonsense, readShape } from "../../answer.ts";
import type {
  BookAnswer,
  BookingCall,
  BookRequest,
  CancelAnswer,
  Offer,
  PriceLine,
  QuoteAnswer,
  QuoteRequest,
} from "../../carrier.ts";
import { toDriver } from "../../carrier-update.ts";
import { httpsUrl } from "../../tracked.ts";
import type { Need } from "./settings.ts";
import type { BookCall, QuoteCall, UpdateCall } from "./wire.ts";
import {
  BookedAnswer,
  CancelledAnswer,
  OffersAnswer,
  PendingAnswer,
  RefusedAnswer,
  RejectedAnswer,
  UnavailableAnswer,
  type WireOffer,
} from "./wire-answers.ts";

/** Between the port and the carrier protocol. What does not fit is refused with a message for the carrier's owner. */

export function toQuoteCall(environment: Environment, request: QuoteRequest): QuoteCall {
  const { pickup, delivery, parcels, shipmentId, round } = request;
  return {
    action: "quote",
    environment,
    shipment_id: shipmentId,
    round,
    is_return: request.isReturn,
    pickup: { address: withoutPeople(pickup.address), window: pickup.window, ...reachOf(pickup) },
    delivery: {
      address: withoutPeople(delivery.address),
      window: delivery.window,
      ...reachOf(delivery),
      requirements: delivery.requirements,
    },
    parcels: parcels.map(({ id, quantity, weight_grams, length_mm, width_mm, height_mm, value }) => ({
      id,
      quantity,
      weight_grams,
      length_mm,
      width_mm,
      height_mm,
      value: value as QuoteCall["parcels"][number]["value"],
    })),
  };
}

function reachOf({ contact }: Stop) {
  return { has_phone: contact.phone !== null, has_email: contact.email !== null };
}

/** Why a carrier that needs phone numbers or mail addresses cannot book this; undefined where both stops have them. */
export function unreachable(
  needs: readonly Need[],
  { pickup, delivery }: QuoteRequest,
): QuoteAnswer | undefined {
  const missing = needs.filter((need) => [pickup, delivery].some(({ contact }) => contact[need] === null));
  if (missing.length === 0) return undefined;
  const what = missing.map((need) => needWords[need]).join(" and ");
  return {
    kind: "unavailable",
    code: "requirement_unsupported",
    message: `The carrier needs ${what} of sender and recipient.`,
  };
}

const needWords = { phone: "the phone numbers", email: "the email addresses" } as const satisfies Record<
  Need,
  string
>;

/** `line2` often names somebody. */
function withoutPeople({ line2: _, ...address }: Address): QuoteCall["pickup"]["address"] {
  return address;
}

export function toBookCall(environment: Environment, request: BookRequest): BookCall {
  return {
    action: "book",
    environment,
    assignment_id: request.idempotencyKey,
    shipment_id: request.shipmentId,
    tracking_number: request.trackingNumber,
    reference: request.reference,
    service: request.service,
    price: request.price as BookCall["price"],
    offer_reference: request.offerReference,
    status: "pending",
    substatus: "awaiting_carrier",
    pickup: request.pickup,
    delivery: request.delivery,
    parcels: request.parcels as BookCall["parcels"],
    if_undeliverable: request.ifUndeliverable,
    is_return: request.isReturn,
  };
}

export function toUpdateCall(
  environment: Environment,
  request: BookingCall & { pickup: Stop; delivery: DeliveryStop },
): UpdateCall {
  return {
    action: "update",
    environment,
    assignment_id: request.idempotencyKey,
    reference: request.bookingReference,
    pickup: request.pickup,
    delivery: request.delivery,
  };
}

/** @throws CarrierCallError `nonsense` */
export function readQuoteAnswer(body: unknown, now: number): QuoteAnswer {
  const isRefusal = hasMember(body, "unavailable");
  if (isRefusal && hasMember(body, "offers")) throw nonsense("has offers and is unavailable.");
  if (isRefusal) {
    const { unavailable } = readShape(UnavailableAnswer, body);
    return { kind: "unavailable", ...unavailable };
  }
  const { offers } = readShape(OffersAnswer, body);
  return { kind: "offers", offers: offers.map((offer, index) => toOffer(offer, `/offers/${index}`, now)) };
}

function toOffer(offer: WireOffer, pointer: string, now: number): Offer {
  const { service, price, reference, estimated_delivery_date: date } = offer;
  const lines = offer.price_breakdown ?? [];
  const pickupAt = toMs(offer.estimated_pickup_at);
  const deliveryAt = toMs(offer.estimated_delivery_at);
  const expiresAt = toMs(offer.expires_at ?? null);
  if (pickupAt !== null && deliveryAt !== null && deliveryAt < pickupAt) {
    throw nonsense(`has a delivery before the pickup at #${pointer}.`);
  }
  if (expiresAt !== null && expiresAt <= now) throw nonsense(`has an offer that has expired at #${pointer}.`);
  return {
    service: { code: service.code, name: service.name },
    currency: price.currency,
    priceLines: summing(lines, price.amount),
    estimatedPickupAt: pickupAt,
    estimatedDeliveryAt: deliveryAt,
    ...(date == null ? {} : { estimatedDeliveryDate: date }),
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(reference != null && { reference }),
  };
}

/** The price is what counts. Lines that do not sum to it get another one. */
function summing(lines: readonly PriceLine[], total: number): PriceLine[] {
  if (lines.length === 0) return [{ code: "price", name: "Price", amount: total }];
  const known = lines.map(({ code, name, amount }) => ({ code, name, amount }));
  const rest = total - lines.reduce((sum, { amount }) => sum + amount, 0);
  return rest === 0 ? known : [...known, { code: "rounding", name: "Rounding", amount: rest }];
}

function toMs(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

/** @param status 201 or 200, 202, 409. @throws CarrierCallError `nonsense` */
export function readBookAnswer(
  status: number,
  body: unknown,
  parcels: readonly { id: string }[],
): BookAnswer {
  if (status === 409) {
    const { rejected } = readShape(RejectedAnswer, body);
    return { kind: "rejected", reason: rejected.reason_code, message: rejected.message };
  }
  if (status === 202) return { kind: "pending", reference: readShape(PendingAnswer, body).reference ?? null };
  const {
    reference,
    confirmed,
    driver,
    tracking_url: url,
    tracking_numbers: numbers,
  } = readShape(BookedAnswer, body);
  const trackingUrl = httpsUrl(url ?? null);
  const known = parcels.flatMap(({ id }) =>
    numbers?.[id] === undefined ? [] : [[id, numbers[id]] as const],
  );
  if (url != null && !trackingUrl) throw nonsense("is wrong: #/tracking_url must be an https URL.");
  return {
    kind: "booked",
    reference,
    confirmed,
    driver: driver ? toDriver(driver) : null,
    ...(known.length > 0 && { trackingNumbers: Object.fromEntries(known) }),
    ...(trackingUrl && { trackingUrl }),
  };
}

/** @param status 200, 204, 404, 409. @throws CarrierCallError `nonsense` */
export function readCancelAnswer(status: number, body: unknown): CancelAnswer {
  if (status === 204 || status === 404) return { kind: "cancelled", fee: null };
  if (status === 409) {
    const { refused } = readShape(RefusedAnswer, body);
    return { kind: "refused", reason: refused.reason_code, message: refused.message };
  }
  const answer = readShape(CancelledAnswer, body);
  if (answer.status === "pending") return { kind: "pending" };
  const { fee } = answer;
  return { kind: "cancelled", fee: fee ? { amount: fee.amount, currency: fee.currency } : null };
}

function hasMember(body: unknown, name: string): boolean {
  return typeof body === "object" && body !== null && name in body;
}
