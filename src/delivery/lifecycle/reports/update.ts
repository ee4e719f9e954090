import { fromTimestamp } from "../../../infra/clock.ts";
import { type CarrierUpdate, type ProofImage, toDriver } from "../../carriers/carrier-update.ts";
import { toHandover } from "../../model/handover.ts";
import { inWords, type ReasonCode } from "../../model/model.ts";
import type { ReportedPosition } from "../tracking/positions.ts";
import type { WireReport } from "./schema.ts";
import type { SoundReport } from "./validating.ts";

/** Reports from the wire, as tracking understands them. */

type WireProof = NonNullable<WireOf<"delivered">["proof"]>;
type WireOf<Type extends WireReport["type"]> = Extract<WireReport, { type: Type }>;

/** The images that a report names. */
export function imagesOf(report: WireReport): string[] {
  switch (report.type) {
    case "delivered":
      return imagesOfProof(report.proof ?? {});
    case "undeliverable": {
      const { image_id: first, image_ids: others = [] } = report;
      return [...new Set(first == null ? others : [first, ...others])];
    }
    case "progress":
    case "attempt_failed":
      return report.image_ids ?? [];
    default:
      return [];
  }
}

/** The images that a proof names. */
export function imagesOfProof({
  signature_image_id: signature,
  image_ids: photos = [],
}: Pick<WireProof, "signature_image_id" | "image_ids">): string[] {
  return [...(signature == null ? [] : [signature]), ...photos];
}

/** Whether a report says where its sender was. */
export function hasLocation(report: WireReport): boolean {
  if (report.type === "scan") return report.location != null;
  return report.type === "delivered" && report.proof?.location != null;
}

/** What a driver reports off duty counts, but not where they were. */
export function withoutLocation(report: WireReport): WireReport {
  switch (report.type) {
    case "scan":
      return { ...report, location: null };
    case "delivered":
      return { ...report, proof: { ...report.proof, location: null } };
    default:
      return report;
  }
}

export function positionOf(report: WireOf<"position">, at: number): ReportedPosition {
  return {
    at,
    latitude: report.latitude,
    longitude: report.longitude,
    accuracyMeters: report.accuracy_meters ?? null,
    headingDegrees: report.heading_degrees ?? null,
    speedMps: report.speed_mps ?? null,
    fraction: null,
  };
}

/** What happened on the way, rather than what it costs. */
export type TripReport = Exclude<WireReport, { type: "charge" }>;

/** `image` gives the content of an image that the report names; undefined for one that is missing. */
export function updateOf(
  report: TripReport,
  { at }: Pick<SoundReport, "at">,
  image: (id: string) => ProofImage | undefined,
): CarrierUpdate {
  const photos = () => imagesOf(report).flatMap((id) => image(id) ?? []);
  switch (report.type) {
    case "progress": {
      return {
        kind: "progress",
        substatus: report.substatus,
        ...(report.driver ? { driver: toDriver(report.driver) } : {}),
        photos: photos(),
      };
    }
    case "position":
      return { kind: "position", ...positionOf(report, at) };
    case "signal_lost":
    case "returned":
      return { kind: report.type };
    case "estimate":
      return {
        kind: "estimate",
        pickupAt: momentOf(report.estimated_pickup_at),
        deliveryAt: momentOf(report.estimated_delivery_at),
        deliveryDate: report.estimated_delivery_date ?? null,
        delayed: false,
      };
    case "scan":
      return {
        kind: "scan",
        message: report.message,
        location: report.location ?? null,
        ...(report.reason_code == null ? {} : { reason: report.reason_code }),
      };
    case "attempt_failed":
      return {
        kind: "attempt_failed",
        reason: report.reason_code,
        message: report.message ?? `The delivery attempt failed: ${inWords(report.reason_code)}.`,
        nextAttemptAt: momentOf(report.next_attempt_at),
        nextAttemptDate: report.next_attempt_date ?? null,
        photos: photos(),
      };
    case "cancelled":
      return { kind: "cancelled", fee: report.fee ?? null };
    case "cancellation_refused":
      return {
        kind: "cancellation_refused",
        reason: report.reason_code,
        message: report.message ?? `The reason is: ${inWords(report.reason_code)}.`,
      };
    case "withdrawn":
      return {
        kind: "withdrawn",
        reason: report.reason_code ?? "carrier_cancelled",
        message: report.message ?? gaveBack(report.reason_code),
        rejected: false,
      };
    case "delivered":
      return { kind: "delivered", proof: proofOf(report.proof ?? {}, image) };
    case "undeliverable":
      return {
        kind: "undeliverable",
        reason: report.reason_code,
        message: report.message ?? `The goods could not be delivered: ${inWords(report.reason_code)}.`,
        photos: photos(),
      };
  }
}

/** A proof of delivery from the wire. `image` as of `updateOf`. */
export function proofOf(
  proof: WireProof,
  image: (id: string) => ProofImage | undefined,
): Extract<CarrierUpdate, { kind: "delivered" }>["proof"] {
  const { signature_image_id: signatureId, recipient_name: recipient } = proof;
  const signature = signatureId == null ? undefined : image(signatureId);
  return {
    recipientName: recipient ?? null,
    handedTo: proof.handed_to ? toHandover(proof.handed_to) : null,
    signature: signature ? { ...signature, signerName: recipient ?? null } : null,
    photos: (proof.image_ids ?? []).flatMap((id) => image(id) ?? []),
    pin: proof.pin ?? null,
    ...(proof.pin_verified && { pinVerified: true }),
    ageVerified: proof.age_verified ?? false,
    note: proof.note ?? null,
    location: proof.location ?? null,
  };
}

function momentOf(timestamp: string | null | undefined): number | null {
  return fromTimestamp(timestamp ?? undefined) ?? null;
}

function gaveBack(reason: ReasonCode | undefined): string {
  const told = reason === undefined ? "" : `: ${inWords(reason)}`;
  return `The carrier gave the shipment back${told}.`;
}
