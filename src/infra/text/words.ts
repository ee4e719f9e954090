import { asciiDigits } from "./digits.ts";

/** With a capital at its beginning: `recipient unavailable` → `Recipient unavailable`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * As texts are compared in searches: without case, marks, widths, scripts of digits and runs of white space. `Müßig`,
 * composed or not, is `mussig`. Letters of another alphabet stay.
 */
export function folded(text: string): string {
  const letters = text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  // By upper case, because ß has no other way to become ss, and both forms of sigma meet in it. ẞ becomes ß before that.
  const bare = letters.toLowerCase().toUpperCase().toLowerCase();
  return asciiDigits(bare)
    .replaceAll(/[ςøłđħæœðþ]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFC")
    .trim()
    .replaceAll(/\s+/g, " ");
}

/** Letters with a mark that Unicode does not take apart. */
const plainLetters: Readonly<Record<string, string>> = {
  ς: "σ",
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  æ: "ae",
  œ: "oe",
  ð: "d",
  þ: "th",
};
