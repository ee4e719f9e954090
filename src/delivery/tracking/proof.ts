import type { Writing } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { distanceMeters } from "../../infra/geography/coordinates.ts";
import { sha256Hex } from "../../infra/ids.ts";
import type { ProofOfDelivery } from "../carriers/carrier.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import { pointOf } from "../lifecycle/shipment.ts";
import { trackingStore } from "./store.ts";
import type { ProofDocument } from "./tracking.ts";

const extensions = { "image/png": "png", "image/jpeg": "jpg" } as const;

/** @throws AppError `proof_required`, naming what is missing */
export function requireProof(shipment: ShipmentRow, proof: ProofOfDelivery): void {
  const required = shipment.delivery.requirements;
  const missing = [
    required.signature && !proof.signature && "a signature",
    required.photo && proof.photos.length === 0 && "a photo",
    required.pin && (proof.pin === null || proof.pin !== shipment.pin) && "the recipient's PIN",
    required.min_age !== null && !proof.ageVerified && "a check of the recipient's age",
  ].filter((entry) => entry !== false);
  if (missing.length > 0) throw new AppError("proof_required", { detail: `Send ${missing.join(" and ")}.` });
}

/** Stores the proof and its pictures, in the transaction of the delivery. It does not store the PIN. */
export function saveProof(
  writing: Writing,
  shipment: ShipmentRow,
  proof: ProofOfDelivery,
  report: { at: number; by: ProofDocument["capturedBy"] },
): void {
  const { deps, tx } = writing;
  const tracking = trackingStore(tx);
  const keep = (base: string, image: ProofOfDelivery["photos"][number]) => {
    const name = `${base}.${extensions[image.contentType]}`;
    const sha256 = sha256Hex(image.content);
    tracking.insertImage({
      shipmentId: shipment.id,
      name,
      contentType: image.contentType,
      sha256,
      content: Buffer.from(image.content),
    });
    return { name, sha256, contentType: image.contentType };
  };
  const pinVerified = proof.pin !== null && proof.pin === shipment.pin;
  const address = pointOf(shipment.delivery.address);
  const document: ProofDocument = {
    types: [
      ...(proof.signature ? (["signature"] as const) : []),
      ...(proof.photos.length > 0 ? (["photo"] as const) : []),
      ...(pinVerified ? (["pin"] as const) : []),
      ...(proof.ageVerified ? (["age"] as const) : []),
    ],
    recipientName: proof.recipientName,
    handedTo: proof.handedTo,
    signature: proof.signature && {
      ...keep("signature", proof.signature),
      signerName: proof.signature.signerName,
    },
    photos: proof.photos.map((photo, index) => ({
      ...keep(`photo-${index + 1}`, photo),
      takenAt: report.at,
    })),
    pin: shipment.delivery.requirements.pin ? { verified: pinVerified, attempts: 1 } : null,
    note: proof.note,
    location: proof.location && {
      ...proof.location,
      distanceToAddressMeters: address ? distanceMeters(proof.location, address) : null,
    },
    capturedBy: report.by,
  };
  tracking.insertProof({
    id: deps.ids.make("pod"),
    shipmentId: shipment.id,
    document,
    capturedAt: report.at,
  });
}
