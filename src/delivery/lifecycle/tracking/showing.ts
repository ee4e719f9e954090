import type { Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { CarrierUpdate, ProofImage } from "../../carriers/carrier-update.ts";
import type { Evidence, ShownProof } from "../state/evidence.ts";
import { countEntries } from "../state/reading.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { hashOf, savePhoto, saveSignature } from "./pictures.ts";
import { shownProofOf } from "./proof.ts";
import type { Report } from "./report.ts";
import { trackingStore } from "./store.ts";

/** What reports show besides the proof of a delivery: pictures of pickups and failed attempts, and late proofs. */

/** Pictures of a shipment beside those of its proof. */
const picturesMax = 100;
/** A timeline longer than this takes no more late proofs. */
const entriesMax = 1_000;

/** The photos that an update brings. */
function photosOf(update: CarrierUpdate): readonly ProofImage[] {
  switch (update.kind) {
    case "progress":
    case "attempt_failed":
    case "undeliverable":
      return update.photos ?? [];
    case "delivered":
      return update.proof.photos;
    default:
      return [];
  }
}

/** Photos and signature. */
export function picturesOf(update: CarrierUpdate): readonly ProofImage[] {
  const signature = update.kind === "delivered" ? update.proof.signature : null;
  return signature ? [signature, ...photosOf(update)] : photosOf(update);
}

/** Whether the update shows more than that it happened. */
export function showsSomething(update: CarrierUpdate): boolean {
  if (picturesOf(update).length > 0) return true;
  if (update.kind !== "delivered") return false;
  const { recipientName, handedTo, pin, note, ageVerified } = update.proof;
  return recipientName !== null || handedTo !== null || pin !== null || note !== null || ageVerified;
}

/** Whether it shows what neither the shipment's pictures nor these texts tell. */
export function showsNews(
  writing: Writing,
  shipmentId: string,
  update: CarrierUpdate,
  told: Texts[],
): boolean {
  if (!showsSomething(update)) return false;
  const known = trackingStore(writing.tx)
    .imagesOf(shipmentId)
    .map(({ sha256 }) => sha256);
  if (picturesOf(update).some((picture) => !known.includes(hashOf(picture)))) return true;
  if (update.kind !== "delivered") return false;
  const { recipientName, handedTo, note } = update.proof;
  const isNew = (member: keyof Texts, text: string | null) =>
    text !== null && told.every((one) => one[member] !== text);
  return isNew("recipientName", recipientName) || isNew("handedTo", handedTo) || isNew("note", note);
}

type Texts = Pick<ShownProof, "recipientName" | "handedTo" | "note">;

/**
 * Call it before anything is written. A carrier that never stops sending pictures fills no disk.
 * @throws AppError `limit_reached`
 */
export function refuseTooManyPictures({ tx }: Writing, shipmentId: string, update: CarrierUpdate): void {
  if (!showsSomething(update)) return;
  const known = trackingStore(tx).imagesOf(shipmentId).length;
  if (known + picturesOf(update).length > picturesMax) {
    throw new AppError("limit_reached", { detail: `A shipment keeps at most ${picturesMax} pictures.` });
  }
  if (countEntries(tx, shipmentId) < entriesMax) return;
  throw new AppError("limit_reached", { detail: "The shipment's timeline is too long for another proof." });
}

/** Stores what the update shows. `base` is what its photos are called. @returns null for nothing */
export function saveEvidence(
  writing: Writing,
  shipment: ShipmentRow,
  { update, at }: Pick<Report, "update" | "at">,
  base: "pickup" | "attempt" | "photo" | "late",
): Evidence | null {
  if (!showsSomething(update)) return null;
  const photos = photosOf(update).map((image) => savePhoto(writing, shipment.id, { base, image, at }));
  if (update.kind !== "delivered") return { photos, proof: null };
  const { signature } = update.proof;
  const kept = signature && saveSignature(writing, shipment.id, signature);
  const shown = shownProofOf(writing, shipment, update.proof, kept);
  return {
    photos,
    proof: { ...shown, pin: update.proof.pin === null && !update.proof.pinVerified ? null : shown.pin },
  };
}
