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

/** The port of every carrier: what Waybill asks it, and what it reports. */

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
  /** Great-circle distance between the stops; null if only the country of one is known. */
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
  /** Set by carriers whose offers expire before the usual lifetime of a quote. */
  expiresAt?: number;
  /** The carrier's own name for the offer, sent with the booking. */
  reference?: string;
}

export type QuoteAnswer =
  | { kind: "offers"; offers: Offer[] }
  | { kind: "unavailable"; code: UnavailableCode; message: string };

export interface BookRequest {
  /** The assignment's id. It is the same for every retry, so the carrier books once. */
  idempotencyKey: string;
  offerReference: string | null;
  service: Service;
  price: Money;
  shipmentId: string;
  trackingNumber: string;
  /** The account's own reference of the shipment. */
  reference: string | null;
  pickup: Stop;
  delivery: DeliveryStop;
  parcels: Parcel[];
}

/** Both names of a booking. The carrier's own is null until the carrier has answered. */
export interface BookingName {
  idempotencyKey: string;
  bookingReference: string | null;
}

export type BookAnswer =
  | { kind: "booked"; reference: string; driver: Driver | null; confirmed: boolean }
  | { kind: "rejected"; reason: ReasonCode; message: string };

/**
 * What a carrier knows of a booking. `unknown`: it has no such booking and will not make one. `pending`: it may still be
 * working on it.
 */
export type BookingStatus = BookAnswer | { kind: "pending" } | { kind: "unknown" };

/**
 * How Waybill retries a booking without an answer. The carrier may have booked although its answer never arrived, so a
 * retry must never book twice.
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
}

export interface Carrier {
  readonly identity: CarrierIdentity;
  /** The code of its `CarrierKind`. */
  readonly kind: string;
  /** Which calls it takes after the booking. Waybill skips the others. */
  readonly capabilities: { update: boolean; cancel: boolean };
  readonly booking: BookingTerms;
  /** Each throws if it cannot reach the carrier. Quoting fails with `carrier_error`; Waybill retries the other calls. */
  quote(request: QuoteRequest, signal: AbortSignal): Promise<QuoteAnswer>;
  book(request: BookRequest, signal: AbortSignal): Promise<BookAnswer>;
  /**
   * Looks a booking up after an attempt without an answer. Waybill asks a carrier only once if it neither honors the
   * idempotency key nor has this.
   */
  status?(booking: BookingName, signal: AbortSignal): Promise<BookingStatus>;
  update(request: BookingName & { pickup: Stop; delivery: DeliveryStop }, signal: AbortSignal): Promise<void>;
  /** Must not throw for a booking that the carrier never received. */
  cancel(request: BookingName & { reason: string }, signal: AbortSignal): Promise<void>;
}

/** A kind of carrier: a settings schema, and how to connect a carrier from such settings. */
export interface CarrierKind<T extends TSchema = TSchema> {
  readonly code: string;
  readonly name: string;
  readonly environments: readonly Environment[];
  readonly settings: T;
  /** Settings of the carriers that every account of these environments has without configuration. */
  readonly builtIn: readonly Static<T>[];
  connect(settings: Static<T>, world: CarrierWorld): Carrier;
}

/** What an adapter may reach beyond its own code. */
export interface CarrierWorld {
  /** The sandbox's drivers. Both calls are safe to repeat. */
  simulator: {
    begin(assignmentId: string): Promise<void>;
    abandon(assignmentId: string): Promise<void>;
  };
}

/** A picture from a driver's device. */
export interface ProofImage {
  contentType: "image/png" | "image/jpeg";
  content: Uint8Array;
}

export interface ProofOfDelivery {
  recipientName: string | null;
  handedTo: "recipient" | "neighbour" | "reception" | "safe_place" | "locker" | null;
  signature: (ProofImage & { signerName: string }) | null;
  photos: ProofImage[];
  /** What the recipient said. Waybill compares it with the shipment's PIN and never stores it. */
  pin: string | null;
  ageVerified: boolean;
  note: string | null;
  location: Coordinates | null;
}

/** What a carrier reports about a booked shipment. Reports may be late, repeat, or skip steps. */
export type CarrierUpdate =
  | { kind: "progress"; substatus: Substatus; driver?: Driver }
  | {
      kind: "position";
      latitude: number;
      longitude: number;
      accuracyMeters: number | null;
      headingDegrees: number | null;
      speedMps: number | null;
      /** Share of the route to the delivery, or of the return, 0–1, if the carrier knows it. */
      fraction: number | null;
    }
  /** No position will come for a while, and the last one is stale. */
  | { kind: "signal_lost" }
  | { kind: "estimate"; pickupAt: number | null; deliveryAt: number | null; delayed: boolean }
  | { kind: "withdrawn"; reason: ReasonCode; message: string; rejected: boolean }
  | { kind: "delivered"; proof: ProofOfDelivery }
  | {
      kind: "undeliverable";
      reason: ReasonCode;
      message: string;
      photo: ProofImage | null;
      /** When returned goods will be at the pickup, if the carrier knows it. */
      returnAt?: number | null;
    }
  | { kind: "returned" };
