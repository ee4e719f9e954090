import { PDFiumLibrary } from "@hyzyla/pdfium";
import { decode } from "fast-png";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** What is on a label, as another program reads it: text by PDFium, codes by ZXing. */

const fileOf = (name: string) => Bun.file(Bun.fileURLToPath(import.meta.resolve(name))).arrayBuffer();
const pdfium = PDFiumLibrary.init({ wasmBinary: await fileOf("@hyzyla/pdfium/pdfium.wasm") });
await prepareZXingModule({
  overrides: { wasmBinary: await fileOf("zxing-wasm/reader/zxing_reader.wasm") },
  fireImmediately: true,
});

/** The text of each page, and the size of the first one in points. */
export async function readPdf(bytes: Uint8Array) {
  const document = await (await pdfium).loadDocument(bytes);
  const read = {
    size: document.getPage(0).getOriginalSize(),
    texts: [...document.pages()].map((page) => page.getText().replaceAll(/\s+/g, " ")),
  };
  document.destroy();
  return read;
}

/** The codes of each page of a PDF. */
export async function codesOfPages(bytes: Uint8Array): Promise<string[][]> {
  const document = await (await pdfium).loadDocument(bytes);
  const codes: string[][] = [];
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: 203 / 72, render: "bitmap" });
    codes.push(await codesIn(width, height, new Uint8ClampedArray(data)));
  }
  document.destroy();
  return codes;
}

/** Every code in a PNG, as ZXing names it. */
export async function readCodes(bytes: Uint8Array): Promise<string[]> {
  const { width, height, data, channels } = decode(bytes);
  const pixels = new Uint8ClampedArray(width * height * 4).map((_, index) =>
    index % 4 === 3 ? 255 : (data[Math.floor(index / 4) * channels] ?? 0),
  );
  return codesIn(width, height, pixels);
}

async function codesIn(width: number, height: number, data: Uint8ClampedArray): Promise<string[]> {
  const found = await readBarcodes({ width, height, data, colorSpace: "srgb" } as ImageData, {
    formats: ["Code128", "QRCode"],
  });
  return found.map(({ format, text }) => `${format} ${text}`).sort();
}
