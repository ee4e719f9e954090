import { headingAt } from "../dashboard/page-names.ts";
import type { Manifest, PageFiles } from "./bundle.ts";
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

/** Features whose pages have another name in the address than their folder. */
const folders: Readonly<Record<string, string>> = { print: "papers" };

/** What the page at this path will import: the scripts of the features that the path names. */
function importedAt(path: string, pages: Manifest["dashboardPages"]): Set<string> {
  return new Set(path.split("/").flatMap((part) => pages[folders[part] ?? part] ?? []));
}

/** The HTML of a signed-in person's pages: the script reads from the address which one to show. */
export function dashboardPage(
  { dashboard: { script, style, preloaded }, dashboardPages }: Manifest,
  path: string,
  nonce: string,
  metas: string,
): string {
  // All at once: one that only its importer names would be asked for after that has come.
  const files = [...preloaded, ...importedAt(path, dashboardPages)];
  const preloads = files.map((name) => `<link rel="modulepreload" href="${assetsPath}/${name}">`);
  const head = `${metas}<link rel="preload" href="/api/v1/auth/session" as="fetch" crossorigin>
<link rel="stylesheet" href="${assetsPath}/${style}" nonce="${nonce}">
${preloads.join("\n")}`;
  return page(head, script, headingAt(path));
}

/** The HTML of the pages without a session. */
export function signInPage({ script, style, preloaded }: PageFiles, isSetUp: boolean): string {
  const preloads = preloaded.map((name) => `<link rel="modulepreload" href="${assetsPath}/${name}">`);
  const head = `${isSetUp ? "" : `<meta name="waybill-set-up" content="due">\n`}<link rel="stylesheet" href="${assetsPath}/${style}">
${preloads.join("\n")}`;
  return page(head, script);
}

/** @param heading what to read before the script shows the page; a screen reader reads the page's own */
function page(head: string, script: string, heading?: string): string {
  const name = `<p class="opening" aria-hidden="true">Waybill</p>`;
  const opening =
    heading === undefined ? name : `<div class="opening" aria-hidden="true"><h1>${heading}</h1></div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
<script type="module" src="${assetsPath}/${script}"></script>
</head>
<body>
<div id="dashboard"></div>
${opening}
<noscript><p>The dashboard needs JavaScript. You can do the same with the <a href="/docs">API</a>.</p></noscript>
</body>
</html>
`;
}
