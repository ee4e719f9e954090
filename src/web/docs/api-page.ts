import { loadAssets } from "./assets.ts";
import { bar, type Page } from "./layout.ts";

/** The pages that Scalar draws from an OpenAPI document. */

/**
 * Nothing from elsewhere, and nothing sent elsewhere. Scalar writes style elements and attributes; its scripts need
 * no `eval`.
 */
const apiPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The page at `/docs/api/try`: all operations as a tool that sends them. `isSignedIn` says whether the request had a
 * session, so that the page asks for its account only then.
 */
export function tryPage(isSignedIn: boolean): Promise<Page> {
  return documentPage({
    title: "API: try it",
    page: "/docs/api/try",
    path: "/api/v1/openapi.json",
    isSignedIn,
    corner:
      '<p class="key" id="key" role="status"><a class="get-key" href="/docs/guides/authentication">Get a sandbox key</a></p>',
  });
}

/** The page at `/docs/carrier-protocol`, for browsers. */
export function carrierProtocolPage(): Promise<Page> {
  return documentPage({
    title: "Carrier protocol",
    page: "/docs/carrier-protocol",
    path: "/docs/carrier-protocol",
    isSignedIn: false,
    corner: "",
  });
}

interface Shown {
  title: string;
  /** Its own address. */
  page: string;
  /** Of the OpenAPI document. */
  path: string;
  isSignedIn: boolean;
  /** HTML. */
  corner: string;
}

async function documentPage({ title, page, path, isSignedIn, corner }: Shown): Promise<Page> {
  const { pathOf } = await loadAssets();
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waybill ${title}</title>
<link rel="icon" type="image/svg+xml" href="${pathOf("favicon.svg")}">
<link rel="stylesheet" href="${pathOf("docs.css")}">
<link rel="stylesheet" href="${pathOf("api.css")}">
<script type="module" src="${pathOf("docs.js")}"></script>
<script defer src="${pathOf("scalar.js")}"></script>
<script type="module" src="${pathOf("api.js")}"></script>
</head>
<body data-document="${path}"${isSignedIn ? " data-signed-in" : ""}>
${await bar(page, corner)}
<div id="reference"></div>
<noscript>
<p class="note">This page needs JavaScript. The <a href="${path}">OpenAPI document</a> has the same content.</p>
</noscript>
</body>
</html>
`;
  return { text, policy: apiPolicy };
}
