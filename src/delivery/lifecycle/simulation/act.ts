import type { CarrierUpdate } from "../../carriers/carrier-update.ts";
import { inWords, type ReasonCode, type Substatus } from "../../model/model.ts";
import type { Leg } from "../../model/script/script.ts";
import type { ScriptedDriver, ScriptedProof, ScriptStep } from "../../model/script/step-schema.ts";

/** What the simulated carrier reports at a step. Seconds count from the step on. */
export type Act =
  /** `usual`: the script's driver, or else one of the carrier's. Null: nobody is named. */
  | { kind: "progress"; substatus: Substatus; driver: ScriptedDriver | "usual" | null }
  /** A place on the route of a leg. */
  | { kind: "position"; leg: Leg; fraction: number }
  | { kind: "estimate"; pickupSeconds: number | null; deliverySeconds: number | null; delayed: boolean }
  | { kind: "attempt_failed"; reason: ReasonCode; message: string; nextSeconds: number | null }
  | { kind: "delivered"; proof: ScriptedProof }
  /** `backSeconds`: until returned goods are at the pickup. */
  | {
      kind: "undeliverable";
      reason: ReasonCode;
      message: string;
      hasPhoto: boolean;
      backSeconds: number | null;
    }
  /** The script says all of it. */
  | { kind: "told"; update: Told };

/** Whether a phone sends it: on a ride, or as the script says. */
export function isPosition(act: Act): boolean {
  return act.kind === "position" || (act.kind === "told" && act.update.kind === "position");
}

type Told = Extract<CarrierUpdate, { kind: ToldKind }>;
type ToldKind =
  | "position"
  | "signal_lost"
  | "scan"
  | "cancelled"
  | "cancellation_refused"
  | "withdrawn"
  | "returned";

/** A step of a script, but for rides. */
type Reporting = Exclude<ScriptStep, { type: "ride" }>;

/** @param namesDriver whether it is the first progress of the assignment */
export function actOf(step: Reporting, namesDriver: boolean): Act {
  switch (step.type) {
    case "progress":
      return {
        kind: step.type,
        substatus: step.substatus,
        driver: step.driver ?? (namesDriver ? "usual" : null),
      };
    case "estimate":
      return {
        kind: step.type,
        pickupSeconds: step.pickup_in_seconds ?? null,
        deliverySeconds: step.delivery_in_seconds ?? null,
        delayed: step.delayed ?? false,
      };
    case "attempt_failed":
      return {
        kind: step.type,
        reason: step.reason_code,
        message: step.message ?? `The delivery attempt failed: ${inWords(step.reason_code)}.`,
        nextSeconds: step.next_attempt_in_seconds ?? null,
      };
    case "delivered":
      return { kind: step.type, proof: step.proof ?? {} };
    case "undeliverable":
      return {
        kind: step.type,
        reason: step.reason_code,
        message: step.message ?? `The goods could not be delivered: ${inWords(step.reason_code)}.`,
        hasPhoto: step.photo ?? true,
        backSeconds: null,
      };
    default:
      return { kind: "told", update: toldBy(step) };
  }
}

function toldBy(step: Extract<Reporting, { type: ToldKind }>): Told {
  switch (step.type) {
    case "position":
      return {
        kind: step.type,
        latitude: step.latitude,
        longitude: step.longitude,
        accuracyMeters: step.accuracy_meters ?? null,
        headingDegrees: step.heading_degrees ?? null,
        speedMps: step.speed_mps ?? null,
        fraction: null,
      };
    case "scan":
      return {
        kind: step.type,
        message: step.message,
        location: step.location ?? null,
        ...(step.reason_code == null ? {} : { reason: step.reason_code }),
      };
    case "cancelled":
      return { kind: step.type, fee: step.fee ?? null };
    case "cancellation_refused":
      return {
        kind: step.type,
        reason: step.reason_code,
        message: step.message ?? `The reason is: ${inWords(step.reason_code)}.`,
      };
    case "withdrawn": {
      const reason = step.reason_code ?? "carrier_cancelled";
      const rejected = step.rejected ?? false;
      const verb = rejected ? "rejected the booking" : "gave the shipment back";
      return {
        kind: step.type,
        rejected,
        reason,
        message: step.message ?? `The carrier ${verb}: ${inWords(reason)}.`,
      };
    }
    case "signal_lost":
    case "returned":
      return { kind: step.type };
  }
}
