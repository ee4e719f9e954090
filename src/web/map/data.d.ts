/** Shapes of the map data: the compiler would take minutes to infer them. */

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
