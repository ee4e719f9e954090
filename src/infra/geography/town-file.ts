/** Coordinates have three decimals. The error is at most 80 m, far less than the size of a town. */
export const unitsPerDegree = 1000;

const headerFields = 4;
const bytesPerHeaderField = 4;
const newline = 10;

/** Of an entry in the contents of the file: the country's code, then how many bytes its towns take. */
const codeBytes = 2;
const contentsBytes = codeBytes + bytesPerHeaderField;

/** The file that `tools/pack-towns.ts` writes: each country's towns, compressed. Few countries are ever looked up. */
export function encodeCountries(countries: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const contents = Buffer.alloc(bytesPerHeaderField + countries.size * contentsBytes);
  let offset = contents.writeUInt32LE(countries.size);
  for (const [code, { length }] of countries) {
    offset += contents.write(code, offset, "latin1");
    offset = contents.writeUInt32LE(length, offset);
  }
  return new Uint8Array(Buffer.concat([contents, ...countries.values()]));
}

/** The reverse of `encodeCountries`: views of `file`. */
export function readCountries(file: Buffer): Map<string, Uint8Array> {
  const count = file.readUInt32LE();
  const countries = new Map<string, Uint8Array>();
  let start = bytesPerHeaderField + count * contentsBytes;
  for (let at = bytesPerHeaderField; countries.size < count; at += contentsBytes) {
    const end = start + file.readUInt32LE(at + codeBytes);
    countries.set(file.toString("latin1", at, at + codeBytes), file.subarray(start, end));
    start = end;
  }
  return countries;
}

/**
 * The towns of a country, in typed arrays instead of objects. An *entry* is one name of
 * one town. The name of entry `i` is line `i` of `keys`: country code, then `townKey`. Lines are sorted by their bytes,
 * and towns with the same name by population, largest first. `entryTown` maps an entry to its town.
 */
export interface TownTable {
  keys: Uint8Array;
  /** Offset of each line of `keys`, then the total length. */
  keyStarts: Uint32Array;
  entryTown: Uint32Array;
  latitudes: Int32Array;
  longitudes: Int32Array;
  /** Per town: index into its country's `regions`. */
  townRegion: Uint8Array;
  /** Per town: radius that is certainly inhabited, in hundreds of meters. */
  townRadius: Uint8Array;
  /** Country code → its regions. Each is the `townKey` of the region's code, then of its names, separated by `|`. */
  regions: Map<string, string[]>;
}

/** The unit of `townRadius`. */
export const radiusStepMeters = 100;

/** The bytes before compression. Numbers are split into byte planes, which compress far better. */
export function encodeTowns(table: TownTable): Uint8Array<ArrayBuffer> {
  const regions = new TextEncoder().encode(
    [...table.regions].map(([country, names]) => [country, ...names].join("\t")).join("\n"),
  );
  const entries = table.entryTown.length;
  const towns = table.latitudes.length;
  const header = new Uint32Array([entries, towns, table.keys.length, regions.length]);
  const parts = [
    new Uint8Array(header.buffer),
    table.keys,
    regions,
    toPlanes(toSteps(table.entryTown), 3),
    toPlanes(
      Uint32Array.from(table.latitudes, (value) => value + 90 * unitsPerDegree),
      3,
    ),
    toPlanes(
      Uint32Array.from(table.longitudes, (value) => value + 180 * unitsPerDegree),
      3,
    ),
    table.townRegion,
    table.townRadius,
  ];
  return new Uint8Array(Buffer.concat(parts));
}

/** The reverse of `encodeTowns`. Arrays that need no decoding are views of `bytes`. */
export function decodeTowns(bytes: Uint8Array): TownTable {
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  const field = (index: number) => header.getUint32(index * bytesPerHeaderField, true);
  const [entries, towns, keysLength, regionsLength] = [field(0), field(1), field(2), field(3)];
  let offset = headerFields * bytesPerHeaderField;
  const take = (length: number) => {
    offset += length;
    return bytes.subarray(offset - length, offset);
  };
  const keys = take(keysLength);
  return {
    keys,
    keyStarts: findLines(keys, entries),
    regions: readRegions(new TextDecoder().decode(take(regionsLength))),
    entryTown: fromSteps(fromPlanes(take(entries * 3), entries)),
    latitudes: fromPlanes(take(towns * 3), towns, 90 * unitsPerDegree),
    longitudes: fromPlanes(take(towns * 3), towns, 180 * unitsPerDegree),
    townRegion: take(towns),
    townRadius: take(towns),
  };
}

function readRegions(text: string): Map<string, string[]> {
  const lines = text.split("\n").map((line) => line.split("\t"));
  return new Map(lines.map(([country = "", ...names]) => [country, names]));
}

function findLines(keys: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  let start = 0;
  for (let line = 1; line <= count; line++) {
    start = keys.indexOf(newline, start) + 1;
    starts[line] = start;
  }
  return starts;
}

/**
 * Towns are numbered in the order they first appear, so a new town is 0 and another name of an old one its distance
 * back.
 */
function toSteps(entryTown: Uint32Array): Uint32Array {
  let next = 0;
  return entryTown.map((town) => {
    const step = next - town;
    next = Math.max(next, town + 1);
    return step;
  });
}

function fromSteps(steps: Int32Array): Uint32Array {
  let next = 0;
  return new Uint32Array(steps).map((step) => (step === 0 ? next++ : next - step));
}

function toPlanes(values: Uint32Array, planes: number): Uint8Array {
  const bytes = new Uint8Array(values.length * planes);
  for (const [index, value] of values.entries()) {
    for (let plane = 0; plane < planes; plane++) {
      bytes[plane * values.length + index] = value >>> (8 * plane);
    }
  }
  return bytes;
}

function fromPlanes(bytes: Uint8Array, count: number, less = 0): Int32Array {
  const values = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const low = bytes[index] ?? 0;
    const middle = bytes[count + index] ?? 0;
    const high = bytes[2 * count + index] ?? 0;
    values[index] = (low | (middle << 8) | (high << 16)) - less;
  }
  return values;
}
