import { expect, test } from "bun:test";
import type { Feature } from "protomaps-leaflet";
import { isDrawn, streetSchemas } from "../../../src/infra/streets/street-map.ts";
import { compassPoint, metersBetween } from "../../../src/web/map/place.ts";
import {
  labelRulesFor,
  type Palette,
  paintRulesFor,
  paletteNames,
} from "../../../src/web/map/street-rules.ts";
import { type Thing, vocabularies } from "../../../src/web/map/street-vocabulary.ts";

/** What street tiles are painted with: each schema's own names lead to the same things. */

const palette = Object.fromEntries(paletteNames.map((name) => [name, name])) as Palette;
const zoom = 16;
const feature = (geomType: number, props: Record<string, string>) =>
  ({ geomType, props, geom: [], bbox: {}, numVertices: 0 }) as unknown as Feature;

/** The colors that a feature gets, from below. */
function colorsOf(schema: (typeof streetSchemas)[number], layer: string, shape: Feature): string[] {
  const rules = paintRulesFor(schema, palette).filter(
    ({ dataLayer, filter, minzoom = 0 }) => dataLayer === layer && zoom >= minzoom && filter?.(zoom, shape),
  );
  return rules.map(({ symbolizer }) => {
    const { color, fill } = symbolizer as unknown as Record<
      string,
      { get(zoom: number): string } | undefined
    >;
    return (color ?? fill)?.get(zoom) ?? "";
  });
}

test.each([
  ["protomaps", "roads", 2, { kind: "highway" }, ["edge", "highway"]],
  ["protomaps", "roads", 2, { kind: "minor_road" }, ["edge", "road"]],
  ["protomaps", "roads", 2, { kind: "path" }, ["rail"]],
  ["protomaps", "roads", 2, { kind: "ferry" }, []],
  ["protomaps", "landuse", 3, { kind: "park" }, ["green"]],
  ["protomaps", "landuse", 3, { kind: "industrial" }, []],
  ["protomaps", "water", 3, { kind: "lake" }, ["water"]],
  ["protomaps", "water", 2, { kind: "river" }, ["water"]],
  ["protomaps", "water", 1, { kind: "lake" }, []],
  ["openmaptiles", "transportation", 2, { class: "motorway" }, ["edge", "highway"]],
  ["openmaptiles", "transportation", 2, { class: "service" }, ["edge", "road"]],
  ["openmaptiles", "transportation", 2, { class: "rail" }, ["rail"]],
  ["openmaptiles", "landcover", 3, { class: "grass" }, ["green"]],
  ["openmaptiles", "waterway", 2, { class: "river" }, ["water"]],
] as const)("%s %s: a feature of type %d with %p gets %p", (schema, layer, type, props, colors) => {
  expect(colorsOf(schema, layer, feature(type, props))).toEqual([...colors]);
});

test.each([...streetSchemas])(
  "%s: every thing comes from a layer that is said to be drawn, and places have names",
  (schema) => {
    const things = Object.entries(vocabularies[schema].things) as [Thing, { layer: string }[]][];
    for (const [thing, sources] of things) {
      for (const { layer } of sources)
        expect([thing, layer, isDrawn(schema, layer)]).toEqual([thing, layer, true]);
    }
    const { property } = vocabularies[schema];
    const town = { protomaps: ["places", "locality"], openmaptiles: ["place", "city"] }[schema];
    const named = labelRulesFor(schema, palette, "de").filter(
      ({ dataLayer, filter }) =>
        dataLayer === town[0] && filter?.(zoom, feature(1, { [property]: town[1] ?? "", name: "Chicago" })),
    );
    expect(named).toHaveLength(1);
  },
);

test("directions are eighths of a turn from north, clockwise, wherever one stands", () => {
  const around = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
  ] as const;
  for (const latitude of [0, 52, -33]) {
    const from = { latitude, longitude: 13 };
    const wider = 1 / Math.cos((latitude * Math.PI) / 180);
    const points = around.map(([north, east]) =>
      compassPoint(from, { latitude: latitude + north / 100, longitude: 13 + (east / 100) * wider }),
    );
    expect(points).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  }
  expect(metersBetween({ latitude: 52, longitude: 13 }, { latitude: 52.01, longitude: 13 })).toBeCloseTo(
    1_112,
    -1,
  );
});
