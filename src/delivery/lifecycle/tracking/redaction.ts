import type { Writing } from "../../../infra/deps.ts";
import { erasedMembers, nothing, type Remains } from "../../../infra/erased-members.ts";
import { withoutSalts } from "../../../infra/salted.ts";
import { proofsOf } from "./reading.ts";
import { redactionRows } from "./redaction-store.ts";
import type { ProofDocument } from "./tracking.ts";

/** Erases where a driver was on the way, and what the proof of delivery shows. */

const proofRemains: Remains<ProofDocument> = {
  types: "kept",
  missing: "kept",
  recipientName: nothing,
  handedTo: "kept",
  signature: nothing,
  photos: () => [],
  pin: "kept",
  note: nothing,
  location: nothing,
  capturedBy: "kept",
};

/** Each proof keeps that it was made, and its hashes. */
export function redactTracking({ tx }: Writing, shipmentId: string): void {
  const rows = redactionRows(tx);
  rows.forgetPlace(shipmentId);
  for (const { id, document, salted } of proofsOf(tx, shipmentId)) {
    const erased = Object.keys(salted ?? {}).filter((member) => member !== "captured_at");
    rows.changeProof(id, {
      document: { ...document, ...erasedMembers(document, proofRemains) },
      salted: salted && withoutSalts(salted, erased),
    });
  }
}

/** @returns how many, at most `limit` */
export function forgetPositions({ tx }: Writing, shipmentId: string, limit: number): number {
  return redactionRows(tx).deletePositions(shipmentId, limit);
}

/**
 * Deletes one picture of the proof. It can be large, so it has a transaction of its own.
 * @returns its hash if no other proof has the same picture, null if one has; undefined when none was left
 */
export function forgetPicture({ tx }: Writing, shipmentId: string): string | null | undefined {
  const rows = redactionRows(tx);
  const picture = rows.findPicture(shipmentId);
  if (!picture) return undefined;
  rows.deletePicture(shipmentId, picture.name);
  return rows.isElsewhere(shipmentId, picture.sha256) ? null : picture.sha256;
}
