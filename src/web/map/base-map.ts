import { control, type Map as LeafletMap, map as leafletMap, tileLayer } from "leaflet";
import type { Place } from "./place.ts";
import { findTiles } from "./tiles.ts";

/** What every map stands on: street tiles, or land and town names. */

const zoomMax = 18;
/** Without street tiles, closer zooms show nothing more. */
const worldZoomMax = 13;

interface BaseMap {
  map: LeafletMap;
  remove(): void;
}

/**
 * @param labeled places that have a label of their own: town names leave them room
 * @param isPassed whether one finger scrolls the page past the map; two move the map
 */
export function drawBaseMap(
  element: HTMLElement,
  labeled: () => readonly Place[],
  { isPassed = false }: { isPassed?: boolean } = {},
): BaseMap {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const tiles = findTiles();
  const map = leafletMap(element, {
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    // The wheel scrolls the page, not the map.
    scrollWheelZoom: false,
    dragging: !(isPassed && matchMedia("(pointer: coarse)").matches),
    maxZoom: tiles ? zoomMax : worldZoomMax,
  });
  let isShown = true;
  map.attributionControl.setPrefix(false);
  control.scale({ imperial: false, position: "bottomleft" }).addTo(map);
  if (tiles)
    tileLayer(tiles.url, { maxZoom: zoomMax, attribution: escapeHtml(tiles.attribution) }).addTo(map);
  else void drawWorld();

  /** Draws land first: the town names are as large again. */
  async function drawWorld(): Promise<void> {
    const { addWorld } = await import("./world.ts");
    if (isShown) addWorld(map);
    const { addTownNames } = await import("./town-names.ts");
    if (isShown) addTownNames(map, labeled);
  }

  return {
    map,
    remove() {
      isShown = false;
      map.remove();
      // Leaflet reports a change of size 200 ms later, even on a map that was removed in the meantime.
      map.off();
    },
  };
}

/** Leaflet renders attributions as HTML. */
function escapeHtml(text: string): string {
  const span = document.createElement("span");
  span.textContent = text;
  return span.innerHTML;
}
