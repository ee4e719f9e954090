import { outwardCountries } from "@/delivery/carriers/kinds/fleet/outward-codes.ts";

/** Prefixes of postal codes in one field. Blanks separate them, but where a blank is part of the code: `M1 1` is one. */

/** What stands between the entries of a list that is typed. */
const separators = /[\s,;]+/;
const district = /^[a-z]{1,2}\d[a-z\d]?$/i;
const inward = /^\d[a-z]{0,2}$/i;

/** Whether a blank can be part of these countries' prefixes. */
export function haveBlanks(countries: readonly string[]): boolean {
  return countries.some((country) => outwardCountries.has(country));
}

export function prefixText(prefixes: readonly string[], countries: readonly string[]): string {
  const blanks = haveBlanks(countries);
  const texts = prefixes.map((prefix) => {
    const words = listOf(String(prefix));
    const [first = "", second = "", ...others] = words;
    const isSector = blanks && others.length === 0 && district.test(first) && inward.test(second);
    // Elsewhere blanks do not count, and would make two prefixes of it.
    return words.join(isSector ? " " : "");
  });
  return texts.join(blanks ? ", " : " ");
}

export function prefixesIn(text: string, countries: readonly string[]): string[] {
  if (!haveBlanks(countries)) return listOf(text);
  return text.split(/[,;\r\n]+/).flatMap((part) => {
    const prefixes: string[] = [];
    for (const word of listOf(part)) {
      const before = prefixes.at(-1);
      if (before !== undefined && district.test(before) && inward.test(word))
        prefixes.splice(-1, 1, `${before} ${word}`);
      else prefixes.push(word);
    }
    return prefixes;
  });
}

/** The entries of a list that is typed. */
export function listOf(text: string): string[] {
  return text.split(separators).filter((word) => word !== "");
}
