import { type Ids, sha256Hex } from "../../../infra/ids.ts";
import type { Salted, ValueTexts } from "../../../infra/secrets/salted.ts";
import { saltValues } from "../../../infra/secrets/salting.ts";
import { type OpenMembers, recordText } from "./chain.ts";

/** Makes the next link of a chain, with its hash as hex. */
export function linkAfter(
  previous: string | null,
  ids: Pick<Ids, "bytes">,
  open: OpenMembers,
  values: ValueTexts,
): { salted: Salted; hash: string } {
  const salted = saltValues(ids, values);
  return { salted, hash: sha256Hex(recordText(open, salted, previous)) };
}
