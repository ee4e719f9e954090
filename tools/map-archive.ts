/** Writes PMTiles, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md. */

import { gzipSync } from "node:zlib";
import type { Bounds } from "../src/infra/streets/archive.ts";

const headerBytes = 127;
const gzip = 2;
const vectorTiles = 1;
const degreeUnits = 1e7;

export interface Tile {
  z: number;
  x: number;
  y: number;
  /** Compressed with gzip. */
  bytes: Uint8Array;
}

/** A file of these tiles, which must fit one directory. */
export function packArchive(
  tiles: readonly Tile[],
  { bounds, metadata }: { bounds: Bounds; metadata: object },
): Uint8Array {
  const sorted = tiles.map((tile) => ({ id: tileId(tile), ...tile })).sort((one, other) => one.id - other.id);
  const root = gzipSync(directoryOf(sorted));
  const details = gzipSync(JSON.stringify(metadata));
  const content = Buffer.concat(sorted.map(({ bytes }) => bytes));
  const header = Buffer.alloc(headerBytes);
  header.write("PMTiles");
  header[7] = 3;
  const sections = [
    [headerBytes, root.length],
    [headerBytes + root.length, details.length],
    [headerBytes + root.length + details.length, 0],
    [headerBytes + root.length + details.length, content.length],
    [tiles.length, tiles.length],
    [tiles.length, 0],
  ] as const;
  for (const [index, [first, second]] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(first), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(second), 16 + index * 16);
  }
  const zooms = sorted.map(({ z }) => z);
  header.set([1, gzip, gzip, vectorTiles, Math.min(...zooms), Math.max(...zooms)], 96);
  const [west, south, east, north] = bounds;
  for (const [index, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * degreeUnits), 102 + index * 4);
  header[118] = Math.max(...zooms);
  for (const [index, degrees] of [(west + east) / 2, (south + north) / 2].entries())
    header.writeInt32LE(Math.round(degrees * degreeUnits), 119 + index * 4);
  return Buffer.concat([header, root, details, content]);
}

function directoryOf(tiles: readonly (Tile & { id: number })[]): Uint8Array {
  const ids = tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0));
  const offsets = tiles.map((_tile, index) => (index === 0 ? 1 : 0));
  const lengths = tiles.map(({ bytes }) => bytes.length);
  return Uint8Array.from(
    [tiles.length, ...ids, ...tiles.map(() => 1), ...lengths, ...offsets].flatMap(varint),
  );
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** Tiles are numbered along a Hilbert curve, zoom after zoom. */
function tileId({ z, x, y }: Tile): number {
  let id = (4 ** z - 1) / 3;
  let [column, row] = [x, y];
  for (let size = 2 ** (z - 1); size >= 1; size /= 2) {
    const right = (column & size) > 0 ? 1 : 0;
    const lower = (row & size) > 0 ? 1 : 0;
    id += size * size * ((3 * right) ^ lower);
    if (lower === 0) {
      if (right === 1) [column, row] = [size - 1 - column, size - 1 - row];
      [column, row] = [row, column];
    }
  }
  return id;
}
