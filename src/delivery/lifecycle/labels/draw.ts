import { pieceCode } from "../../model/piece-code.ts";
import { barCode, qrCode } from "./barcode.ts";
import type { Canvas } from "./canvas.ts";
import { demandsOf, type LabelAddress, type LabelContent, type LabelPiece, weightText } from "./label.ts";
import { advanceOf, fitBlock, fitLine, type Paragraph } from "./paragraph.ts";
import { toPrintable, unprintedMark } from "./printable.ts";

/** Where things stand on a label, in printer dots from the upper left corner. */

const margin = 28;
const gap = 16;
const ruleHeight = 3;
const bandHeight = 44;
const headerSize = { carrier: 40, service: 26 };
const captionSize = 18;
const fromRoom = { height: 150, sizeMax: 24, sizeMin: 16 };
const toRoom = { sizeMax: 40, sizeMin: 20 };
const factSize = 22;
const noteSize = 18;
/** Three dots are 0.375 mm, well above what ordinary scanners need; two are 0.25 mm. */
const barUnits = [3, 2];
/** Blank at both sides of the bars, in bars. ISO/IEC 15417. */
const barQuiet = 10;
/** Of the line that says which piece it is, by the size of the other facts. */
const pieceScale = 1.8;
const barHeight = 140;
const numberSize = 36;
const qrUnit = 7;
const qrQuietModules = 4;

/** Where the drawing stands, and what the label could not print. */
interface Pen {
  canvas: Canvas;
  y: number;
  /** Dots below which the fixed part begins. */
  bottom: number;
  unprinted: Set<string>;
  shortened: Set<string>;
}

/** Draws everything on the label of a piece, or of the whole shipment. */
export function drawLabel(canvas: Canvas, content: LabelContent, piece?: LabelPiece): void {
  const number =
    piece === undefined ? content.trackingNumber : pieceCode(content.trackingNumber, piece.number);
  const codeTop = canvas.height - margin - numberSize - gap - barHeight;
  const qr = qrCode(number);
  const qrSize = (qr.height + 2 * qrQuietModules) * qrUnit;
  const factsTop = codeTop - gap - qrSize;
  const pen: Pen = { canvas, y: margin, bottom: factsTop - gap, unprinted: new Set(), shortened: new Set() };
  if (content.isSandbox) drawSandboxBand(pen);
  drawHeader(pen, content);
  drawFrom(pen, content.from);
  drawTo(pen, content.to);

  rule(pen, factsTop - gap);
  const qrLeft = canvas.width - margin - qrSize;
  canvas.path(qr.path, {
    x: qrLeft + qrQuietModules * qrUnit,
    y: factsTop + qrQuietModules * qrUnit,
    unit: qrUnit,
  });
  drawFacts(pen, content, piece, { top: factsTop, width: qrLeft - margin - gap, height: qrSize });
  rule(pen, codeTop - gap);
  drawCode(canvas, number, codeTop);
}

function drawSandboxBand(pen: Pen): void {
  const { canvas } = pen;
  const text = "SANDBOX – NOT A REAL SHIPMENT";
  canvas.box({ x: 0, y: 0, width: canvas.width, height: bandHeight });
  const x = (canvas.width - canvas.widthOf(text, true, 26)) / 2;
  canvas.text(text, { x, y: bandHeight - 13, size: 26, isBold: true, isWhite: true });
  pen.y = bandHeight + gap;
}

function drawHeader(pen: Pen, { carrier, service }: LabelContent): void {
  const { canvas } = pen;
  const width = canvas.width - 2 * margin;
  const serviceText = fitLine(printed(pen, service, "service"), width / 2, (text) =>
    canvas.widthOf(text, false, headerSize.service),
  );
  const serviceWidth = canvas.widthOf(serviceText, false, headerSize.service);
  const carrierText = fitLine(printed(pen, carrier, "carrier"), width - serviceWidth - gap, (text) =>
    canvas.widthOf(text, true, headerSize.carrier),
  );
  const y = pen.y + headerSize.carrier;
  canvas.text(carrierText, { x: margin, y, size: headerSize.carrier, isBold: true });
  canvas.text(serviceText, { x: canvas.width - margin - serviceWidth, y, size: headerSize.service });
  pen.y = y + gap;
  rule(pen, pen.y);
  pen.y += ruleHeight + gap;
}

function drawFrom(pen: Pen, from: LabelAddress): void {
  caption(pen, "FROM");
  const top = pen.y;
  drawBlock(pen, addressParagraphs(pen, from, "sender", 1), "sender", fromRoom);
  pen.y = Math.max(pen.y, top) + gap;
  rule(pen, pen.y);
  pen.y += ruleHeight + gap;
}

function drawTo(pen: Pen, to: LabelAddress): void {
  caption(pen, "TO");
  drawBlock(pen, addressParagraphs(pen, to, "recipient", 0.85), "recipient", {
    ...toRoom,
    height: pen.bottom - gap - pen.y,
  });
}

function drawBlock(
  pen: Pen,
  paragraphs: readonly Paragraph[],
  whose: string,
  room: { height: number; sizeMax: number; sizeMin: number },
): void {
  const { canvas } = pen;
  const block = fitBlock(paragraphs, { ...room, width: canvas.width - 2 * margin }, canvas.widthOf);
  if (block.isShortened) pen.shortened.add(`${whose}'s address`);
  for (const line of block.lines) {
    const { baseline, next } = advanceOf(line);
    canvas.text(line.text, { x: margin, y: pen.y + baseline, size: line.size, isBold: line.isBold });
    pen.y += next;
  }
}

/** The name stands out; the other lines are `scale` of its size. */
function addressParagraphs(
  pen: Pen,
  { name, company, lines }: LabelAddress,
  whose: string,
  scale: number,
): Paragraph[] {
  return [
    { text: printed(pen, name, `${whose}'s name`), isBold: true, scale: 1 },
    ...(company === null
      ? []
      : [{ text: printed(pen, company, `${whose}'s company`), isBold: false, scale }]),
    ...lines.map((line) => ({ text: printed(pen, line, `${whose}'s address`), isBold: false, scale })),
  ];
}

function drawFacts(
  pen: Pen,
  { reference, parcels, requirements }: LabelContent,
  piece: LabelPiece | undefined,
  room: { top: number; width: number; height: number },
): void {
  const demands = demandsOf(requirements);
  const plain = (text: string): Paragraph => ({ text, isBold: false, scale: 1 });
  const paragraphs = [
    ...(piece === undefined
      ? []
      : [{ text: `${piece.number} of ${parcels.count}`, isBold: true, scale: pieceScale }]),
    ...(reference === null ? [] : [plain(`Reference: ${printed(pen, reference, "reference")}`)]),
    ...(piece?.reference ? [plain(`Parcel: ${printed(pen, piece.reference, "parcel's reference")}`)] : []),
    plain(
      piece === undefined
        ? `Parcels: ${parcels.count} · Weight: ${weightText(parcels.weightGrams)}`
        : `Weight: ${weightText(piece.weightGrams)}`,
    ),
    ...(demands.length === 0 ? [] : [{ text: `At the door: ${demands.join(", ")}`, isBold: true, scale: 1 }]),
    ...notesOf(pen).map((text) => ({ text, isBold: false, scale: noteSize / factSize })),
  ];
  const block = fitBlock(paragraphs, { ...room, sizeMax: factSize, sizeMin: 14 }, pen.canvas.widthOf);
  let y = room.top;
  for (const line of block.lines) {
    const { baseline, next } = advanceOf(line);
    pen.canvas.text(line.text, { x: margin, y: y + baseline, size: line.size, isBold: line.isBold });
    y += next;
  }
}

/** Says what is missing on the label, so that nobody takes it for complete. */
function notesOf({ unprinted, shortened }: Pen): string[] {
  const list = (parts: Set<string>) => [...parts].join(", ");
  return [
    unprinted.size === 0
      ? []
      : `${unprintedMark} stands for characters that this label cannot print: ${list(unprinted)}. Look the shipment up by its number.`,
    shortened.size === 0 ? [] : `Shortened: ${list(shortened)}.`,
  ].flat();
}

function drawCode(canvas: Canvas, number: string, top: number): void {
  const code = barCode(number);
  const unit = barUnits.find((dots) => (code.width + 2 * barQuiet) * dots <= canvas.width) ?? 1;
  const x = Math.round((canvas.width - code.width * unit) / 2);
  canvas.path(code.path(Math.round(barHeight / unit)), { x, y: top, unit });
  const numberWidth = canvas.widthOf(number, true, numberSize);
  canvas.text(number, {
    x: (canvas.width - numberWidth) / 2,
    y: top + barHeight + gap + numberSize,
    size: numberSize,
    isBold: true,
  });
}

function caption(pen: Pen, text: string): void {
  pen.canvas.text(text, { x: margin, y: pen.y + captionSize, size: captionSize, isBold: true });
  pen.y += captionSize + gap / 2;
}

function rule({ canvas }: Pen, y: number): void {
  canvas.box({ x: margin, y, width: canvas.width - 2 * margin, height: ruleHeight });
}

function printed({ canvas, unprinted }: Pen, text: string, what: string): string {
  const { text: shown, isWhole } = toPrintable(text, canvas.hasGlyph);
  if (!isWhole) unprinted.add(what);
  return shown;
}
