/**
 * The sender's name is the only text in a mail that callers choose, and it can differ with each shipment. So it is
 * short, on one line, and nothing that a mail program makes a link of.
 */

const lengthMax = 60;
/** A mail program makes links of addresses and of names with a domain. */
const linkLike = /[@/\\]|\p{L}\.\p{L}{2}/u;
/** Control characters and such that change the direction of text or take no place; joiners are parts of words. */
const invisible = /[^\P{C}\u200c\u200d]+/gu;
const readable = /[\p{L}\p{N}]/u;
let characters: Intl.Segmenter | undefined;

/** The company at the pickup, or else the account's name, which its owner chose and the operator saw. */
export function senderNameOf(company: string | null, accountName: string): string {
  const named = clean(company ?? "");
  if (readable.test(named) && !linkLike.test(named)) return named;
  return clean(accountName.replace(/[@/\\]/g, " "));
}

function clean(name: string): string {
  const line = name.normalize("NFC").replace(/\s+/g, " ").replace(invisible, "").trim();
  characters ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  const first = characters.segment(line)[Symbol.iterator]().take(lengthMax);
  return [...first]
    .map(({ segment }) => segment)
    .join("")
    .trim();
}
