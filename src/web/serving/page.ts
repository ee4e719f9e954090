import type { PageFiles } from "./bundle.ts";
import { type MapTiles, tilesSource } from "./map-tiles.ts";

export const assetsPath = "/dashboard/assets";

/**
 * Allows only this origin, and the tile server from the settings. Styles that components add to the page carry the
 * nonce, which is new in every response.
 */
export function dashboardPolicy(nonce: string, tiles: MapTiles | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${tilesSource(tiles)}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The HTML of all dashboard pages: the script reads from the address which one to show. */
export function dashboardPage(
  { script, style, preloaded }: PageFiles,
  nonce: string,
  metas: string,
  isSetUp: boolean,
): string {
  const preloads = preloaded.map((name) => `<link rel="modulepreload" href="${assetsPath}/${name}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${metas}${isSetUp ? "" : `<meta name="waybill-set-up" content="due">`}
<link rel="stylesheet" href="${assetsPath}/${style}" nonce="${nonce}">
${preloads.join("\n")}
<script type="module" src="${assetsPath}/${script}"></script>
</head>
<body>
<div id="dashboard"></div>
<p class="opening" aria-hidden="true">Waybill</p>
<noscript><p>The dashboard needs JavaScript. You can do the same with the <a href="/docs">API</a>.</p></noscript>
</body>
</html>
`;
}
