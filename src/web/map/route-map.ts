import {
  circle,
  divIcon,
  type FeatureGroup,
  featureGroup,
  type LatLngExpression,
  type Map as LeafletMap,
  latLngBounds,
  marker,
  polyline,
} from "leaflet";
import { baseFor } from "./base.ts";
import { drawBaseMap } from "./base-map.ts";
import type { Place } from "./place.ts";

/** A map of a route and the driver on it. Works in any page, without React. */

const routeZoomMax = 14;
const routePadding = 44;
const townRadiusMeters = 2_500;

export interface RouteEnd extends Place {
  kind: "pickup" | "delivery";
  label: string;
  /** Shows the town only, not the exact address. */
  isTown?: boolean;
}

export interface Route {
  ends: readonly RouteEnd[];
  /** Oldest first. */
  traveled: readonly Place[];
  /** The driver's current position. */
  driver: Place | null;
  /** The stops still ahead, in order, joined by straight lines. */
  planned: readonly Place[];
}

export interface RouteMap {
  show(route: Route): void;
  remove(): void;
}

export function drawRouteMap(element: HTMLElement): RouteMap {
  let wasDragged = false;
  let shownEnds: readonly RouteEnd[] = [];
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
      standOn([baseFor(placesOf(route)) ?? "world"]);
      labeled = placesOf(route);
      if (isNew || !wasDragged) fit(map, route, isNew);
    },
    remove,
  };
}

const still = { interactive: false, keyboard: false } as const;

function drawRoute(layers: FeatureGroup, { ends, traveled, planned, driver }: Route): void {
  drawLine(layers, planned, "map-plan");
  drawLine(layers, driver ? [...traveled, driver] : traveled, "map-traveled");
  for (const end of ends) drawEnd(layers, end);
}

function drawLine(layers: FeatureGroup, places: readonly Place[], className: string): void {
  if (places.length > 1) polyline(places.map(toPoint), { className, ...still }).addTo(layers);
}

function drawEnd(layers: FeatureGroup, end: RouteEnd): void {
  const point = toPoint(end);
  if (end.isTown) {
    circle(point, { radius: townRadiusMeters, className: "map-area", ...still }).addTo(layers);
  }
  const label = document.createElement("span");
  label.textContent = end.label;
  marker(point, { icon: divIcon({ className: `map-end map-${end.kind}`, iconSize: [16, 16] }), ...still })
    .bindTooltip(label, { permanent: true, direction: "top", offset: [0, -8], className: "map-label" })
    .addTo(layers);
}

/** What has to be seen of a route: where it leads, and where the driver is. */
export function placesOf({ ends, driver }: Pick<Route, "ends" | "driver">): readonly Place[] {
  return driver ? [...ends, driver] : ends;
}

/** Shows the whole route. After that, follows the driver only when they leave the view. */
function fit(map: LeafletMap, { ends, traveled, driver }: Route, isNew: boolean): void {
  const points = [...ends, ...traveled, ...(driver ? [driver] : [])].map(toPoint);
  if (points.length === 0) return;
  const bounds = latLngBounds(points);
  if (!isNew && map.getBounds().contains(bounds)) return;
  const maxZoom = Math.min(map.getMaxZoom(), points.length === 1 ? routeZoomMax - 3 : routeZoomMax);
  map.fitBounds(bounds, { padding: [routePadding, routePadding], maxZoom });
}

function toPoint({ latitude, longitude }: Place): LatLngExpression & [number, number] {
  return [latitude, longitude];
}
