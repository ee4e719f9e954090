import { folded } from "@/infra/text/words.ts";
import { listOf } from "./prefixes.ts";
import type { ServiceValues, ZoneValues } from "./values.ts";

/** The search among the zones and services of a card. */

/** What an entry is found by. */
export interface Sought {
  words: readonly string[];
  /** Of postal codes: a whole code finds them too. */
  prefixes?: readonly string[];
}

export function soughtZone({ code, countries, postal_prefixes, cities }: ZoneValues): Sought {
  return { words: [code, ...countries, ...cities], prefixes: listOf(postal_prefixes) };
}

export function soughtService({ code, name, pickup_zones, delivery_zones }: ServiceValues): Sought {
  return { words: [name, code, ...pickup_zones, ...delivery_zones] };
}

/** The places of the entries in which each typed word is found, whatever its case and marks; all for an empty question. */
export function matchingEntries<T>(
  entries: readonly T[],
  question: string,
  soughtOf: (entry: T) => Sought,
): number[] {
  const typed = listOf(folded(question));
  const isFound = (entry: T): boolean => {
    const { words, prefixes = [] } = soughtOf(entry);
    const text = folded(words.join("\n"));
    const starts = prefixes.map(folded);
    return typed.every(
      (word) =>
        text.includes(word) || starts.some((start) => start.startsWith(word) || word.startsWith(start)),
    );
  };
  return entries.flatMap((entry, place) => (typed.length === 0 || isFound(entry) ? [place] : []));
}
