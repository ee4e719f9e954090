import type { Deps } from "../../infra/deps.ts";
import { html } from "./html.ts";
import { streetsMeta } from "./streets.ts";

/** The tile server from the settings: the only foreign origin that pages may load from. */
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

/** The addition to `img-src` in a page's policy. */
export function tilesSource(tiles: MapTiles | undefined): string {
  return tiles ? ` ${new URL(tiles.url).origin}` : "";
}

/** The meta elements that tell a page's script where maps come from. */
export async function mapMetas(deps: Deps): Promise<string> {
  return `${tilesMeta(mapTilesOf(deps))}${await streetsMeta(deps)}`;
}

function tilesMeta(tiles: MapTiles | undefined): string {
  if (!tiles) return "";
  const { url, attribution } = tiles;
  return `<meta name="waybill-map-tiles" content="${html(url)}" data-attribution="${html(attribution)}">`;
}
