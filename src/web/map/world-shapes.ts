import { feature, mesh } from "topojson-client";
import world from "world-atlas/countries-50m.json";
import { cutLine, cutRing } from "./date-line.ts";

/** Land and borders of Natural Earth, for a flat map: polygons with their rings, and lines. */
export function worldShapes(): { land: number[][][][]; borders: number[][][] } {
  const { land, countries } = world.objects;
  const borders = mesh(world, countries, (one, other) => one !== other);
  const polygons = feature(world, land).features.flatMap(({ geometry }) =>
    geometry.type === "Polygon"
      ? [geometry.coordinates]
      : geometry.type === "MultiPolygon"
        ? geometry.coordinates
        : [],
  );
  return {
    // The pieces of a shape are rings of one: its lakes stay in the piece in which they lie.
    land: polygons.map((rings) => rings.flatMap(cutRing)),
    borders: borders.coordinates.flatMap(cutLine),
  };
}
