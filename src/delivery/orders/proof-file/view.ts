import type { Salted, ValueTexts } from "../../../infra/secrets/salted.ts";
import { type OpenMembers, recordText } from "../../lifecycle/state/chain.ts";
import { openMembersOf, valuesOf } from "../../lifecycle/state/entry.ts";
import type { EntryRow } from "../../lifecycle/state/rows.ts";
import { proofOpenMembers, proofValues } from "../../lifecycle/tracking/proof-link.ts";
import type { ProofRow } from "../../lifecycle/tracking/store.ts";
import type { ProofLink } from "./schema.ts";

/** A link as the rows tell it: what was changed in them no longer fits their hashes. */
interface Told {
  open: OpenMembers;
  values: ValueTexts;
  salted: Salted;
  hash: string;
}

/** Oldest first, without entries that are older than the chain. A proof stands before the entry of its delivery. */
export function toLinks(entries: readonly EntryRow[], proofs: readonly ProofRow[]): ProofLink[] {
  const told = entries.flatMap((entry) => [
    ...proofs
      .filter(({ entrySequence }) => entrySequence === entry.sequence)
      .flatMap((proof) => toTold(proof, proofOpenMembers(proof), proofValues(proof))),
    ...toTold(entry, openMembersOf(entry), valuesOf(entry)),
  ]);
  return told.map(({ open, values, salted, hash }, index) => ({
    hash,
    record: recordText(open, salted, told[index - 1]?.hash ?? null),
    values: toValues(values, salted),
  }));
}

function toTold({ salted, hash }: EntryRow | ProofRow, open: OpenMembers, values: ValueTexts): Told[] {
  return salted === null || hash === null ? [] : [{ open, values, salted, hash }];
}

function toValues(values: ValueTexts, salted: Salted): ProofLink["values"] {
  const members = new Set([...Object.keys(salted), ...Object.keys(values)]);
  return Object.fromEntries(
    [...members].map((member) => {
      const kept = salted[member];
      const value = values[member] ?? null;
      const isRedacted = kept?.salt === null;
      const isNone = !kept && value === null;
      return [member, isRedacted || isNone ? null : { salt: kept?.salt ?? null, value }];
    }),
  );
}
