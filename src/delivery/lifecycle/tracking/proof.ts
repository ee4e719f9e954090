import type { Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { distanceMeters } from "../../../infra/geography/coordinates.ts";
import { westernDigits } from "../../../infra/text/digits.ts";
import type { ProofOfDelivery } from "../../carriers/carrier-update.ts";
import { provenPlace } from "../../model/address.ts";
import { linkAfter } from "../state/chain-link.ts";
import { countPinTry } from "../state/change.ts";
import type { ProofType, ShownProof } from "../state/evidence.ts";
import { openPin } from "../state/pin.ts";
import { lastEntry } from "../state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { pinTriesMax } from "../state/shipment.ts";
import { savePhoto, saveSignature } from "./pictures.ts";
import { proofOpenMembers, proofValues } from "./proof-link.ts";
import { trackingStore } from "./store.ts";
import type { ProofDocument } from "./tracking.ts";

/** When, and whose word it is. */
interface Captured {
  at: number;
  by: ProofDocument["capturedBy"];
}

const names: Record<ProofType, string> = {
  signature: "a signature",
  photo: "a photo",
  pin: "the recipient's PIN",
  age: "a check of the recipient's age",
};

const ownPinName = "pin_verified: true, when you have checked your own PIN";

/**
 * Judges a proof before anything else is written. It counts a wrong PIN: whoever catches the error keeps the count.
 * @throws AppError `proof_required`, which names what is missing, `pin_wrong`, `pin_locked`
 */
export function requireProof(
  writing: Writing,
  shipment: ShipmentRow,
  { ownPin }: Pick<AssignmentRow, "ownPin">,
  proof: ProofOfDelivery,
): void {
  if (!ownPin && isPinLocked(shipment)) throw pinLocked();
  const pin = openPin(writing.deps.vault, shipment);
  const missing = missingProof(shipment, proof, pin).filter((type) => type !== "pin" || proof.pin === null);
  if (missing.length > 0) {
    throw new AppError("proof_required", {
      detail: `Send ${missing.map((type) => (type === "pin" && ownPin ? ownPinName : names[type])).join(" and ")}.`,
    });
  }
  if (!shipment.delivery.requirements.pin || hasPin(proof, pin)) return;
  const { pinTries } = countPinTry(writing, shipment);
  const left = pinTriesMax - pinTries;
  throw new AppError("pin_wrong", {
    detail:
      left > 0
        ? `Ask the recipient for the PIN and send a new report. Tries left: ${left}.`
        : "No tries are left. Report the delivery as undeliverable with verification_failed.",
  });
}

function isPinLocked({ delivery, pinTries }: ShipmentRow): boolean {
  return delivery.requirements.pin && pinTries >= pinTriesMax;
}

function pinLocked(): AppError {
  return new AppError("pin_locked", {
    detail: "Report the delivery as undeliverable with verification_failed.",
  });
}

/** What the shipment requires and the proof does not show. */
function missingProof({ delivery }: ShipmentRow, proof: ProofOfDelivery, pin: string | null): ProofType[] {
  const { requirements } = delivery;
  const shown = shownBy(proof, pin);
  const required: ProofType[] = [
    ...(requirements.signature ? (["signature"] as const) : []),
    ...(requirements.photo ? (["photo"] as const) : []),
    ...(requirements.pin ? (["pin"] as const) : []),
    ...(requirements.min_age === null ? [] : (["age"] as const)),
  ];
  return required.filter((type) => !shown.includes(type));
}

function shownBy(proof: ProofOfDelivery, pin: string | null): ProofType[] {
  return [
    ...(proof.signature ? (["signature"] as const) : []),
    ...(proof.photos.length > 0 ? (["photo"] as const) : []),
    ...(hasPin(proof, pin) ? (["pin"] as const) : []),
    ...(proof.ageVerified ? (["age"] as const) : []),
  ];
}

function hasPin({ pin: entered, pinVerified }: ProofOfDelivery, pin: string | null): boolean {
  return pinVerified === true || (entered !== null && westernDigits(entered) === pin);
}

/**
 * Stores the proof and its pictures, in the transaction of the delivery. It does not store the PIN.
 * @returns what the shipment requires and the proof does not show, and the proof's hash in the shipment's chain
 */
export function saveProof(
  writing: Writing,
  shipment: ShipmentRow,
  proof: ProofOfDelivery,
  report: Captured,
): { missing: ProofType[]; hash: string } {
  const { deps, tx } = writing;
  const pin = openPin(deps.vault, shipment);
  const missing = missingProof(shipment, proof, pin);
  const document = documentOf(writing, shipment, proof, report);
  const { hash: previous, sequence } = lastEntry(tx, shipment.id);
  const row = {
    id: deps.ids.make("pod"),
    shipmentId: shipment.id,
    document: { ...document, missing },
    capturedAt: report.at,
    entrySequence: sequence + 1,
  };
  const link = linkAfter(previous, deps.ids, proofOpenMembers(row), proofValues(row));
  trackingStore(tx).insertProof({ ...row, ...link });
  return { missing, hash: link.hash };
}

function documentOf(
  writing: Writing,
  shipment: ShipmentRow,
  proof: ProofOfDelivery,
  report: Captured,
): ProofDocument {
  const address = provenPlace(shipment.delivery.address);
  const signature = proof.signature && saveSignature(writing, shipment.id, proof.signature);
  return {
    ...shownProofOf(writing, shipment, proof, signature),
    photos: proof.photos.map((image) =>
      savePhoto(writing, shipment.id, { base: "photo", image, at: report.at }),
    ),
    location: proof.location && {
      ...proof.location,
      distanceToAddressMeters: address ? distanceMeters(proof.location, address) : null,
    },
    capturedBy: report.by,
  };
}

/** What a proof shows beside its photos and its place. `signature`: the picture as it is stored. */
export function shownProofOf(
  { deps }: Writing,
  shipment: ShipmentRow,
  proof: ProofOfDelivery,
  signature: { name: string; sha256: string } | null,
): ShownProof {
  const { pinTries, delivery } = shipment;
  const { requirements } = delivery;
  const isOwn = proof.pinVerified === true;
  const types = shownBy(proof, openPin(deps.vault, shipment)).filter(
    (type) => type !== "pin" || (requirements.pin && (isOwn || !isPinLocked(shipment))),
  );
  const attempts = pinTries + (proof.pin === null ? 0 : 1);
  return {
    types,
    recipientName: proof.recipientName,
    handedTo: proof.handedTo,
    signature: signature && { ...signature, signerName: proof.signature?.signerName ?? null },
    pin: requirements.pin
      ? { verified: types.includes("pin"), attempts, ...(isOwn && { checked_by: "carrier" }) }
      : null,
    note: proof.note,
  };
}
