import { geoJSON, type Map as LeafletMap, layerGroup, svg } from "leaflet";
import { feature, mesh } from "topojson-client";
import world from "world-atlas/countries-50m.json";

/** Below everything else on the map. */
const pane = "tilePane";

/** Land and borders of Natural Earth, for places that no streets reach. @returns what removes them */
export function addWorld(map: LeafletMap): () => void {
  const { land, countries } = world.objects;
  const borders = mesh(world, countries, (one, other) => one !== other);
  const options = { interactive: false, pane, renderer: svg({ pane }) };
  const layers = layerGroup(
    [
      geoJSON(feature(world, land), { ...options, style: { className: "map-land" } }),
      geoJSON(borders, { ...options, style: { className: "map-border" } }),
    ],
    { attribution: "Natural Earth, © GeoNames" },
  ).addTo(map);
  return () => void layers.remove();
}
