import { Elysia } from "elysia";
import type { DeliveryDeps } from "../../delivery/deps.ts";
import { findPublicTracking } from "../../delivery/tracking/service.ts";
import type { Deps } from "../../infra/deps.ts";
import { operation } from "../../infra/http/operation.ts";
import { loadAssets, waitsForBundle } from "../serving/assets.ts";
import { mapTilesOf, tilesMeta, tilesSource } from "../serving/map-tiles.ts";
import { assetsPath } from "../serving/page.ts";
import { endedPage, type PageParts, trackingPage, unknownPage } from "./page.ts";

/** The recipient's page, for whoever has a shipment's tracking link. */
export const recipientRoutes = (deps: DeliveryDeps) =>
  new Elysia().get(
    "/t/:token",
    async ({ params: { token } }) => {
      const parts = await pageParts(deps);
      const { status, text } = pageOf(findPublicTracking(deps, token), token, parts);
      return new Response(text, {
        status,
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": pagePolicy(deps),
          "referrer-policy": "no-referrer",
          "cache-control": "private, no-store",
        },
      });
    },
    {
      detail: operation(
        { kind: "public" },
        {
          operationId: "getTrackingPage",
          tags: ["Tracking"],
          summary: "The recipient's page",
          page: true,
          ...waitsForBundle,
        },
      ),
    },
  );

function pageOf(
  found: ReturnType<typeof findPublicTracking>,
  token: string,
  parts: PageParts,
): { status: number; text: string } {
  if (found === undefined) return { status: 404, text: unknownPage(parts) };
  if (found === "ended") return { status: 410, text: endedPage(parts) };
  return { status: 200, text: trackingPage(found, token, parts) };
}

/** Only map tiles come from elsewhere, from the server in the settings. No page may frame this one. */
function pagePolicy(deps: Deps): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${tilesSource(mapTilesOf(deps))}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

async function pageParts(deps: Deps): Promise<PageParts> {
  const { script, style } = (await loadAssets()).manifest.recipient;
  return {
    script: `${assetsPath}/${script}`,
    style: `${assetsPath}/${style}`,
    tiles: tilesMeta(mapTilesOf(deps)),
  };
}
