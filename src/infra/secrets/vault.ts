/**
 * Stores secrets that Waybill must read again. If the installation has a key, they are encrypted with AES-256-GCM
 * (NIST SP 800-38D). Each has its own nonce and is bound to its place, so it cannot be decrypted in another place.
 */

export const secretKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** Loaded where there is a key: it takes a twentieth of a start. */
const ciphers = () => process.getBuiltinModule("node:crypto");

/** `key` is the fingerprint of the key, `box` the base64 of nonce, ciphertext and tag. */
interface Sealed {
  key: string;
  box: string;
}

/** A secret in the database: plain, or encrypted. */
export type StoredSecret = string | Sealed;

export interface Vault {
  /** Fingerprint of the key; null for no key. */
  readonly mark: string | null;
  /** Encrypts a text if there is a key. `place` names the row and the field. */
  seal(text: string, place: string): StoredSecret;
  /** Decrypts. @throws Error if it was sealed with another key or for another place */
  open(kept: StoredSecret, place: string): string;
}

/** Identifies a key without revealing it. */
export function keyFingerprint(key: Uint8Array): string {
  return new Bun.CryptoHasher("sha256", key).update("waybill secret key").digest("hex").slice(0, 16);
}

/** @param random returns this many random bytes */
export function createVault(key: Uint8Array | null, random: (count: number) => Uint8Array): Vault {
  const mark = key && keyFingerprint(key);

  function seal(text: string, place: string): StoredSecret {
    if (key === null || mark === null) return text;
    const nonce = random(nonceBytes);
    const cipher = ciphers().createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
    const parts = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return { key: mark, box: Buffer.concat(parts).toString("base64") };
  }

  function open(kept: StoredSecret, place: string): string {
    if (typeof kept === "string") return kept;
    if (key === null || kept.key !== mark) throw new Error(`${place} is encrypted with another key`);
    const box = Buffer.from(kept.box, "base64");
    const decipher = ciphers().createDecipheriv("aes-256-gcm", key, box.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(place)).setAuthTag(box.subarray(-tagBytes));
    return decipher.update(box.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
  }

  return { mark, seal, open };
}

/** Decrypts with `from` and encrypts with `to`. A secret already under the key of `to` stays as it is. */
export function reseal(kept: StoredSecret, place: string, from: Vault, to: Vault): StoredSecret {
  const mark = typeof kept === "string" ? null : kept.key;
  return mark === to.mark ? kept : to.seal(from.open(kept, place), place);
}
