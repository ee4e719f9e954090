import { loadAssets } from "./assets.ts";

/** What the pages of the documentation have in common. They are complete without their script. */

/** A page as HTML. */
export interface Page {
  text: string;
  /** Its content security policy. */
  policy: string;
}

/** Nothing from elsewhere, and nothing sent elsewhere. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface Shown {
  /** In the window's title. */
  title: string;
  /** Of the page, as the bar links to it. */
  path: string;
  /** HTML: the page itself, what stands at its left and at its right. */
  main: string;
  menu?: string;
  aside?: string;
}

const places = [
  { path: "/docs/guides/quick-start", label: "Guides" },
  { path: "/docs/api", label: "API" },
  { path: "/docs/errors", label: "Errors" },
  { path: "/docs/settings", label: "Settings" },
];

export async function docsPage({ title, path, main, menu, aside = "" }: Shown): Promise<Page> {
  const { pathOf } = await loadAssets();
  const left =
    menu === undefined ? "" : `<nav class="menu" id="menu" popover aria-label="Contents">${menu}</nav>`;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${pathOf("favicon.svg")}">
<link rel="stylesheet" href="${pathOf("docs.css")}">
<script type="module" src="${pathOf("docs.js")}"></script>
</head>
<body class="docs">
<a class="skip" href="#content">Skip to the content</a>
${await bar(path, left === "" ? "" : '<button class="open-menu" popovertarget="menu">Contents</button>')}
<div class="columns">
${left}
<main id="content">
${main}
</main>
${aside}
</div>
</body>
</html>
`;
  return { text, policy: pagePolicy };
}

/** The bar of every page. `path` is the page's own; `more` is HTML at the right end. */
export async function bar(path: string, more = ""): Promise<string> {
  const { pathOf } = await loadAssets();
  const section = (place: string) => place.split("/").slice(0, 3).join("/");
  const links = places.map(({ path: place, label }) => {
    const current = section(place) === section(path) ? ' aria-current="true"' : "";
    return `<a href="${place}"${current}>${label}</a>`;
  });
  return `<header class="bar">
<a class="brand" href="/docs"><img src="${pathOf("favicon.svg")}" alt="">Waybill <span>docs</span></a>
<nav class="places" aria-label="Documentation">${links.join(" ")}</nav>
<search class="search" data-search="${pathOf("search.js")}" hidden>
<input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false">
<div class="results" role="status"></div>
</search>
${more}
</header>`;
}
