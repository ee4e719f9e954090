/** Shapes of the map data: the compiler would take minutes to infer them. */

declare module "*.tsv" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default text;
}

declare module "*.topojson" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  const world: Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
  // biome-ignore lint/style/noDefaultExport: how Bun exports JSON
  export default world;
}

declare module "world-atlas/countries-50m.json" {
  interface Shapes {
    geometries: { type: string; arcs?: unknown }[];
  }

  const world: {
    transform: { scale: [number, number]; translate: [number, number] };
    objects: { countries: Shapes; land: Shapes };
    arcs: number[][][];
  };
  // biome-ignore lint/style/noDefaultExport: how Bun exports JSON
  export default world;
}
