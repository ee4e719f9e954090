import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { decodePDFRawStream, PDFContext, PDFDict, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { boundUnpacking } from "../../../src/infra/patches/pdf-lib-unpacking.ts";

function unpack(bytes: number): number {
  const dict = PDFDict.withContext(PDFContext.create());
  dict.set(PDFName.of("Filter"), PDFName.of("FlateDecode"));
  const packed = deflateSync(new Uint8Array(bytes));
  return decodePDFRawStream(PDFRawStream.of(dict, packed)).decode().byteLength;
}

test("pdf-lib unpacks up to the limit, of all parts together, and no further", () => {
  const unpacking = boundUnpacking(1_000_000);
  expect(unpack(100_000)).toBe(100_000);
  expect(unpack(300_000)).toBe(300_000);
  expect(unpacking.isTooMuch()).toBe(false);
  expect(() => unpack(900_000)).toThrow("it unpacks to too much");
  expect(unpacking.isTooMuch()).toBe(true);
  // The next file counts anew.
  expect(boundUnpacking(1_000_000).isTooMuch()).toBe(false);
  expect(unpack(100_000)).toBe(100_000);
});
