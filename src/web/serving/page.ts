import type { PageFiles } from "./bundle.ts";
import { type MapTiles, tilesMeta, tilesSource } from "./map-tiles.ts";

export const assetsPath = "/dashboard/assets";

/**
 * Nothing from elsewhere but the map's tiles where the settings name a server, and nothing sent elsewhere. Styles that components write into the page carry the nonce,
 * which is another one in every answer.
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

/** The one page of the dashboard; which of its pages is shown, its script reads from the address. */
export function dashboardPage(
  { script, style, preloaded }: PageFiles,
  nonce: string,
  tiles: MapTiles | undefined,
  isSetUp: boolean,
): string {
  const preloads = preloaded.map((name) => `<link rel="modulepreload" href="${assetsPath}/${name}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${tilesMeta(tiles)}${isSetUp ? "" : `<meta name="waybill-set-up" content="due">`}
<link rel="stylesheet" href="${assetsPath}/${style}" nonce="${nonce}">
${preloads.join("\n")}
<script type="module" src="${assetsPath}/${script}"></script>
</head>
<body>
<div id="dashboard"></div>
<p class="opening" aria-hidden="true">Waybill</p>
<noscript><p>The dashboard needs JavaScript. The <a href="/docs">reference</a> tells how to do the same by the API.</p></noscript>
</body>
</html>
`;
}
