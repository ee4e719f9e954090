import type { PageFiles } from "../serving/bundle.ts";
import { type MapTiles, tilesSource } from "../serving/map-tiles.ts";
import { assetsPath } from "../serving/page.ts";

/** The HTML of the driver's page, its policy and its manifest. */

export const iconPath = "/driver/icon.png";
export const manifestPath = "/driver/manifest.webmanifest";

/** Only map tiles come from elsewhere. Photos are shown before they are sent, as `blob:`. */
export function driverPolicy(tiles: MapTiles | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${tilesSource(tiles)}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What the service worker may do: load from here. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** The page at `/driver` and at `/d`: the script reads from the address which one to show. */
export function driverPage({ script, style, preloaded }: PageFiles, metas: string): string {
  const preloads = preloaded.map((name) => `<link rel="modulepreload" href="${assetsPath}/${name}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
${metas}<title>Deliveries</title>
<link rel="icon" href="/favicon.ico">
<link rel="apple-touch-icon" href="${iconPath}">
<link rel="manifest" href="${manifestPath}">
<link rel="stylesheet" href="${assetsPath}/${style}">
${preloads.join("\n")}
<script type="module" src="${assetsPath}/${script}"></script>
</head>
<body>
<div id="driver"></div>
<noscript><p>This page needs JavaScript.</p></noscript>
</body>
</html>
`;
}

/** <https://www.w3.org/TR/appmanifest/> */
export const driverManifest = {
  id: "/driver",
  name: "Waybill deliveries",
  short_name: "Deliveries",
  start_url: "/driver",
  scope: "/driver",
  display: "standalone",
  background_color: "#0b5cad",
  theme_color: "#0b5cad",
  icons: (["any", "maskable"] as const).map((purpose) => ({
    src: iconPath,
    sizes: "512x512",
    type: "image/png",
    purpose,
  })),
};
