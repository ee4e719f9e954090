/** With the digits of every script and width as those of 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, digitOf);
}

/**
 * What somebody entered as digits, in those of 0 to 9 and without blanks and hyphens. Phones with an Arabic or Japanese
 * keyboard may write digits of their own.
 */
export function westernDigits(entered: string): string {
  return asciiDigits(entered.replace(/[\s-]/g, ""));
}

const isDigit = /^\p{Nd}$/u;

/** The ten digits of a script stand in a row, and before its zero none, or all of another's. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let digit = 0;
  while (isDigit.test(String.fromCodePoint(code - digit - 1))) digit += 1;
  return String(digit % 10);
}
