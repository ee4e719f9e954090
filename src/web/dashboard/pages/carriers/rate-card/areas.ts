import { haveBlanks, listOf, prefixesIn, prefixText } from "./prefixes.ts";

/** An area as people write it: `101, 102, Potsdam` are postal codes that begin so, and a town. */

interface Area {
  postal_prefixes?: string[];
  cities?: string[];
}

const separators = /[,;\r\n]+/;

/** Words with a digit are postal codes, and so are the areas of British ones. Others are the name of a town. */
export function areaOf(text: string, country: string): Area {
  const prefixes: string[] = [];
  const cities: string[] = [];
  const isCode = (word: string) =>
    /\p{N}/u.test(word) || (haveBlanks([country]) && /^[a-z]{1,2}$/i.test(word));
  for (const part of text.split(separators)) {
    const words = listOf(part);
    const codes = words.filter(isCode);
    const town = words.filter((word) => !isCode(word)).join(" ");
    // Of a sector, `M1 1`, the blank is part.
    prefixes.push(...prefixesIn(codes.join(" "), [country]));
    if (town !== "") cities.push(town);
  }
  return {
    ...(prefixes.length > 0 && { postal_prefixes: prefixes }),
    ...(cities.length > 0 && { cities }),
  };
}

export function areaText({ postal_prefixes = [], cities = [] }: Area, country: string): string {
  return [...postal_prefixes.map((prefix) => prefixText([prefix], [country])), ...cities].join(", ");
}
