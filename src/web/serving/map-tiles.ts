import type { Deps } from "../../infra/deps.ts";

/** Street tiles for maps: the one thing that a page may fetch from elsewhere, where the settings say so. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  url: string;
  attribution: string;
}

export function mapTilesOf({ config }: Deps): MapTiles | undefined {
  return config.mapTilesUrl === null
    ? undefined
    : { url: config.mapTilesUrl, attribution: config.mapAttribution };
}

/** What a page's policy adds to the sources of images. */
export function tilesSource(tiles: MapTiles | undefined): string {
  return tiles ? ` ${new URL(tiles.url).origin}` : "";
}

/** What a page's head tells its script. */
export function tilesMeta(tiles: MapTiles | undefined): string {
  if (!tiles) return "";
  const { url, attribution } = tiles;
  return `<meta name="waybill-map-tiles" content="${Bun.escapeHTML(url)}" data-attribution="${Bun.escapeHTML(attribution)}">`;
}
