import { hasShrunk, outwardCountries } from "./outward-codes.ts";
import type { RateCard } from "./schema.ts";

/** What cards of earlier versions of Waybill may say that a new one may not, or that now means something else. */

type Zone = RateCard["zones"][number];

/** The rules that cards are judged by now. Each correction of what stored cards mean or may say counts one up. */
export const cardRules = 2;

/** The largest sum over the zones of countries × prefixes. */
export const prefixPairsMax = 100_000;

/** The place in the card of the first zone that is beyond the sum; undefined if none is. */
export function zoneBeyondSum(zones: readonly Zone[]): number | undefined {
  let sum = 0;
  const beyond = zones.findIndex(({ countries = [], postal_prefixes = [] }) => {
    sum += countries.length * postal_prefixes.length;
    return sum > prefixPairsMax;
  });
  return beyond === -1 ? undefined : beyond;
}

/** Something that the owner should see: a stable code, its place in the card, and a sentence. */
export interface CardWarning {
  code: "prefix_shrank" | "too_many_prefixes";
  pointer: string;
  detail: string;
}

/** What the owner of a card that was judged by the first rules should see. A step for each zone. */
export function* warningsOf({ zones }: RateCard): Generator<void, CardWarning[]> {
  const warnings: CardWarning[] = [];
  const beyond = zoneBeyondSum(zones);
  if (beyond !== undefined) {
    const detail = `Countries × prefixes of all zones are more than ${prefixPairsMax}. Waybill stores such a card no more.`;
    warnings.push({ code: "too_many_prefixes", pointer: `#/zones/${beyond}/postal_prefixes`, detail });
  }
  for (const [index, { code, countries = [], postal_prefixes = [] }] of zones.entries()) {
    if (!countries.some((country) => outwardCountries.has(country))) continue;
    for (const [place, prefix] of postal_prefixes.entries()) {
      if (!hasShrunk(prefix)) continue;
      const detail = `${prefix} in zone ${code} holds less than before: without a blank it is a whole area or district.`;
      warnings.push({
        code: "prefix_shrank",
        pointer: `#/zones/${index}/postal_prefixes/${place}`,
        detail,
      });
    }
    yield;
  }
  return warnings;
}
