import { type Ids, sha256Hex } from "../../infra/ids.ts";
import { type OpenMembers, recordText, type Salted, type SaltedValue, type ValueTexts } from "./chain.ts";

/** The hashes of a chain, hex. */

const saltBytes = 16;

/** SHA-256 of the salt's text and the value's, as UTF-8. */
export function saltedHash(salt: string, value: string): string {
  return sha256Hex(salt + value);
}

/** Makes the next link. Each value gets a salt of its own, so that one can be redacted and the others stay. */
export function linkAfter(
  previous: string | null,
  ids: Pick<Ids, "bytes">,
  open: OpenMembers,
  values: ValueTexts,
): { salted: Salted; hash: string } {
  const members = Object.entries(values);
  const salts = Buffer.from(ids.bytes(saltBytes * members.length)).toString("hex");
  const salted: Record<string, SaltedValue | null> = {};
  for (const [index, [member, value]] of members.entries()) {
    const salt = salts.slice(index * saltBytes * 2, (index + 1) * saltBytes * 2);
    salted[member] = value === null ? null : { salt, hash: saltedHash(salt, value) };
  }
  return { salted, hash: sha256Hex(recordText(open, salted, previous)) };
}
