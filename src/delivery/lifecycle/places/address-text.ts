import type { Question } from "../../../infra/geocoding/geocoder.ts";
import { countryOf } from "../../../infra/geography/territory.ts";
import { townKey } from "../../../infra/geography/town-key.ts";
import { sign } from "../../../infra/ids.ts";

/** The text of an address by which its place is found: never its `line2`, and nothing of the people there. */

export interface AddressText {
  line1: string;
  city: string;
  state?: string | null;
  postal_code?: string | null;
  country: string;
}

/** Keyed, so that nobody can try addresses against what is stored. */
export function addressHash(
  { cursorKey }: { cursorKey: Uint8Array },
  { line1, city, state, postal_code, country }: AddressText,
): string {
  const parts = [line1, postal_code ?? "", city, state ?? ""].map(townKey);
  return sign(cursorKey, `address ${[...parts, country].join("\n")}`).toString("base64url");
}

/** What leaves the machine. */
export function questionOf(address: AddressText): Question {
  const { line1, city, state, postal_code: code } = address;
  const town = state
    ? `${city}, ${[state, code].filter(Boolean).join(" ")}`
    : [code, city].filter(Boolean).join(" ");
  return { text: `${line1}, ${town}`, countries: countriesOf(address) };
}

/** The country as it is written, and of a territory its own: maps have either. */
export function countriesOf(address: AddressText): string[] {
  return [...new Set([address.country, countryOf(address)])];
}
