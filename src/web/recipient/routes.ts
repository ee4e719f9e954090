import { Elysia } from "elysia";
import type { DeliveryDeps } from "../../delivery/deps.ts";
import { findPublicTracking } from "../../delivery/tracking/service.ts";
import type { Deps } from "../../infra/deps.ts";
import { operation } from "../../infra/http/operation.ts";
import { acceptedLanguages, chooseLanguage } from "../language/language.ts";
import { loadAssets, waitsForBundle } from "../serving/assets.ts";
import { mapTilesOf, tilesMeta, tilesSource } from "../serving/map-tiles.ts";
import { assetsPath } from "../serving/page.ts";
import { endedPage, type PageParts, type PageWords, trackingPage, unknownPage } from "./page.ts";
import { loadTexts } from "./texts.ts";

/** The recipient's page, for whoever has a shipment's tracking link. */
export const recipientRoutes = (deps: DeliveryDeps) =>
  new Elysia().get(
    "/t/:token",
    async ({ params: { token }, request }) => {
      const parts = await pageParts(deps);
      const found = findPublicTracking(deps, token);
      const words = await wordsFor(found, request);
      const { status, text } = pageOf(found, { token, now: deps.clock.now() }, words, parts);
      return new Response(text, {
        status,
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": pagePolicy(deps),
          "referrer-policy": "no-referrer",
          "cache-control": "private, no-store",
          vary: "Accept-Language",
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
  read: { token: string; now: number },
  words: PageWords,
  parts: PageParts,
): { status: number; text: string } {
  if (found === undefined) return { status: 404, text: unknownPage(words, parts) };
  if (found === "ended") return { status: 410, text: endedPage(words, parts) };
  return { status: 200, text: trackingPage(found, read, words, parts) };
}

/** In the language that the sender gave, or else in the browser's. */
async function wordsFor(found: ReturnType<typeof findPublicTracking>, request: Request): Promise<PageWords> {
  const own = typeof found === "object" ? found.language : null;
  const language = chooseLanguage([own, ...acceptedLanguages(request.headers.get("accept-language"))]);
  return { language, texts: await loadTexts(language) };
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
