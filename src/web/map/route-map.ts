import {
  circle,
  circleMarker,
  divIcon,
  type FeatureGroup,
  featureGroup,
  type LatLngExpression,
  type Map as LeafletMap,
  latLng,
  latLngBounds,
  marker,
  polyline,
} from "leaflet";
import { type Base, baseFor } from "./base.ts";
import { drawBaseMap } from "./base-map.ts";
import type { Place } from "./place.ts";
import { placesOf, type Route, type RouteEnd } from "./route.ts";

/** A map of a route and the driver on it. Works in any page, without React. */

const routeZoomMax = 14;
/** Of a driver alone: some streets around, or some towns. */
const driverZooms = { streets: 15, tiles: 15, world: 11 } as const satisfies Record<Base, number>;
/** Left and top, also clear of the zoom buttons and of the label above a pin; then right and bottom. */
const paddingTopLeft: [number, number] = [84, 64];
const paddingBottomRight: [number, number] = [44, 44];
const townRadiusMeters = 2_500;
const scanPixels = 5;

export interface RouteMap {
  show(route: Route): void;
  remove(): void;
}

export function drawRouteMap(element: HTMLElement): RouteMap {
  let wasDragged = false;
  let shownEnds: readonly RouteEnd[] | undefined;
  let labeled: readonly Place[] = [];
  const { map, standOn, remove } = drawBaseMap(element, () => labeled, { isPassed: true });
  map.on("dragstart", () => {
    wasDragged = true;
  });
  const layers = featureGroup().addTo(map);
  const driver = marker([0, 0], {
    icon: divIcon({ className: "map-driver", iconSize: [22, 22] }),
    zIndexOffset: 1_000,
    ...still,
  });

  return {
    show(route) {
      layers.clearLayers();
      drawRoute(layers, route);
      if (route.driver) driver.setLatLng(toPoint(route.driver)).addTo(map);
      else driver.remove();
      const isNew = JSON.stringify(route.ends) !== JSON.stringify(shownEnds);
      shownEnds = route.ends;
      const base = baseFor(placesOf(route)) ?? "world";
      standOn([base]);
      labeled = placesOf(route);
      if (isNew || !wasDragged) fit(map, route, { isNew, driverZoom: driverZooms[base] });
    },
    remove,
  };
}

const still = { interactive: false, keyboard: false } as const;

function drawRoute(layers: FeatureGroup, { ends, traveled, scans = [], planned, driver }: Route): void {
  drawLine(layers, planned, "map-plan");
  drawLine(layers, driver ? [...traveled, driver] : traveled, "map-traveled");
  drawLine(layers, scans, "map-traveled");
  for (const scan of scans)
    circleMarker(toPoint(scan), { radius: scanPixels, className: "map-scan", ...still }).addTo(layers);
  for (const end of ends) drawEnd(layers, end);
}

function drawLine(layers: FeatureGroup, places: readonly Place[], className: string): void {
  if (places.length > 1) polyline(places.map(toPoint), { className, ...still }).addTo(layers);
}

function drawEnd(layers: FeatureGroup, end: RouteEnd): void {
  const point = toPoint(end);
  const label = document.createElement("span");
  label.textContent = end.label;
  if (end.radiusMeters !== undefined) {
    // Two stops of a town have the same circle: their labels stand above and below its middle.
    const direction = end.kind === "pickup" ? "top" : "bottom";
    circle(point, { radius: end.radiusMeters, className: "map-area", ...still })
      .bindTooltip(label, { permanent: true, direction, className: "map-label" })
      .addTo(layers);
    return;
  }
  if (end.isTown) {
    circle(point, { radius: townRadiusMeters, className: "map-area", ...still }).addTo(layers);
  }
  marker(point, { icon: divIcon({ className: `map-end map-${end.kind}`, iconSize: [16, 16] }), ...still })
    .bindTooltip(label, { permanent: true, direction: "top", offset: [0, -8], className: "map-label" })
    .addTo(layers);
}

/** Shows the whole route. After that, follows the driver only when they leave the view. */
function fit(
  map: LeafletMap,
  { ends, traveled, scans = [], driver }: Route,
  { isNew, driverZoom }: { isNew: boolean; driverZoom: number },
): void {
  const points = [...ends, ...traveled, ...scans, ...(driver ? [driver] : [])].map(toPoint);
  if (points.length === 0) return;
  const bounds = latLngBounds(points);
  for (const end of ends)
    if (end.radiusMeters !== undefined) bounds.extend(latLng(toPoint(end)).toBounds(2 * end.radiusMeters));
  if (!isNew && map.getBounds().contains(bounds)) return;
  const maxZoom = Math.min(map.getMaxZoom(), points.length === 1 ? driverZoom : routeZoomMax);
  map.fitBounds(bounds, { paddingTopLeft, paddingBottomRight, maxZoom });
}

function toPoint({ latitude, longitude }: Place): LatLngExpression & [number, number] {
  return [latitude, longitude];
}
