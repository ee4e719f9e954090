import { type CircleMarker, circleMarker, divIcon, type Marker, marker, type Renderer } from "leaflet";
import type { Place } from "./place.ts";

/** What stands on a map of many: dots, the names of who drives, and the numbers of stops. */

const moverRadius = 8;
const stopRadius = 5;

export interface Dot extends Place {
  id: string;
  kind: "driver" | "carrier" | "pickup" | "delivery";
  label: string;
}

export interface BoardEvents {
  onChoose(id: string): void;
  /** Something was dropped on a driver. */
  onDrop(driverId: string, data: DataTransfer): void;
}

export function pinOf(dot: Dot, renderer: Renderer, events: BoardEvents): CircleMarker {
  const { id, kind, label, latitude, longitude } = dot;
  const pin = circleMarker([latitude, longitude], {
    radius: kind === "driver" || kind === "carrier" ? moverRadius : stopRadius,
    className: `map-dot map-dot-${kind}`,
    renderer,
  });
  pin.bindTooltip(textOf(label)).on("click", () => events.onChoose(id));
  if (kind === "driver") pin.once("add", () => takeDrops(pin.getElement(), id, events));
  return pin;
}

/** Dispatchers look for a person. No tooltip: it would measure the page at each move. */
export function nameOf({ label, latitude, longitude }: Dot): Marker {
  const icon = divIcon({ className: "map-name", html: textOf(label), iconSize: [0, 0] });
  return marker([latitude, longitude], { icon, interactive: false, keyboard: false });
}

/** The number of a stop on the way, beside its dot. */
export function numberOf({ latitude, longitude }: Place, text: string): CircleMarker {
  return circleMarker([latitude, longitude], { radius: 0, stroke: false, interactive: false }).bindTooltip(
    textOf(text),
    { permanent: true, direction: "left", className: "map-label map-number" },
  );
}

/** Leaflet renders text as HTML. */
export function textOf(text: string): HTMLElement {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}

function takeDrops(element: Element | undefined, id: string, { onDrop }: BoardEvents): void {
  if (!(element instanceof SVGElement)) return;
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer) onDrop(id, event.dataTransfer);
  });
}

export function mark(pin: CircleMarker | undefined, isChosen: boolean): void {
  pin?.getElement()?.classList.toggle("map-dot-chosen", isChosen);
}
