import type { Db, Tx } from "./db/store.ts";
import { sha256Base64Url } from "./ids.ts";

/**
 * Links to recipients' pages in stored texts. Whoever has a link's token may see the page. So events and kept responses
 * hold a mark in its place: `/t/~` and the hash of the token. Readers get the token back.
 */

/** A text whose links are marked. */
export type StoredText = string & { readonly linksAreMarked: true };

/** How an installation marks and shows the links of its shipments. */
export interface StoredLinks {
  /** Marks the links of the account's shipments. `db` is a database or a transaction of the environment. */
  mark(db: Db | Tx, accountId: string, text: string): StoredText;
  /** Shows them again. The mark of a link that was replaced since stays: nobody can open either. */
  show(db: Db | Tx, accountId: string, text: StoredText): string;
}

/** 256 bits in base64url. */
const plainLinks = /\/t\/([\w-]{43})(?![\w-])/g;
const marks = /\/t\/~([\w-]{43})(?![\w-])/g;

export function tokenHash(token: string): string {
  return sha256Base64Url(token);
}

/** The path of a link in a stored text. */
export function markedPath(hash: string): string {
  return `/t/~${hash}`;
}

/** @param isLink whether a shipment has the link with this hash */
export function markLinks(text: string, isLink: (hash: string, token: string) => boolean): StoredText {
  if (!text.includes("/t/")) return text as StoredText;
  const marked = text.replace(plainLinks, (path, token: string) => {
    const hash = tokenHash(token);
    return isLink(hash, token) ? markedPath(hash) : path;
  });
  return marked as StoredText;
}

/** The tokens of links in a text, also of links that are none of Waybill's. */
export function linkTokens(text: string): string[] {
  return [...new Set([...text.matchAll(plainLinks)].flatMap(([, token]) => token ?? []))];
}

/** @param tokenOf the token of this hash, if the reader may have it */
export function showLinks(text: StoredText, tokenOf: (hash: string) => string | undefined): string {
  if (!text.includes("/t/~")) return text;
  return text.replace(marks, (mark, hash: string) => {
    const token = tokenOf(hash);
    return token === undefined ? mark : `/t/${token}`;
  });
}
