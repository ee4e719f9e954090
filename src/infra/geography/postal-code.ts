import { asciiDigits } from "../text/digits.ts";

/** What people write before the postal codes of a country, beside its ISO code: its sign on cars. */
const carSigns: Readonly<Record<string, string>> = {
  AT: "A",
  BE: "B",
  DE: "D",
  EE: "EST",
  ES: "E",
  FI: "FIN",
  FR: "F",
  HU: "H",
  IT: "I",
  LI: "FL",
  LU: "L",
  NO: "N",
  PT: "P",
  SE: "S",
  SI: "SLO",
};

/** Countries whose codes begin with their own letters: `JE2 3AB`. */
const lettersOfTheCode: ReadonlySet<string> = new Set(["JE", "GG", "IM"]);

/** A postal code in capitals and ASCII, without the sign of one of the countries before it: `D-70173` is `70173`. */
export function plainPostal(text: string, countries: Iterable<string>): string {
  const code = asciiDigits(text.normalize("NFKC")).trim().toUpperCase();
  for (const country of countries) {
    if (lettersOfTheCode.has(country)) continue;
    const rest = withoutSign(code, country) ?? withoutSign(code, carSigns[country]);
    if (rest !== undefined) return rest;
  }
  return code;
}

/** A dash tells a sign from the letters of a code; before a digit there may be none. A sign alone leaves an empty prefix. */
function withoutSign(code: string, sign: string | undefined): string | undefined {
  if (sign === undefined || !code.startsWith(sign)) return undefined;
  const [, rest] =
    /^\s*(?:[\p{Pd}−]\s*(?=[\p{L}\p{N}])|(?=\p{N}|$))(.*)$/u.exec(code.slice(sign.length)) ?? [];
  return rest;
}
