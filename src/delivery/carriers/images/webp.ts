import { type Cleaned, partsMax } from "./cleaned.ts";
import { orientationData, orientationOf } from "./exif.ts";

/** WebP, RFC 9649: a RIFF container of chunks, of which one is the picture. */

const headBytes = 12;
const chunkHeadBytes = 8;
const animations = ["ANIM", "ANMF"];
const alphaFlag = 0x10;
const exifFlag = 0x08;

export function isWebp(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString("latin1");
  return head.startsWith("RIFF") && head.endsWith("WEBP") && head.length === headBytes;
}

export function cleanWebp(bytes: Uint8Array): Cleaned {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOf(file);
  if (chunks === undefined) return undefined;
  if (chunks.some(({ type }) => animations.includes(type))) return "animated";
  const pictures = chunks.filter(({ type }) => type === "VP8 " || type === "VP8L");
  const [picture] = pictures;
  const size = picture && pictures.length === 1 ? sizeOf(picture) : undefined;
  if (!picture || !size) return undefined;
  const alpha = picture.type === "VP8 " ? chunks.find(({ type }) => type === "ALPH") : undefined;
  const exif = chunks.find(({ type }) => type === "EXIF");
  const orientation = exif && orientationData(orientationOf(exif.data));
  const isExtended = alpha !== undefined || orientation !== undefined;
  const hasAlpha = alpha !== undefined || (picture.type === "VP8L" && size.hasAlpha);
  const flags = (hasAlpha ? alphaFlag : 0) | (orientation ? exifFlag : 0);
  const { width, height } = size;
  const body = Buffer.concat([
    Buffer.from("WEBP", "latin1"),
    ...(isExtended ? [chunk("VP8X", extendedHeader(flags, width, height))] : []),
    ...(alpha ? [chunk("ALPH", alpha.data)] : []),
    chunk(picture.type, picture.data),
    ...(orientation ? [chunk("EXIF", orientation)] : []),
  ]);
  return { content: chunk("RIFF", body), width, height };
}

interface Chunk {
  type: string;
  data: Buffer;
}

/** Undefined if the file is shorter than it says, or has too many. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  const end = chunkHeadBytes + file.readUInt32LE(4);
  if (end > file.length) return undefined;
  const chunks: Chunk[] = [];
  for (let at = headBytes; at + chunkHeadBytes <= end; ) {
    const length = file.readUInt32LE(at + 4);
    const start = at + chunkHeadBytes;
    if (start + length > end) return undefined;
    if (chunks.length === partsMax) return undefined;
    chunks.push({
      type: file.toString("latin1", at, at + 4),
      data: file.subarray(start, start + length),
    });
    at = start + length + (length % 2);
  }
  return chunks;
}

interface Size {
  width: number;
  height: number;
  hasAlpha: boolean;
}

/** RFC 6386 §9.1 for lossy pictures, RFC 9649 §3.4 for lossless ones. */
function sizeOf({ type, data }: Chunk): Size | undefined {
  if (data.length < 10) return undefined;
  if (type === "VP8L") {
    const bits = data.readUInt32LE(1);
    if (data[0] !== 0x2f) return undefined;
    return {
      width: (bits & 0x3fff) + 1,
      height: ((bits >>> 14) & 0x3fff) + 1,
      hasAlpha: (bits >>> 28) % 2 === 1,
    };
  }
  const isKeyFrame = ((data[0] ?? 1) & 1) === 0;
  if (!isKeyFrame || data.readUIntBE(3, 3) !== 0x9d012a) return undefined;
  const width = data.readUInt16LE(6) & 0x3fff;
  const height = data.readUInt16LE(8) & 0x3fff;
  return width === 0 || height === 0 ? undefined : { width, height, hasAlpha: false };
}

function extendedHeader(flags: number, width: number, height: number): Buffer {
  const header = Buffer.alloc(10);
  header.writeUInt8(flags, 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return header;
}

function chunk(type: string, data: Uint8Array): Buffer<ArrayBuffer> {
  const made = Buffer.alloc(chunkHeadBytes + data.length + (data.length % 2));
  made.write(type, 0, "latin1");
  made.writeUInt32LE(data.length, 4);
  made.set(data, chunkHeadBytes);
  return made;
}
