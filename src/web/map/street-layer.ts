import type { Map as LeafletMap } from "leaflet";
import { leafletLayer } from "protomaps-leaflet";
import { escapeHtml } from "./base.ts";
import { labelRulesFor, type Palette, paintRulesFor, paletteNames } from "./street-rules.ts";
import { lowestZoom, type Streets } from "./streets.ts";

/** Draws the streets of the map file, in the colors of the page. @returns what removes them */
export function addStreets(map: LeafletMap, streets: Streets): () => void {
  const { url, schema, maxZoom, attribution, bounds } = streets;
  const palette = readPalette(map.getContainer());
  const layer = leafletLayer({
    url,
    maxDataZoom: maxZoom,
    minZoom: lowestZoom(streets),
    maxZoom: map.getMaxZoom(),
    bounds: [
      [bounds.south, bounds.west],
      [bounds.north, bounds.east],
    ],
    attribution: escapeHtml(attribution),
    backgroundColor: palette.land,
    paintRules: paintRulesFor(schema, palette),
    labelRules: labelRulesFor(schema, palette, document.documentElement.lang),
    lang: document.documentElement.lang,
  });
  layer.addTo(map);
  const stop = onSchemeChange(() => {
    Object.assign(palette, readPalette(map.getContainer()));
    layer.backgroundColor = palette.land;
    layer.clearLayout();
    layer.rerenderTiles();
  });
  return () => {
    stop();
    layer.remove();
  };
}

/** The colors as a canvas takes them: a style says which of light and dark holds. A picture of one forced color shows nothing. */
function readPalette(container: HTMLElement): Palette {
  const probe = container.appendChild(document.createElement("span"));
  probe.style.setProperty("forced-color-adjust", "none");
  const entries = paletteNames.map((name) => {
    probe.style.color = `var(--map-street-${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries);
}

/** The system's scheme, or that of the dashboard, which its root element names. */
function onSchemeChange(redraw: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(redraw);
  dark.addEventListener("change", redraw);
  observer.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
  return () => {
    dark.removeEventListener("change", redraw);
    observer.disconnect();
  };
}
