import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import { provenPlace } from "../../model/address.ts";
import type { Address, Status } from "../../model/model.ts";
import type { KeptPhoto, ShownProof } from "../state/evidence.ts";
import type { AssignmentRow, EntryRow } from "../state/rows.ts";
import { isUndelivered } from "../state/status.ts";
import type { EtaView, JudgedPositionView, PositionView, ProofView, TrackingView } from "./schema.ts";
import type { EtaRow, PositionRow, ProofRow, TrackingRow } from "./store.ts";
import type { Position } from "./tracking.ts";
import { wholeProofOf } from "./whole-proof.ts";

export function toPositionView(position: Omit<Position, "signalLost">): PositionView {
  return {
    latitude: position.latitude,
    longitude: position.longitude,
    accuracy_meters: position.accuracyMeters,
    heading_degrees: position.headingDegrees,
    speed_mps: position.speedMps,
    recorded_at: toTimestamp(position.recordedAt),
    received_at: toTimestamp(position.receivedAt),
  };
}

export function toJudgedPositionView(row: PositionRow): JudgedPositionView {
  return { ...toPositionView(row), verdict: row.verdict };
}

/** The carrier's ETA, or else that of its quote. A delivery that will not happen has none. */
export function toEtaView(
  status: Status,
  tracking: EtaRow | undefined,
  assignment: AssignmentRow | undefined,
): EtaView | null {
  if (status === "cancelled") return null;
  const isVoid = isUndelivered(status);
  if (tracking?.etaSource && tracking.etaUpdatedAt !== null) {
    return {
      pickup: toTimestampOrNull(tracking.etaPickupAt),
      delivery: toTimestampOrNull(isVoid ? null : tracking.etaDeliveryAt),
      delivery_date: isVoid ? null : tracking.etaDeliveryDate,
      returned: toTimestampOrNull(tracking.etaReturnAt),
      source: tracking.etaSource,
      updated_at: toTimestamp(tracking.etaUpdatedAt),
    };
  }
  if (!assignment) return null;
  return {
    pickup: toTimestampOrNull(assignment.estimatedPickupAt),
    delivery: toTimestampOrNull(isVoid ? null : assignment.estimatedDeliveryAt),
    delivery_date: isVoid ? null : assignment.estimatedDeliveryDate,
    returned: null,
    source: "estimate",
    updated_at: toTimestamp(assignment.assignedAt),
  };
}

/** Only on the way: an end says itself why. */
export function toSetbackView(
  status: Status,
  tracking: Pick<TrackingRow, "setback"> | undefined,
): TrackingView["setback"] {
  const setback = tracking?.setback;
  const isOpen = status === "assigned" || status === "in_transit";
  if (!setback || setback.kind === "none" || !isOpen) return null;
  return { kind: setback.kind, reason_code: setback.reason, occurred_at: toTimestamp(setback.at) };
}

/** Makes the URL where the caller can fetch a picture. */
type PictureUrl = (name: string) => string;

export function toEntryView(row: EntryRow, pictureUrl: PictureUrl): TrackingView["entries"][number] {
  const { photos = [], proof = null } = row.evidence ?? {};
  return {
    sequence: row.sequence,
    status: row.status,
    substatus: row.substatus,
    code: row.code,
    message: row.message,
    occurred_at: toTimestamp(row.occurredAt),
    recorded_at: toTimestamp(row.recordedAt),
    source: row.source,
    location: row.location,
    photos: photos.map((photo) => toPhotoView(photo, pictureUrl)),
    proof: proof && {
      types: proof.types,
      recipient_name: proof.recipientName,
      handed_to: proof.handedTo,
      signature: proof.signature && toSignatureView(proof.signature, pictureUrl),
      pin: proof.pin,
      note: proof.note,
    },
    hash: row.hash,
  };
}

function toPhotoView({ name, sha256, contentType, takenAt }: KeptPhoto, pictureUrl: PictureUrl) {
  return { url: pictureUrl(name), sha256, content_type: contentType, taken_at: toTimestamp(takenAt) };
}

function toSignatureView(
  { name, sha256, signerName }: NonNullable<ShownProof["signature"]>,
  pictureUrl: PictureUrl,
) {
  return { url: pictureUrl(name), sha256, signer_name: signerName };
}

/**
 * With what later reports added. `entries`: those of the timeline. A distance from an address whose place is not known
 * was taken by an older version of Waybill: it stays in the chain, and is not shown.
 */
export function toProofView(
  row: ProofRow,
  entries: readonly EntryRow[],
  pictureUrl: PictureUrl,
  address: Address,
): ProofView {
  const { document, signature, photos } = wholeProofOf(row, entries);
  return {
    id: row.id,
    types: document.types,
    missing: document.missing ?? [],
    recipient_name: document.recipientName,
    handed_to: document.handedTo,
    signature: signature && {
      ...toSignatureView(signature, pictureUrl),
      added_at: toTimestampOrNull(signature.addedAt),
    },
    photos: photos.map((photo) => ({
      ...toPhotoView(photo, pictureUrl),
      added_at: toTimestampOrNull(photo.addedAt),
    })),
    pin: document.pin,
    note: document.note,
    location: document.location && {
      latitude: document.location.latitude,
      longitude: document.location.longitude,
      distance_to_address_meters: provenPlace(address) ? document.location.distanceToAddressMeters : null,
    },
    captured_at: toTimestamp(row.capturedAt),
    captured_by: document.capturedBy,
    hash: row.hash,
  };
}
