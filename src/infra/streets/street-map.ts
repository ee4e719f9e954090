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

/** The layers that the metadata names. */
export function layersOf(metadata: unknown): string[] {
  const { vector_layers: layers } = (metadata ?? {}) as { vector_layers?: unknown };
  if (!Array.isArray(layers)) return [];
  return layers.flatMap((layer: unknown) => {
    const { id } = (layer ?? {}) as { id?: unknown };
    return typeof id === "string" ? [id] : [];
  });
}

export function schemaOf(layers: readonly string[]): StreetSchema | undefined {
  return streetSchemas.find((schema) => layers.includes(namesInSchema[schema].own));
}

/** The attribution in the metadata is HTML; pages show its text. */
export function attributionOf(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown };
  const text = typeof attribution === "string" ? attribution.replace(/<[^>]*>/g, "") : "";
  return text.replace(/\s+/g, " ").trim().slice(0, attributionCharactersMax) || standardAttribution;
}

/** Whether maps draw something of a layer. */
export function isDrawn(schema: StreetSchema, layer: string): boolean {
  const { drawn }: { drawn: readonly string[] } = namesInSchema[schema];
  return drawn.includes(layer);
}
