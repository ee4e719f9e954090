import { circle, divIcon, type LatLng, type Map as LeafletMap, latLng, marker } from "leaflet";
import { baseForPin } from "./base.ts";
import { drawBaseMap } from "./base-map.ts";
import type { Place, Surroundings } from "./place.ts";
import { findStreets } from "./streets.ts";

/** A map with one pin that a person sets: by a click, by dragging it, and with the arrow keys. Works in any page, without React. */

/** Around a pin, houses can be told apart. */
const pinZoom = 17;
const stepPixels = 10;
/** With the Shift key. */
const leapPixels = 60;
/** Six decimals are a tenth of a meter. */
const decimals = 6;

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export interface PinMap {
  /** Shows the pin, or else the circle that the place is somewhere in. */
  show(pin: Place | undefined, around: Surroundings | undefined): void;
  remove(): void;
}

/** @param onMove where the person put the pin */
export function drawPinMap(element: HTMLElement, onMove: (place: Place) => void): PinMap {
  const { map, standOn, remove } = drawBaseMap(element, () => [], { isPassed: true });
  // The arrow keys move the pin.
  map.keyboard.disable();
  element.tabIndex = 0;
  const pin = marker([0, 0], {
    icon: divIcon({ className: "map-pin", iconSize: [28, 36], iconAnchor: [14, 36] }),
    draggable: true,
    autoPan: true,
    keyboard: false,
  });
  const area = circle([0, 0], { className: "map-area", interactive: false, radius: 1 });
  let placed: Place | undefined;

  function put(point: LatLng): void {
    const { lat, lng } = point.wrap();
    placed = { latitude: Number(lat.toFixed(decimals)), longitude: Number(lng.toFixed(decimals)) };
    pin.setLatLng(toPoint(placed)).addTo(map);
    onMove(placed);
  }

  pin.on("dragend", () => put(pin.getLatLng()));
  map.on("click", ({ latlng }) => put(latlng));
  const move = (event: KeyboardEvent) => {
    if (event.target !== element || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = placeAfter(map, placed && latLng(toPoint(placed)), event);
    if (next === undefined) return;
    event.preventDefault();
    if (next === "seen") return;
    put(next);
    if (!map.getBounds().contains(next)) map.panTo(next);
  };
  element.addEventListener("keydown", move);

  return {
    show(shown, around) {
      const base = baseForPin(shown, around);
      if (base) standOn([base]);
      // Close up it would only color the houses.
      if (around && !shown) area.setLatLng(toPoint(around)).setRadius(around.radius_meters).addTo(map);
      else area.remove();
      if (shown) pin.setLatLng(toPoint(shown)).addTo(map);
      else pin.remove();
      const isOwn = isSame(shown, placed);
      placed = shown;
      // What the person moved is in view.
      if (!isOwn || !isViewed(map)) look(map, shown, around);
    },
    remove() {
      element.removeEventListener("keydown", move);
      remove();
    },
  };
}

/** Where a key puts the pin: the first one into the middle. `seen`: it changed the view. */
function placeAfter(
  map: LeafletMap,
  from: LatLng | undefined,
  { key, shiftKey }: KeyboardEvent,
): LatLng | "seen" | undefined {
  if (key === "+" || key === "-") {
    map.setZoom(map.getZoom() + (key === "+" ? 1 : -1));
    return "seen";
  }
  const direction = directions[key];
  if (!direction) return undefined;
  if (!from) return map.getCenter();
  const pixels = shiftKey ? leapPixels : stepPixels;
  const [x, y] = direction;
  return map.unproject(map.project(from).add([x * pixels, y * pixels]));
}

function look(map: LeafletMap, pin: Place | undefined, around: Surroundings | undefined): void {
  if (pin) {
    const zoom = isViewed(map) ? Math.max(map.getZoom(), pinZoom) : pinZoom;
    map.setView(toPoint(pin), Math.min(zoom, map.getMaxZoom()), { animate: false });
  } else if (around)
    map.fitBounds(latLng(toPoint(around)).toBounds(2 * around.radius_meters), { animate: false });
  else {
    const streets = findStreets();
    if (!streets) return void map.setView([0, 0], 2);
    const { south, west, north, east } = streets.bounds;
    map.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      { animate: false },
    );
  }
}

/** Whether the map shows anything yet: Leaflet throws before. */
function isViewed(map: LeafletMap): boolean {
  return map.getZoom() !== undefined;
}

function isSame(one: Place | undefined, other: Place | undefined): boolean {
  return one?.latitude === other?.latitude && one?.longitude === other?.longitude;
}

function toPoint({ latitude, longitude }: Place): [number, number] {
  return [latitude, longitude];
}
