import type { Bounds } from "./archive.ts";

/** What tiles call their layers and kinds of roads: `web/map/street-rules.ts` paints each. */
export const streetSchemas = ["protomaps", "openmaptiles"] as const;
export type StreetSchema = (typeof streetSchemas)[number];

/** What each is called, the layer that only it has, and all of which maps draw something. */
export const namesInSchema = {
  protomaps: {
    title: "Protomaps basemap",
    own: "roads",
    drawn: ["landcover", "landuse", "water", "roads", "places"],
  },
  openmaptiles: {
    title: "OpenMapTiles",
    own: "transportation",
    drawn: [
      "landcover",
      "landuse",
      "park",
      "water",
      "waterway",
      "transportation",
      "transportation_name",
      "place",
    ],
  },
} as const satisfies Record<StreetSchema, { title: string; own: string; drawn: readonly string[] }>;
const attributionCharactersMax = 200;
/** Of HTML, whose tags are removed in quadratic time. */
const markupCharactersMax = 4_000;
const layersMax = 100;
const layerNameCharactersMax = 40;
const standardAttribution = "© OpenStreetMap";

/** A map file that was checked. */
export interface StreetMap {
  readonly bounds: Bounds;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly schema: StreetSchema;
  /** Names of the layers in its tiles. */
  readonly layers: readonly string[];
  /** Text to show on the map. */
  readonly attribution: string;
}

/** The layers that the metadata names, the first of them. */
export function layersOf(metadata: unknown): string[] {
  const { vector_layers: layers } = (metadata ?? {}) as { vector_layers?: unknown };
  if (!Array.isArray(layers)) return [];
  return layers.slice(0, layersMax).flatMap((layer: unknown) => {
    const { id } = (layer ?? {}) as { id?: unknown };
    return typeof id === "string" ? [harmless(id, layerNameCharactersMax)] : [];
  });
}

export function schemaOf(layers: readonly string[]): StreetSchema | undefined {
  return streetSchemas.find((schema) => layers.includes(namesInSchema[schema].own));
}

/** The attribution in the metadata is HTML; pages show its text. */
export function attributionOf(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown };
  const markup = typeof attribution === "string" ? attribution.slice(0, markupCharactersMax) : "";
  return harmless(markup.replace(/<[^>]*>/g, ""), attributionCharactersMax) || standardAttribution;
}

/** Text of the file without what steers a terminal or turns the text around it. */
function harmless(text: string, charactersMax: number): string {
  const start = text.slice(0, markupCharactersMax);
  return start
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, charactersMax);
}

/** Whether maps draw something of a layer. */
export function isDrawn(schema: StreetSchema, layer: string): boolean {
  const { drawn }: { drawn: readonly string[] } = namesInSchema[schema];
  return drawn.includes(layer);
}
