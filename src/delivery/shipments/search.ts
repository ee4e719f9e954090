import type { Stop } from "../model.ts";

/** What the list's `q` searches: one text per shipment, and how a query is read. */

/**
 * The lower-case text of a shipment. Of the pickup only the name: a shop's own street and town stand in every shipment.
 */
export function searchText(
  reference: string | null,
  trackingNumber: string,
  pickup: Stop,
  { contact, address }: Stop,
): string {
  const town = [address.postal_code, address.city].filter(Boolean).join(" ");
  const phone = contact.phone?.replace("+", "") ?? "";
  return [reference ?? "", trackingNumber, pickup.contact.name, contact.name, address.line1, town, phone]
    .join("\n")
    .toLowerCase();
}

const phoneLike = /^[\d\s+()./-]+$/;
const phoneDigitsMin = 3;

/** The texts of which a shipment has to have one: what was typed, and the digits of what looks like a phone number. */
export function searchedTexts(q: string): string[] {
  const typed = q.toLowerCase();
  if (!phoneLike.test(q)) return [typed];
  // A number is stored with its country, so that a zero for calls within it is not part of it.
  const digits = q.replace("(0)", "").replace(/\D/g, "").replace(/^0+/, "");
  if (digits.length < phoneDigitsMin || digits === typed) return [typed];
  return typed.includes(digits) ? [digits] : [typed, digits];
}
