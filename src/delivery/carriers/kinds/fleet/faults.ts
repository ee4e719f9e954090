import type { FieldError } from "@/infra/errors.ts";
import { isTimeZone } from "@/infra/geography/country-time-zone.ts";
import { townKey } from "@/infra/geography/town-key.ts";
import { errorsOf } from "@/infra/http/validation.ts";
import { prefixPairsMax, zoneBeyondSum } from "./limits-of-cards.ts";
import { type RateCard, RateCardSchema } from "./schema.ts";
import { serviceErrors } from "./service-faults.ts";
import { applyRules, duplicates, type SoundParts, soundParts } from "./sound-parts.ts";
import { normalPostal } from "./zones.ts";

/** What is wrong with a rate card: where it does not fit its schema, and what it says that cannot be. */

type Zone = RateCard["zones"][number];

/** More would help nobody: a card with so many faults is not a slip. */
const errorsMax = 50;

/** Every fault with its JSON pointer, all at once; none for a card that can be used. */
export function cardErrors(input: unknown): FieldError[] {
  const misfits = errorsOf(RateCardSchema, input, "pointer");
  if (misfits.length >= errorsMax) return misfits;
  return [...misfits, ...contradictions(input as RateCard, soundParts(misfits))].slice(0, errorsMax);
}

/** Each rule is judged where what it reads fits the schema. @param card whatever was sent */
function contradictions(card: RateCard, parts: SoundParts): FieldError[] {
  const zones = partsOf(card, "zones", parts);
  const services = partsOf(card, "services", parts);
  const codes = codesOf(zones, parts);
  const known = new Set(codes.map(({ key }) => key));
  return [
    ...applyRules(parts, "#", [[["time_zone"], () => timeZoneErrors(card.time_zone)]]),
    ...duplicates(codes),
    ...zones.flatMap(({ part, pointer }) =>
      applyRules(parts, pointer, [
        [["countries", "postal_prefixes", "cities", "radius"], () => zoneErrors(part, pointer)],
      ]),
    ),
    ...(parts.isSound("#/zones") ? sumErrors(card.zones) : []),
    ...duplicates(codesOf(services, parts)),
    ...services.flatMap(({ part, pointer }) => serviceErrors(part, pointer, known, parts)),
  ];
}

/** The entries of a list that are objects, with their pointers. */
function partsOf<Name extends "zones" | "services">(card: RateCard, name: Name, parts: SoundParts) {
  if (!parts.isReached(`#/${name}`)) return [];
  const entries: readonly RateCard[Name][number][] = card[name];
  return entries
    .map((part, index) => ({ part, pointer: `#/${name}/${index}` }))
    .filter(({ pointer }) => parts.isReached(pointer));
}

function sumErrors(zones: readonly Zone[]): FieldError[] {
  const beyond = zoneBeyondSum(zones);
  if (beyond === undefined) return [];
  const detail = `must leave the sum of countries × prefixes of all zones at most ${prefixPairsMax}`;
  return [{ pointer: `#/zones/${beyond}/postal_prefixes`, code: "max_items", detail }];
}

function codesOf(entries: readonly { part: { code: string }; pointer: string }[], parts: SoundParts) {
  return entries
    .map(({ part, pointer }) => ({ key: part.code, pointer: `${pointer}/code` }))
    .filter(({ pointer }) => parts.isSound(pointer));
}

function timeZoneErrors(name: string): FieldError[] {
  const detail = "must be an IANA time zone such as Europe/Berlin";
  return isTimeZone(name) ? [] : [{ pointer: "#/time_zone", code: "format", detail }];
}

function zoneErrors(zone: Zone, pointer: string): FieldError[] {
  const { countries, postal_prefixes, cities, radius } = zone;
  if (countries === undefined && radius === undefined) {
    return [
      { pointer: `${pointer}/countries`, code: "required", detail: "is required, unless radius is given" },
    ];
  }
  if (radius !== undefined) {
    return (["countries", "postal_prefixes", "cities"] as const)
      .filter((name) => zone[name] !== undefined)
      .map((name) => ({
        pointer: `${pointer}/${name}`,
        code: "contradictory",
        detail: "must not be given together with radius",
      }));
  }
  const blank = (entries: readonly string[], keyOf: (entry: string) => string, name: string): FieldError[] =>
    entries.flatMap((entry, index) => {
      const detail = "must contain a letter or a digit";
      return keyOf(entry) === "" ? [{ pointer: `${pointer}/${name}/${index}`, code: "format", detail }] : [];
    });
  return [
    ...blank(postal_prefixes ?? [], normalPostal, "postal_prefixes"),
    ...blank(cities ?? [], townKey, "cities"),
  ];
}
