import { html } from "../serving/html.ts";
import type { Guide } from "./guides.ts";
import { docsPage, type Page } from "./layout.ts";
import { htmlOf, sectionsOf } from "./markdown.ts";

/** The page of one guide, between all of them at the left and its own headings at the right. */
export function guidePage(guides: readonly Guide[], guide: Guide): Promise<Page> {
  const { name, title, text } = guide;
  return docsPage({
    title: `${html(title)} – Waybill docs`,
    path: addressOf(guide),
    menu: guideMenu(guides, "h2", name),
    main: `<p class="actions"><a href="/docs/guides/${name}.md" data-copy>Copy as Markdown</a></p>
<article>
${htmlOf(text)}</article>
${neighbors(guides, guide)}`,
    aside: contents(text),
  });
}

export function addressOf({ name }: Guide): string {
  return `/docs/guides/${name}`;
}

/** The guides by group as lists of links, each under a heading. The one at `current` is marked. */
export function guideMenu(guides: readonly Guide[], heading: "h2" | "h3", current?: string): string {
  const groups = Map.groupBy(guides, ({ group }) => group);
  return [...groups]
    .map(([group, members]) => {
      const links = members.map(
        (guide) =>
          `<li><a href="${addressOf(guide)}"${guide.name === current ? ' aria-current="page"' : ""}>${html(guide.title)}</a></li>`,
      );
      return `<section><${heading}>${html(group)}</${heading}><ul>${links.join("")}</ul></section>`;
    })
    .join("\n");
}

function contents(text: string): string {
  const [, ...sections] = sectionsOf(text);
  if (sections.length < 2) return "";
  const links = sections.map(
    ({ id, level, title }) => `<li><a class="level-${level}" href="#${id}">${html(title)}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2>
<ul>${links.join("\n")}</ul></nav>`;
}

function neighbors(guides: readonly Guide[], guide: Guide): string {
  const index = guides.indexOf(guide);
  const link = (other: Guide | undefined, rel: string, label: string) =>
    other === undefined
      ? ""
      : `<a rel="${rel}" href="${addressOf(other)}"><span>${label}</span> ${html(other.title)}</a>`;
  const previous = link(guides[index - 1], "prev", "Previous");
  return `<nav class="neighbors" aria-label="Previous and next guide">${previous}${link(guides[index + 1], "next", "Next")}</nav>`;
}
