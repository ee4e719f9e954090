import type {
  CarrierIdentity,
  DeliveryStop,
  Driver,
  IfUndeliverable,
  Money,
  Parcel,
  ReasonCode,
  Service,
  Stop,
} from "../model/model.ts";
import type { Simulation } from "../model/script/simulation.ts";
import type { WebhookReading, WebhookRequest } from "./carrier-webhook.ts";
import type { DispatchTerms, FleetAttention } from "./dispatch-terms.ts";
import type { CancellationStep, EndTerms } from "./ends.ts";
import type { CarrierLabel, Tracked } from "./tracked.ts";

/** The port of every carrier: what Waybill asks it, and what it reports. */

/** How long Waybill waits for a carrier's response, milliseconds, where nothing else is said. */
export const answerWithinMs = 20_000;

/** One line of a price, in minor units. The lines sum to the price. */
export interface PriceLine {
  code: string;
  name: string;
  amount: number;
}

export const unavailableCodes = [
  "out_of_zone",
  "weight_exceeded",
  "dimensions_exceeded",
  "window_unavailable",
  "no_drivers",
  "incomplete_address",
  "requirement_unsupported",
  "carrier_timeout",
  "carrier_error",
  "currency_mismatch",
  "no_carriers_configured",
] as const;
export type UnavailableCode = (typeof unavailableCodes)[number];

export interface QuoteRequest {
  shipmentId: string;
  round: number;
  /** It brings goods back: the pickup is at a recipient. */
  isReturn: boolean;
  pickup: Stop;
  delivery: DeliveryStop;
  parcels: Parcel[];
  /** Great-circle distance between the stops; null if the place of one is not known. */
  distanceMeters: number | null;
  /** Sandbox only. */
  simulation: Simulation | null;
  now: number;
}

export interface Offer {
  service: Service;
  currency: string;
  priceLines: PriceLine[];
  /** Null where the carrier knows no time. */
  estimatedPickupAt: number | null;
  estimatedDeliveryAt: number | null;
  /** The day of the delivery at its address, `YYYY-MM-DD`: of carriers that know no time. */
  estimatedDeliveryDate?: string | null;
  /** Set by carriers whose offers expire before the usual lifetime of a quote. */
  expiresAt?: number;
  /** The carrier's own name for the offer, sent with the booking. */
  reference?: string;
  /** How the carrier came to the price. Waybill keeps it with the quote, for the carrier's owner only. */
  basis?: unknown;
  /** What a cancellation costs, in order; empty: nothing. Left out where only the carrier knows. */
  cancellation?: CancellationStep[];
  /** What the end changes of the price. Left out where it changes nothing. */
  endTerms?: EndTerms;
}

/** Why there is no offer. */
type NoOffer = { code: UnavailableCode; message: string };

/**
 * `unavailable`: what else the carrier answered, and why that is no offer. `accountFault`: what the carrier's owner has to
 * fix so that there are more offers.
 */
export type QuoteAnswer =
  | { kind: "offers"; offers: Offer[]; unavailable?: NoOffer; accountFault?: string }
  | ({ kind: "unavailable" } & NoOffer);

export interface BookRequest extends BookingCall {
  service: Service;
  price: Money;
  shipmentId: string;
  trackingNumber: string;
  /** The account's own reference of the shipment. */
  reference: string | null;
  pickup: Stop;
  delivery: DeliveryStop;
  parcels: Parcel[];
  ifUndeliverable: IfUndeliverable;
  /** As in the quote. */
  isReturn: boolean;
  purchase: PurchaseRecord;
}

/**
 * What Waybill keeps of a purchase, for carriers that know no idempotency key. It is durable before the request leaves:
 * after a lost answer or a restart Waybill knows that the carrier may have got it.
 */
export interface PurchaseRecord {
  /** Called right before the request. @returns whether it may be sent: once, and only while the booking is wanted */
  begin(): Promise<boolean>;
  /** The carrier has certainly not got the request, so that it may be sent again. */
  undo(): Promise<void>;
}

/** Both names of a booking. The carrier's own is null until the carrier has answered. */
export interface BookingName {
  /** The assignment's id. It is the same for every retry, so the carrier books once. */
  idempotencyKey: string;
  bookingReference: string | null;
}

/** A call about a booking. */
export interface BookingCall extends BookingName {
  /** `reference` of the offer that was accepted. */
  offerReference: string | null;
  /** Every repetition of this call repeats it. */
  callKey: string;
  /** When a purchase was sent that the carrier may have got, in real time; null if none was. */
  purchaseSentAt: number | null;
}

/** `pending`: the carrier decides later, and reports it. */
export type BookAnswer = Booked | Rejected | { kind: "pending"; reference: string | null };

export interface Booked {
  kind: "booked";
  reference: string;
  driver: Driver | null;
  confirmed: boolean;
  /** The carrier's own tracking numbers, by parcel id. */
  trackingNumbers?: Record<string, string>;
  /** The carrier's own tracking page. */
  trackingUrl?: string;
}

export interface Rejected {
  kind: "rejected";
  reason: ReasonCode;
  message: string;
  /** The carrier may have booked all the same. A person decides what comes next. */
  mayBeBooked?: true;
}

export interface CancelRequest extends BookingCall {
  reason: ReasonCode;
  /** When Waybill last asked for the booking, in real time, if no answer has come: the carrier may still be working. */
  bookingAskedAt?: number;
}

/**
 * What a carrier knows of a booking. `unknown`: it has no such booking and will not make one. `pending`: it may still be
 * working on it.
 */
export type BookingStatus = BookAnswer | { kind: "unknown" };

/** `pending`: the carrier decides later, and reports it. A carrier that has no such booking answers `cancelled`. */
export type CancelAnswer =
  /**
   * `refund`: the carrier pays the price back later, or refuses to. The charge stands until then. `mayBeBooked`: the
   * carrier knows no booking, and may have made one all the same.
   */
  | { kind: "cancelled"; fee: Money | null; refund?: "pending"; mayBeBooked?: true }
  | { kind: "refused"; reason: ReasonCode; message: string }
  | { kind: "pending" };

/**
 * How Waybill books and cancels. The carrier may have booked although its answer never arrived, so a retry must never
 * book twice.
 */
export interface BookingTerms {
  /** The carrier books once for an idempotency key, however often Waybill sends it. */
  readonly honorsKey: boolean;
  /** The timeout of an attempt, milliseconds. A later answer still counts. */
  readonly answerWithinMs: number;
  /** Waits before the retries, milliseconds; the last one repeats. */
  readonly retryWaitsMs: readonly [number, ...number[]];
  /** The shortest wait after a timeout, milliseconds: the carrier may still be working. */
  readonly waitAfterTimeoutMs: number;
  /** Counted from the acceptance. A booking without an answer is then rejected with `timeout` and cancelled. */
  readonly deadlineMs: number;
  /** A cancellation needs no answer: Waybill tells the carrier after it. The others are asked first. */
  readonly cancelsAtOnce: boolean;
  /** A delivery without its required proof is refused. Of carriers that Waybill polls it stands, and says so. */
  readonly enforcesProof: boolean;
}

export const capabilities = ["update", "cancel", "positions", "label", "return"] as const;
/** What a carrier can do besides quoting and booking. Waybill skips calls that it does not take. */
export type Capability = (typeof capabilities)[number];

export const proofs = ["signature", "photo", "pin", "min_age"] as const;
/** A shipment's requirement that a carrier can meet. */
export type Proof = (typeof proofs)[number];

export interface Carrier {
  readonly identity: CarrierIdentity;
  /** The code of its `CarrierKind`. */
  readonly kind: string;
  /** The account that set it up; null for the operator, or built in. */
  readonly owner: { accountId: string | null };
  readonly capabilities: readonly Capability[];
  readonly proves: readonly Proof[];
  /** It makes a PIN of its own where one is required, and checks it: the recipient does not get Waybill's. */
  readonly ownPin?: boolean;
  /** Empty where only its offers tell. */
  readonly services: readonly Service[];
  readonly limits: { parallelAsks: number };
  /** It quotes for whole addresses only: an estimate without a street or a town does not ask it. */
  readonly needsStreets?: boolean;
  readonly terms: BookingTerms;
  readonly dispatch?: DispatchTerms;
  /** The kinds of attention that its owner wants beside the usual ones. */
  readonly attention?: readonly FleetAttention[];
  /** How long its drivers wait at a pickup for nothing; null: nobody looks at it. */
  readonly freeWaitingMinutes?: number | null;
  /** Each throws if it cannot reach the carrier, best a `callError`. Waybill retries all calls but this one. */
  quote(request: QuoteRequest, signal: AbortSignal): Promise<QuoteAnswer>;
  book(request: BookRequest, signal: AbortSignal): Promise<BookAnswer>;
  /**
   * Looks a booking up after an attempt without an answer, and while it is pending. Waybill asks a carrier only once if
   * it neither honors the idempotency key nor has this.
   */
  status?(booking: BookingCall, signal: AbortSignal): Promise<BookingStatus>;
  update(request: BookingCall & { pickup: Stop; delivery: DeliveryStop }, signal: AbortSignal): Promise<void>;
  /** Must not throw for a booking that the carrier never received, unless it may still be working on it. */
  cancel(request: CancelRequest, signal: AbortSignal): Promise<CancelAnswer>;
  /** What the carrier knows of a booking now. Waybill polls the open bookings of carriers that have this. */
  track?(booking: BookingName, signal: AbortSignal): Promise<Tracked>;
  /** The carrier's own label of a booking. Of carriers without it Waybill draws one. */
  label?(booking: BookingName, signal: AbortSignal): Promise<CarrierLabel>;
  /** Whether a booking of one offer uses up the other, also after its cancellation. Both are `reference` of an offer. */
  sharesBooking?(offerReference: string, other: string): boolean;
  /** Reads what came to the carrier's webhook address; asks nobody. */
  readWebhook?(webhook: WebhookRequest): WebhookReading;
}
