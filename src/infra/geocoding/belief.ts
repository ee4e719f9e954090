import { type Coordinates, distanceMeters } from "../geography/coordinates.ts";
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
/** A shorter code says too little to be the beginning of another. */
const codeLengthMin = 3;

/** @param countries ISO codes that the place may be in. @returns null where nothing is the address */
export function placeAmong(
  hits: readonly Hit[],
  address: AddressQuery,
  countries: readonly string[],
): FoundPlace | null {
  const near = hits.filter((hit) => countries.includes(hit.country) && isInTown(hit, address));
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

/** Cities have the same street in several parts. */
function isInPostalArea({ postalCode }: Hit, { postal_code }: AddressQuery): boolean {
  return postalCode === null || postal_code === null || isSameCode(postalCode, postal_code);
}

function isSameCode(one: string, other: string): boolean {
  const [short = "", long = ""] = [codeKey(one), codeKey(other)].sort((a, b) => a.length - b.length);
  return short.length >= codeLengthMin && long.startsWith(short);
}

const codeKey = (code: string) => code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Villages without names of streets have numbers only. */
function isOnStreet({ street }: Hit, { line1 }: AddressQuery): boolean {
  if (street === null) return true;
  const asked = pairsOf(streetKey(line1));
  const named = [...pairsOf(streetKey(street))];
  const same = named.filter((pair) => asked.has(pair)).length;
  return named.length > 0 && same * 10 >= named.length * sameStreetTenths;
}

/** The number is a word of the address: `12`, `12a`, `12 a`, `12-14`. */
function hasNumber({ houseNumber }: Hit, { line1 }: AddressQuery): boolean {
  const found = wordsOf(houseNumber ?? "").join("");
  if (found === "") return false;
  const words = wordsOf(line1);
  return words.some((word, at) => {
    const joined = [word, `${word}${words[at + 1] ?? ""}`];
    return joined.includes(found) || words.slice(at, at + 3).join("") === found;
  });
}

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
