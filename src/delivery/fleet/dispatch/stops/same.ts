import { type Coordinates, distanceMeters } from "@/infra/geography/coordinates.ts";
import { townKey } from "@/infra/geography/town-key.ts";
import { tidy } from "@/infra/http/texts.ts";
import { sha256Hex } from "@/infra/ids.ts";
import { knownPlace } from "../../../model/address.ts";
import type { Address } from "../../../model/model.ts";
import { type DriverStop, placeOfStop, stopIdOf } from "./stop.ts";

/** Which of a driver's stops are at one place, and which are with one person. Pure. */

/** Closer places are next door, whatever their addresses. */
const nextDoorMeters = 25;
/** The distance that the pins of one address may have: of a large yard, or set by two people. */
const samePinMeters = 500;
const hashLength = 16;

/** Words of streets that people abbreviate. German ones end with it. */
const shortWords: Readonly<Record<string, string>> = {
  street: "st",
  avenue: "ave",
  boulevard: "blvd",
  road: "rd",
  drive: "dr",
  lane: "ln",
};
const longStrasse = /stra(?:ss|ß)e$/;

/**
 * The place of each stop, in their order: equal for the same street, number and town. The postal code counts where two
 * stops have one, because large towns have a street of the same name twice. So do pins that are far apart. A floor or a
 * door (`line2`) does not.
 */
export function placeIdsOf(stops: readonly Pick<DriverStop, "kind" | "shipment">[]): string[] {
  const keyed = stops.map((stop) => {
    const { address } = placeOfStop(stop);
    return { address, street: streetKey(address), code: postalKey(address) };
  });
  const ofStreet = Map.groupBy(keyed, ({ street }) => street);
  const pins = new Map<string, Coordinates[]>();
  return keyed.map(({ address, street, code }) => {
    const codes = new Set(ofStreet.get(street)?.flatMap((other) => other.code || []));
    // Without a code it is the only place that the street and town can mean.
    const [only = ""] = codes.size === 1 ? codes : [];
    const text = `${street}|${code || only || plain(address.state ?? "")}`;
    const known = pins.get(text) ?? [];
    pins.set(text, known);
    return `plc_${sha256Hex(`${text}|${pinOf(address, known)}`).slice(0, hashLength)}`;
  });
}

/** Which of the pins of an address it is: the first one, unless that is elsewhere. Adds a new one. */
function pinOf(address: Address, known: Coordinates[]): number {
  const place = knownPlace(address);
  if (place === undefined) return 0;
  const near = known.findIndex((pin) => distanceMeters(pin, place) <= samePinMeters);
  return near === -1 ? known.push(place) - 1 : near;
}

function streetKey({ line1, city, country }: Address): string {
  const words = plain(line1).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  const short = words.map((word) => shortWords[word] ?? word.replace(longStrasse, "str"));
  return [short.join(" "), townKey(city), country].join("|");
}

const plainLetters = /^[ -~]*$/;

/** Without case and the accents of Latin letters: in other scripts a mark makes another letter. */
function plain(text: string): string {
  // Most addresses have nothing to take away, and a driver asks for them every few seconds.
  if (plainLetters.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC");
}

/** Of the United States without the four digits that few people know. */
function postalKey({ postal_code: code, country }: Address): string {
  const key = plain(code ?? "").replace(/[^\p{L}\p{N}]/gu, "");
  return country === "US" ? key.slice(0, 5) : key;
}

/** Whether a driver needs no time between two known places. */
export function isNextDoor(one: Coordinates, other: Coordinates): boolean {
  return distanceMeters(one, other) <= nextDoorMeters;
}

/**
 * The person of each stop, in their order: equal for the same name, phone number and account. It is the first of their
 * stops, so that it tells nothing of the number.
 */
export function personIdsOf(stops: readonly DriverStop[]): string[] {
  const firsts = new Map<string, string>();
  return stops.map((stop) => {
    const { name, phone } = placeOfStop(stop).contact;
    const key = JSON.stringify([tidy(plain(name)), phone, stop.shipment.accountId]);
    const first = firsts.get(key) ?? stopIdOf(stop);
    firsts.set(key, first);
    return first;
  });
}
