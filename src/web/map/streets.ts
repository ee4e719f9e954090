import type { StreetSchema } from "../../infra/streets/street-map.ts";
import type { Place } from "./place.ts";

/** Display zooms are one above those of the tiles, which are drawn at twice the size. */
const levelDifference = 1;

/** The map file, if the installation has one; the page's head names it. */
export interface Streets {
  url: string;
  bounds: { west: number; south: number; east: number; north: number };
  /** Of its tiles. */
  minZoom: number;
  maxZoom: number;
  schema: StreetSchema;
  attribution: string;
}

export function findStreets(): Streets | undefined {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=waybill-streets]");
  if (meta === null) return undefined;
  const { bounds = "", zooms = "", schema, attribution = "" } = meta.dataset;
  const [west = 0, south = 0, east = 0, north = 0] = bounds.split(",").map(Number);
  const [minZoom = 0, maxZoom = 0] = zooms.split(",").map(Number);
  return {
    url: new URL(meta.content, location.href).href,
    bounds: { west, south, east, north },
    minZoom,
    maxZoom,
    schema: schema as StreetSchema,
    attribution,
  };
}

export function isWithin({ bounds }: Streets, { latitude, longitude }: Place): boolean {
  const { west, south, east, north } = bounds;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** The lowest display zoom that the tiles reach. */
export function lowestZoom({ minZoom }: Streets): number {
  return minZoom === 0 ? 0 : minZoom + levelDifference;
}
