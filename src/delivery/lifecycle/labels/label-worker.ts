/** The thread that draws labels, so that the main thread never does. */

import regularFile from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" with {
  type: "file",
};
import boldFile from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf" with { type: "file" };
import { type PDFiumDocument, PDFiumLibrary } from "@hyzyla/pdfium";
import pdfiumFile from "@hyzyla/pdfium/pdfium.wasm" with { type: "file" };
import { encode } from "fast-png";
import { answerRequests } from "../../../infra/threads/answering.ts";
import { nextTurn } from "../../../infra/waiting/turns.ts";
import { type LabelFonts, openFont, openSheets } from "./canvas.ts";
import { addCarrierPages } from "./carrier-pages.ts";
import { drawLabel } from "./draw.ts";
import { type LabelSize, sizes } from "./label.ts";
import type { DrawnLabels, LabelRequest } from "./label-thread.ts";

let fonts: Promise<LabelFonts> | undefined;
let pdfium: Promise<PDFiumLibrary> | undefined;

async function readFonts(): Promise<LabelFonts> {
  const [regular, bold] = await Promise.all([Bun.file(regularFile).bytes(), Bun.file(boldFile).bytes()]);
  return { regular: openFont(regular), bold: openFont(bold) };
}

async function startPdfium(): Promise<PDFiumLibrary> {
  return PDFiumLibrary.init({ wasmBinary: await Bun.file(pdfiumFile).arrayBuffer() });
}

async function toPdf({ title, shipments, size }: LabelRequest): Promise<DrawnLabels> {
  fonts ??= readFonts();
  const sheets = await openSheets(await fonts, title);
  const unusable: number[] = [];
  for (const [index, labels] of shipments.entries()) {
    if ("carriers" in labels) {
      const isUsable = await addCarrierPages(sheets.document, labels.carriers, sizes[size]);
      if (!isUsable) unusable.push(index);
      continue;
    }
    const { content, pieces } = labels;
    for (const piece of pieces.length === 0 ? [undefined] : pieces) {
      drawLabel(sheets.addCanvas(sizes[size]), content, piece);
      // A file of many pages takes seconds; a single label of another account must not wait for them.
      await nextTurn();
    }
  }
  return unusable.length > 0 ? { unusable } : { bytes: await sheets.toPdf() };
}

/** The first page in the dots of a label printer, in shades of gray. */
async function toPng(pdf: Uint8Array, size: LabelSize): Promise<Uint8Array> {
  pdfium ??= startPdfium();
  let document: PDFiumDocument | undefined;
  try {
    document = await (await pdfium).loadDocument(pdf);
    const { width, height, data } = await document
      .getPage(0)
      .render({ ...sizes[size], colorSpace: "Gray", render: "bitmap" });
    return encode({ width, height, data, channels: 1, depth: 8 });
  } finally {
    document?.destroy();
  }
}

answerRequests(async (request: LabelRequest): Promise<DrawnLabels> => {
  const drawn = await toPdf(request);
  if (request.format === "pdf" || !("bytes" in drawn)) return drawn;
  return { bytes: await toPng(drawn.bytes, request.size) };
});
