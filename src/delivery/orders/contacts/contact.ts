import { folded } from "../../../infra/text/words.ts";

/** People and places that an account saved to be found again when it makes a shipment. */

/** How many an account may have in each environment. */
export const contactsMax = 100_000;

/** Its place is what a person or an import gave, or null: nothing here is guessed. */
export interface ContactAddress {
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postal_code: string | null;
  country: string;
  latitude: number | null;
  longitude: number | null;
}

/** What people know of a contact. */
export interface ContactFacts {
  name: string;
  company: string | null;
  phone: string | null;
  email: string | null;
  address: ContactAddress | null;
  instructions: string | null;
}

/** The folded text in which a contact is searched, a line for each part. */
export function contactText({ name, company, phone, email, address }: ContactFacts): string {
  const town = [address?.postal_code, address?.city].filter(Boolean).join(" ");
  const digits = phone?.replace("+", "") ?? "";
  return [name, company ?? "", address?.line1 ?? "", town, digits, email ?? ""].map(folded).join("\n");
}

/** Under which an email address is compared. */
export function emailKey(email: string | null): string | null {
  return email?.toLowerCase() ?? null;
}
