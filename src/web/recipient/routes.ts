import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { DeliveryDeps } from "../../delivery/carriers/deps.ts";
import type { Recipient } from "../../delivery/lifecycle/state/digit-tries.ts";
import { findPublicTracking, getPublicTracking } from "../../delivery/lifecycle/tracking/public-service.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { timeZoneAt } from "../../infra/geography/time-zone.ts";
import { withOrigin } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { brandStyle } from "../browser/brand-color.ts";
import { acceptedLanguages, chooseLanguage } from "../language/language.ts";
import { loadAssets, waitsForBundle } from "../serving/assets.ts";
import { mapMetas, mapTilesOf, tilesSource } from "../serving/map-tiles.ts";
import { assetsPath } from "../serving/page.ts";
import type { Answer, FormName } from "./answers.ts";
import { answerForm, type Fields, formBody } from "./forms.ts";
import { endedPage, type PageParts, trackingPage, unknownPage } from "./page.ts";
import { loadTexts, type PageWords } from "./texts.ts";

/** The recipient's page, for whoever has a shipment's tracking link, and its forms. */
export const recipientRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/t/:token" })
    .use(withOrigin)
    .get(
      "",
      ({ params: { token }, request, origin: client }) => show(deps, { token, client }, request),
      page("getTrackingPage", "The recipient's page"),
    )
    .get(
      "/brand.css",
      ({ params: { token }, origin: client }) => style(deps, { token, client }),
      page("getTrackingPageStyle", "The sender's color"),
    )
    .use(formRoutes(deps, "pin", "PinForm", "Show the PIN"))
    .use(formRoutes(deps, "proof", "ProofForm", "Show the proof of delivery"))
    .use(formRoutes(deps, "instructions", "InstructionsForm", "Give instructions"))
    .use(formRoutes(deps, "rating", "RatingForm", "Rate the delivery"));

/** The page with an open form, which does not reload itself, and what the form sends. */
function formRoutes(deps: DeliveryDeps, form: FormName, name: string, summary: string) {
  const path = `/${form}`;
  return new Elysia()
    .use(withOrigin)
    .get(
      path,
      ({ params, request, origin: client }) =>
        show(deps, { ...(params as Link), client }, request, { answer: { form } }),
      page(`get${name}`, summary),
    )
    .post(
      path,
      async ({ params, request, body, origin: client }) => {
        const by = { ...(params as Link), client };
        const { texts } = await wordsFor(findPublicTracking(deps, by), request);
        const sent = { form, fields: (body ?? {}) as Fields, texts };
        const outcome = await answerForm(deps, by, sent).catch(unlessGone);
        return show(deps, by, request, outcome);
      },
      {
        body: Type.Optional(Type.Record(Type.String(), Type.String())),
        ...page(`send${name}`, summary, formBody),
      },
    );
}

interface Link {
  token: string;
}

/** The page says that a link is unknown or has ended. */
function unlessGone(error: unknown): undefined {
  const isGone = error instanceof AppError && ["not_found", "tracking_link_ended"].includes(error.code);
  if (!isGone) throw error;
}

async function show(
  deps: DeliveryDeps,
  by: Recipient,
  request: Request,
  came: { status?: number; answer?: Answer } = {},
): Promise<Response> {
  const parts = await pageParts(deps);
  const found = await inZoneOfTown(findPublicTracking(deps, by));
  const words = await wordsFor(found, request);
  const read = { token: by.token, now: deps.clock.now(), answer: came.answer };
  const { status, text } = pageOf(found, read, words, parts);
  return new Response(text, {
    status: status === 200 ? (came.status ?? 200) : status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy(deps),
      // Without a referrer a browser sends no usable Origin with a form.
      "referrer-policy": "same-origin",
      "cache-control": "private, no-store",
      vary: "Accept-Language",
    },
  });
}

/** Where a country has several time zones, its own town tells the page which one. */
async function inZoneOfTown(found: ReturnType<typeof findPublicTracking>): Promise<typeof found> {
  if (typeof found !== "object" || found.time_zone !== null || found.destination === null) return found;
  return { ...found, time_zone: await timeZoneAt(found.destination) };
}

/** @throws AppError `not_found`, `tracking_link_ended` */
function style(deps: DeliveryDeps, by: Recipient): Response {
  const color = getPublicTracking(deps, by).brand?.color;
  return new Response(color ? brandStyle(color) : "", {
    headers: { "content-type": "text/css; charset=utf-8", "cache-control": "private, no-cache" },
  });
}

function page(operationId: string, summary: string, body?: typeof formBody) {
  const detail = { operationId, tags: ["Tracking"], summary, page: true, ...waitsForBundle } as const;
  return { detail: operation({ kind: "public" }, body ? { ...detail, body, isRepeatable: true } : detail) };
}

function pageOf(
  found: ReturnType<typeof findPublicTracking>,
  read: { token: string; now: number; answer: Answer | undefined },
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
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

async function pageParts(deps: Deps): Promise<PageParts> {
  const { script, style } = (await loadAssets()).manifest.recipient;
  return {
    script: `${assetsPath}/${script}`,
    style: `${assetsPath}/${style}`,
    metas: await mapMetas(deps),
  };
}
