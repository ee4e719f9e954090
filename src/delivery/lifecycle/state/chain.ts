import { hashesOf, type Salted } from "../../../infra/secrets/salted.ts";

/**
 * The chain of a shipment's history. A link is an entry of the timeline or the proof of delivery. Its record says what
 * it holds and the hash of the link before it; its hash is SHA-256 of the record. Names, notes, places, times and
 * pictures stand in the record as SHA-256 of salt and value: whoever deletes value and salt leaves the chain whole.
 */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [member: string]: Json | undefined };

/** What is stored of a link beside what it says; both are null in rows that are older than the chain. */
export interface LinkColumns {
  salted: Salted | null;
  hash: string | null;
}

/** The members that everybody may read, besides those that every record has. */
export type OpenMembers = Readonly<Record<string, Json>>;

/** The one way to write a value as bytes: RFC 8785, so without spaces and with its members sorted. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Json | undefined): Json | undefined {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => sorted(item) as Json);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([member, part]) => [member, sorted(part)]));
}

/** The text that a link's hash is made of. */
export function recordText(open: OpenMembers, salted: Salted, previous: string | null): string {
  return canonicalJson({ ...open, previous, salted: hashesOf(salted) });
}
