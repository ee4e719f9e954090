import { type Cleaned, partsMax } from "./cleaned.ts";
import { orientationData, orientationOf } from "./exif.ts";

/** PNG, W3C Third Edition: a signature, then chunks of length, type, data and CRC. */

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const headBytes = 8;
const crcBytes = 4;
const headerBytes = 13;

/** Chunks that the picture needs to look as it should, with the most bytes that each may have. */
const needed: Record<string, number> = {
  IHDR: headerBytes,
  PLTE: 768,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  IDAT: 0x7fff_ffff,
  IEND: 0,
};

export function isPng(bytes: Uint8Array): boolean {
  return signature.equals(bytes.subarray(0, signature.length));
}

export function cleanPng(bytes: Uint8Array): Cleaned {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOf(file);
  const header = chunks?.[0];
  if (header?.type !== "IHDR" || header.data.length !== headerBytes) return undefined;
  const kept = (chunks ?? []).filter(({ type, data }) => data.length <= (needed[type] ?? -1));
  const only = (name: string) => kept.filter(({ type }) => type === name).length === 1;
  if (!only("IHDR") || !only("IEND") || !kept.some(({ type }) => type === "IDAT")) return undefined;
  const width = header.data.readUInt32BE(0);
  const height = header.data.readUInt32BE(4);
  if (width === 0 || height === 0) return undefined;
  const exif = chunks?.find(({ type }) => type === "eXIf");
  const orientation = exif ? orientationData(orientationOf(exif.data)) : undefined;
  const [first, ...rest] = kept.map(({ whole }) => whole);
  const content = Buffer.concat([
    signature,
    first ?? new Uint8Array(),
    orientation ? chunk("eXIf", orientation) : new Uint8Array(),
    ...rest,
  ]);
  return { content, width, height };
}

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

/** Up to the end of the picture; undefined if the file ends earlier, a checksum is wrong, or there are too many. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at + headBytes + crcBytes <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + headBytes + length + crcBytes;
    if (end > file.length) return undefined;
    const checked = file.subarray(at + 4, end - crcBytes);
    if (Bun.hash.crc32(checked) !== file.readUInt32BE(end - crcBytes)) return undefined;
    const type = checked.toString("latin1", 0, 4);
    if (chunks.length === partsMax) return undefined;
    chunks.push({ type, data: checked.subarray(4), whole: file.subarray(at, end) });
    if (type === "IEND") return chunks;
    at = end;
  }
  return undefined;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const made = Buffer.alloc(headBytes + data.length + crcBytes);
  made.writeUInt32BE(data.length, 0);
  made.write(type, 4, "latin1");
  made.set(data, headBytes);
  made.writeUInt32BE(Bun.hash.crc32(made.subarray(4, headBytes + data.length)), headBytes + data.length);
  return made;
}
