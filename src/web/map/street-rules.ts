import {
  CenteredTextSymbolizer,
  type Feature,
  type LabelRule,
  LineLabelPlacement,
  LineLabelSymbolizer,
  LineSymbolizer,
  linear,
  type PaintRule,
  PolygonSymbolizer,
} from "protomaps-leaflet";
import type { StreetSchema } from "../../infra/streets/street-map.ts";
import { areas, type names, type roads, type Source, type Thing, vocabularies } from "./street-vocabulary.ts";

/** How streets look: how each thing is painted. `map.css` has the colors, light and dark. */

/** The colors now; whoever changes them draws again. */
export type Palette = Record<(typeof paletteNames)[number], string>;
export const paletteNames = [
  "land",
  "green",
  "water",
  "rail",
  "road",
  "edge",
  "highway",
  "name",
  "halo",
] as const;

/** Zoom and width of lines in pixels: from where they are shown, and how they grow. */
const widths = {
  path: [
    14,
    linear([
      [14, 0.5],
      [18, 3],
    ]),
  ],
  rail: [
    12,
    linear([
      [12, 0.5],
      [18, 2.5],
    ]),
  ],
  minor: [
    12,
    linear([
      [12, 0.5],
      [14, 1.6],
      [16, 6],
      [18, 14],
    ]),
  ],
  major: [
    8,
    linear([
      [8, 0.5],
      [12, 1.5],
      [14, 3.5],
      [16, 8],
      [18, 18],
    ]),
  ],
  highway: [
    4,
    linear([
      [4, 0.5],
      [10, 2],
      [14, 5],
      [16, 9],
      [18, 20],
    ]),
  ],
} as const satisfies Record<(typeof roads)[number], readonly [number, (zoom: number) => number]>;
const edgeWidth = 1.5;
/** Below, roads are too thin for an edge. */
const edgeFromZoom = 13;

/** @param palette is read at each drawing */
export function paintRulesFor(schema: StreetSchema, palette: Palette): PaintRule[] {
  const { edged, plain } = {
    edged: ["minor", "major", "highway"] as const,
    plain: ["rail", "path"] as const,
  };
  return [
    ...areas.flatMap((thing) =>
      rulesOf(
        schema,
        thing,
        isArea,
        area(() => palette[thing]),
      ),
    ),
    ...rulesOf(
      schema,
      "water",
      isLine,
      line(
        () => palette.water,
        () => 1.5,
      ),
    ),
    ...plain.flatMap((thing) => roadRules(schema, thing, () => palette.rail)),
    ...edged.flatMap((thing) => roadRules(schema, thing, () => palette.edge, edgeWidth)),
    ...edged.flatMap((thing) =>
      roadRules(schema, thing, () => (thing === "highway" ? palette.highway : palette.road)),
    ),
  ];
}

/** @param edge width that is added, for the edge of a road */
function roadRules(
  schema: StreetSchema,
  thing: (typeof roads)[number],
  color: () => string,
  edge = 0,
): PaintRule[] {
  const [minzoom, width] = widths[thing];
  const symbolizer = line(color, (zoom) => width(zoom) + edge);
  const from = edge > 0 ? Math.max(minzoom, edgeFromZoom) : minzoom;
  return rulesOf(schema, thing, isLine, symbolizer).map((rule) => ({ ...rule, minzoom: from }));
}

function rulesOf(
  schema: StreetSchema,
  thing: Thing,
  isShape: (feature: Feature) => boolean,
  symbolizer: PaintRule["symbolizer"],
): PaintRule[] {
  return vocabularies[schema].things[thing].map((source) => ({
    dataLayer: source.layer,
    symbolizer,
    filter: (_zoom, feature) => isShape(feature) && isOf(schema, source, feature),
  }));
}

function isOf(schema: StreetSchema, { kinds }: Source, { props }: Feature): boolean {
  return kinds === undefined || kinds.includes(String(props[vocabularies[schema].property]));
}

const lineType = 2;
const areaType = 3;
const isLine = ({ geomType }: Feature) => geomType === lineType;
const isArea = ({ geomType }: Feature) => geomType === areaType;

const area = (fill: () => string) => new PolygonSymbolizer({ fill });
const line = (color: () => string, width: (zoom: number) => number) =>
  new LineSymbolizer({ color, width, lineCap: "round", lineJoin: "round" });

/** Zoom from which names are shown, and their size in pixels. */
const nameStyles = {
  town: [4, 13, 600],
  quarter: [13, 12, 400],
  highwayName: [12, 12, 400],
  majorName: [13, 12, 400],
  minorName: [15, 12, 400],
} as const satisfies Record<(typeof names)[number], readonly [number, number, number]>;

/** @param language its names come first, where tiles have them */
export function labelRulesFor(schema: StreetSchema, palette: Palette, language: string): LabelRule[] {
  return (["town", "highwayName", "majorName", "quarter", "minorName"] as const).flatMap((thing) => {
    const [minzoom, fontSize, fontWeight] = nameStyles[thing];
    const options = {
      labelProps: [`name:${language}`, "name"],
      fontFamily: "system-ui, sans-serif",
      fontSize,
      fontWeight,
      fill: () => palette.name,
      stroke: () => palette.halo,
      width: 3,
    };
    const isPlace = thing === "town" || thing === "quarter";
    const symbolizer = isPlace
      ? new CenteredTextSymbolizer({ ...options, lineHeight: 1.2 })
      : new LineLabelSymbolizer({ ...options, position: LineLabelPlacement.Center, repeatDistance: 300 });
    return vocabularies[schema].things[thing].map((source) => ({
      dataLayer: source.layer,
      minzoom,
      symbolizer,
      filter: (_zoom: number, feature: Feature) => isOf(schema, source, feature),
    }));
  });
}
