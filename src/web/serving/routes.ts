import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { acceptsCoding } from "../../infra/http/accept.ts";
import { readCookie } from "../../infra/http/cookie.ts";
import { operation } from "../../infra/http/operation.ts";
import { isSignInPage, returnTo, signInPath } from "../browser/session.ts";
import { type Asset, loadAssets, waitsForBundle } from "./assets.ts";
import { geocoderMetas } from "./geocoder-metas.ts";
import { mapMetas, mapTilesOf } from "./map-tiles.ts";
import { dashboardPage, dashboardPolicy, signInPage } from "./page.ts";

const nonceCharacters = 22;

/**
 * The dashboard: one HTML page at every path below `/dashboard`, another where nobody is signed in, and their assets.
 * `isSetUp` returns whether the installation has an operator.
 */
export function dashboardRoutes(deps: Deps, isSetUp: () => boolean) {
  async function showDashboard({ request }: { request: Request }): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const path = pathname.slice("/dashboard".length);
    const isSignIn = isSignInPage(path.slice(1));
    // The dashboard would load only to send the visitor there.
    if (!isSignIn && readCookie(deps, "session", request) === undefined) {
      const location = signInPath(returnTo(path + search));
      return new Response(null, { status: 302, headers: { location, "cache-control": "private, no-cache" } });
    }
    const { manifest } = await loadAssets();
    const tiles = mapTilesOf(deps);
    const nonce = deps.ids.base62(nonceCharacters);
    const metas = `${await mapMetas(deps)}${geocoderMetas(deps)}`;
    const html = isSignIn
      ? signInPage(manifest.signIn, isSetUp())
      : dashboardPage(manifest, path, nonce, metas);
    return new Response(html, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": dashboardPolicy(nonce, tiles),
        "cache-control": "private, no-cache",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
      },
    });
  }

  return new Elysia()
    .get("/", () => Response.redirect("/dashboard", 302), page("getHomePage", "The start page"))
    .get("/dashboard", showDashboard, page("getDashboard", "The dashboard"))
    .get("/dashboard/*", showDashboard, page("getDashboardPage", "A page of the dashboard"))
    .get(
      "/dashboard/assets/:name",
      async ({ params: { name }, request }) => {
        const asset = (await loadAssets()).find(name);
        if (!asset) throw new AppError("path_not_found");
        return assetResponse(request, asset);
      },
      page("getDashboardAsset", "A file of the dashboard"),
    )
    .get("/dashboard/assets", refuseAsset, page("getDashboardAssets", "No list of files"))
    .get("/dashboard/assets/*", refuseAsset, page("getNestedDashboardAsset", "No file in a folder"));
}

/** Refused rather than answered with the page, which a browser would take for the file. */
function refuseAsset(): never {
  throw new AppError("path_not_found");
}

function page(operationId: string, summary: string) {
  const detail = { operationId, tags: ["Reference"], summary, page: true, ...waitsForBundle } as const;
  return { detail: operation({ kind: "public" }, detail) };
}

/** Cached forever: other content has another name. */
async function assetResponse(request: Request, { mediaType, brotli, plain }: Asset): Promise<Response> {
  const headers = {
    "content-type": mediaType,
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  };
  if (!acceptsCoding(request, "br")) return new Response(await plain(), { headers });
  return new Response(brotli, { headers: { ...headers, "content-encoding": "br" } });
}
