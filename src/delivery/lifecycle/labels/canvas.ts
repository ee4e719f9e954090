import { grayscale, PDFDocument, type PDFFont, type PDFPage } from "@cantoo/pdf-lib";
import * as fontkit from "fontkit";
import { dotsPerInch } from "./label.ts";

/** A page that is drawn in printer dots, from its upper left corner, in black. */
export interface Canvas {
  width: number;
  height: number;
  widthOf(text: string, isBold: boolean, size: number): number;
  /** `y` is the baseline. */
  text(text: string, at: { x: number; y: number; size: number; isBold?: boolean; isWhite?: boolean }): void;
  box(at: { x: number; y: number; width: number; height: number }): void;
  /** An SVG path whose unit is `unit` dots. */
  path(path: string, at: { x: number; y: number; unit: number }): void;
  hasGlyph(codePoint: number): boolean;
}

/** A PDF that grows page by page. */
export interface Sheets {
  document: PDFDocument;
  /** A new page, in printer dots. */
  addCanvas(size: { width: number; height: number }): Canvas;
  toPdf(): Promise<Uint8Array>;
}

/** A font, read and measured. One serves every label. */
interface LabelFont {
  file: Uint8Array;
  widthOf(text: string): number;
  hasGlyph(codePoint: number): boolean;
}

export interface LabelFonts {
  regular: LabelFont;
  bold: LabelFont;
}

export const pointsPerDot = 72 / dotsPerInch;
const black = grayscale(0);
const white = grayscale(1);

/** `widthOf` is for a size of 1, and without kerning: it is asked for each word, so it must be quick. */
export function openFont(file: Uint8Array): LabelFont {
  const font = fontkit.create(Buffer.from(file)) as fontkit.Font;
  const widths = new Map<string, number>();
  function widthOfCharacter(character: string): number {
    const known = widths.get(character);
    if (known !== undefined) return known;
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const width = glyph.advanceWidth / font.unitsPerEm;
    widths.set(character, width);
    return width;
  }
  return {
    file,
    widthOf: (text) => [...text].reduce((sum, character) => sum + widthOfCharacter(character), 0),
    hasGlyph: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}

/** A PDF without pages. Its fonts hold only the characters that are drawn. */
export async function openSheets({ regular, bold }: LabelFonts, title: string): Promise<Sheets> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit as Parameters<typeof document.registerFontkit>[0]);
  document.setTitle(title);
  document.setProducer("Waybill");
  const regularFont = await document.embedFont(regular.file, { subset: true });
  const boldFont = await document.embedFont(bold.file, { subset: true });
  const addCanvas: Sheets["addCanvas"] = ({ width, height }) => {
    const page = document.addPage([width * pointsPerDot, height * pointsPerDot]);
    return {
      width,
      height,
      widthOf: (text, isBold, size) => (isBold ? bold : regular).widthOf(text) * size,
      text: (text, at) => drawText(page, at.isBold ? boldFont : regularFont, height, text, at),
      box: (at) =>
        page.drawRectangle({
          x: at.x * pointsPerDot,
          y: (height - at.y - at.height) * pointsPerDot,
          width: at.width * pointsPerDot,
          height: at.height * pointsPerDot,
          color: black,
        }),
      path: (path, at) =>
        page.drawSvgPath(path, {
          x: at.x * pointsPerDot,
          y: (height - at.y) * pointsPerDot,
          scale: at.unit * pointsPerDot,
          color: black,
        }),
      hasGlyph: (codePoint) => regular.hasGlyph(codePoint) && bold.hasGlyph(codePoint),
    };
  };
  return { document, addCanvas, toPdf: () => document.save() };
}

function drawText(
  page: PDFPage,
  font: PDFFont,
  height: number,
  text: string,
  { x, y, size, isWhite }: { x: number; y: number; size: number; isWhite?: boolean },
): void {
  page.drawText(text, {
    x: x * pointsPerDot,
    y: (height - y) * pointsPerDot,
    size: size * pointsPerDot,
    font,
    color: isWhite ? white : black,
  });
}
