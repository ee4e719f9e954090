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
  const parts = [postal_code ?? "", city, state ?? ""].map(townKey);
  return sign(cursorKey, `address ${[lineKey(line1), ...parts, country].join("\n")}`).toString("base64url");
}

/** `12-14` and `1/12` are neither `1214` nor `112`. */
function lineKey(line: string): string {
  return line
    .split(/(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/u)
    .map(townKey)
    .join(" ");
}

/** Keyed like `addressHash`. Case, accents and what stands between the words do not matter. */
export function lineHash({ cursorKey }: { cursorKey: Uint8Array }, line: string): string {
  const words = line.split(/[^\p{L}\p{N}\p{M}'’]+/u).flatMap((word) => townKey(word) || []);
  return sign(cursorKey, `line ${words.join(" ")}`).toString("base64url");
}

/** What leaves the machine. */
export function questionOf(address: AddressText): Question {
  const { city, state, postal_code: code } = address;
  const line1 = withoutPeople(address.line1);
  const town = state
    ? `${city}, ${[state, code].filter(Boolean).join(" ")}`
    : [code, city].filter(Boolean).join(" ");
  return { text: `${line1}, ${town}`, countries: countriesOf(address) };
}

/** Some write a name or a phone number into the line of the street: `c/o Ada Lovelace, Torstr. 1, Tel. 030 123456`. */
function withoutPeople(line: string): string {
  const parts = line.split(/[,;]/).map((part) => part.trim());
  return parts.filter((part) => !forSomebody.test(part) && !phoneNumber.test(part)).join(", ");
}

const forSomebody = /^(c\s?\/\s?o|℅|att(n|ention)?[.:]|z\.?\s?hd\.?)(?!\p{L})/iu;
const phoneNumber = /^\D{0,20}(\p{Nd}[\s()./-]*){7,}$/u;

/** The country as it is written, and of a territory its own: maps have either. */
export function countriesOf(address: AddressText): string[] {
  return [...new Set([address.country, countryOf(address)])];
}
