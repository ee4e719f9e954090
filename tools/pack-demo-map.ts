/**
 * `bun run tools/pack-demo-map.ts` packs the street tiles of Chicago in @mapbox/mvt-fixtures into the small map file of
 * `waybill dev` and `waybill demo`. The tiles have zoom 13 and Mapbox's names; the map file has zooms 10 to 13 and the
 * names of the Protomaps basemap, version 4, as the map files of operators have. © OpenStreetMap, ODbL 1.0.
 */

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { VectorTile } from "@mapbox/vector-tile";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { PbfReader } from "pbf";
import { packArchive, type Tile } from "./map-archive.ts";

const target = new URL("../src/cli/demo-map.pmtiles", import.meta.url);
const package_ = dirname(createRequire(import.meta.url).resolve("@mapbox/mvt-fixtures/package.json"));
const folder = join(package_, "real-world/chicago");
const zooms = { min: 10, max: 13 };
const extent = 2_048;
const compression = { level: 9 };

type Properties = Record<string, string | number | boolean>;
/** A layer of the map file, and what its features say. */
interface Mapped {
  layer: string;
  properties: Properties;
}

const roadKinds: Record<string, Properties> = {
  motorway: { kind: "highway" },
  trunk: { kind: "major_road", kind_detail: "trunk" },
  primary: { kind: "major_road", kind_detail: "primary" },
  secondary: { kind: "major_road", kind_detail: "secondary" },
  tertiary: { kind: "major_road", kind_detail: "tertiary" },
  motorway_link: { kind: "highway", is_link: true },
  link: { kind: "major_road", is_link: true },
  street: { kind: "minor_road" },
  street_limited: { kind: "minor_road" },
  major_rail: { kind: "rail" },
  ferry: { kind: "ferry" },
};
const landuseKinds: Record<string, string> = {
  park: "park",
  grass: "grass",
  pitch: "pitch",
  wood: "wood",
  cemetery: "cemetery",
  sand: "beach",
  school: "school",
  hospital: "hospital",
};
/** The zoom from which a road is there, by its kind. */
const roadZooms: Record<string, number> = { highway: 0, major_road: 11, rail: 12, minor_road: 13, ferry: 13 };
const unnamedAreaZoom = 12;

const mappings: Record<string, (properties: Properties) => Mapped | undefined> = {
  water: () => ({ layer: "water", properties: { kind: "water" } }),
  landuse({ class: kind = "" }) {
    const known = landuseKinds[String(kind)];
    return known === undefined ? undefined : { layer: "landuse", properties: { kind: known } };
  },
  road({ class: kind = "" }) {
    const known = roadKinds[String(kind)];
    return known && { layer: "roads", properties: known };
  },
  road_label({ class: kind = "", name }) {
    const known = roadKinds[String(kind)];
    return known && name ? { layer: "roads", properties: { ...known, name } } : undefined;
  },
  place_label({ type, name }) {
    if (!name) return undefined;
    const isTown = ["city", "town", "village"].includes(String(type));
    return { layer: "places", properties: { kind: isTown ? "locality" : "neighbourhood", name } };
  },
};

type Feature = GeoJSON.Feature<GeoJSON.Geometry, Properties>;

/** Every feature once, by layer and zoom. */
function readFeatures(): Map<string, Feature[]> {
  const layers = new Map<string, Feature[]>();
  const seen = new Set<string>();
  for (const file of readdirSync(folder).sort()) {
    const [z = 0, x = 0, y = 0] = file.split(/[-.]/).map(Number);
    const tile = new VectorTile(new PbfReader(readFileSync(join(folder, file))));
    for (const [name, map] of Object.entries(mappings)) {
      const layer = tile.layers[name];
      for (let index = 0; index < (layer?.length ?? 0); index += 1) {
        const feature = layer?.feature(index);
        const mapped = feature && map(feature.properties as Properties);
        if (!feature || !mapped) continue;
        const { geometry } = feature.toGeoJSON(x, y, z);
        const key = JSON.stringify([mapped, geometry]);
        if (seen.has(key)) continue;
        seen.add(key);
        const own = layers.get(mapped.layer) ?? [];
        own.push({ type: "Feature", geometry, properties: mapped.properties });
        layers.set(mapped.layer, own);
      }
    }
  }
  return layers;
}

/** Names of small streets are of use from close by alone. */
const nameZoomOf = (kind: unknown) => (kind === "minor_road" ? zooms.max : zooms.max - 1);

function isAt({ properties: { kind = "", name } }: Feature, layer: string, zoom: number): boolean {
  if (layer === "roads")
    return zoom >= (roadZooms[String(kind)] ?? 0) && (name === undefined || zoom >= nameZoomOf(kind));
  if (layer === "landuse") return zoom >= unnamedAreaZoom || kind === "park";
  return layer !== "places" || kind === "locality" || zoom === zooms.max;
}

/** Packs the demo map. One version of its source gives one sequence of bytes. */
export function packDemoMap(): Uint8Array {
  const layers = readFeatures();
  const tiles: Tile[] = [];
  const names = readdirSync(folder).map((file) => file.split(/[-.]/).map(Number));
  for (let zoom = zooms.min; zoom <= zooms.max; zoom += 1) {
    const indexes = [...layers].map(([layer, features]) => {
      const own = features.filter((feature) => isAt(feature, layer, zoom));
      const data = { type: "FeatureCollection" as const, features: own };
      return [
        layer,
        new GeoJSONVT(data, { maxZoom: zoom, indexMaxZoom: zoom, tolerance: 4, extent, buffer: 32 }),
      ] as const;
    });
    const divisor = 2 ** (zooms.max - zoom);
    const places = new Set(
      names.map(([, x = 0, y = 0]) => `${Math.floor(x / divisor)} ${Math.floor(y / divisor)}`),
    );
    for (const place of places) {
      const [x = 0, y = 0] = place.split(" ").map(Number);
      const found = indexes.flatMap(([layer, index]) => {
        const tile = index.getTile(zoom, x, y);
        return tile ? [[layer, tile] as const] : [];
      });
      const bytes = fromGeojsonVt(Object.fromEntries(found), { version: 2, extent });
      tiles.push({ z: zoom, x, y, bytes: gzipSync(bytes, compression) });
    }
  }
  return packArchive(tiles, {
    bounds: boundsOf(names),
    metadata: {
      name: "Chicago, for demonstrations",
      attribution: "© OpenStreetMap",
      vector_layers: [...layers.keys()].map((id) => ({ id, fields: {} })),
    },
  });
}

function boundsOf(names: number[][]): [number, number, number, number] {
  const size = 2 ** zooms.max;
  const longitude = (x: number) => (x / size) * 360 - 180;
  const latitude = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;
  const [columns, rows] = [1, 2].map((part) => names.map((name) => name[part] ?? 0));
  return [
    longitude(Math.min(...(columns ?? []))),
    latitude(Math.max(...(rows ?? [])) + 1),
    longitude(Math.max(...(columns ?? [])) + 1),
    latitude(Math.min(...(rows ?? []))),
  ];
}

if (import.meta.main) await Bun.write(target, packDemoMap());
