import { Elysia } from "elysia";
import { acceptsCoding } from "../../api/response.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { readCookie } from "../../infra/http/cookie.ts";
import { etagOf, isNoneMatch } from "../../infra/http/etag.ts";
import { operation } from "../../infra/http/operation.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { NoQuery } from "../../infra/http/schema.ts";
import favicon from "./assets/favicon.svg" with { type: "file" };
import { type Asset, loadAssets } from "./assets.ts";
import { createCarrierProtocol } from "./carrier-protocol.ts";
import { createDocument } from "./document.ts";
import { errorsPage } from "./errors-page.ts";
import { dayOf } from "./example-time.ts";
import { readGuides } from "./guides.ts";
import { carrierProtocolPage, type Page, referencePage, referencePolicy, withHash } from "./page.ts";
import { OpenApiDocument } from "./schema.ts";
import { setUpPage } from "./set-up-page.ts";

const open = { kind: "public" } as const;
/** The policy of a page without scripts and external resources, which must not be framed. */
const plainPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The OpenAPI document. `entries` is called at the first request, when all routes are known. */
export function referenceRoutes(deps: Deps, entries: () => readonly RouteEntry[]) {
  let cached: { day: number; document: Promise<OpenApiDocument> } | undefined;
  return new Elysia().get(
    "/api/v1/openapi.json",
    () => {
      const day = dayOf(deps.clock.now());
      if (cached?.day !== day) {
        const document = readGuides(deps.publicUrl()).then((guides) =>
          createDocument(entries(), guides, deps.eventDefinition, day),
        );
        cached = { day, document };
      }
      return cached.document;
    },
    {
      query: NoQuery,
      response: { 200: OpenApiDocument },
      detail: operation(open, {
        operationId: "getOpenApiDocument",
        tags: ["Reference"],
        summary: "Read the OpenAPI document",
        description: "OpenAPI 3.1, for client generators and other tools.",
      }),
    },
  );
}

/** Pages for people: the reference with its assets, and the page of errors that a problem's `type` links to. */
export function pageRoutes(deps: Deps) {
  let errors: Page | undefined;
  return new Elysia({ prefix: "/docs" })
    .get(
      "",
      async ({ request }) => {
        const isSignedIn = readCookie(deps, "session", request) !== undefined;
        return pageAnswer(request, await referencePage(isSignedIn), {
          "content-security-policy": referencePolicy,
          "cache-control": "private, no-cache",
          vary: "Cookie",
        });
      },
      page("getReferencePage", "Read the API reference"),
    )
    .get(
      "/assets/:name",
      async ({ params: { name }, request }) => {
        const asset = (await loadAssets()).find(name);
        if (!asset) throw new AppError("path_not_found");
        return assetAnswer(request, asset);
      },
      page("getReferenceAsset", "Read an asset of the reference"),
    )
    .get(
      "/carrier-protocol",
      async ({ request }) => {
        const headers = { "cache-control": "public, max-age=300", vary: "Accept" };
        if (!request.headers.get("accept")?.includes("text/html")) {
          return Response.json(createCarrierProtocol(), { headers });
        }
        return pageAnswer(request, await carrierProtocolPage(), {
          ...headers,
          "content-security-policy": referencePolicy,
        });
      },
      page("getCarrierProtocol", "Read the carrier protocol"),
    )
    .get(
      "/errors",
      ({ request }) => {
        errors ??= withHash(errorsPage(deps.publicUrl()));
        return pageAnswer(request, errors, {
          "content-security-policy": plainPagePolicy,
          "cache-control": "public, max-age=300",
          vary: "Accept-Encoding",
        });
      },
      page("getErrorsPage", "Read the page of errors"),
    );
}

/** The icon that browsers request for pages that name none. */
export function iconRoutes() {
  return new Elysia().get(
    "/favicon.ico",
    () =>
      new Response(Bun.file(favicon), {
        headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" },
      }),
    page("getIcon", "Read the icon"),
  );
}

/** The page that the set-up link opens. */
export function setUpPageRoutes(isSetUp: () => boolean) {
  return new Elysia().get(
    "/setup",
    ({ request }) => {
      const { policy, ...page } = setUpPage(isSetUp());
      return pageAnswer(request, page, { "content-security-policy": policy, "cache-control": "no-store" });
    },
    page("getSetUpPage", "Set up the installation"),
  );
}

function page(operationId: string, summary: string) {
  return { detail: operation(open, { operationId, tags: ["Reference"], summary, page: true }) };
}

function pageAnswer(request: Request, { text, hash }: Page, headers: Record<string, string>): Response {
  const isKnown = isNoneMatch(request, hash);
  return new Response(isKnown ? null : text, {
    status: isKnown ? 304 : 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      etag: etagOf(hash),
      ...headers,
    },
  });
}

/** Caches may keep an asset forever, because its name changes with its content. */
async function assetAnswer(request: Request, { mediaType, plain, gzipped }: Asset): Promise<Response> {
  const headers = {
    "content-type": mediaType,
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  };
  if (!acceptsCoding(request, "gzip")) return new Response(plain, { headers });
  return new Response(await gzipped, { headers: { ...headers, "content-encoding": "gzip" } });
}
