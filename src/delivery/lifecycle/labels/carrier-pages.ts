import { PDFDocument } from "@cantoo/pdf-lib";
import { boundUnpacking } from "../../../infra/patches/pdf-lib-unpacking.ts";
import { bytesPerMb } from "../../../infra/units.ts";
import { unpacksWithin } from "../../../infra/unpacking.ts";
import type { CarrierLabel } from "../../carriers/tracked.ts";
import { pointsPerDot } from "./canvas.ts";

/**
 * Puts labels that carriers made into a file with others. Their bytes are strangers': a thousandth of what a file unpacks
 * to is enough to fill the memory, and pdf-lib unpacks without a limit.
 */

/** What those parts of a PDF may unpack to that have to be read. */
const unpackedBytesMax = 32 * bytesPerMb;
/** A label at 600 dots per inch has nine million. */
const pixelsMax = 16_000_000;

interface Size {
  width: number;
  height: number;
}

/** Adds the pages of a carrier's label, as they are; a picture becomes a page. @returns whether it could be read */
export async function addCarrierPages(
  document: PDFDocument,
  { contentType, content }: CarrierLabel,
  size: Size,
): Promise<boolean> {
  try {
    if (contentType === "application/pdf") await addPages(document, content);
    else await addPicture(document, content, size);
    return true;
  } catch {
    return false;
  }
}

async function addPages(document: PDFDocument, content: Uint8Array): Promise<void> {
  const unpacking = boundUnpacking(unpackedBytesMax);
  const made = await PDFDocument.load(content, { updateMetadata: false });
  // Reading goes on behind a part that cannot be read.
  if (unpacking.isTooMuch()) throw new Error("a part of it unpacks to too much");
  for (const page of await document.copyPages(made, made.getPageIndices())) document.addPage(page);
}

/** As large as fits on the sheet. */
async function addPicture(document: PDFDocument, content: Uint8Array, size: Size): Promise<void> {
  const picture = await document.embedPng(plainPicture(content));
  const [width, height] = [size.width * pointsPerDot, size.height * pointsPerDot];
  const fitted = picture.scaleToFit(width, height);
  const at = { x: (width - fitted.width) / 2, y: (height - fitted.height) / 2 };
  document.addPage([width, height]).drawImage(picture, { ...fitted, ...at });
}

/** What a picture needs; the other parts may be packed too. <https://www.w3.org/TR/png-3/#4Concepts.FormatChunks> */
const pictureParts = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];
const signatureBytes = 8;
/** Length and type before the data, a checksum behind it. */
const partFrameBytes = 12;

/** The picture without other parts. @throws Error if it unpacks to more than it says, or has too many pixels */
function plainPicture(content: Uint8Array): Buffer {
  const png = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const parts: { type: string; whole: Buffer }[] = [];
  for (let at = signatureBytes; at < png.byteLength; ) {
    const end = at + partFrameBytes + png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    if (pictureParts.includes(type)) parts.push({ type, whole: png.subarray(at, end) });
    at = end;
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width * height > pixelsMax) throw new Error("it has too many pixels");
  const packed = parts.filter(({ type }) => type === "IDAT").map(({ whole }) => whole.subarray(8, -4));
  // At most four samples of two bytes, and a byte for each row of each of seven passes.
  const bytesMax = 8 * width * height + 7 * height + 1;
  if (!unpacksWithin(Buffer.concat(packed), bytesMax)) throw new Error("it unpacks to too much");
  return Buffer.concat([png.subarray(0, signatureBytes), ...parts.map(({ whole }) => whole)]);
}
