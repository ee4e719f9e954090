/** With a capital at its beginning: `recipient unavailable` → `Recipient unavailable`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * As texts are compared in searches: without case, marks, widths, scripts of digits and runs of white space. `Müßig`,
 * composed or not, is `mussig`. Letters of another alphabet stay.
 */
export function folded(text: string): string {
  // Upper case first: ß has no other way to become ss, and both forms of sigma meet in it.
  const bare = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase().toLowerCase();
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

/** With the digits of every script as ASCII. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, digitOf);
}

const isDigit = /^\p{Nd}$/u;

/** The ten digits of a script stand in a row, and none before its zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let digit = 0;
  while (digit < 9 && isDigit.test(String.fromCodePoint(code - digit - 1))) digit += 1;
  return String(digit);
}
