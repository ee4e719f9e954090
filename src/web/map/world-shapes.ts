import { feature, mesh } from "topojson-client";
import { cutLine, cutRing } from "./date-line.ts";
import largest from "./towns/largest.tsv" with { type: "text" };
import world from "./world.topojson" with { type: "json" };

type Line = number[][];

/** As GeoJSON has them. */
export interface WorldShapes {
  land: { type: "MultiPolygon"; coordinates: Line[][] };
  borders: { type: "MultiLineString"; coordinates: Line[] };
}

/** Names and places, the largest first. */
export const largestTowns = largest;

/** Land and borders of Natural Earth, for a flat map. */
export function worldShapes(): WorldShapes {
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
    land: { type: "MultiPolygon", coordinates: polygons.map((rings) => rings.flatMap(cutRing)) },
    borders: { type: "MultiLineString", coordinates: borders.coordinates.flatMap(cutLine) },
  };
}
