import { type DivIcon, divIcon, type LayerGroup, type Map as LeafletMap, layerGroup, marker } from "leaflet";
import type { Place } from "./place.ts";
import { bandDegrees, bands } from "./towns/bands.ts";

/** Between the land and the route. */
const pane = "towns";
const paneLevel = "300";
const namesMax = 40;
/** Size of a name in pixels. */
const characterWidth = 7;
const nameHeight = 22;
const labelWidth = 90;
/** From here on a view shows smaller towns too. */
const bandsFromZoom = 5;

interface Town extends Place {
  name: string;
}

/** In each list the largest first. */
const inBands = new Map<number, readonly Town[]>();

function townsIn(text: string): Town[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [name = "", latitude, longitude] = line.split("\t");
      return { name, latitude: Number(latitude), longitude: Number(longitude) };
    });
}

/**
 * Adds town names, largest towns first, as many as fit beside the `labeled` places.
 * @param largestText of the towns that every view may show
 * @returns what removes them
 */
export function addTownNames(
  map: LeafletMap,
  largestText: string,
  labeled: () => readonly Place[],
): () => void {
  const largest = townsIn(largestText);
  (map.getPane(pane) ?? map.createPane(pane)).style.zIndex = paneLevel;
  const names = layerGroup().addTo(map);
  let isShown = true;
  const draw = () => {
    const shown = bandsIn(map);
    drawNames(names, map, labeled(), [largest, ...shown.map((band) => inBands.get(band) ?? [])].flat());
    void loadBands(shown).then((isNew) => isNew && isShown && draw());
  };
  map.on("moveend", draw);
  map.whenReady(draw);
  return () => {
    isShown = false;
    map.off("moveend", draw);
    names.remove();
  };
}

/** Those of the smaller towns that the map shows; none where there is only room for large ones. */
function bandsIn(map: LeafletMap): number[] {
  if (map.getZoom() < bandsFromZoom) return [];
  const bounds = map.getBounds();
  const [first, last] = [bounds.getWest(), bounds.getEast()].map((each) => Math.floor(each / bandDegrees));
  return [...bands.keys()].filter((band) => band >= (first ?? 0) && band <= (last ?? 0));
}

/** Returns whether there are more towns now. One that fails to load is asked for when the map moves. */
async function loadBands(wanted: readonly number[]): Promise<boolean> {
  const missing = wanted.filter((band) => !inBands.has(band));
  const loading = missing.map(async (band) => {
    const file = await bands.get(band)?.();
    if (file) inBands.set(band, townsIn(file.default));
  });
  const done = await Promise.allSettled(loading);
  return done.some(({ status }) => status === "fulfilled");
}

function drawNames(
  names: LayerGroup,
  map: LeafletMap,
  labeled: readonly Place[],
  towns: readonly Town[],
): void {
  names.clearLayers();
  for (const { name, latitude, longitude } of withRoom(map, labeled, towns)) {
    marker([latitude, longitude], {
      icon: nameIcon(name),
      pane,
      interactive: false,
      keyboard: false,
    }).addTo(names);
  }
}

/** The towns whose names fit into the view without overlap. */
function withRoom(map: LeafletMap, labeled: readonly Place[], towns: readonly Town[]): Town[] {
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
