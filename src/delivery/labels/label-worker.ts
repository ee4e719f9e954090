/** The thread that draws labels, so that the main thread never does. It handles one request at a time, in order. */

import regularFile from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" with {
  type: "file",
};
import boldFile from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf" with { type: "file" };
import { type PDFiumDocument, PDFiumLibrary } from "@hyzyla/pdfium";
import pdfiumFile from "@hyzyla/pdfium/pdfium.wasm" with { type: "file" };
import { encode } from "fast-png";
import { answerRequests } from "../../infra/threads/answering.ts";
import { type LabelFonts, openCanvas, openFont } from "./canvas.ts";
import { drawLabel } from "./draw.ts";
import { type LabelSize, sheets } from "./label.ts";
import type { LabelRequest } from "./label-thread.ts";

let fonts: Promise<LabelFonts> | undefined;
let pdfium: Promise<PDFiumLibrary> | undefined;

async function readFonts(): Promise<LabelFonts> {
  const [regular, bold] = await Promise.all([Bun.file(regularFile).bytes(), Bun.file(boldFile).bytes()]);
  return { regular: openFont(regular), bold: openFont(bold) };
}

async function startPdfium(): Promise<PDFiumLibrary> {
  return PDFiumLibrary.init({ wasmBinary: await Bun.file(pdfiumFile).arrayBuffer() });
}

async function toPdf({ content, size }: LabelRequest): Promise<Uint8Array> {
  fonts ??= readFonts();
  const canvas = await openCanvas(await fonts, { ...sheets[size], title: `Label ${content.trackingNumber}` });
  drawLabel(canvas, content);
  return canvas.toPdf();
}

/** The first page in the dots of a label printer, in shades of gray. */
async function toPng(pdf: Uint8Array, size: LabelSize): Promise<Uint8Array> {
  pdfium ??= startPdfium();
  let document: PDFiumDocument | undefined;
  try {
    document = await (await pdfium).loadDocument(pdf);
    const { width, height, data } = await document
      .getPage(0)
      .render({ ...sheets[size], colorSpace: "Gray", render: "bitmap" });
    return encode({ width, height, data, channels: 1, depth: 8 });
  } finally {
    document?.destroy();
  }
}

answerRequests(async (request: LabelRequest): Promise<Uint8Array> => {
  const pdf = await toPdf(request);
  return request.format === "pdf" ? pdf : toPng(pdf, request.size);
});
