import { plainPostal } from "@/infra/geography/postal-code.ts";

/**
 * Postal codes of the United Kingdom, Jersey, Guernsey and the Isle of Man. Their blank is part of the code: `M1 1AE` is
 * in the district M1, not in M11. A code is an outward part (area, district, perhaps a letter) and an inward one.
 */

/** The countries whose postal codes are read so. */
export const outwardCountries: ReadonlySet<string> = new Set(["GB", "JE", "GG", "IM"]);

/** Areas whose districts have one digit, so that a longer number never meant a district of them. Source: ONS Postcode Directory. */
const singleDigitAreas: ReadonlySet<string> = new Set(
  "BR EC FY HA HD HG HR HS HX JE LD SM SR WC WN ZE".split(" "),
);

interface PostalCode {
  /** Letters alone: an area. */
  outward: string;
  /** Empty, or what is known of it. */
  inward: string;
}

const full = /^([A-Z0-9]{2,4})(\d[A-Z]{2})$/;
const district = /^[A-Z]{1,2}\d[A-Z\d]?$/;
const withInward = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{0,2})$/;

function split(text: string): PostalCode {
  const words = plainPostal(text, ["GB"]).match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.join("");
  const [first = "", ...others] = words;
  const whole = full.exec(joined);
  if (whole) return { outward: whole[1] ?? "", inward: whole[2] ?? "" };
  if (others.length > 0 && /\d/.test(first)) return { outward: first, inward: others.join("") };
  // Without a blank what can be a district is one: M11 is no sector of M1.
  const parts = district.test(joined) ? null : withInward.exec(joined);
  return parts ? { outward: parts[1] ?? "", inward: parts[2] ?? "" } : { outward: joined, inward: "" };
}

/** What a prefix of a card stands for: an area, a district, or a sector with its blank. */
export function outwardKeyOf(prefix: string): string {
  const { outward, inward } = split(prefix);
  return inward === "" ? outward : `${outward} ${inward}`;
}

/** The keys of all prefixes that hold the code: its area, its district with and without letter, its sector. */
export function outwardKeysOf(postalCode: string): ReadonlySet<string> {
  const { outward, inward } = split(postalCode);
  const [area = ""] = /^[A-Z]+/.exec(outward) ?? [];
  const [unlettered = outward] = /^[A-Z]+\d+(?=[A-Z]$)/.exec(outward) ?? [];
  const sectors = [...inward].map((_, index) => `${outward} ${inward.slice(0, index + 1)}`);
  return new Set([area, unlettered, outward, ...sectors].filter((key) => key !== ""));
}

/**
 * Whether the prefix held more when blanks did not count: `N` was also NG and NW, `M1` also M11, `M11` also M1 1, `M1 1`
 * also M11.
 */
export function hasShrunk(prefix: string): boolean {
  const { outward, inward } = split(prefix);
  if (inward === "" && /^[A-Z]$/.test(outward)) return true;
  const [, area = "", digits = ""] = /^([A-Z]{1,2})(\d{1,2})$/.exec(outward) ?? [];
  if (area === "" || singleDigitAreas.has(area)) return false;
  return inward === "" || (digits.length === 1 && /^\d$/.test(inward));
}
