import type { StreetSchema } from "../../infra/streets/street-map.ts";

/** What tiles call things, in each schema of theirs. */

/** Where tiles have something: a layer, and the kinds of it. Without kinds, the whole layer. */
export interface Source {
  layer: string;
  kinds?: readonly string[];
}

/** What is painted, from below. */
export const areas = ["green", "water"] as const;
export const roads = ["rail", "path", "minor", "major", "highway"] as const;
export const names = ["highwayName", "majorName", "minorName", "town", "quarter"] as const;
export type Thing = (typeof areas)[number] | (typeof roads)[number] | (typeof names)[number];

interface Vocabulary {
  /** The property that says what a feature is. */
  property: "kind" | "class";
  things: Record<Thing, readonly Source[]>;
}

const green = ["park", "grass", "wood", "forest", "cemetery", "pitch", "golf_course", "nature_reserve"];
const major = ["trunk", "primary", "secondary", "tertiary"];
const motorways = ["motorway", "motorway_link"];
const minor = ["minor", "service", "residential", "unclassified"];
const paths = ["path", "pedestrian", "track"];

export const vocabularies: Record<StreetSchema, Vocabulary> = {
  // https://docs.protomaps.com/basemaps/layers, version 4
  protomaps: {
    property: "kind",
    things: {
      green: [
        { layer: "landcover", kinds: ["grassland", "forest"] },
        { layer: "landuse", kinds: [...green, "village_green", "garden", "allotments", "meadow"] },
      ],
      water: [{ layer: "water" }],
      rail: [{ layer: "roads", kinds: ["rail"] }],
      path: [{ layer: "roads", kinds: ["path"] }],
      minor: [{ layer: "roads", kinds: ["minor_road", "other"] }],
      major: [{ layer: "roads", kinds: ["major_road"] }],
      highway: [{ layer: "roads", kinds: ["highway"] }],
      highwayName: [{ layer: "roads", kinds: ["highway"] }],
      majorName: [{ layer: "roads", kinds: ["major_road"] }],
      minorName: [{ layer: "roads", kinds: ["minor_road", "path"] }],
      town: [{ layer: "places", kinds: ["locality"] }],
      quarter: [{ layer: "places", kinds: ["neighbourhood", "macrohood"] }],
    },
  },
  // https://openmaptiles.org/schema/
  openmaptiles: {
    property: "class",
    things: {
      green: [
        { layer: "landcover", kinds: ["grass", "wood"] },
        { layer: "landuse", kinds: green },
        { layer: "park" },
      ],
      water: [{ layer: "water" }, { layer: "waterway" }],
      rail: [{ layer: "transportation", kinds: ["rail"] }],
      path: [{ layer: "transportation", kinds: paths }],
      minor: [{ layer: "transportation", kinds: minor }],
      major: [{ layer: "transportation", kinds: major }],
      highway: [{ layer: "transportation", kinds: motorways }],
      highwayName: [{ layer: "transportation_name", kinds: motorways }],
      majorName: [{ layer: "transportation_name", kinds: major }],
      minorName: [{ layer: "transportation_name", kinds: [...minor, ...paths] }],
      town: [{ layer: "place", kinds: ["city", "town", "village"] }],
      quarter: [{ layer: "place", kinds: ["suburb", "quarter", "neighbourhood", "hamlet"] }],
    },
  },
};
