import {
  encodeCountries,
  encodeTowns,
  radiusStepMeters,
  type TownTable,
  unitsPerDegree,
} from "../src/infra/geography/town-file.ts";
import { townKey } from "../src/infra/geography/town-key.ts";
import { readRegions, readTowns, type SourceTown } from "./town-source.ts";

const target = new URL("../src/infra/geography/towns.bin", import.meta.url);
const compression = { level: 22 };
/** People per square kilometer of a town: half the radius of the circle that would hold them all is surely inside. */
const density = 2500;
const radiusMetersMin = 200;
const radiusMetersMax = 5000;

/** One name of one town, ready to be sorted. */
interface Entry {
  line: string;
  bytes: Buffer;
  town: SourceTown;
}

/** The towns of each country before compression; the same packages give the same bytes. */
export function packTowns(): Map<string, Uint8Array> {
  const entries = readTowns().flatMap((town) =>
    town.keys.filter(Boolean).map((key): Entry => {
      const line = `${town.country}${key}`;
      return { line, bytes: Buffer.from(line), town };
    }),
  );
  entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes) || b.town.population - a.town.population);
  const { codes, names } = groupRegions();
  const byCountry = Map.groupBy(entries, ({ town }) => town.country);
  return new Map(
    [...byCountry].map(([country, own]) => {
      const regions = new Map([[country, names.get(country) ?? []]]);
      return [country, encodeTowns({ ...numberTowns(own, codes), regions })];
    }),
  );
}

function numberTowns(entries: Entry[], codes: Map<string, string[]>): Omit<TownTable, "regions"> {
  const numbers = new Map<SourceTown, number>();
  const entryTown = Uint32Array.from(entries, ({ town }) => {
    const number = numbers.get(town) ?? numbers.size;
    numbers.set(town, number);
    return number;
  });
  const towns = [...numbers.keys()];
  return {
    keys: Buffer.from(entries.map(({ line }) => `${line}\n`).join("")),
    keyStarts: new Uint32Array(),
    entryTown,
    latitudes: Int32Array.from(towns, (town) => Math.round(town.latitude * unitsPerDegree)),
    longitudes: Int32Array.from(towns, (town) => Math.round(town.longitude * unitsPerDegree)),
    townRegion: Uint8Array.from(towns, (town) => regionNumber(codes, town)),
    townRadius: Uint8Array.from(towns, ({ population }) => radiusMeters(population) / radiusStepMeters),
  };
}

function radiusMeters(population: number): number {
  const half = (Math.sqrt(population / density / Math.PI) / 2) * 1000;
  return Math.min(radiusMetersMax, Math.max(radiusMetersMin, half));
}

/** 255 for a town whose region GeoNames does not name. */
function regionNumber(codes: Map<string, string[]>, town: SourceTown): number {
  const number = codes.get(town.country)?.indexOf(town.region) ?? -1;
  return number < 0 ? 255 : number;
}

function groupRegions(): { codes: Map<string, string[]>; names: Map<string, string[]> } {
  const byCountry = Map.groupBy(readRegions(), ({ country }) => country);
  const codes = new Map<string, string[]>();
  const names = new Map<string, string[]>();
  for (const [country, regions] of byCountry) {
    if (regions.length > 255) {
      throw new RangeError(`${country} has more regions than a byte can count`);
    }
    codes.set(
      country,
      regions.map(({ region }) => region),
    );
    names.set(
      country,
      regions.map((region) => region.names.map(townKey).join("|")),
    );
  }
  return { codes, names };
}

if (import.meta.main) {
  const compressed = [...packTowns()].map(
    ([country, towns]) => [country, Bun.zstdCompressSync(towns, compression)] as const,
  );
  const file = encodeCountries(new Map(compressed));
  await Bun.write(target, file);
  console.log(`${file.length} bytes for ${compressed.length} countries`);
}
