import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

/**
 * Secrets that have to be read again, as they are kept: encrypted where the installation has a key, AES-256-GCM
 * (NIST SP 800-38D), each under a nonce of its own and bound to its place, so that it opens nowhere else.
 */

export const secretKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Base64 of nonce, ciphertext and tag, and which key made it. */
interface Sealed {
  key: string;
  box: string;
}

/** As it is kept: plain, or sealed. */
export type StoredSecret = string | Sealed;

export interface Vault {
  /** Which key it seals with; null for none. */
  readonly mark: string | null;
  /** `place` names the row and the field. */
  seal(text: string, place: string): StoredSecret;
  /** @throws Error for what was sealed by another key, or for another place */
  open(kept: StoredSecret, place: string): string;
}

/** Tells one key from another, and nothing of the key itself. */
export function keyFingerprint(key: Uint8Array): string {
  return createHmac("sha256", key).update("waybill secret key").digest("hex").slice(0, 16);
}

/** @param random returns this many random bytes */
export function createVault(key: Uint8Array | null, random: (count: number) => Uint8Array): Vault {
  const mark = key && keyFingerprint(key);

  function seal(text: string, place: string): StoredSecret {
    if (key === null || mark === null) return text;
    const nonce = random(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
    const parts = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return { key: mark, box: Buffer.concat(parts).toString("base64") };
  }

  function open(kept: StoredSecret, place: string): string {
    if (typeof kept === "string") return kept;
    if (key === null || kept.key !== mark) throw new Error(`${place} is encrypted with another key`);
    const box = Buffer.from(kept.box, "base64");
    const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(place)).setAuthTag(box.subarray(-tagBytes));
    return decipher.update(box.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
  }

  return { mark, seal, open };
}

/** What `from` can open, sealed by `to`; what is already, stays. */
export function reseal(kept: StoredSecret, place: string, from: Vault, to: Vault): StoredSecret {
  const mark = typeof kept === "string" ? null : kept.key;
  return mark === to.mark ? kept : to.seal(from.open(kept, place), place);
}
