import { control, type Map as LeafletMap, map as leafletMap, tileLayer } from "leaflet";
import { type Base, escapeHtml, findTiles } from "./base.ts";
import type { Place } from "./place.ts";
import { findStreets, lowestZoom } from "./streets.ts";
import { addTownNames } from "./town-names.ts";
import { addWorld } from "./world.ts";

/** What every map stands on: streets, or land and town names. */

const zoomMax = 18;
/** Without streets, closer zooms show nothing more. */
const worldZoomMax = 13;

interface BaseMap {
  map: LeafletMap;
  /** Puts these below everything else, and removes what was there before. */
  standOn(bases: readonly Base[]): void;
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
  const map = leafletMap(element, {
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    // The wheel scrolls the page, not the map.
    scrollWheelZoom: false,
    dragging: !(isPassed && matchMedia("(pointer: coarse)").matches),
    maxZoom: zoomMax,
  });
  /** What removes each base that is shown. */
  const shown = new Map<Base, () => void>();
  map.attributionControl.setPrefix(false);
  control.scale({ imperial: false, position: "bottomleft" }).addTo(map);
  // Read out one by one, names on a map tell nothing: the page has a sentence.
  map.getPane("mapPane")?.setAttribute("aria-hidden", "true");

  return {
    map,
    standOn(bases) {
      for (const [base, take] of shown) {
        if (bases.includes(base)) continue;
        shown.delete(base);
        take();
      }
      for (const base of bases) if (!shown.has(base)) shown.set(base, adders[base](map, labeled));
      const last = bases.at(-1);
      element.classList.toggle("map-on-streets", last === "streets" && bases.length === 1);
      map.setMaxZoom(last === "world" ? worldZoomMax : zoomMax);
      const streets = bases[0] === "streets" ? findStreets() : undefined;
      map.setMinZoom(streets ? lowestZoom(streets) : 0);
    },
    remove() {
      for (const take of shown.values()) take();
      map.remove();
      // Leaflet reports a change of size 200 ms later, even on a map that was removed in the meantime.
      map.off();
    },
  };
}

/** Each adds its base to the map and returns what removes it. */
const adders: Record<Base, (map: LeafletMap, labeled: () => readonly Place[]) => () => void> = {
  streets: (map) =>
    afterwards(async (add) => {
      const { addStreets } = await import("./street-layer.ts");
      const streets = findStreets();
      if (streets) add(() => addStreets(map, streets));
    }),
  tiles(map) {
    const tiles = findTiles();
    if (!tiles) return () => {};
    const layer = tileLayer(tiles.url, { maxZoom: zoomMax, attribution: escapeHtml(tiles.attribution) });
    layer.addTo(map);
    return () => void layer.remove();
  },
  world: (map, labeled) =>
    afterwards(async (add) => {
      // Data alone: it imports nothing, so browsers keep it when the programs change.
      const { largestTowns, worldShapes } = await import("./world-shapes.ts");
      add(() => addWorld(map, worldShapes()));
      add(() => addTownNames(map, largestTowns, labeled));
    }),
};

/** Adds what has to be loaded first, unless it was removed by then. @returns what removes it */
function afterwards(load: (add: (draw: () => () => void) => void) => Promise<void>): () => void {
  let isWanted = true;
  const added: (() => void)[] = [];
  void load((draw) => {
    if (isWanted) added.push(draw());
  });
  return () => {
    isWanted = false;
    for (const take of added) take();
  };
}
