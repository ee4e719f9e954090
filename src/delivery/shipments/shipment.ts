import type { FieldError } from "../../infra/errors.ts";
import type { Actor } from "./status.ts";
import type { Window } from "./window.ts";

/** What a shipment is made of, and what a valid request for one is. Contract §3. */

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
  "timeout",
  "other",
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** Those that make sense for a client that cancels. */
export const clientReasonCodes = [
  "cancelled_by_client",
  "no_supply",
  "pickup_closed",
  "pickup_not_ready",
  "duplicate",
  "other",
] as const satisfies readonly ReasonCode[];

/** Shipments in a state are counted up to so many: a count of all would read as many rows. */
export const countedMax = 10_000;

export const undeliverableActions = ["return", "leave_at_door", "discard"] as const;
export type IfUndeliverable = (typeof undeliverableActions)[number];

/** The goods no longer exist, or nobody knows where they are. */
const goneFor: readonly ReasonCode[] = ["damaged", "lost"];
/** Somebody was there who would not or may not have the goods: they are not left at the door. */
const deniedFor: readonly ReasonCode[] = ["recipient_refused", "verification_failed", "age_check_failed"];

export function isGone(reason: ReasonCode): boolean {
  return goneFor.includes(reason);
}

/** What becomes of goods that could not be handed over. Contract §3, States. */
export function stateWhenUndeliverable(
  reason: ReasonCode,
  wish: IfUndeliverable,
): "returning" | "delivered" | "failed" {
  if (isGone(reason) || wish === "discard") return "failed";
  return wish === "leave_at_door" && !deniedFor.includes(reason) ? "delivered" : "returning";
}

export interface Requirements {
  signature: boolean;
  photo: boolean;
  pin: boolean;
  min_age: number | null;
}

export interface Contact {
  name: string;
  company: string | null;
  phone: string | null;
  email: string | null;
}

export const geocodeSources = ["client", "town", "country"] as const;
export type GeocodeSource = (typeof geocodeSources)[number];

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
}

export interface Stop {
  contact: Contact;
  address: Address;
  instructions: string | null;
  window: Window | null;
}

export interface DeliveryStop extends Stop {
  requirements: Requirements;
}

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

/** Why a shipment was cancelled, failed or went back. */
export interface Ending {
  reason_code: ReasonCode;
  message: string | null;
  by: Actor;
  at: string;
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

/** What the sandbox does with a shipment. Contract §9. */
export interface Simulation {
  speed: number | "instant" | "manual";
  seed: string;
  outcome: Outcome;
}

/** Coordinates come in pairs. */
export function coordinateErrors(
  pointer: string,
  address: { latitude?: number | null; longitude?: number | null },
): FieldError[] {
  const latitude = address.latitude ?? null;
  const longitude = address.longitude ?? null;
  if ((latitude === null) === (longitude === null)) return [];
  const missing = latitude === null ? "latitude" : "longitude";
  return [
    {
      pointer: `${pointer}/${missing}`,
      code: "coordinate_missing",
      detail: "is required: send latitude and longitude together",
    },
  ];
}

/** A part of a rule: it says something of some members, and nothing of the others. */
const some = (properties: Record<string, object>, required: string[] = []) => ({
  properties,
  required,
  additionalProperties: true,
});

/** The same in JSON Schema, without `anyOf`, of which generators of clients would make other types. */
export const coordinatesInPairs = {
  description:
    "Send `latitude` and `longitude` together. Without them, Waybill uses the location of the town.",
  if: some({ latitude: { type: "number" } }, ["latitude"]),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: some({ longitude: { type: "number" } }, ["longitude"]),
  else: some({ longitude: { type: "null" } }),
};

/** A parcel left at the door cannot be signed for. */
export function undeliverableErrors(
  action: IfUndeliverable,
  requirements: Partial<Requirements> | undefined,
): FieldError[] {
  const attended = requirements?.signature || requirements?.pin || (requirements?.min_age ?? null) !== null;
  if (action !== "leave_at_door" || !attended) return [];
  return [
    {
      pointer: "#/if_undeliverable",
      code: "contradicts_requirements",
      detail: "must not be leave_at_door when a signature, PIN or age is required",
    },
  ];
}

const unattended = { signature: { const: false }, pin: { const: false }, min_age: { type: "null" } };

/** The same in JSON Schema. */
export const leftUnattended = {
  description: "`leave_at_door` cannot be combined with a required signature, PIN or age.",
  if: some({ if_undeliverable: { const: "leave_at_door" } }, ["if_undeliverable"]),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: some({ delivery: some({ requirements: some(unattended) }) }),
};
