import { type Ids, sha256Hex } from "../../infra/ids.ts";
import { type OpenMembers, recordText, type Salted, type ValueTexts } from "./chain.ts";

/** The hashes of a chain, hex. */

const saltBytes = 16;

/** SHA-256 of the salt's bytes and the value's, which are UTF-8. */
export function saltedHash(salt: string, value: string): string {
  return sha256Hex(Buffer.concat([Buffer.from(salt, "hex"), Buffer.from(value)]));
}

/** Makes the next link. Each value gets a salt of its own, so that one can be redacted and the others stay. */
export function linkAfter(
  previous: string | null,
  ids: Pick<Ids, "bytes">,
  open: OpenMembers,
  values: ValueTexts,
): { salted: Salted; hash: string } {
  const salted = Object.fromEntries(
    Object.entries(values).map(([member, value]) => {
      if (value === null) return [member, null];
      const salt = Buffer.from(ids.bytes(saltBytes)).toString("hex");
      return [member, { salt, hash: saltedHash(salt, value) }];
    }),
  );
  return { salted, hash: sha256Hex(recordText(open, salted, previous)) };
}
