import { loadAssets } from "./assets.ts";

/** A page as HTML, with the hash for its ETag. */
export interface Page {
  text: string;
  hash: string;
}

/**
 * Nothing from elsewhere, and nothing sent elsewhere. Scalar writes style elements and attributes; its scripts need
 * no `eval`.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function withHash(text: string): Page {
  return { text, hash: Bun.hash(text).toString(36) };
}

/**
 * The page at `/docs`. `isSignedIn` says whether the request had a session, so that the page asks for its account
 * only then.
 */
export function referencePage(isSignedIn: boolean): Promise<Page> {
  return documentPage({
    title: "API reference",
    path: "/api/v1/openapi.json",
    isSignedIn,
    links: '<a href="/docs/carrier-protocol">Carrier protocol</a> <a href="/docs/errors">Errors</a>',
    corner:
      '<p class="key" id="key" role="status"><a href="#description/authentication">Get a sandbox key</a></p>',
  });
}

/** The page at `/docs/carrier-protocol`, for browsers. */
export function carrierProtocolPage(): Promise<Page> {
  return documentPage({
    title: "Carrier protocol",
    path: "/docs/carrier-protocol",
    isSignedIn: false,
    links: '<a href="/docs">API reference</a>',
    corner: "",
  });
}

interface Shown {
  title: string;
  /** Of the OpenAPI document. */
  path: string;
  isSignedIn: boolean;
  /** HTML. */
  links: string;
  corner: string;
}

async function documentPage({ title, path, isSignedIn, links, corner }: Shown): Promise<Page> {
  const { pathOf } = await loadAssets();
  return withHash(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waybill ${title}</title>
<link rel="icon" type="image/svg+xml" href="${pathOf("favicon.svg")}">
<link rel="stylesheet" href="${pathOf("reference.css")}">
<script defer src="${pathOf("scalar.js")}"></script>
<script type="module" src="${pathOf("page.js")}"></script>
</head>
<body data-document="${path}"${isSignedIn ? " data-signed-in" : ""}>
<header class="bar">
<a class="brand" href="/docs"><img src="${pathOf("favicon.svg")}" alt="">Waybill <span>${title}</span></a>
<nav aria-label="More">${links} <a href="${path}">OpenAPI document</a></nav>
${corner}
</header>
<div id="reference"></div>
<noscript>
<p class="note">This page needs JavaScript. The <a href="${path}">OpenAPI document</a> has the same content.</p>
</noscript>
</body>
</html>
`);
}
