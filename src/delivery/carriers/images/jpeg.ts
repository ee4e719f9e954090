import { type Cleaned, partsMax, scans } from "./cleaned.ts";
import { exifPrefix, hasPrefix, orientationData, orientationOf } from "./exif.ts";

/** JPEG, ITU-T T.81: segments that begin with a marker, and scans of entropy-coded data between them. */

const soi = 0xd8;
const eoi = 0xd9;
const sos = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app14 = 0xee;
/** Tables and intervals, without which nobody can decode the scans: DHT, DQT, DRI. */
const tables = [0xc4, 0xdb, 0xdd];
/** Baseline, extended and progressive. Browsers show no others. */
const frames = [0xc0, 0xc1, 0xc2];
/** Comments and application segments. */
const isMetadata = (marker: number) => (marker >= app0 && marker <= 0xef) || marker === 0xfe;
const adobeBytes = 16;

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === soi && bytes[2] === 0xff;
}

export function cleanJpeg(bytes: Uint8Array): Cleaned {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [];
  let orientation = 1;
  let size: { width: number; height: number } | undefined;
  let scanned = 0;
  for (let at = 2, count = 1; ; count += 1) {
    const segment = segmentAt(file, at);
    if (segment === undefined || count > partsMax) return undefined;
    const { marker, body, end } = segment;
    at = end;
    if (marker === eoi) break;
    if (frames.includes(marker)) {
      // A second frame would let one picture pose as another.
      if (size !== undefined || body.length < 6) return undefined;
      size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) };
    } else if (marker === sos) {
      if (size === undefined) return undefined;
      const scanEnd = endOfScan(file, end);
      if (scanEnd === undefined) return undefined;
      at = scanEnd;
      scanned += 1;
      if (scanned > scans.most) return "scans";
    } else if (marker === app1 && hasPrefix(body)) {
      orientation = orientationOf(body);
    } else if (!tables.includes(marker) && !isMetadata(marker)) {
      return undefined;
    }
    if (!isMetadata(marker) || isAdobe(segment)) kept.push(file.subarray(segment.start, at));
  }
  if (scanned === 0 || !size || size.width === 0 || size.height === 0) return undefined;
  const keptBytes = kept.reduce((sum, { length }) => sum + length, 0);
  if (scanned > Math.max(scans.always, keptBytes / scans.bytesOfMore)) return "scans";
  const content = Buffer.concat([
    Uint8Array.of(0xff, soi),
    orientationSegment(orientation),
    ...kept,
    Uint8Array.of(0xff, eoi),
  ]);
  return { content, ...size };
}

interface Segment {
  marker: number;
  start: number;
  /** Without marker and length. */
  body: Buffer;
  end: number;
}

function segmentAt(file: Buffer, start: number): Segment | undefined {
  if (file[start] !== 0xff) return undefined;
  let at = start + 1;
  // Markers may be preceded by any number of fill bytes.
  while (file[at] === 0xff) at += 1;
  const marker = file[at];
  if (marker === undefined || marker === 0) return undefined;
  if (marker === eoi) return { marker, start, body: file.subarray(at, at), end: at + 1 };
  if (at + 3 > file.length) return undefined;
  const length = file.readUInt16BE(at + 1);
  const end = at + 1 + length;
  if (length < 2 || end > file.length) return undefined;
  return { marker, start, body: file.subarray(at + 3, end), end };
}

/** Where the next marker begins; undefined if the file ends before it. */
function endOfScan(file: Buffer, start: number): number | undefined {
  for (let at = start; at + 1 < file.length; at += 1) {
    const next = file[at + 1] ?? 0;
    if (file[at] !== 0xff || next === 0xff) continue;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && !isRestart) return at;
  }
  return undefined;
}

/** It says how the colors are coded: without it some pictures change their colors. */
function isAdobe({ marker, body, start, end }: Segment): boolean {
  return marker === app14 && end - start === adobeBytes && body.subarray(0, 5).toString("latin1") === "Adobe";
}

function orientationSegment(orientation: number): Uint8Array {
  const data = orientationData(orientation);
  if (data === undefined) return new Uint8Array();
  const head = Uint8Array.of(0xff, app1, 0, 2 + exifPrefix.length + data.length);
  return Buffer.concat([head, exifPrefix, data]);
}
