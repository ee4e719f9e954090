/**
 * The beginning of a PMTiles file, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md. Offsets
 * and lengths are bytes, counted from the start of the file.
 */

export const headerBytes = 127;
/** Header and root directory lie within these. */
export const rootEndMax = 16_384;
const magic = "PMTiles";
const version = 3;
const vectorTiles = 1;
const tileKinds = ["unknown", "vector", "PNG", "JPEG", "WebP", "AVIF"] as const;
const compressions = ["unknown", "none", "gzip", "brotli", "zstd"] as const;
/** Browsers read these without a library of their own. */
const readableCompressions: readonly (string | undefined)[] = ["none", "gzip"];
const zoomMax = 22;
const metadataBytesMax = 1_048_576;
/** A tile of a basemap has at most some hundred kilobytes, and a leaf directory some ten. */
export const tileBytesMax = 2_097_152;
const leafBytesMax = 1_048_576;
const degreeUnits = 1e7;

/** Part of a file. */
export interface Section {
  readonly offset: number;
  readonly length: number;
}

/** West, south, east and north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

export interface ArchiveHeader {
  readonly root: Section;
  readonly metadata: Section;
  readonly leaves: Section;
  readonly tiles: Section;
  /** Of the directories and the metadata. */
  readonly isCompressed: boolean;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: Bounds;
}

/** What is wrong with a map file; completes a sentence whose subject is the file. */
export interface Fault {
  readonly fault: string;
}

/** Reads the header of a file of this size. */
export function readHeader(bytes: Uint8Array, size: number): ArchiveHeader | Fault {
  const isArchive = bytes.length >= headerBytes && Buffer.from(bytes.subarray(0, 7)).toString() === magic;
  if (!isArchive) return { fault: "is no PMTiles file" };
  if (bytes[7] !== version) return { fault: `is PMTiles version ${bytes[7]}; Waybill reads version 3` };
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  const section = (at: number): Section => ({
    offset: Number(view.getBigUint64(at, true)),
    length: Number(view.getBigUint64(at + 8, true)),
  });
  const degrees = (at: number) => view.getInt32(at, true) / degreeUnits;
  const header = {
    root: section(8),
    metadata: section(24),
    leaves: section(40),
    tiles: section(56),
    isCompressed: compressions[view.getUint8(97)] === "gzip",
    minZoom: view.getUint8(100),
    maxZoom: view.getUint8(101),
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)] as const,
  };
  const fault = faultOfTiles(view) ?? faultOfSections(header, size) ?? faultOfExtent(header);
  return fault === undefined ? header : { fault };
}

function faultOfTiles(view: DataView): string | undefined {
  const kind = view.getUint8(99);
  if (kind !== vectorTiles) {
    return `holds ${tileKinds[kind] ?? "unknown"} tiles; streets need vector tiles (MVT)`;
  }
  const used = [view.getUint8(97), view.getUint8(98)].map((code) => compressions[code]);
  if (used.every((name) => readableCompressions.includes(name))) return undefined;
  return `is compressed with ${used.find((name) => !readableCompressions.includes(name)) ?? "an unknown method"}; browsers read gzip`;
}

function faultOfSections({ root, metadata, leaves, tiles }: ArchiveHeader, size: number): string | undefined {
  const end = Math.max(...[root, metadata, leaves, tiles].map(({ offset, length }) => offset + length));
  if (end > size) return `is truncated: it has ${size} bytes and should have ${end}`;
  const isRootThere =
    root.offset >= headerBytes && root.length > 0 && root.offset + root.length <= rootEndMax;
  if (!isRootThere) return "has no root directory where it belongs";
  if (metadata.length > metadataBytesMax) return "has more than 1 MiB of metadata";
  return tiles.length === 0 ? "holds no tiles" : undefined;
}

function faultOfExtent({ bounds, minZoom, maxZoom }: ArchiveHeader): string | undefined {
  const [west, south, east, north] = bounds;
  const areBoundsFine =
    west >= -180 && east <= 180 && south >= -90 && north <= 90 && west < east && south < north;
  if (!areBoundsFine) return `has impossible bounds: ${bounds.join(", ")}`;
  return minZoom > maxZoom || maxZoom > zoomMax
    ? `has impossible zooms: ${minZoom} to ${maxZoom}`
    : undefined;
}

/** Checks an uncompressed root directory: browsers request what its entries name. */
export function faultOfRoot(bytes: Uint8Array, { leaves, tiles }: ArchiveHeader): string | undefined {
  const numbers = readVarints(bytes);
  const [count = 0] = numbers;
  // Each entry has four numbers: tile id, run length, length and offset.
  if (count < 1 || numbers.length !== 1 + 4 * count) return "has a damaged root directory";
  for (let index = 0, end = 0; index < count; index += 1) {
    const [runLength, length, offset] = [1, 2, 3].map((column) => numbers[1 + column * count + index] ?? 0);
    const isLeaf = runLength === 0;
    const from: number = offset === 0 && index > 0 ? end : (offset ?? 0) - 1;
    end = from + (length ?? 0);
    const [within, most] = isLeaf ? [leaves, leafBytesMax] : [tiles, tileBytesMax];
    if (!length || length > most || from < 0 || end > within.length) {
      return `has a root directory that names ${isLeaf ? "a directory" : "a tile"} of impossible size or place`;
    }
  }
  return undefined;
}

/** Unsigned LEB128 numbers, as in protocol buffers; one that does not end, or is too large, is -1. */
function readVarints(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte & 0x80) continue;
    numbers.push(Number.isSafeInteger(value) ? value : -1);
    value = 0;
    scale = 1;
  }
  if (scale > 1) numbers.push(-1);
  return numbers;
}
