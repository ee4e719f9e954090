import { type Ids, sha256Hex } from "../ids.ts";
import type { Salted, SaltedValue, ValueTexts } from "./salted.ts";

/** Makes the hashes of values that can be erased from a chain. */

const saltBytes = 16;

/** SHA-256 of the salt's text and the value's, as UTF-8. */
export function saltedHash(salt: string, value: string): string {
  return sha256Hex(salt + value);
}

/** Each value gets a salt of its own, so that one can be erased and the others stay. */
export function saltValues(ids: Pick<Ids, "bytes">, values: ValueTexts): Salted {
  const members = Object.entries(values);
  const salts = Buffer.from(ids.bytes(saltBytes * members.length)).toString("hex");
  const salted: Record<string, SaltedValue | null> = {};
  for (const [index, [member, value]] of members.entries()) {
    const salt = salts.slice(index * saltBytes * 2, (index + 1) * saltBytes * 2);
    salted[member] = value === null ? null : { salt, hash: saltedHash(salt, value) };
  }
  return salted;
}
