import type { Carrier, Proof, QuoteAnswer, QuoteRequest } from "../../carriers/carrier.ts";
import { simulatedCode } from "../../carriers/kind.ts";
import type { CarrierIdentity } from "../../model/model.ts";
import { scriptOf } from "../../model/script/named.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { isPickedCarrier, isPickedService, type Picks } from "./picks.ts";
import type { Unavailable } from "./quote.ts";

/** Which carriers Waybill asks for a shipment, what it asks them, and what it says where it does not ask. */

/** A carrier and what it answered, or why Waybill has no answer of it. */
export interface Answer {
  carrier: CarrierIdentity;
  answer: QuoteAnswer;
}

export type Refusal = Extract<QuoteAnswer, { kind: "unavailable" }>;

/** What a carrier answered that is no offer, also beside its offers. */
export function unavailableIn({ carrier, answer }: Answer): Unavailable[] {
  const refused = answer.kind === "unavailable" ? answer : answer.unavailable;
  return refused ? [{ carrier, code: refused.code, message: refused.message }] : [];
}

/** The carriers of the account that may make an offer. Who simulates a shipment gets simulated carriers only. */
export function askedCarriers(
  all: readonly Carrier[],
  { simulation, ...picks }: Pick<ShipmentRow, "simulation" | "carriers" | "services">,
): readonly Carrier[] {
  // Of a carrier without a list nobody knows the services before it answers.
  const carriers = all.filter(
    ({ identity, services }) =>
      isPickedCarrier(picks, identity) &&
      (services.length === 0 || services.some((service) => isPickedService(picks, service))),
  );
  if (simulation === null || simulation.isDefault) return carriers;
  const { quotes } = scriptOf(simulation);
  return carriers.filter(
    ({ kind, identity }) =>
      kind === simulatedCode && (quotes?.some(({ carrier }) => carrier === identity.code) ?? true),
  );
}

/** When a carrier answers that a script delays, at the latest at the deadline; undefined for all others. */
export function answerTime(
  { simulation }: Pick<ShipmentRow, "simulation">,
  { code }: CarrierIdentity,
  { now, deadlineAt }: { now: number; deadlineAt: number },
): number | undefined {
  const quotes = simulation ? scriptOf(simulation).quotes : undefined;
  const scripted = quotes?.find(({ carrier }) => carrier === code);
  if (scripted?.answer === "none") return deadlineAt;
  const delayMs = Math.round((scripted?.after_seconds ?? 0) * 1000);
  return delayMs > 0 ? Math.min(now + delayMs, deadlineAt) : undefined;
}

/** Undefined if the carrier can prove what the shipment requires. */
export function unprovable(
  { proves }: Carrier,
  { signature, photo, pin, min_age }: ShipmentRow["delivery"]["requirements"],
): Refusal | undefined {
  const required: Record<Proof, boolean> = { signature, photo, pin, min_age: min_age !== null };
  const missing = (Object.keys(required) as Proof[]).filter(
    (proof) => required[proof] && !proves.includes(proof),
  );
  if (missing.length === 0) return undefined;
  return {
    kind: "unavailable",
    code: "requirement_unsupported",
    message: `The carrier does not support these requirements: ${missing.join(", ")}.`,
  };
}

/** Nobody makes an offer for the shipment. */
export function noCarriers({ carriers, services }: Picks): Unavailable {
  const isPicking = carriers != null || services != null;
  const message = isPicking
    ? "No carrier of this environment offers what `carriers` and `services` name."
    : "No carrier is available in this environment.";
  return { carrier: null, code: "no_carriers_configured", message };
}

export const circuitOpen: Refusal = {
  kind: "unavailable",
  code: "carrier_error",
  message: "The carrier did not answer several requests in a row. Waybill tries it again soon.",
};

export const streetMissing: Refusal = {
  kind: "unavailable",
  code: "incomplete_address",
  message: "The carrier quotes for whole addresses only. Send line1 and city.",
};

export const carrierGone: Refusal = {
  kind: "unavailable",
  code: "carrier_error",
  message: "The carrier is no longer available.",
};

export const carrierFailed: Refusal = {
  kind: "unavailable",
  code: "carrier_error",
  message: "The carrier's API returned an error.",
};

/** A carrier that exceeded the time of its kind. */
export const unanswered: Refusal = {
  kind: "unavailable",
  code: "carrier_timeout",
  message: "The carrier did not answer in time.",
};

/** A carrier that had not answered at the deadline of the round. */
export function timedOut(deadlineSeconds: number): Refusal {
  return {
    kind: "unavailable",
    code: "carrier_timeout",
    message: `The carrier did not answer within ${deadlineSeconds} seconds.`,
  };
}

export function toRequest(shipment: ShipmentRow, round: number, now: number): QuoteRequest {
  return {
    shipmentId: shipment.id,
    round,
    isReturn: shipment.isReturn,
    pickup: shipment.pickup,
    delivery: shipment.delivery,
    parcels: shipment.parcels,
    distanceMeters: shipment.distanceMeters,
    simulation: shipment.simulation,
    now,
  };
}
