import { geoJSON, type Map as LeafletMap, layerGroup, svg } from "leaflet";
import type { WorldShapes } from "./world-shapes.ts";

/** Below everything else on the map. */
const pane = "tilePane";

/** Land and borders of Natural Earth, for places that no streets reach. @returns what removes them */
export function addWorld(map: LeafletMap, { land, borders }: WorldShapes): () => void {
  const options = { interactive: false, pane, renderer: svg({ pane }) };
  const layers = layerGroup(
    [
      geoJSON(land, { ...options, style: { className: "map-land" } }),
      geoJSON(borders, { ...options, style: { className: "map-border" } }),
    ],
    { attribution: "Natural Earth, © GeoNames" },
  ).addTo(map);
  return () => void layers.remove();
}
