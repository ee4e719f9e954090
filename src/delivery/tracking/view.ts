import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import { capitalized } from "../../infra/words.ts";
import { httpsUrl } from "../carriers/tracked.ts";
import { correctedCode } from "../lifecycle/correction.ts";
import type { KeptPhoto, ShownProof } from "../lifecycle/evidence.ts";
import { maySay } from "../lifecycle/recipient.ts";
import type { AssignmentRow, EntryRow, ShipmentRow } from "../lifecycle/rows.ts";
import { isUndelivered } from "../lifecycle/status.ts";
import { inWords, type Rating, reasonCodes, type Status } from "../model.ts";
import type {
  PublicInstructionsView,
  PublicRatingView,
  PublicTrackingView,
  ShownProofView,
} from "./public-schema.ts";
import type { EtaView, JudgedPositionView, PositionView, ProofView, TrackingView } from "./schema.ts";
import type { EtaRow, PositionRow, ProofRow, TrackingRow } from "./store.ts";
import {
  lateReportCode,
  namesDriver,
  type Position,
  type PublicJourney,
  proofAddedCode,
  publicName,
  publicPlace,
  publicProgress,
  refusedStepCode,
} from "./tracking.ts";
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

/** With what later reports added. `entries`: those of the timeline. */
export function toProofView(row: ProofRow, entries: readonly EntryRow[], pictureUrl: PictureUrl): ProofView {
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
      distance_to_address_meters: document.location.distanceToAddressMeters,
    },
    captured_at: toTimestamp(row.capturedAt),
    captured_by: document.capturedBy,
    hash: row.hash,
  };
}

/** Entries that mean nothing to the recipient. */
const senderOnly: readonly string[] = [lateReportCode, proofAddedCode, refusedStepCode];

/** What recipients read of a correction. */
const corrected = "The state was corrected.";

/**
 * An entry for the recipient, without its photos; undefined for one that means nothing to them, as a late report. What a
 * driver notes beside a reason, and why somebody corrected the state, is for the sender: people pass links on.
 */
export function toPublicEntry(
  entry: TrackingView["entries"][number],
): PublicTrackingView["entries"][number] | undefined {
  if (entry.code !== null && senderOnly.includes(entry.code)) return undefined;
  const { status, substatus, code, source, occurred_at } = entry;
  const reason = source === "driver" ? reasonCodes.find((known) => known === code) : undefined;
  const message = reason === undefined ? entry.message : `${capitalized(inWords(reason))}.`;
  if (code === correctedCode) return { status, substatus, code, message: corrected, occurred_at };
  return { status, substatus, code, message, occurred_at };
}

/** A position for the recipient, without the accuracy, which is that of the exact position. */
export function toPublicPosition<T extends PositionView>(journey: PublicJourney, position: T): T | undefined {
  const place = publicPlace(journey, position);
  return place && { ...position, ...place, accuracy_meters: null };
}

export function toPublicCarrierTracking(
  assignment: AssignmentRow | null,
): PublicTrackingView["carrier_tracking"] {
  if (!assignment) return null;
  const numbers = [...new Set(Object.values(assignment.trackingNumbers))];
  const url = httpsUrl(assignment.carrierTrackingUrl);
  return numbers.length === 0 && url === null ? null : { numbers, url };
}

/** @param isHeard whether the carrier takes changes */
export function toPublicInstructions(shipment: ShipmentRow, isHeard: boolean): PublicInstructionsView {
  const { text = null, leave = null } = shipment.recipientInstructions ?? {};
  return { text, leave, may: maySay(shipment, isHeard) };
}

export function toPublicRating(rating: Rating | null): PublicRatingView | null {
  return rating && { thumb: rating.thumb, comment: rating.comment };
}

/** The part of the tracking that a recipient may see. */
export function toPublicView(
  view: TrackingView,
  journey: PublicJourney,
  told: Pick<
    PublicTrackingView,
    | "carrier_tracking"
    | "sender"
    | "brand"
    | "pin"
    | "instructions"
    | "rating"
    | "recipient"
    | "language"
    | "town"
    | "time_zone"
    | "destination"
    | "stops_before"
    | "failure_reason"
    | "redacted_at"
    | "proof_access"
  >,
): PublicTrackingView {
  const proof = view.proof_of_delivery;
  const driver = namesDriver(journey, told.stops_before) ? view.driver : null;
  return {
    tracking_number: view.tracking_number,
    environment: view.environment,
    status: view.status,
    substatus: view.substatus,
    carrier: view.carrier?.name ?? null,
    driver: driver && publicName(driver.name),
    vehicle: driver?.vehicle.type ?? null,
    ...told,
    position: (view.position && toPublicPosition(journey, view.position)) ?? null,
    eta: view.eta,
    setback: view.setback,
    progress: publicProgress(view.progress.percent, view.progress.distance_meters),
    entries: view.entries.map(toPublicEntry).filter((entry) => entry !== undefined),
    proof_of_delivery: proof && {
      ...(told.proof_access === "shown" ? picturesOf(proof) : { signature_url: null, photo_urls: [] }),
      captured_at: proof.captured_at,
    },
  };
}

/** The proof for who knows the last digits of the recipient's phone. */
export function toShownProof(proof: ProofView): ShownProofView {
  const { captured_at, recipient_name } = proof;
  return { ...picturesOf(proof), captured_at, recipient_name };
}

function picturesOf({ signature, photos }: ProofView) {
  return { signature_url: signature?.url ?? null, photo_urls: photos.map(({ url }) => url) };
}
