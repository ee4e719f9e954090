import { metersBetween, type Place, type Surroundings } from "./place.ts";
import { findStreets, isWithin } from "./streets.ts";

/** What a map can stand on: the map file, the tile server, or land and town names. */
export type Base = "streets" | "tiles" | "world";

/** Land and town names tell something between cities, and nothing within one. */
const worldFromMeters = 25_000;

/** What a map of these places stands on. Undefined: nothing shows more than words do. */
export function baseFor(places: readonly Place[]): Base | undefined {
  const streets = findStreets();
  if (places.length === 0) return undefined;
  if (streets && places.every((place) => isWithin(streets, place))) return "streets";
  if (findTiles()) return "tiles";
  return extentMeters(places) > worldFromMeters ? "world" : undefined;
}

/** What a map of the pin stands on. Undefined: it would show no more than words do. */
export function baseForPin(pin: Place | undefined, around: Surroundings | undefined): Base | undefined {
  const center = pin ?? around;
  if (center) {
    const base = baseFor([center]);
    return base === "world" ? undefined : base;
  }
  if (findStreets()) return "streets";
  return findTiles() ? "tiles" : undefined;
}

/** What a map of places anywhere stands on: streets where they are, and below them the rest. */
export function basesFor(places: readonly Place[]): Base[] {
  const streets = findStreets();
  const rest = findTiles() ? "tiles" : "world";
  if (streets && places.length === 0) return ["streets"];
  const areWithin = streets ? places.map((place) => isWithin(streets, place)) : [];
  if (!areWithin.includes(true)) return [rest];
  return areWithin.every(Boolean) ? ["streets"] : [rest, "streets"];
}

/** The way across the places, from corner to corner. */
function extentMeters(places: readonly Place[]): number {
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude);
  return metersBetween(
    { latitude: Math.min(...latitudes), longitude: Math.min(...longitudes) },
    { latitude: Math.max(...latitudes), longitude: Math.max(...longitudes) },
  );
}

/** The tile server, if the operator configured one; the page's head names it. */
interface Tiles {
  /** With `{z}`, `{x}` and `{y}`. */
  url: string;
  attribution: string;
}

export function findTiles(): Tiles | undefined {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=waybill-map-tiles]");
  return meta === null ? undefined : { url: meta.content, attribution: meta.dataset.attribution ?? "" };
}

/** Leaflet renders attributions as HTML. */
export function escapeHtml(text: string): string {
  const span = document.createElement("span");
  span.textContent = text;
  return span.innerHTML;
}
