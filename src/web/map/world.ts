import { geoJSON, type Map as LeafletMap, svg } from "leaflet";
import { feature, mesh } from "topojson-client";
import world from "world-atlas/countries-50m.json";

/** Below everything else on the map. */
const pane = "tilePane";

/** Land and borders of Natural Earth, for installations without a tile server. */
export function addWorld(map: LeafletMap): void {
  const { land, countries } = world.objects;
  const borders = mesh(world, countries, (one, other) => one !== other);
  const options = { interactive: false, pane, renderer: svg({ pane }) };
  geoJSON(feature(world, land), { ...options, style: { className: "map-land" } }).addTo(map);
  geoJSON(borders, { ...options, style: { className: "map-border" } }).addTo(map);
  map.attributionControl.addAttribution("Natural Earth, © GeoNames");
}
