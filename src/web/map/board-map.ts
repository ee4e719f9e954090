import {
  type CircleMarker,
  circle,
  featureGroup,
  type LatLngBoundsExpression,
  latLngBounds,
  type Marker,
  polyline,
  svg,
} from "leaflet";
import { basesFor } from "./base.ts";
import { drawBaseMap } from "./base-map.ts";
import { type BoardEvents, type Dot, mark, nameOf, numberOf, pinOf, textOf } from "./board-pins.ts";
import type { Place } from "./place.ts";
import { findStreets, type Streets } from "./streets.ts";

/** A map of many who move: drivers, stops, and the way of the chosen one. Works in any page, without React. */

const padding = 40;
const closestFit = 14;
/** Of stops at one door: more would leave the map. */
const numbersMax = 4;
/** One that was chosen is looked at from nearer. */
const closestChosen = 16;
/** Above the stops. */
const moversLevel = "450";

/** A place on the way of the chosen one. */
export interface WayPoint extends Place {
  /** Its number on the way. */
  label?: string;
}

/** A circle with stops somewhere in it. */
export interface Area extends Place {
  radiusMeters: number;
  label: string;
}

/** What a person does to move the map. */
const handEvents = ["pointerdown", "keydown"] as const;

export interface BoardMap {
  /** The dots that stand still. Those that are gone disappear. */
  showStops(stops: readonly Dot[]): void;
  /** The circles that have stops whose place is not known: they have no dot. */
  showAreas(areas: readonly Area[]): void;
  /** Puts a dot there, or moves it. */
  move(dot: Dot): void;
  forget(id: string): void;
  /** Moves the view, so that every dot is seen, unless a person has moved it. */
  showAll(): void;
  /** Marks one, draws the way before it, and shows both from near when either is new. */
  choose(id: string | undefined, way: readonly WayPoint[]): void;
  remove(): void;
}

/** A dot on the map. */
interface Placed {
  pin: CircleMarker;
  /** Of a driver: the name above the dot. */
  name: Marker | undefined;
  dot: Dot;
  isStop: boolean;
}

export function drawBoardMap(element: HTMLElement, events: BoardEvents): BoardMap {
  const { map, standOn, remove } = drawBaseMap(element, () => []);
  const placed = new Map<string, Placed>();
  const way = polyline([], { className: "map-plan", interactive: false }).addTo(map);
  const numbers = featureGroup().addTo(map);
  let points: readonly WayPoint[] = [];
  /** What the view was moved to last. */
  let shown = "";
  const circles = featureGroup().addTo(map);
  let areas: readonly Area[] = [];
  let chosen: string | undefined;
  const streets = findStreets();
  if (streets) map.fitBounds(cornersOf(streets.bounds), { animate: false });
  else map.setView([0, 0], 2);
  let isTaken = false;
  for (const type of handEvents) element.addEventListener(type, () => (isTaken = true));
  // One picture for all who move: an element of its own for each would cost ten times as much to compose.
  map.createPane("movers").style.zIndex = moversLevel;
  const stops = svg();
  const movers = svg({ pane: "movers" });

  function put(dot: Dot, isStop: boolean): void {
    const known = placed.get(dot.id);
    if (known?.dot.kind === dot.kind) {
      if (known.dot.latitude !== dot.latitude || known.dot.longitude !== dot.longitude)
        for (const part of [known.pin, known.name]) part?.setLatLng([dot.latitude, dot.longitude]);
      known.dot = dot;
      if (dot.id === chosen) drawWay();
      return;
    }
    if (known) take(known);
    const pin = pinOf(dot, isStop ? stops : movers, events).addTo(map);
    const name = dot.kind === "driver" ? nameOf(dot).addTo(map) : undefined;
    placed.set(dot.id, { pin, name, dot, isStop });
    if (dot.id !== chosen) return;
    mark(pin, true);
    drawWay();
  }

  /** Who moves goes on from where they are. */
  function drawWay(): void {
    const found = chosen === undefined ? undefined : placed.get(chosen);
    const from = found && !found.isStop && points.length > 0 ? [found.dot] : [];
    way.setLatLngs(
      [...from, ...points].map(({ latitude, longitude }): [number, number] => [latitude, longitude]),
    );
  }

  function drawNumbers(): void {
    numbers.clearLayers();
    // Several stops at one door have one label.
    const doors = Map.groupBy(points, ({ latitude, longitude }) => `${latitude} ${longitude}`);
    for (const [first, ...others] of doors.values()) {
      if (first?.label === undefined) continue;
      const labels = [first, ...others].flatMap(({ label }) => label ?? []);
      const shown = labels.slice(0, numbersMax).join(", ");
      numberOf(first, labels.length > numbersMax ? `${shown} …` : shown).addTo(numbers);
    }
  }

  function showChosen(): void {
    const found = chosen === undefined ? undefined : placed.get(chosen);
    const places = [...points, ...(found ? [found.dot] : [])];
    if (places.length === 0) return;
    const bounds = latLngBounds(
      places.map(({ latitude, longitude }): [number, number] => [latitude, longitude]),
    );
    map.fitBounds(bounds, { padding: [padding, padding], maxZoom: Math.max(map.getZoom(), closestChosen) });
  }

  stand();

  /** Dots are useful on an empty map too, so there is always one. */
  function stand(): void {
    standOn(basesFor([...areas, ...[...placed.values()].map(({ dot }) => dot)]));
  }

  function forget(id: string): void {
    const known = placed.get(id);
    if (known) take(known);
    placed.delete(id);
  }

  function take({ pin, name }: Placed): void {
    pin.remove();
    name?.remove();
  }

  return {
    showStops(stops) {
      const ids = new Set(stops.map(({ id }) => id));
      for (const [id, { isStop }] of placed) if (isStop && !ids.has(id)) forget(id);
      for (const stop of stops) put(stop, true);
      stand();
    },
    showAreas(shown) {
      areas = shown;
      circles.clearLayers();
      for (const { latitude, longitude, radiusMeters, label } of areas)
        circle([latitude, longitude], { radius: radiusMeters, className: "map-area", interactive: false })
          .bindTooltip(textOf(label), { permanent: true, direction: "center", className: "map-label" })
          .addTo(circles);
      stand();
    },
    move: (dot) => put(dot, false),
    forget,
    showAll() {
      stand();
      if (isTaken) return;
      const bounds = latLngBounds([...placed.values()].map(({ pin }) => pin.getLatLng()));
      if (areas.length > 0) bounds.extend(circles.getBounds());
      if (!bounds.isValid()) return;
      map.fitBounds(bounds, {
        padding: [padding, padding],
        maxZoom: closestFit,
        animate: false,
      });
    },
    choose(id, places) {
      if (chosen !== undefined) mark(placed.get(chosen)?.pin, false);
      chosen = id;
      points = places;
      mark(id === undefined ? undefined : placed.get(id)?.pin, true);
      drawWay();
      drawNumbers();
      // The way of one that was just chosen may come later; while it goes on the view stays.
      const news = id === undefined ? "" : `${id} ${places.length > 0}`;
      if (news === shown) return;
      shown = news;
      showChosen();
    },
    remove,
  };
}

function cornersOf({ west, south, east, north }: Streets["bounds"]): LatLngBoundsExpression {
  return [
    [south, west],
    [north, east],
  ];
}
