import type { LeavePlace } from "./handover.ts";
/** The words that the features of delivery share: types and the lists behind them. Contract §3. */

export const statuses = [
  "created",
  "quoted",
  "assigned",
  "in_transit",
  "delivered",
  "cancelled",
  "expired",
  "failed",
  "returning",
  "returned",
] as const;
export type Status = (typeof statuses)[number];

export const substatuses = [
  "awaiting_carrier",
  "confirmed",
  "en_route_to_pickup",
  "at_pickup",
  "picked_up",
  "en_route_to_delivery",
  "at_delivery",
] as const;
export type Substatus = (typeof substatuses)[number];

export const reasonCodes = [
  "cancelled_by_client",
  "no_supply",
  "carrier_rejected",
  "carrier_cancelled",
  "pickup_closed",
  "pickup_not_ready",
  "parcel_mismatch",
  "address_not_found",
  "access_restricted",
  "recipient_unavailable",
  "recipient_refused",
  "verification_failed",
  "age_check_failed",
  "damaged",
  "lost",
  "vehicle_breakdown",
  "weather",
  "duplicate",
  "customs_hold",
  "recalled_by_sender",
  "timeout",
  "other",
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** A reason for people to read: "recipient unavailable". */
export function inWords(reason: ReasonCode): string {
  return reason.replaceAll("_", " ");
}

/** What to do with goods that nobody accepts. */
export const undeliverableActions = ["return", "leave_at_door", "discard"] as const;
export type IfUndeliverable = (typeof undeliverableActions)[number];

/** Languages of the pages for recipients and drivers, ISO 639-1. */
export const pageLanguages = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "pl",
  "tr",
  "uk",
  "ar",
  "he",
  "ja",
] as const;
export type PageLanguage = (typeof pageLanguages)[number];

export interface Contact {
  name: string;
  company: string | null;
  phone: string | null;
  email: string | null;
  /** BCP 47. Missing where the caller gave none. */
  language?: string | null;
}

export const geocodeSources = ["client", "geocoder", "learned", "town", "country"] as const;
export type GeocodeSource = (typeof geocodeSources)[number];

/** How exactly Waybill found a place itself. */
export const geocodePrecisions = ["house", "street", "area", "town", "country"] as const;
export type GeocodePrecision = (typeof geocodePrecisions)[number];

/** What Waybill says about addresses that it takes. */
export const warningCodes = ["far_from_town", "territory_as_state", "town_elsewhere"] as const;

export interface Address {
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postal_code: string | null;
  country: string;
  latitude: number | null;
  longitude: number | null;
  geocode_source: GeocodeSource;
  /** Stored where a geocoder was asked; of all others the source tells it. */
  geocode_precision?: GeocodePrecision | null;
}

/** When a driver may pick up or deliver the goods. */
export interface Window {
  start: string;
  end: string;
}

export interface Stop {
  contact: Contact;
  address: Address;
  instructions: string | null;
  window: Window | null;
}

/** What the recipient asks of the driver on the tracking page. */
export interface RecipientInstructions {
  text: string | null;
  leave: { where: LeavePlace; note: string | null } | null;
  /** Stored only: how often they were changed. */
  changes: number;
  updatedAt: number;
}

/** A wrong try of the last digits of the recipient's phone. */
export interface DigitTry {
  /** A hash of the link's token and the network. */
  network: string;
  at: number;
}

export const thumbs = ["up", "down"] as const;

/** What the recipient says of the delivery. */
export interface Rating {
  thumb: (typeof thumbs)[number];
  comment: string | null;
  /** Stored only: how often it was changed. */
  changes: number;
  ratedAt: number;
}

export interface Requirements {
  signature: boolean;
  photo: boolean;
  pin: boolean;
  min_age: number | null;
}

export interface DeliveryStop extends Stop {
  requirements: Requirements;
}

/** The largest amount of money, in minor units: the sum of thousands is still an exact number. */
export const amountMax = 1e12;

export interface Money {
  /** Integer minor units of the currency. */
  amount: number;
  currency: string;
}

export interface Parcel {
  id: string;
  description: string | null;
  quantity: number;
  weight_grams: number;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  reference: string | null;
  value: Money | null;
}

export interface CarrierIdentity {
  id: string;
  code: string;
  name: string;
}

/** A carrier's service, by its own name. */
export interface Service {
  code: string;
  name: string;
}

export const vehicleTypes = ["on_foot", "bicycle", "cargo_bike", "motorbike", "car", "van", "truck"] as const;
export type VehicleType = (typeof vehicleTypes)[number];

export interface Driver {
  /** First name and initial only. */
  name: string;
  phone: string | null;
  vehicle: { type: VehicleType; plate: string | null };
}

export const outcomes = [
  "delivered",
  "no_carriers",
  "quotes_expire",
  "carrier_rejects",
  "carrier_cancels",
  "recipient_unavailable",
  "recipient_refused",
  "damaged",
  "lost",
  "delayed",
  "gps_gap",
] as const;
export type Outcome = (typeof outcomes)[number];

export const gpsFaultKinds = [
  "jump",
  "drift",
  "freeze",
  "gap",
  "duplicate",
  "out_of_order",
  "null_island",
  "clock_ahead",
  "clock_behind",
  "coarse",
] as const;
export type GpsFaultKind = (typeof gpsFaultKinds)[number];

/** What a simulated driver's phone gets wrong, and when: seconds since the acceptance, at speed 1. */
export interface GpsFault {
  fault: GpsFaultKind;
  from_seconds: number;
  to_seconds: number;
  /** How far, or how inaccurate; null where the fault has none, and for a jump that is far enough. */
  meters: number | null;
  /** How wrong the clock, or how late; null where the fault has none. */
  seconds: number | null;
  seed: string;
}
