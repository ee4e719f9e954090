import { Elysia } from "elysia";
import { acceptsCoding } from "../../api/answer.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { readSessionToken } from "../../infra/http/cookie.ts";
import { etagOf, isNoneMatch } from "../../infra/http/etag.ts";
import { operation } from "../../infra/http/operation.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { NoQuery } from "../../infra/http/schema.ts";
import favicon from "./assets/favicon.svg" with { type: "file" };
import { type Asset, loadAssets } from "./assets.ts";
import { createDocument } from "./document.ts";
import { errorsPage } from "./errors-page.ts";
import { dayOf } from "./example-time.ts";
import { readGuides } from "./guides.ts";
import { type Page, referencePage, referencePolicy, withHash } from "./page.ts";
import { OpenApiDocument } from "./schema.ts";
import { setUpPage } from "./set-up-page.ts";

const open = { kind: "public" } as const;
/** A page without scripts, which needs no other address and may not be framed. */
const plainPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What there is to call; `entries` are asked for at the first request, when all of them are known. */
export function referenceRoutes(deps: Deps, entries: () => readonly RouteEntry[]) {
  let told: { day: number; document: Promise<OpenApiDocument> } | undefined;
  return new Elysia().get(
    "/api/v1/openapi.json",
    () => {
      const day = dayOf(deps.clock.now());
      if (told?.day !== day) {
        const document = readGuides(deps.publicUrl()).then((guides) =>
          createDocument(entries(), guides, deps.eventDefinition, day),
        );
        told = { day, document };
      }
      return told.document;
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

/** Pages for people: the reference, what it loads, and where the `type` of a problem leads. */
export function pageRoutes(deps: Deps) {
  let errors: Page | undefined;
  return new Elysia({ prefix: "/docs" })
    .get(
      "",
      async ({ request }) => {
        const isSignedIn = readSessionToken(deps, request) !== undefined;
        return pageAnswer(request, await referencePage(isSignedIn), {
          "content-security-policy": referencePolicy,
          "cache-control": "private, no-cache",
          vary: "Cookie",
        });
      },
      page("getReferencePage", "This reference, to read and to try"),
    )
    .get(
      "/assets/:name",
      async ({ params: { name }, request }) => {
        const asset = (await loadAssets()).find(name);
        if (!asset) throw new AppError("path_not_found");
        return assetAnswer(request, asset);
      },
      page("getReferenceAsset", "A file of the reference"),
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
      page("getErrorsPage", "What every error means"),
    );
}

/** What browsers ask for on pages that name no icon. */
export function iconRoutes() {
  return new Elysia().get(
    "/favicon.ico",
    () =>
      new Response(Bun.file(favicon), {
        headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" },
      }),
    page("getIcon", "The installation's icon"),
  );
}

/** Where the link leads that the first start prints. */
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

/** Kept for ever by whoever has it: with other content it would have another name. */
async function assetAnswer(request: Request, { mediaType, plain, gzipped }: Asset): Promise<Response> {
  const headers = {
    "content-type": mediaType,
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  };
  if (!acceptsCoding(request, "gzip")) return new Response(plain, { headers });
  return new Response(await gzipped, { headers: { ...headers, "content-encoding": "gzip" } });
}
