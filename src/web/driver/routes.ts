import { Elysia } from "elysia";
import { permissionsPolicy } from "../../api/page-headers.ts";
import type { Deps } from "../../infra/deps.ts";
import { operation } from "../../infra/http/operation.ts";
import { loadAssets, waitsForBundle } from "../serving/assets.ts";
import { mapMetas, mapTilesOf } from "../serving/map-tiles.ts";
import { assetsPath } from "../serving/page.ts";
import icon from "./assets/icon.png" with { type: "file" };
import { driverManifest, driverPage, driverPolicy, iconPath, manifestPath, workerPolicy } from "./page.ts";

const iconSeconds = 86_400;

/** The driver's page: `/driver`, and `/d`, where a phone is connected; and what makes it an app of the phone. */
export const driverPageRoutes = (deps: Deps) => {
  async function showPage(): Promise<Response> {
    const { manifest } = await loadAssets();
    return new Response(driverPage(manifest.driver, await mapMetas(deps)), {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": driverPolicy(mapTilesOf(deps)),
        "permissions-policy": permissionsPolicy(["camera", "geolocation"]),
        "cache-control": "private, no-cache",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
      },
    });
  }

  return new Elysia()
    .get("/driver", showPage, page("getDriverPage", "The driver's page"))
    .get("/d", showPage, page("getDriverLinkPage", "Where a driver's link leads"))
    .get("/driver/worker.js", () => workerScript(deps), page("getDriverWorker", "The page's service worker"))
    .get(
      manifestPath,
      () => Response.json(driverManifest, { headers: { "content-type": "application/manifest+json" } }),
      page("getDriverManifest", "The page as an app of the phone"),
    )
    .get(
      iconPath,
      () =>
        new Response(Bun.file(icon), {
          headers: { "content-type": "image/png", "cache-control": `public, max-age=${iconSeconds}` },
        }),
      page("getDriverIcon", "The app's icon"),
    );
};

/** Any change of the page or its files changes this text, by which browsers notice a new version. */
async function workerScript(deps: Deps): Promise<Response> {
  const { manifest, find } = await loadAssets();
  const { script, style, loaded } = manifest.driver;
  const html = driverPage(manifest.driver, await mapMetas(deps));
  // All languages: the driver's may change, and who reads it may have no network then. A text may be in the script
  // itself, and a cache refuses a list that names a file twice.
  const names = new Set([script, style, ...loaded, ...manifest.driverTexts]);
  const files = {
    version: Bun.hash(html).toString(36),
    paths: Array.from(names, (name) => `${assetsPath}/${name}`),
  };
  const code = await find(manifest.driverWorker)?.plain();
  const begin = new TextEncoder().encode(`const driverFiles = ${JSON.stringify(files)};\n`);
  return new Response(new Blob([begin, ...(code ? [code] : [])]), {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "content-security-policy": workerPolicy,
      "cache-control": "private, no-cache",
      "service-worker-allowed": "/driver",
    },
  });
}

function page(operationId: string, summary: string) {
  const detail = { operationId, tags: ["Reference"], summary, page: true, ...waitsForBundle } as const;
  return { detail: operation({ kind: "public" }, detail) };
}
