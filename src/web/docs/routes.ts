import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { acceptsCoding } from "../../infra/http/accept.ts";
import { readCookie } from "../../infra/http/cookie.ts";
import { etagOf, isNoneMatch } from "../../infra/http/etag.ts";
import { operation } from "../../infra/http/operation.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { inSlices, once } from "../../infra/waiting/turns.ts";
import favicon from "./assets/favicon.svg" with { type: "file" };
import type { Asset } from "./assets.ts";
import { dayOf } from "./example-time.ts";
import type { Page } from "./layout.ts";
import type { PackedText } from "./packed-text.ts";
import type { PackedPage } from "./page-answer.ts";
import { DocumentQuery, OpenApiDocument } from "./schema.ts";

/** A start loads nothing that writes pages. */

const open = { kind: "public" } as const;
/** Caches may keep it for some minutes; an update of the server shows soon. */
const cached = { "cache-control": "public, max-age=300" };

/**
 * The OpenAPI document, whole or the part that one audience uses: each is written at its first request of a day.
 * `entries` is called then, when all routes are known.
 */
export function referenceRoutes(deps: Deps, entries: () => readonly RouteEntry[]) {
  let made: { day: number; texts: Map<string, Promise<PackedText>> } | undefined;
  async function write(day: number, query: DocumentQuery): Promise<PackedText> {
    const [{ writeDocument }, { packDocument }] = await Promise.all([
      import("./document.ts"),
      import("./packed-text.ts"),
    ]);
    const steps = writeDocument(entries(), deps.publicUrl(), deps.eventDefinition, day, query);
    return packDocument(await inSlices(steps));
  }
  function textOf(query: DocumentQuery): Promise<PackedText> {
    const day = dayOf(deps.realClock.now());
    if (made?.day !== day) made = { day, texts: new Map() };
    const kind = `${query.for} ${query.errors}`;
    const text = made.texts.get(kind) ?? write(day, query);
    made.texts.set(kind, text);
    return text;
  }
  return new Elysia().get(
    "/api/v1/openapi.json",
    async ({ query, request }) => {
      const text = await textOf(query);
      return (await import("./packed-text.ts")).packedAnswer(request, text);
    },
    {
      query: DocumentQuery,
      response: { 200: OpenApiDocument },
      detail: operation(open, {
        operationId: "getOpenApiDocument",
        tags: ["Reference"],
        summary: "Read the OpenAPI document",
        description:
          "OpenAPI 3.1, for client generators and other tools. It has an `ETag`: with `If-None-Match` an unchanged document is 304. With `for` and `errors` generators make a smaller client.",
        answer: { etag: true, empty: { 304: "The document has not changed." } },
        // On a busy machine its turns come slowly.
        isSlow: true,
      }),
    },
  );
}

/**
 * Pages for people: guides, the reference of the API, errors (to which a problem's `type` links) and settings.
 * `entries` is called at the first request of the search.
 */
export function pageRoutes(deps: Deps, entries: () => readonly RouteEntry[]) {
  const library = once(async () => (await import("./library.ts")).createLibrary(deps, entries));
  return new Elysia()
    .get(
      "/docs",
      async ({ request }) => pageAnswer(request, await (await library()).landing(), cached),
      page("getDocsPage", "Read the documentation"),
    )
    .get(
      "/docs/guides/:name",
      async ({ params: { name }, request }) => {
        const { drawing: drawingOf, guide, markdown } = await library();
        const drawing = drawingOf(name);
        if (drawing !== undefined) {
          return new Response(Bun.file(drawing), { headers: { ...cached, "content-type": "image/svg+xml" } });
        }
        if (name.endsWith(".md")) {
          return textAnswer(await markdown(name.slice(0, -".md".length)), "markdown");
        }
        return pageAnswer(request, await guide(name), cached);
      },
      page("getGuide", "Read a guide"),
    )
    .get(
      "/docs/headings/:heading",
      async ({ params: { heading } }) =>
        Response.redirect(await (await library()).addressOfHeading(heading), 302),
      page("findHeading", "Find a heading by its former anchor"),
    )
    .get(
      "/docs/api",
      async ({ request }) => pageAnswer(request, await (await library()).reference(), cached),
      page("getReferencePage", "Read the API reference"),
    )
    .get(
      "/docs/api/:operationId",
      async ({ params: { operationId }, request }) =>
        pageAnswer(request, await (await library()).operation(operationId), cached),
      page("getOperationPage", "Read the page of an operation"),
    )
    .get(
      "/docs/errors",
      async ({ request }) => pageAnswer(request, await (await library()).errors(), cached),
      page("getErrorsPage", "Read the page of errors"),
    )
    .get(
      "/docs/settings",
      async ({ request }) => pageAnswer(request, await (await library()).settings(), cached),
      page("getSettingsPage", "Read the page of settings"),
    )
    .get(
      "/docs/search.json",
      async ({ request }) => {
        const { text, hash, brotli } = await (await library()).search();
        const headers = {
          ...cached,
          "content-type": "application/json",
          vary: "Accept-Encoding",
          etag: etagOf(hash),
        };
        if (isNoneMatch(request, hash)) return new Response(null, { status: 304, headers });
        if (!acceptsCoding(request, "br")) return new Response(text, { headers });
        return new Response(brotli, { headers: { ...headers, "content-encoding": "br" } });
      },
      page("getSearchIndex", "Read the index of the search"),
    )
    .get(
      "/llms.txt",
      async () => textAnswer(await (await library()).llms(), "plain"),
      page("getLlmsText", "List the guides for language models"),
    )
    .get(
      "/llms-full.txt",
      async () => textAnswer(await (await library()).allMarkdown(), "plain"),
      page("getLlmsFullText", "Read all guides as one text"),
    );
}

/** The pages that Scalar draws, and the files of all pages. */
export function apiPageRoutes(deps: Deps) {
  return new Elysia({ prefix: "/docs" })
    .get(
      "/api/try",
      async ({ request }) => {
        const isSignedIn = readCookie(deps, "session", request) !== undefined;
        const { tryPage } = await import("./api-page.ts");
        return pageAnswer(request, await tryPage(isSignedIn), {
          "cache-control": "private, no-cache",
          vary: "Cookie, Accept-Encoding",
        });
      },
      page("getTryPage", "Try the API"),
    )
    .get(
      "/carrier-protocol",
      async ({ request }) => {
        const headers = { ...cached, vary: "Accept, Accept-Encoding" };
        if (!request.headers.get("accept")?.includes("text/html")) {
          const { createCarrierProtocol } = await import("./carrier-protocol.ts");
          return Response.json(createCarrierProtocol(), { headers });
        }
        const { carrierProtocolPage } = await import("./api-page.ts");
        return pageAnswer(request, await carrierProtocolPage(), headers);
      },
      page("getCarrierProtocol", "Read the carrier protocol"),
    )
    .get(
      "/assets/:name",
      async ({ params: { name }, request }) => {
        const { loadAssets } = await import("./assets.ts");
        const asset = (await loadAssets()).find(name);
        if (!asset) throw new AppError("path_not_found");
        return assetAnswer(request, asset);
      },
      page("getReferenceAsset", "Read an asset of the reference"),
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
    async ({ request }) => {
      const { setUpPage } = await import("./set-up-page.ts");
      return pageAnswer(request, setUpPage(isSetUp()), { "cache-control": "no-store" });
    },
    page("getSetUpPage", "Set up the installation"),
  );
}

function page(operationId: string, summary: string) {
  return { detail: operation(open, { operationId, tags: ["Reference"], summary, page: true }) };
}

async function pageAnswer(
  request: Request,
  page: PackedPage | Page,
  headers: Record<string, string>,
): Promise<Response> {
  const answers = await import("./page-answer.ts");
  return answers.pageAnswer(request, page, headers);
}

function textAnswer(text: string, kind: "markdown" | "plain"): Response {
  return new Response(text, { headers: { ...cached, "content-type": `text/${kind}; charset=utf-8` } });
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
