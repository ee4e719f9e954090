/** Which text a label can print: Latin, Greek and Cyrillic with the signs they share. Contract §5. */

/** Stands for a run of characters that the label cannot print. */
export const unprintedMark = "[?]";

const printableScripts =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
/** Characters without a picture of their own: direction marks, joiners, variation selectors, controls. */
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;

/**
 * The text as the label prints it. Runs of other scripts and of characters that the font lacks become `[?]`.
 * @param hasGlyph whether the font has a picture of a code point
 */
export function toPrintable(
  text: string,
  hasGlyph: (codePoint: number) => boolean,
): { text: string; isWhole: boolean } {
  const isPrintable = (character: string) =>
    printableScripts.test(character) && hasGlyph(character.codePointAt(0) ?? 0);
  const spaced = text.replace(/\s+/gu, " ").replace(invisible, "").normalize("NFC").trim();
  let printed = "";
  let isWhole = true;
  for (const character of spaced) {
    // A wide or a small form says the same as its usual one.
    const usual = isPrintable(character) ? character : character.normalize("NFKC");
    if ([...usual].every(isPrintable)) {
      printed += usual;
      continue;
    }
    isWhole = false;
    if (!printed.endsWith(unprintedMark)) printed += unprintedMark;
  }
  return { text: joinedMarks(printed), isWhole };
}

/** Words that cannot be printed are one gap, however many they are. */
function joinedMarks(text: string): string {
  return text.replaceAll(/\[\?\](?:[\s\p{P}]*\[\?\])+/gu, unprintedMark);
}
