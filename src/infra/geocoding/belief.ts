import { type Coordinates, distanceMeters } from "../geography/coordinates.ts";
import { locateTown } from "../geography/town.ts";
import { townKey } from "../geography/town-key.ts";
import type { Hit, PlacePrecision } from "./hit.ts";

/**
 * Which of a geocoder's hits is the address that was asked. A geocoder answers with what is most alike: the street in the
 * next town, the house next door, the same street in another part of the city. Whatever may be another place is no place.
 */

/** What leaves this machine of an address. */
export interface AddressQuery {
  line1: string;
  city: string;
  state?: string | null;
  postal_code: string | null;
  country: string;
}

export interface FoundPlace extends Coordinates {
  precision: PlacePrecision;
}

/** Two hits that are further apart are two places, and a street that reaches further is no place to stand at. */
const placeMeters = 300;
/** Of the pairs of letters of a street's name, tenths that the address must have. */
const sameStreetTenths = 8;
/** Where a town ends for certain. */
const townReachMeters = 100_000;
/** A shorter code says too little to be the beginning of another. */
const codeLengthMin = 3;

/** @param countries ISO codes that the place may be in. @returns null where nothing is the address */
export function placeAmong(
  hits: readonly Hit[],
  address: AddressQuery,
  countries: readonly string[],
): FoundPlace | null {
  const near = hits.filter(
    (hit) => countries.includes(hit.country) && isInTown(hit, address) && isInState(hit, address),
  );
  const onStreet = near.filter((hit) => isOnStreet(hit, address) && isInPostalArea(hit, address));
  const houses = onStreet.filter((hit) => hit.precision === "house" && hasNumber(hit, address));
  const house = onlyPlace(houses);
  if (house) return { ...pointOf(house), precision: "house" };
  const street = houses.length > 0 ? undefined : onlyPlace(onStreet.filter(isShortStreet));
  if (street && !hasLongPart(onStreet, street)) return { ...pointOf(street), precision: "street" };
  const [first] = near;
  if (!first) return null;
  return { ...pointOf(first), precision: first.precision === "town" ? "town" : "area" };
}

const pointOf = ({ latitude, longitude }: Hit): Coordinates => ({ latitude, longitude });

/** The first, where all others are the same place. */
function onlyPlace(hits: readonly Hit[]): Hit | undefined {
  const [first] = hits;
  return first && hits.every((hit) => distanceMeters(first, hit) <= placeMeters) ? first : undefined;
}

function isShortStreet({ precision, reachMeters }: Hit): boolean {
  return precision === "street" && reachMeters !== null && reachMeters <= placeMeters;
}

/** Geocoders cut a long street into pieces. */
function hasLongPart(hits: readonly Hit[], street: Hit): boolean {
  return hits.some(
    (hit) => hit.precision === "street" && (!isShortStreet(hit) || distanceMeters(street, hit) > placeMeters),
  );
}

/** By the code, or by a name of the town or of a part of it. */
function isInTown(hit: Hit, { city, postal_code }: AddressQuery): boolean {
  const asked = townKey(city);
  const named = hit.towns.map(townKey);
  return named.includes(asked) || (postal_code !== null && isSameCode(hit.postalCode ?? "", postal_code));
}

/** Towns of one name lie in several states. The code says as much as the state. */
function isInState(hit: Hit, { state, postal_code, ...address }: AddressQuery): boolean {
  if (!state || (postal_code !== null && isSameCode(hit.postalCode ?? "", postal_code))) return true;
  const town = locateTown({ ...address, state, postal_code });
  return town === undefined || distanceMeters(town.center, hit) <= townReachMeters;
}

/** Cities have the same street in several parts. */
function isInPostalArea({ postalCode }: Hit, { postal_code }: AddressQuery): boolean {
  return postalCode === null || postal_code === null || isSameCode(postalCode, postal_code);
}

function isSameCode(one: string, other: string): boolean {
  const [short = "", long = ""] = [codeKey(one), codeKey(other)].sort((a, b) => a.length - b.length);
  return short.length >= codeLengthMin && long.startsWith(short);
}

const codeKey = (code: string) => code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Villages without names of streets have numbers only: then the line names nothing but the village. */
function isOnStreet({ street, towns }: Hit, { line1 }: Pick<AddressQuery, "line1">): boolean {
  if (street === null) {
    const villages = towns.flatMap(wordsOf);
    return wordsOf(line1).every((word) => hasDigit(word) || word.length < 3 || villages.includes(word));
  }
  const asked = pairsOf(streetKey(line1));
  const named = [...pairsOf(streetKey(street))];
  const same = named.filter((pair) => asked.has(pair)).length;
  return named.length > 0 && same * 10 >= named.length * sameStreetTenths;
}

/** The number is a word of the address: `12`, `12a`, `12 a`, `12-14`. Not a floor, and no number in the street's name. */
function hasNumber(hit: Hit, { line1 }: AddressQuery): boolean {
  const found = wordsOf(hit.houseNumber ?? "").join(" ");
  if (found === "") return false;
  // With the street, as in `Torstr. 12, 3rd floor`; before a comma, as in `12, rue de la Paix`.
  const own = line1.split(",").filter((part) => hit.street !== null && isOnStreet(hit, { line1: part }));
  const numbered = own.map((part) => besideStreet(hit, part)).filter((words) => words.some(hasDigit));
  const places = numbered.length > 0 ? numbered : [besideStreet(hit, line1)];
  return places.some((words) => {
    const text = words.join(" ");
    return contains(text, found) || contains(withLetter(text), withLetter(found));
  });
}

/** The words of a line, without as many of its numbers as the street's name has: `17` of `Straße des 17. Juni 135`. */
function besideStreet({ street }: Hit, line: string): string[] {
  const words = wordsOf(line);
  for (const number of wordsOf(street ?? "").filter(hasDigit)) {
    const at = words.indexOf(number);
    if (at >= 0) words.splice(at, 1);
  }
  return words;
}

/** `12 a` is `12a`; `1 12` is never `112`. */
const withLetter = (words: string) => words.replace(/(\d) (\p{L})(?= |$)/gu, "$1$2");

const contains = (words: string, some: string) => ` ${words} `.includes(` ${some} `);

const hasDigit = (word: string) => /\d/.test(word);

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Words of streets that are often written short, in the languages where people do. */
const shortWords: Readonly<Record<string, string>> = {
  street: "st",
  saint: "st",
  avenue: "av",
  ave: "av",
  avenida: "av",
  avda: "av",
  road: "rd",
  boulevard: "bd",
  blvd: "bd",
  drive: "dr",
  lane: "ln",
  place: "pl",
  platz: "pl",
  plaza: "pl",
  court: "ct",
  square: "sq",
  north: "n",
  south: "s",
  east: "e",
  west: "w",
  calle: "c",
  carrer: "c",
  rue: "r",
  via: "v",
  ulica: "ul",
  straat: "str",
  strasse: "str",
};

/** `Torstraße`, `Torstr.` and `TORSTRASSE` have one key. */
function streetKey(name: string): string {
  return wordsOf(name.replace(/ß/g, "ss"))
    .map((word) => shortWords[word] ?? word.replace(/str(asse|aat)$/, "str").replace(/platz$/, "pl"))
    .join("");
}

/** Of letters that follow each other. */
function pairsOf(key: string): Set<string> {
  const letters = [...key];
  return new Set(
    letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`),
  );
}
