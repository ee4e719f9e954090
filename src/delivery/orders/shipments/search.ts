import { bareDigits } from "../../../infra/phone/phone.ts";
import { folded } from "../../../infra/text/words.ts";
import type { Parcel, Stop } from "../../model/model.ts";
import { countPieces } from "../../model/parcels.ts";
import { hasPiece, readPieceCode } from "../../model/piece-code.ts";

/** What the list's `q` searches: one text per shipment, and how a query is read. */

/**
 * The folded text of a shipment, a line for each part. Of the pickup only the name: a shop's own street and town stand in every shipment.
 */
export function searchText(
  reference: string | null,
  trackingNumber: string,
  pickup: Stop,
  { contact, address }: Stop,
): string {
  const town = [address.postal_code, address.city].filter(Boolean).join(" ");
  const phone = contact.phone?.replace("+", "") ?? "";
  const texts = [
    reference ?? "",
    trackingNumber,
    pickup.contact.name,
    contact.name,
    address.line1,
    town,
    phone,
  ];
  return [...texts, ...(contact.email === null ? [] : [contact.email])].map(folded).join("\n");
}

const phoneDigitsMin = 3;

/**
 * The texts of which a shipment has to have one: what was typed, the bare number of a piece's code, and the digits of what
 * looks like a phone number.
 */
export function searchedTexts(q: string): string[] {
  // A mark alone leaves nothing to compare, and is in no text.
  const typed = folded(q) || q;
  const code = codeOf(q);
  if (code) return [typed, folded(code.trackingNumber)];
  // A number is stored with its country, so that a zero for calls within it is not part of it.
  const digits = bareDigits(q.replace("(0)", ""))?.replace(/^\+?0*/, "");
  if (digits === undefined) return [typed];
  if (digits.length < phoneDigitsMin || digits === typed) return [typed];
  return typed.includes(digits) ? [digits] : [typed, digits];
}

/** Whether a shipment that has one of those texts is meant: the code of a piece means no shipment with fewer. */
export function isMeant(q: string, { search, trackingNumber, parcels }: Searched): boolean {
  const code = codeOf(q);
  if (!code || search.includes(folded(q))) return true;
  return code.trackingNumber === trackingNumber && hasPiece(code, countPieces(parcels));
}

interface Searched {
  search: string;
  trackingNumber: string;
  parcels: readonly Parcel[];
}

/** The code of a piece, where the text is nothing else. */
function codeOf(q: string) {
  const code = readPieceCode(q);
  return code?.piece != null && /^\s*wb/i.test(q) ? code : null;
}
