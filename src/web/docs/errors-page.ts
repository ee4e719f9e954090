import { errorCatalog } from "../../infra/error-catalog.ts";
import type { ErrorCode } from "../../infra/errors.ts";
import { html } from "../serving/html.ts";
import { exampleProblem, listTopics } from "./errors.ts";
import { docsPage, type Page } from "./layout.ts";
import { operationAddress, type Place } from "./reference.ts";

/** The page that the `type` of every problem links to: one paragraph per code. */

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
  codes: ErrorCode[];
}

const topics: Topic[] = listTopics().map(({ title, codes }) => ({
  id: title.toLowerCase().replace(/[^a-z]+/g, "-"),
  title,
  codes,
}));

/** More say nothing of the error. */
const operationsMax = 8;

/**
 * @param publicUrl the address of this installation in the examples, without a trailing slash
 * @param placesOf the operations that answer with a code
 */
export function errorsPage(
  publicUrl: string,
  placesOf: (code: ErrorCode) => readonly Place[] = () => [],
): Promise<Page> {
  return docsPage({
    title: "Errors – Waybill docs",
    path: "/docs/errors",
    menu: `<ul class="topics">${topics.map(contents).join("")}</ul>`,
    main: `<article class="errors">${introduction}${topics.map((topic) => chapter(topic, publicUrl, placesOf)).join("")}</article>`,
  });
}

function contents({ id, title, codes }: Topic): string {
  const lines = codes.map((code) => `<li><a href="#${code}"><code>${code}</code></a></li>`);
  return `<li><a class="topic" href="#${id}">${html(title)}</a><ul>${lines.join("")}</ul></li>`;
}

function chapter(
  { id, title, codes }: Topic,
  publicUrl: string,
  placesOf: (code: ErrorCode) => readonly Place[],
): string {
  const paragraphs = codes.map((code) => paragraph(code, publicUrl, placesOf(code)));
  return `\n<section aria-labelledby="${id}"><h2 id="${id}">${html(title)}</h2>${paragraphs.join("")}</section>`;
}

function paragraph(code: ErrorCode, publicUrl: string, places: readonly Place[]): string {
  const { status, title, meaning, remedy } = errorCatalog[code];
  const problem = exampleProblem(code, publicUrl);
  return `
<section id="${code}">
<h3><a href="#${code}"><code>${code}</code></a><span class="status${status >= 500 ? " server" : ""}">${status}</span></h3>
<p class="title">${html(title)}</p>
<dl><dt>Meaning</dt><dd>${prose(meaning)}</dd><dt>What to do</dt><dd>${prose(remedy)}</dd>${operationsOf(places)}</dl>
<details><summary>Example</summary><pre><code>${html(JSON.stringify(problem, null, 2))}</code></pre></details>
</section>`;
}

function operationsOf(places: readonly Place[]): string {
  if (places.length === 0 || places.length > operationsMax) return "";
  const links = places.map(({ id, title }) => `<a href="${operationAddress(id)}">${html(title)}</a>`);
  return `<dt>Operations</dt><dd>${links.join(", ")}</dd>`;
}

/** Text as HTML, with backticks turned into code. */
function prose(text: string): string {
  return html(text).replace(/&#x60;(.+?)&#x60;|`(.+?)`/g, "<code>$1$2</code>");
}
