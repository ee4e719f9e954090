import { toTimestamp } from "../../../infra/clock.ts";
import { erasedMembers, nothing, type Remains } from "../../../infra/erased-members.ts";
import type { ValueTexts } from "../../../infra/secrets/salted.ts";
import type { Handover } from "../../model/handover.ts";
import { canonicalJson, type Json } from "./chain.ts";

/** What a carrier or driver showed. The bytes of pictures are rows of their own, by names that are unique in the shipment. */

export const proofTypes = ["signature", "photo", "pin", "age"] as const;
export type ProofType = (typeof proofTypes)[number];

export interface KeptPhoto {
  name: string;
  sha256: string;
  contentType: string;
  takenAt: number;
  /** Of its upload; missing in older rows and where a carrier brought it in its answer. */
  imageId?: string;
}

/** What a proof of a delivery shows beside its photos and its place. */
export interface ShownProof {
  types: ProofType[];
  recipientName: string | null;
  handedTo: Handover | null;
  signature: { name: string; sha256: string; signerName: string | null } | null;
  /** `attempts` with Waybill's PIN. `checked_by` stands where the carrier has checked one of its own. */
  pin: { verified: boolean; attempts: number; checked_by?: "carrier" } | null;
  note: string | null;
}

/** What an entry of the timeline shows. */
export interface Evidence {
  photos: KeptPhoto[];
  /** Of a delivery that changed no state: the shipment was past it, or delivered already. */
  proof: ShownProof | null;
}

/** What the chain holds of pictures: each stands under its name. */
export function pictureTexts({
  signature,
  photos,
}: {
  signature: ShownProof["signature"];
  photos: readonly KeptPhoto[];
}): ValueTexts {
  const texts: Record<string, string> = {};
  if (signature) texts[signature.name] = canonicalJson({ sha256: signature.sha256 });
  for (const { name, sha256, contentType, takenAt } of photos) {
    texts[name] = canonicalJson({ sha256, content_type: contentType, taken_at: toTimestamp(takenAt) });
  }
  return texts;
}

/** What an entry's record says of its evidence for everybody; nothing in entries without a proof. */
export function openEvidence(evidence: Evidence | null): Record<string, Json> {
  if (!evidence?.proof) return {};
  const { types, handedTo, pin } = evidence.proof;
  return { proof: { types, handed_to: handedTo, pin: pin && { ...pin } } };
}

/** What it says as salted hashes. */
export function evidenceTexts(evidence: Evidence | null): ValueTexts {
  if (evidence === null) return {};
  const { proof, photos } = evidence;
  const said = proof && {
    recipient_name: proof.recipientName,
    signer_name: proof.signature?.signerName ?? null,
    note: proof.note,
  };
  return { ...said, ...pictureTexts({ signature: proof?.signature ?? null, photos }) };
}

const proofRemains: Remains<ShownProof> = {
  types: "kept",
  recipientName: nothing,
  handedTo: "kept",
  signature: nothing,
  pin: "kept",
  note: nothing,
};

const evidenceRemains: Remains<Evidence> = {
  photos: () => [],
  proof: (proof) => proof && { ...proof, ...erasedMembers(proof, proofRemains) },
};

export function redactEvidence(evidence: Evidence): Evidence {
  return { ...evidence, ...erasedMembers(evidence, evidenceRemains) };
}
