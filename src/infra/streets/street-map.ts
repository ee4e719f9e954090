import type { Bounds } from "./archive.ts";

/** What tiles call their layers and kinds of roads: `web/map/street-rules.ts` paints each. */
export const streetSchemas = ["protomaps", "openmaptiles"] as const;
export type StreetSchema = (typeof streetSchemas)[number];

/** A layer that only tiles of this schema have. */
const layerOfSchema: Record<StreetSchema, string> = { protomaps: "roads", openmaptiles: "transportation" };
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
  return streetSchemas.find((schema) => layers.includes(layerOfSchema[schema]));
}

/** The attribution in the metadata is HTML; pages show its text. */
export function attributionOf(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown };
  const text = typeof attribution === "string" ? attribution.replace(/<[^>]*>/g, "") : "";
  return text.replace(/\s+/g, " ").trim().slice(0, attributionCharactersMax) || standardAttribution;
}
