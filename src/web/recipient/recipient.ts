import icon from "../browser/favicon.svg";
import { followWhileVisible } from "../browser/stream.ts";
import { baseFor } from "../map/base.ts";
import type { Place } from "../map/place.ts";
import type { Route, RouteEnd } from "../map/route.ts";
import type { RouteMap } from "../map/route-map.ts";
import { listenToTools, sendFormsHere, showTools } from "./page-forms.ts";
import { loadPage, markTypedParts, openTemplates, pagePath, replaceParts } from "./page-parts.ts";
import { showTimes } from "./times.ts";

/**
 * The script of the recipient's page: local times, a map and live updates. All texts come from the server: the script
 * fetches the page again and replaces the parts that have an id.
 */

/** How many stops come before this one, and how far the driver is, changes without an event that says so. */
const changesMs = 20_000;

/** Replaces the parts of the page with those of a newer one. */
async function refresh(): Promise<void> {
  const newer = await loadPage(pagePath()).catch(() => undefined);
  if (newer === undefined) return;
  replaceParts(newer, { keepsForms: true });
  finishParts();
}

function finishParts(): void {
  showTimes();
  showTools();
}

/** Returns a function that refreshes, one refresh at a time. */
function createRefresher(): () => Promise<void> {
  let isRunning = false;
  let isDue = false;
  return async function request(): Promise<void> {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      await refresh();
    }
    isRunning = false;
  };
}

function placeIn(text: string | undefined): Place | null {
  const [latitude, longitude] = (text ?? "").split(",").map(Number);
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** What the map shows: the driver on streets, or on the way from another city. Undefined: words tell more. */
function routeOf(driver: Place | null, town: RouteEnd | null, traveled: readonly Place[]): Route | undefined {
  if (driver === null) return undefined;
  const route = { driver, traveled, planned: [], ends: [] };
  if (baseFor([driver]) !== undefined) return route;
  // Of the address only the town may be shown. Within the town, its pin would be in the wrong place.
  const ends = town ? [town] : [];
  return baseFor([driver, ...ends]) === undefined ? undefined : { ...route, ends };
}

function follow(element: HTMLElement, stream: string): void {
  const center = placeIn(element.dataset.destination);
  const town: RouteEnd | null = center && {
    ...center,
    kind: "delivery",
    label: element.dataset.town ?? "",
    isTown: true,
  };
  const traveled: Place[] = [];
  let driver = placeIn(element.dataset.driver);
  let drawing: Promise<RouteMap> | undefined;

  async function draw(): Promise<void> {
    const isShown = routeOf(driver, town, traveled) !== undefined;
    element.hidden = !isShown;
    if (!isShown) return;
    drawing ??= import("../map/route-map.ts").then(({ drawRouteMap }) => drawRouteMap(element));
    const map = await drawing;
    const route = routeOf(driver, town, [...traveled]);
    if (route && element.isConnected) map.show(route);
  }
  void draw();

  const refreshSoon = createRefresher();
  followWhileVisible({
    address: stream,
    onMessage: ({ event, data }) => {
      if (event !== "position") return void refreshSoon();
      if (driver) traveled.push(driver);
      driver = data as Place;
      void draw();
    },
    // The server limits its streams; without one, each retry refreshes the page.
    onBreak: () => void refreshSoon(),
  });
  setInterval(() => {
    const tells = document.querySelector(".stops, #way:not([hidden])") !== null;
    if (tells && document.visibilityState === "visible") void refreshSoon();
  }, changesMs);
}

document.querySelector("link[rel=icon]")?.setAttribute("href", icon);
openTemplates();
finishParts();
markTypedParts();
sendFormsHere(finishParts);
listenToTools();
const place = document.getElementById("map");
if (place?.dataset.stream) follow(place, place.dataset.stream);
