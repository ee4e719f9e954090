/** Breaks text into lines that fit. Lengths are in any unit, the same for all. */

/** A text of a block, in its own share of the block's size. */
export interface Paragraph {
  text: string;
  isBold: boolean;
  scale: number;
}

interface TextLine extends Paragraph {
  size: number;
}

interface TextBlock {
  lines: TextLine[];
  height: number;
  /** Whether something was left out because even the smallest size has no room for it. */
  isShortened: boolean;
}

type WidthOf = (text: string, isBold: boolean, size: number) => number;

const lineHeight = 1.25;
const ellipsis = "…";

/** The block in the largest size at which all of it fits; in the smallest size, what fits of it. */
export function fitBlock(
  paragraphs: readonly Paragraph[],
  room: { width: number; height: number; sizeMax: number; sizeMin: number },
  widthOf: WidthOf,
): TextBlock {
  for (let size = room.sizeMax; size > room.sizeMin; size -= 1) {
    const block = blockOf(paragraphs, room.width, size, widthOf);
    if (block.height <= room.height) return block;
  }
  return shortened(blockOf(paragraphs, room.width, room.sizeMin, widthOf), room, widthOf);
}

/** The text on one line, cut where it does not fit. */
export function fitLine(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && measure(characters.join("") + ellipsis) > width) characters.pop();
  return characters.join("").trimEnd() + ellipsis;
}

function blockOf(
  paragraphs: readonly Paragraph[],
  width: number,
  blockSize: number,
  widthOf: WidthOf,
): TextBlock {
  const lines = paragraphs.flatMap((paragraph) => {
    const size = blockSize * paragraph.scale;
    const measure = (text: string) => widthOf(text, paragraph.isBold, size);
    return wrap(paragraph.text, width, measure).map((text) => ({ ...paragraph, text, size }));
  });
  return { lines, height: heightOf(lines), isShortened: false };
}

function heightOf(lines: readonly TextLine[]): number {
  return lines.reduce((sum, { size }) => sum + size * lineHeight, 0);
}

/** The baseline of a line lies this far below its top. */
export function advanceOf({ size }: TextLine): { baseline: number; next: number } {
  return { baseline: size, next: size * lineHeight };
}

function shortened(block: TextBlock, room: { width: number; height: number }, widthOf: WidthOf): TextBlock {
  const lines = [...block.lines];
  while (lines.length > 1 && heightOf(lines) > room.height) lines.pop();
  const last = lines.at(-1);
  if (last === undefined || lines.length === block.lines.length) return block;
  const measure = (text: string) => widthOf(text, last.isBold, last.size);
  lines[lines.length - 1] = { ...last, text: fitLine(`${last.text} ${ellipsis}`, room.width, measure) };
  return { lines, height: heightOf(lines), isShortened: true };
}

/** Breaks between words, and inside a word only where the word alone is too long. */
function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = brokenWord(word, width, measure);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line];
}

function brokenWord(word: string, width: number, measure: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && measure(piece + character) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...pieces, piece];
}
