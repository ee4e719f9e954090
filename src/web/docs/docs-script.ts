/**
 * The browser's part of the pages of the documentation: search, the highlighted chapter, "Copy as Markdown", and
 * addresses from when everything was one page. Without it the pages are complete.
 */

interface Found {
  url: string;
  title: string;
  within: string;
}
type Search = (question: string) => Found[];

const shownHere = "aria-current";

followOldAddress();
const search = document.querySelector<HTMLElement>("search[data-search]");
if (search) offerSearch(search);
for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-copy]")) offerCopy(link);
addEventListener("hashchange", followOldAddress);
const contents = document.querySelector<HTMLElement>(".contents");
if (contents) highlightChapter(contents);
chooseTab();
addEventListener("hashchange", chooseTab);

/**
 * Anchors are not sent to the server: `/docs#description/webhooks` was a chapter, `/docs#tag/…` an operation. Later
 * `/docs/api#tag/…` was one: there stands the link to its page.
 */
function followOldAddress(): void {
  if (location.pathname === "/docs/api") {
    const line = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const link = line?.matches("li") ? line.querySelector("a") : null;
    if (link) location.replace(link.href);
    return;
  }
  if (location.pathname !== "/docs") return;
  const [, kind, rest] = /^#(description|tag|webhook|model)\/(.+)$/.exec(location.hash) ?? [];
  if (kind === undefined) return;
  location.replace(kind === "description" ? `/docs/headings/${rest}` : `/docs/api${location.hash}`);
}

function offerSearch(place: HTMLElement): void {
  const input = place.querySelector("input");
  const results = place.querySelector(".results");
  if (!input || !results) return;
  place.hidden = false;
  let loading: Promise<Search> | undefined;
  const load = () => {
    loading ??= loadSearch(place.dataset.search ?? "");
    return loading;
  };
  const show = async () => {
    const question = input.value.trim();
    const find = await load();
    // Somebody typed on while it was loaded.
    if (question !== input.value.trim()) return;
    results.replaceChildren(question === "" ? "" : answerTo(question, find(question)));
  };
  input.addEventListener("focus", load);
  input.addEventListener("input", show);
  place.addEventListener("keydown", (event) => moveWith(event, place));
  document.addEventListener("keydown", (event) => {
    const isTyping = (event.target as Element).matches("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
  document.addEventListener("click", ({ target }) => {
    const isResult = (target as Element).closest("a") !== null;
    if (isResult || !place.contains(target as Element)) results.replaceChildren();
  });
}

/** Loaded when the search gets the focus. */
async function loadSearch(script: string): Promise<Search> {
  const [{ createSearch }, answer] = await Promise.all([import(script), fetch("/docs/search.json")]);
  return createSearch(await answer.json());
}

function answerTo(question: string, found: readonly Found[]): Element {
  if (found.length === 0) {
    const said = document.createElement("p");
    said.textContent = `No matches for “${question}”`;
    return said;
  }
  const list = document.createElement("ul");
  for (const { url, title, within } of found) {
    const link = document.createElement("a");
    const where = document.createElement("span");
    link.href = url;
    where.textContent = within;
    link.append(title, where);
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  return list;
}

/** Arrows go through the results, Enter in the field opens the first, Escape closes them. */
function moveWith(event: KeyboardEvent, place: HTMLElement): void {
  const stops = [...place.querySelectorAll<HTMLElement>("input, .results a")];
  const now = stops.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) stops[Math.max(0, now + step)]?.focus();
  else if (event.key === "Enter" && now === 0) stops[1]?.click();
  else if (event.key === "Escape") place.querySelector(".results")?.replaceChildren();
  else return;
  event.preventDefault();
}

function offerCopy(link: HTMLAnchorElement): void {
  // Browsers offer it to secure pages only; elsewhere the link opens the Markdown.
  if (navigator.clipboard === undefined) return;
  const label = link.textContent;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const answer = await fetch(link.href);
    await navigator.clipboard.writeText(await answer.text());
    link.textContent = "Copied";
    setTimeout(() => {
      link.textContent = label;
    }, 2_000);
  });
}

/** Marks the chapter that is read: the last heading above the upper third of the window. */
function highlightChapter(place: HTMLElement): void {
  const chapters = [...place.querySelectorAll<HTMLAnchorElement>("a")].map((link) => ({
    link,
    target: document.getElementById(decodeURIComponent(link.hash.slice(1))),
  }));
  const mark = () => {
    const line = innerHeight / 3;
    // Of tabs, which stand beside each other, the chosen one counts.
    const shown = chapters.filter(({ target }) => !(target instanceof HTMLInputElement) || target.checked);
    const above = shown.filter(({ target }) => target && target.getBoundingClientRect().top < line);
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const current = isAtEnd ? shown.at(-1) : (above.at(-1) ?? shown[0]);
    for (const { link } of chapters) link.removeAttribute(shownHere);
    current?.link.setAttribute(shownHere, "true");
  };
  let isDue = false;
  addEventListener(
    "scroll",
    () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}

/** An address that names a tab shows it. */
function chooseTab(): void {
  const tab = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (tab instanceof HTMLInputElement && tab.type === "radio") tab.checked = true;
}

export {};
