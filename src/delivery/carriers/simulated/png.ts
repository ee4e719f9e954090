import { deflateSync } from "node:zlib";

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const bitDepth = 8;
const indexedColour = 3;
const compressionLevel = 6;

export interface IndexedPicture {
  width: number;
  height: number;
  /** For each pixel, row by row from the top, its place in the palette. */
  data: Uint8Array;
  /** Red, green and blue of up to 256 colours. */
  palette: readonly (readonly number[])[];
}

/** As PNG (W3C, third edition) has indexed colour: without filters, which gain nothing there. */
export function encodeIndexed({ width, height, data, palette }: IndexedPicture): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, indexedColour], 8);
  // Each row begins with the number of its filter: 0, none.
  const rows = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(data.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(palette.flat())),
    chunk("IDAT", deflateSync(rows, { level: compressionLevel })),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(content, 8);
  chunk.writeUInt32BE(Bun.hash.crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
