import type { Writing } from "../../../infra/deps.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import type { ProofImage } from "../../carriers/carrier-update.ts";
import type { KeptPhoto } from "../state/evidence.ts";
import { type ProofImageRow, trackingStore } from "./store.ts";

/** Pictures of a shipment, by names that are unique in it. */

const extensions = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" } as const;

/** Hashing an upload again takes as long as storing it. */
export function hashOf(image: ProofImage): string {
  return image.id === undefined ? sha256Hex(image.content) : image.sha256;
}

interface NamedPicture {
  name: string;
  sha256: string;
}

/** Stores the shipment's only signature as `signature`, and another one with a number. */
export function saveSignature(writing: Writing, shipmentId: string, image: ProofImage): NamedPicture {
  const isFirst = !namesOf(writing, shipmentId).some((name) => name.startsWith("signature."));
  return isFirst
    ? savePicture(writing, shipmentId, "signature", image)
    : savePicture(writing, shipmentId, numbered(writing, shipmentId, "signature"), image);
}

/** Stores a photo under its base and the first number that is free. */
export function savePhoto(
  writing: Writing,
  shipmentId: string,
  { base, image, at }: { base: string; image: ProofImage; at: number },
): KeptPhoto {
  const named = savePicture(writing, shipmentId, numbered(writing, shipmentId, base), image);
  const { id, contentType } = image;
  return { ...named, contentType, takenAt: at, ...(id !== undefined && { imageId: id }) };
}

function savePicture({ tx }: Writing, shipmentId: string, base: string, image: ProofImage): NamedPicture {
  const { contentType } = image;
  const name = `${base}.${extensions[contentType]}`;
  const sha256 = hashOf(image);
  trackingStore(tx).insertImage({ shipmentId, name, contentType, sha256, ...bytesOf(image) });
  return { name, sha256 };
}

function bytesOf(image: ProofImage): Pick<ProofImageRow, "content" | "uploadId" | "uploadSize"> {
  if (image.id !== undefined) return { content: null, uploadId: image.id, uploadSize: image.size };
  const { buffer, byteOffset, length } = image.content;
  return { content: Buffer.from(buffer, byteOffset, length), uploadId: null, uploadSize: null };
}

function numbered(writing: Writing, shipmentId: string, base: string): string {
  const names = namesOf(writing, shipmentId);
  for (let number = 1; ; number += 1) {
    if (!names.some((name) => name.startsWith(`${base}-${number}.`))) return `${base}-${number}`;
  }
}

function namesOf({ tx }: Writing, shipmentId: string): string[] {
  return trackingStore(tx)
    .imagesOf(shipmentId)
    .map(({ name }) => name);
}
