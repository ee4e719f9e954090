import { geoJSON, type Map as LeafletMap, layerGroup, svg } from "leaflet";
import type { Place } from "./place.ts";
import { addTownNames } from "./town-names.ts";
import { worldShapes } from "./world-shapes.ts";

/** Below everything else on the map. */
const pane = "tilePane";

/**
 * Land and borders of Natural Earth, and names of towns beside the `labeled` places, where no streets are known.
 * @returns what removes them
 */
export function addWorld(map: LeafletMap, labeled: () => readonly Place[]): () => void {
  const { land, borders } = worldShapes();
  const options = { interactive: false, pane, renderer: svg({ pane }) };
  const layers = layerGroup(
    [
      geoJSON(land, { ...options, style: { className: "map-land" } }),
      geoJSON(borders, { ...options, style: { className: "map-border" } }),
    ],
    { attribution: "Natural Earth, © GeoNames" },
  ).addTo(map);
  const removeNames = addTownNames(map, labeled);
  return () => {
    removeNames();
    layers.remove();
  };
}
