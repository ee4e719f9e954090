import { toTimestamp } from "../../../infra/clock.ts";
import type { Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { dayMs } from "../../../infra/units.ts";
import type { ProofImage, ProofOfDelivery } from "../../carriers/carrier-update.ts";
import { appendTrackingEvent, recordEntry } from "../state/change.ts";
import { additionsOf } from "../state/reading.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { stateWhenUndeliverable } from "../state/shipment.ts";
import { hashOf } from "./pictures.ts";
import { standingProof } from "./reading.ts";
import type { Report } from "./report.ts";
import { saveEvidence, showsSomething } from "./showing.ts";
import { proofAddedCode } from "./tracking.ts";
import { typesAdded, type WholeProof, wholeProofOf } from "./whole-proof.ts";

/** What a second report of the delivery adds to its proof: an entry of the timeline, as the proof itself never changes. */

/** How long after the delivery something can be added. */
const openMs = 14 * dayMs;
/** Photos of a proof, with those that were added. */
const photosMax = 10;

/** Whether the report tells of a delivery that is known, while its proof can still be added to. */
export function isProofOpen({ now }: Writing, shipment: ShipmentRow, report: Report): boolean {
  const { status, assignmentId, endedAt, redactedAt } = shipment;
  if (status !== "delivered" || redactedAt !== null || assignmentId !== report.assignmentId) return false;
  return now <= (endedAt ?? now) + openMs && proofIn(report, shipment) !== undefined;
}

/** What a report of a delivery that is known shows and its proof lacks; undefined for nothing. */
export function additionIn(writing: Writing, shipment: ShipmentRow, report: Report): Addition | undefined {
  const shown = isProofOpen(writing, shipment, report) ? proofIn(report, shipment) : undefined;
  if (!shown || !showsSomething({ kind: "delivered", proof: shown })) return undefined;
  const known = standingProof(writing.tx, shipment);
  if (!known) return undefined;
  const whole = wholeProofOf(known, additionsOf(writing.tx, shipment.id));
  const proof = withoutKnown(shown, whole);
  return adds(proof, whole) ? { proof, photosLeft: photosMax - whole.photos.length } : undefined;
}

interface Addition {
  proof: ProofOfDelivery;
  photosLeft: number;
}

/** @throws AppError `limit_reached` for too many photos, before it writes anything */
export function addToProof(
  writing: Writing,
  shipment: ShipmentRow,
  { by, at }: Report,
  { proof, photosLeft }: Addition,
): void {
  if (proof.photos.length > photosLeft) {
    const left = Math.max(0, photosLeft);
    const detail = `A proof has at most ${photosMax} photos, and ${left} can be added.`;
    throw new AppError("limit_reached", { detail });
  }
  const update = { kind: "delivered", proof } as const;
  const evidence = saveEvidence(writing, shipment, { update, at }, "photo");
  const message = "The proof of delivery got more.";
  recordEntry(writing, shipment, { by, at, code: proofAddedCode, message, evidence });
  const types = evidence ? typesAdded(evidence) : [];
  const details = { types, photos: proof.photos.length, occurred_at: toTimestamp(at) };
  appendTrackingEvent(writing, shipment, "tracking.proof_added", details, at);
}

/** What a report shows of a delivery; undefined of another end. */
function proofIn({ update }: Report, { ifUndeliverable }: ShipmentRow): ProofOfDelivery | undefined {
  if (update.kind === "delivered") return update.proof;
  if (update.kind !== "undeliverable") return undefined;
  if (stateWhenUndeliverable(update.reason, ifUndeliverable) !== "delivered") return undefined;
  return { ...noProof, photos: update.photos ?? [] };
}

const noProof: ProofOfDelivery = {
  recipientName: null,
  handedTo: null,
  signature: null,
  photos: [],
  pin: null,
  ageVerified: false,
  note: null,
  location: null,
};

/** Without the pictures that the proof has. Two uploads are two pictures, whatever their bytes. */
function withoutKnown(proof: ProofOfDelivery, { photos, signature }: WholeProof): ProofOfDelivery {
  const isSame = (image: ProofImage, known: { sha256: string; imageId?: string }) =>
    image.id !== undefined && known.imageId !== undefined
      ? image.id === known.imageId
      : hashOf(image) === known.sha256;
  return {
    ...proof,
    photos: proof.photos.filter((photo) => !photos.some((known) => isSame(photo, known))),
    signature: proof.signature && signature && isSame(proof.signature, signature) ? null : proof.signature,
  };
}

/** What the proof has is not replaced: another name or signature is no addition. */
function adds(proof: ProofOfDelivery, { document, signature }: WholeProof): boolean {
  const fills = (member: "recipientName" | "handedTo" | "note") =>
    proof[member] !== null && document[member] === null;
  return (
    proof.photos.length > 0 ||
    (proof.signature !== null && signature === null) ||
    (proof.ageVerified && !document.types.includes("age")) ||
    fills("recipientName") ||
    fills("handedTo") ||
    fills("note")
  );
}
