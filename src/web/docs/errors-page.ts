import type { ErrorCode } from "../../infra/errors.ts";
import { exampleProblem } from "./error-examples.ts";
import { errorHelp } from "./error-help.ts";
import type { ErrorHelp } from "./help.ts";

/** The page that the `type` of every problem links to: one paragraph per code. Plain HTML, without scripts. */

const style = `
  :root { color-scheme: light dark; --line: light-dark(#dfe3ea, #2b313b); --soft: light-dark(#f5f7fa, #1a1e25);
          --quiet: light-dark(#5a6472, #9aa5b4); --link: light-dark(#0b5cad, #7db8f5);
          --server: light-dark(#a32a1c, #ff9d8f); font: 1rem/1.6 system-ui, sans-serif; scroll-padding-top: 1rem; }
  body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 6rem; background: light-dark(#fff, #12151a);
         color: light-dark(#1b2430, #e3e7ed); overflow-wrap: break-word; }
  h1 { font-size: 2.25rem; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 .75rem; }
  h2 { font-size: 1.4rem; line-height: 1.25; letter-spacing: -.01em; margin: 3.5rem 0 .5rem; }
  h3 { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin: 0; font-size: 1.15rem; }
  a { color: var(--link); text-underline-offset: .2em; }
  h3 a, nav a { color: inherit; text-decoration: none; }
  h3 a:hover, nav a:hover { color: var(--link); text-decoration: underline; }
  code, pre { font: .9em/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
  p { margin: .5rem 0; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: .75rem 0; }
  dt { color: var(--quiet); }
  dd { margin: 0; }
  nav p { margin: 0 0 1.25rem; }
  nav ul { list-style: none; margin: 0; padding: 0; }
  nav li ul { margin: .25rem 0 1rem; }
  nav code { font-size: .8rem; color: var(--quiet); }
  .lead { font-size: 1.15rem; color: var(--quiet); }
  section section { border-top: 1px solid var(--line); padding: 1.5rem 0 1rem; }
  section section:target { border-left: 3px solid var(--link); padding-left: 1rem; }
  .status { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .8rem;
            font-weight: 600; font-variant-numeric: tabular-nums; color: var(--quiet); }
  .server { color: var(--server); border-color: currentColor; }
  .title { font-weight: 600; }
  summary { cursor: pointer; color: var(--link); width: max-content; }
  pre { margin: .75rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem;
        background: var(--soft); overflow-x: auto; overflow-wrap: normal; }
  @media (max-width: 59.99rem) {
    nav { margin-bottom: 2rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--soft);
          padding: 1rem 1.25rem; }
    nav li ul { display: none; }
    nav li { padding: .2rem 0; }
    dl { grid-template-columns: 1fr; gap: 0; }
    dd { margin-bottom: .6rem; }
  }
  @media (min-width: 60rem) {
    body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 4rem; }
    nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto;
          font-size: .9rem; scrollbar-width: thin; }
    nav > ul > li > a { font-weight: 600; }
  }`;

const introduction = `
<h1>Errors</h1>
<p class="lead">What each API error means, and how to fix it.</p>
<p>Every error is a problem document (RFC 9457) with the content type <code>application/problem+json</code>:</p>
<dl>
  <dt><code>code</code></dt><dd>Use this in programs. A code keeps its meaning and its status within v1.</dd>
  <dt><code>type</code></dt><dd>A link to the code on this page.</dd>
  <dt><code>title</code>, <code>status</code></dt><dd>The same for every response with this code, as listed here.</dd>
  <dt><code>detail</code></dt><dd>For people: what to do about this request. The wording may change at any time.</dd>
  <dt><code>request_id</code></dt><dd>The value of the <code>X-Request-Id</code> header. Include it when you ask for help.</dd>
  <dt><code>errors</code></dt><dd>Every invalid field or query parameter. <code>pointer</code> is a JSON Pointer into the body
    (RFC 6901) such as <code>#/delivery/address/country</code>; <code>parameter</code> is the name of a query parameter.
    Each has a <code>code</code> and a <code>detail</code> of its own.</dd>
</dl>
<p>Responses never repeat what you sent. If a request has several mistakes, Waybill reports the first in this order: path,
  method, credentials, permissions, media type, size, syntax of body and query, fields, object, version, state.</p>
<p>Do not retry a <code>4xx</code> other than <code>429</code>: the response stays the same until something changes. After
  <code>429</code> and <code>503</code>, wait as many seconds as <code>Retry-After</code> says, then retry. With an
  <code>Idempotency-Key</code> it is also safe to retry a <code>POST</code>, even after <code>500</code> or no response.</p>`;

interface Topic {
  id: string;
  title: string;
  entries: [ErrorCode, ErrorHelp][];
}

const topics: Topic[] = Object.entries(errorHelp).map(([title, entries]) => ({
  id: title.toLowerCase().replace(/[^a-z]+/g, "-"),
  title,
  entries: Object.entries(entries) as [ErrorCode, ErrorHelp][],
}));

/** @param publicUrl the address of this installation in the examples, without a trailing slash */
export function errorsPage(publicUrl: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors – Waybill API</title><style>${style}</style></head>
<body><nav aria-label="Contents"><p><a href="/docs">← API reference</a></p><ul>${topics.map(contents).join("")}</ul></nav>
<main>${introduction}${topics.map((topic) => chapter(topic, publicUrl)).join("")}</main></body></html>`;
}

function contents({ id, title, entries }: Topic): string {
  const codes = entries.map(([code]) => `<li><a href="#${code}"><code>${code}</code></a></li>`);
  return `<li><a href="#${id}">${html(title)}</a><ul>${codes.join("")}</ul></li>`;
}

function chapter({ id, title, entries }: Topic, publicUrl: string): string {
  const paragraphs = entries.map(([code, help]) => paragraph(code, help, publicUrl));
  return `\n<section aria-labelledby="${id}"><h2 id="${id}">${html(title)}</h2>${paragraphs.join("")}</section>`;
}

function paragraph(code: ErrorCode, { meaning, remedy }: ErrorHelp, publicUrl: string): string {
  const problem = exampleProblem(code, publicUrl);
  const { status, title } = problem;
  return `
<section id="${code}">
<h3><a href="#${code}"><code>${code}</code></a><span class="status${status >= 500 ? " server" : ""}">${status}</span></h3>
<p class="title">${html(title)}</p>
<dl><dt>Meaning</dt><dd>${prose(meaning)}</dd><dt>What to do</dt><dd>${prose(remedy)}</dd></dl>
<details><summary>Example</summary><pre><code>${html(JSON.stringify(problem, null, 2))}</code></pre></details>
</section>`;
}

/** Text as HTML, with backticks turned into code. */
function prose(text: string): string {
  return html(text).replace(/&#x60;(.+?)&#x60;|`(.+?)`/g, "<code>$1$2</code>");
}

/** Text escaped for HTML. */
function html(text: string): string {
  return Bun.escapeHTML(text);
}
