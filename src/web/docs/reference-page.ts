import { html } from "../serving/html.ts";
import { docsPage, type Page } from "./layout.ts";
import { type Chapter, isEvent, operationAddress, type Place } from "./reference.ts";

/** The page at `/docs/api`: every operation by chapter, each a link to its own page. Anchors are those of `/docs/api/try`. */
export function referencePage(chapters: readonly Chapter[]): Promise<Page> {
  return docsPage({
    title: "Waybill API reference",
    path: "/docs/api",
    menu: chapterMenu(chapters),
    main: `<p class="actions"><a href="/docs/api/try">Try it</a></p>
<article class="reference">
<h1>API reference</h1>
<p class="lead">Every operation of the API, each with a page of its own.</p>
<p>Programs call with a key: <a href="/docs/guides/authentication">Authentication</a> says how to get one for the sandbox. The
<a href="/docs/guides/quick-start">quick start</a> leads from that key to a delivered parcel. Every error has its place on the
<a href="/docs/errors">page of errors</a>. The <a href="/api/v1/openapi.json">OpenAPI document</a> says all of this to programs.</p>
${chapters.map(section).join("\n")}
</article>`,
  });
}

function section({ anchor, title, description, places }: Chapter): string {
  const lines = places.map(
    (place) =>
      `<li id="${html(place.anchor)}"><a href="${operationAddress(place.id)}">${html(place.title)}</a> <span class="signature">${methodOf(place)} ${isEvent(place) ? "" : `<code>${html(place.path)}</code>`}</span></li>`,
  );
  return `<section><h2 id="${anchor}"><a href="#${anchor}">${html(title)}</a></h2>
<p>${html(description)}</p>
<ul class="operations">
${lines.join("\n")}
</ul></section>`;
}

/** The chapters, and what stands in the one that is read. */
export function chapterMenu(chapters: readonly Chapter[], current?: Chapter, read?: Place): string {
  const items = chapters.map((chapter) => {
    const link = `<a class="topic" href="/docs/api#${chapter.anchor}">${html(chapter.title)}</a>`;
    if (chapter !== current) return `<li>${link}</li>`;
    const places = chapter.places.map((place) => {
      const here = place === read ? ' aria-current="page"' : "";
      return `<li><a href="${operationAddress(place.id)}"${here}>${html(place.title)}</a></li>`;
    });
    return `<li>${link}<ul>${places.join("")}</ul></li>`;
  });
  return `<ul class="topics">${items.join("\n")}</ul>`;
}

/** A label in the color of the method. */
export function methodOf({ method }: Place): string {
  return `<span class="method ${method.toLowerCase()}">${method}</span>`;
}
