import type { Static, TSchema } from "@sinclair/typebox";
import type { Environment } from "../../infra/environment.ts";
import type { Coordinates } from "../../infra/geography/coordinates.ts";
import type {
  CarrierIdentity,
  DeliveryStop,
  Driver,
  Money,
  Parcel,
  ReasonCode,
  Service,
  Simulation,
  Stop,
  Substatus,
} from "../model.ts";

/** The port behind which every carrier stands: what it is asked, and what it tells on its own. */

/** One line of a price; the lines sum to the price. Amounts are minor units. */
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
  "carrier_timeout",
  "carrier_error",
  "currency_mismatch",
  "no_carriers_configured",
] as const;
export type UnavailableCode = (typeof unavailableCodes)[number];

export interface QuoteRequest {
  shipmentId: string;
  round: number;
  pickup: Stop;
  delivery: DeliveryStop;
  parcels: Parcel[];
  /** Great circle between the stops; null when one is known to its country only. */
  distanceMeters: number | null;
  /** Sandbox only. */
  simulation: Simulation | null;
  now: number;
}

export interface Offer {
  service: Service;
  currency: string;
  priceLines: PriceLine[];
  estimatedPickupAt: number;
  estimatedDeliveryAt: number;
  /** Earlier than the usual lifetime of a quote, if the carrier says so. */
  expiresAt?: number;
  /** The carrier's own name for the offer, given back when it is booked. */
  reference?: string;
}

export type QuoteAnswer =
  | { kind: "offers"; offers: Offer[] }
  | { kind: "unavailable"; code: UnavailableCode; message: string };

export interface BookRequest {
  /** The assignment's id: the same on every repetition, so that booking twice books once. */
  idempotencyKey: string;
  offerReference: string | null;
  service: Service;
  price: Money;
  shipmentId: string;
  trackingNumber: string;
  /** The account's own name for the shipment. */
  reference: string | null;
  pickup: Stop;
  delivery: DeliveryStop;
  parcels: Parcel[];
}

/** Names a booking both ways; the carrier's own name is null until it has answered. */
export interface BookingName {
  idempotencyKey: string;
  bookingReference: string | null;
}

export type BookAnswer =
  | { kind: "booked"; reference: string; driver: Driver | null; confirmed: boolean }
  | { kind: "rejected"; reason: ReasonCode; message: string };

/**
 * What a carrier knows of a booking: `unknown` where it has none and none can come any more, `pending` while it may
 * still work on it.
 */
export type BookingStatus = BookAnswer | { kind: "pending" } | { kind: "unknown" };

/**
 * How a booking is repeated while its answer is missing. A carrier may have booked without our having heard of
 * it, so a repetition must never buy twice.
 */
export interface BookingTerms {
  /** The carrier books once for one idempotency key, however often it is asked. */
  readonly honorsKey: boolean;
  /** A try counts as unanswered after so long, milliseconds. An answer that comes later is still taken. */
  readonly answerWithinMs: number;
  /** Waits before the second and later tries, milliseconds; the last one repeats. */
  readonly retryWaitsMs: readonly [number, ...number[]];
  /** The shortest wait after an unanswered try, milliseconds: the carrier may still be working on it. */
  readonly waitAfterTimeoutMs: number;
  /** Counted from the acceptance. A booking without an answer is then rejected as `timeout` and cancelled. */
  readonly deadlineMs: number;
}

export interface Carrier {
  readonly identity: CarrierIdentity;
  /** Code of the way it is reached, `CarrierKind`. */
  readonly kind: string;
  /** What it can be told after booking; what it cannot is not asked of it. */
  readonly capabilities: { update: boolean; cancel: boolean };
  readonly booking: BookingTerms;
  /** Each throws when the carrier cannot be reached; quoting is then `carrier_error`, the others are repeated. */
  quote(request: QuoteRequest, signal: AbortSignal): Promise<QuoteAnswer>;
  book(request: BookRequest, signal: AbortSignal): Promise<BookAnswer>;
  /**
   * Looks a booking up after a try without an answer. A carrier that neither honors the idempotency key nor can
   * look a booking up is asked once only.
   */
  status?(booking: BookingName, signal: AbortSignal): Promise<BookingStatus>;
  update(request: BookingName & { pickup: Stop; delivery: DeliveryStop }, signal: AbortSignal): Promise<void>;
  /** Also for a booking that the carrier never got: then there is nothing to do, and no error. */
  cancel(request: BookingName & { reason: string }, signal: AbortSignal): Promise<void>;
}

/** A way of reaching carriers: a settings schema, and carriers made from settings that fit it. */
export interface CarrierKind<T extends TSchema = TSchema> {
  readonly code: string;
  readonly name: string;
  readonly environments: readonly Environment[];
  readonly settings: T;
  /** Settings of the carriers that every account of these environments has without configuring one. */
  readonly builtIn: readonly Static<T>[];
  connect(settings: Static<T>, world: CarrierWorld): Carrier;
}

/** What an adapter may reach beyond its own code. */
export interface CarrierWorld {
  /** The sandbox's drivers. Both may be repeated. */
  simulator: {
    begin(assignmentId: string): Promise<void>;
    abandon(assignmentId: string): Promise<void>;
  };
}

/** Picture made by a driver's device. */
export interface ProofImage {
  contentType: "image/png" | "image/jpeg";
  content: Uint8Array;
}

export interface ProofOfDelivery {
  recipientName: string | null;
  handedTo: "recipient" | "neighbour" | "reception" | "safe_place" | "locker" | null;
  signature: (ProofImage & { signerName: string }) | null;
  photos: ProofImage[];
  /** What the recipient said; compared with the shipment's own and never stored. */
  pin: string | null;
  ageVerified: boolean;
  note: string | null;
  location: Coordinates | null;
}

/** What a carrier reports about a booked shipment. Reports may be late, repeated or skip steps. */
export type CarrierUpdate =
  | { kind: "progress"; substatus: Substatus; driver?: Driver }
  | {
      kind: "position";
      latitude: number;
      longitude: number;
      accuracyMeters: number | null;
      headingDegrees: number | null;
      speedMps: number | null;
      /** Share of the way to the delivery or of the way back, 0–1, if the carrier knows it. */
      fraction: number | null;
    }
  /** No position will come for a while; the last one is stale. */
  | { kind: "signal_lost" }
  | { kind: "estimate"; pickupAt: number | null; deliveryAt: number | null; delayed: boolean }
  | { kind: "withdrawn"; reason: ReasonCode; message: string; rejected: boolean }
  | { kind: "delivered"; proof: ProofOfDelivery }
  | {
      kind: "undeliverable";
      reason: ReasonCode;
      message: string;
      photo: ProofImage | null;
      /** When goods that go back will be at the pickup, if the carrier knows it. */
      returnAt?: number | null;
    }
  | { kind: "returned" };
