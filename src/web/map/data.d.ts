/** Data that maps are drawn from, in the shapes they are read in: the compiler would take minutes to find them out. */

declare module "*.tsv" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default text;
}

declare module "world-atlas/countries-50m.json" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  const world: Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
  // biome-ignore lint/style/noDefaultExport: how Bun exports JSON
  export default world;
}
