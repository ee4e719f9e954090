/**
 * The sender's name is the only text in a mail that callers choose: the company can differ with each shipment, and an
 * account's owner can rename it at any time. So it is short, on one line, and neither a link nor a phone number.
 */

const lengthMax = 60;
/** Where no name is left. */
const unnamed = "Waybill";
/** Parts of addresses. */
const addressSigns = /[@/\\]/gu;
/** The dot before the last part of a domain; IDNA reads the ideographic one as a dot too, RFC 3490 §3.1. */
const domainDots = /(?<=[^\s.。])[.。](?=[\p{L}\p{M}\p{N}]{2})/gu;
/** Parts of an IPv4 address. */
const numberDots = /(?<=\p{Nd})[.。](?=\p{Nd}+[.。]\p{Nd})/gu;
/** Mail programs call a number with this many digits, however it is grouped. */
const phoneNumbers = /\+?\p{Nd}(?:[\s\p{P}\p{S}]*\p{Nd}){6,}/gu;
const linkLike = [addressSigns, domainDots, numberDots, phoneNumbers];
/** Control characters and such that change the direction of text or take no place; joiners are parts of words. */
const invisible = /[^\P{C}\u200c\u200d]+/gu;
/** Control characters, joiners and letters that show nothing. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]+/gu;
const readable = /[\p{L}\p{N}]/u;
let characters: Intl.Segmenter | undefined;

/** The company at the pickup, or else the account's name, without what makes it a link or a phone number. */
export function senderNameOf(company: string | null, accountName: string): string {
  const names = [clean(company ?? ""), clean(accountName)];
  return names.find(isPlain) ?? defused(accountName);
}

/** Judged as a mail program may read it. */
function isPlain(name: string): boolean {
  const read = folded(name);
  return readable.test(read) && linkLike.every((pattern) => read.search(pattern) < 0);
}

function defused(name: string): string {
  const plain = clean(linkLike.reduce((text, pattern) => text.replace(pattern, " "), folded(name)));
  return isPlain(plain) ? plain : unnamed;
}

function folded(name: string): string {
  return name.normalize("NFKC").replace(/\s+/g, " ").replace(unseen, "");
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
