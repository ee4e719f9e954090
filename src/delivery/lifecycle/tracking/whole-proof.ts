import type { Evidence, KeptPhoto, ProofType, ShownProof } from "../state/evidence.ts";
import type { EntryRow } from "../state/rows.ts";
import type { ProofRow } from "./store.ts";
import { type ProofDocument, proofAddedCode } from "./tracking.ts";

/**
 * A proof of delivery with what later reports added. The proof itself never changes: its hash is in the chain. What comes
 * later is an entry of the timeline, and views show both together.
 */

type Added<T> = T & { addedAt: number | null };

/** A proof with what was added. `addedAt` is null for what came with the delivery. */
export interface WholeProof {
  document: Omit<ProofDocument, "photos" | "signature">;
  signature: Added<NonNullable<ShownProof["signature"]>> | null;
  photos: Added<KeptPhoto>[];
}

/** `entries`: those of the timeline that may add to it, oldest first. Those before it added to an earlier proof. */
export function wholeProofOf(
  { document, entrySequence }: Pick<ProofRow, "document" | "entrySequence">,
  entries: readonly EntryRow[],
): WholeProof {
  const atOnce = { document, ...dated(document, document.photos, null) };
  return entries
    .filter(({ code, sequence }) => code === proofAddedCode && sequence > entrySequence)
    .reduce(withEntry, atOnce);
}

/** Where an account fetches pictures. */
export function proofPathOf(shipmentId: string): string {
  return `/api/v1/platform/tracking/${shipmentId}/proof`;
}

/** The names of its pictures. */
export function picturesOfProof(
  proof: Pick<ProofRow, "document" | "entrySequence">,
  entries: readonly EntryRow[],
): string[] {
  const { signature, photos } = wholeProofOf(proof, entries);
  return [...(signature ? [signature] : []), ...photos].map(({ name }) => name);
}

function withEntry(whole: WholeProof, { evidence, recordedAt }: EntryRow): WholeProof {
  if (evidence === null) return whole;
  const { proof } = evidence;
  const later = dated(proof, evidence.photos, recordedAt);
  const types = typesAdded(evidence).filter((type) => !whole.document.types.includes(type));
  const { recipientName, handedTo, note, missing = [] } = whole.document;
  return {
    document: {
      ...whole.document,
      types: [...whole.document.types, ...types],
      missing: missing.filter((type) => !types.includes(type)),
      recipientName: recipientName ?? proof?.recipientName ?? null,
      handedTo: handedTo ?? proof?.handedTo ?? null,
      note: note ?? proof?.note ?? null,
    },
    signature: whole.signature ?? later.signature,
    photos: [...whole.photos, ...later.photos],
  };
}

function dated(proof: ShownProof | null, photos: readonly KeptPhoto[], addedAt: number | null) {
  const signature = proof?.signature;
  return {
    signature: signature ? { ...signature, addedAt } : null,
    photos: photos.map((photo) => ({ ...photo, addedAt })),
  };
}

/** A PIN proves nothing after the delivery. */
export function typesAdded({ photos, proof }: Evidence): ProofType[] {
  const shown = (proof?.types ?? []).filter((type) => type !== "pin");
  return photos.length > 0 && !shown.includes("photo") ? [...shown, "photo"] : shown;
}
