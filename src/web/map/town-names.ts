import { type DivIcon, divIcon, type LayerGroup, type Map as LeafletMap, layerGroup, marker } from "leaflet";
import type { Place } from "./place.ts";
import text from "./towns.tsv" with { type: "text" };

/** Between the land and the route. */
const pane = "towns";
const paneLevel = "300";
const namesMax = 40;
/** Size of a name in pixels. */
const characterWidth = 7;
const nameHeight = 22;
const labelWidth = 90;

interface Town extends Place {
  name: string;
}

/** Largest first. */
const towns: readonly Town[] = text
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [name = "", latitude, longitude] = line.split("\t");
    return { name, latitude: Number(latitude), longitude: Number(longitude) };
  });

/**
 * Adds town names, largest towns first, as many as fit beside the `labeled` places.
 * @returns what removes them
 */
export function addTownNames(map: LeafletMap, labeled: () => readonly Place[]): () => void {
  (map.getPane(pane) ?? map.createPane(pane)).style.zIndex = paneLevel;
  const names = layerGroup().addTo(map);
  const draw = () => drawNames(names, map, labeled());
  map.on("moveend", draw);
  map.whenReady(draw);
  return () => {
    map.off("moveend", draw);
    names.remove();
  };
}

function drawNames(names: LayerGroup, map: LeafletMap, labeled: readonly Place[]): void {
  names.clearLayers();
  for (const { name, latitude, longitude } of withRoom(map, labeled)) {
    marker([latitude, longitude], {
      icon: nameIcon(name),
      pane,
      interactive: false,
      keyboard: false,
    }).addTo(names);
  }
}

/** The towns whose names fit into the view without overlap. */
function withRoom(map: LeafletMap, labeled: readonly Place[]): Town[] {
  const bounds = map.getBounds();
  const size = map.getSize();
  const taken = labeled.map(({ latitude, longitude }) => ({
    ...map.latLngToContainerPoint([latitude, longitude]),
    width: labelWidth,
  }));
  return towns.filter(({ name, latitude, longitude }) => {
    if (taken.length >= namesMax || !bounds.contains([latitude, longitude])) return false;
    const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
    const width = name.length * characterWidth;
    if (!isWithin(x, width, size.x) || !isWithin(y, nameHeight, size.y)) return false;
    const isFree = taken.every(
      (other) => Math.abs(other.y - y) > nameHeight || Math.abs(other.x - x) > (width + other.width) / 2,
    );
    if (isFree) taken.push({ x, y, width });
    return isFree;
  });
}

/** Whether something of this length around `middle` lies between 0 and `end`. */
function isWithin(middle: number, length: number, end: number): boolean {
  return middle >= length / 2 && middle <= end - length / 2;
}

function nameIcon(name: string): DivIcon {
  const label = document.createElement("span");
  label.textContent = name;
  return divIcon({ className: "map-town", html: label, iconSize: [0, 0] });
}
