import { decodePDFRawStream, PDFContext, PDFDict, PDFName, PDFRawStream } from "@cantoo/pdf-lib";

/**
 * What: the buffer in which pdf-lib unpacks the parts of a PDF stops growing at a limit. Its class is not exported, so its
 * prototype is found by an object of it.
 * Why: the bytes are strangers'. A thousandth of what a file unpacks to is enough to fill the memory.
 * Gain: none in speed. A file of 33 MB is refused at 32 MB, and not read.
 * Test: test/infra/patches/pdf-lib-unpacking.test.ts
 * To remove: use an option of pdf-lib for it, once there is one.
 */

interface Unpacking {
  buffer: Uint8Array;
  /** Makes room for so many. */
  ensureBuffer(bytes: number): Uint8Array;
}

let unpackedBytes = 0;
let bytesMax = Number.POSITIVE_INFINITY;

/** Counts anew what is unpacked, up to a limit. A part that goes beyond it cannot be read. One file at a time. */
export function boundUnpacking(most: number): { isTooMuch(): boolean } {
  unpackedBytes = 0;
  bytesMax = most;
  return { isTooMuch: () => unpackedBytes > bytesMax };
}

/** All that pdf-lib unpacks grows here, whatever packed it. */
function countUnpacked(): void {
  const dict = PDFDict.withContext(PDFContext.create());
  dict.set(PDFName.of("Filter"), PDFName.of("RunLengthDecode"));
  const anyOne = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()));
  const prototype: Unpacking = Object.getPrototypeOf(Object.getPrototypeOf(anyOne));
  const { ensureBuffer } = prototype;
  prototype.ensureBuffer = function bounded(bytes) {
    const before = this.buffer.byteLength;
    const buffer = ensureBuffer.call(this, bytes);
    unpackedBytes += buffer.byteLength - before;
    if (unpackedBytes > bytesMax) throw new Error("it unpacks to too much");
    return buffer;
  };
}
countUnpacked();
