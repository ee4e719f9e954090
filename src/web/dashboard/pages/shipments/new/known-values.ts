import type { CreateContact, FoundRecipients } from "@/delivery/orders/contacts/schema.ts";
import type { Problem } from "@/web/browser/problem.ts";
import { addressValuesOf, contactValuesOf, type StopValues } from "./stop-values.ts";

/** People and places that are known, as values of a stop's fields. */

export type Known = FoundRecipients["data"][number];

/** Digits of a phone number, and letters of a name, from which on somebody is looked for. */
const digitsMin = 4;
const lettersMin = 3;

/** What to look for by what is typed: a phone number says more than a name. */
export function soughtIn({ name, phone }: StopValues["contact"]): string | undefined {
  if (phone.replaceAll(/\D/g, "").length >= digitsMin) return phone.trim();
  return name.trim().length >= lettersMin ? name.trim() : undefined;
}

/** The stop filled with somebody. Where no address is known, the typed one stays, and so does the window. */
export function filledWith(stop: StopValues, { address, ...known }: Known): Omit<StopValues, "window"> {
  const { name, company, phone, email, instructions } = known;
  return {
    contact: contactValuesOf({ name, company, phone, email }),
    address: address ? addressValuesOf(address) : stop.address,
    instructions: instructions ?? "",
  };
}

/** What people read of somebody: `Torstraße 1, 10119 Berlin`. */
export function whereIs({ address, phone }: Known): string {
  if (!address) return phone ?? "";
  const town = [address.postal_code, address.city].filter(Boolean).join(" ");
  return `${address.line1}, ${town}`;
}

/** The stop as a contact: every member, so that an emptied field empties the contact's. */
export function contactOf({ contact, address, instructions }: StopValues): CreateContact {
  const { name, company, phone, email } = contact;
  const isTyped = [address.line1, address.city, address.postal_code].some((text) => text.trim() !== "");
  const { latitude, longitude, ...text } = address;
  const place = {
    latitude: latitude === "" ? null : latitude,
    longitude: longitude === "" ? null : longitude,
  };
  return {
    name,
    company,
    phone,
    email,
    instructions,
    address: isTyped ? { ...text, ...place } : null,
  } as CreateContact;
}

/** A problem of a contact with the places of the stop's fields. */
export function atStop(problem: Problem, stop: string): Problem {
  const errors = problem.errors?.map((error) => {
    const place = error.pointer?.replace(/^#\//, "") ?? "";
    const isOfStop = place.startsWith("address") || place === "instructions";
    return { ...error, pointer: `#/${stop}/${isOfStop ? "" : "contact/"}${place}` };
  });
  return { ...problem, ...(errors && { errors }) };
}
