import { capitalized } from "../../../infra/text/words.ts";
import { httpsUrl } from "../../carriers/tracked.ts";
import { inWords, type Rating, reasonCodes } from "../../model/model.ts";
import { correctedCode } from "../state/correction.ts";
import { recallRequestedCode, recallWithdrawnCode } from "../state/recall.ts";
import { maySay } from "../state/recipient.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import type {
  PublicInstructionsView,
  PublicRatingView,
  PublicTrackingView,
  ShownProofView,
} from "./public-schema.ts";
import type { PositionView, ProofView, TrackingView } from "./schema.ts";
import {
  lateReportCode,
  namesDriver,
  type PublicJourney,
  proofAddedCode,
  publicName,
  publicPlace,
  publicProgress,
  refusedStepCode,
} from "./tracking.ts";

/** What anybody with the tracking link may see. */

/** Entries that mean nothing to the recipient. */
const senderOnly: readonly string[] = [
  lateReportCode,
  proofAddedCode,
  refusedStepCode,
  recallRequestedCode,
  recallWithdrawnCode,
];

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
  return numbers.length === 0 && url === null ? null : { numbers, url, service: assignment.service.name };
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
    | "window"
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
