/** The parts of the recipient's page that a newer page replaces, in the browser. */

const replaced = ["summary", "way", "pin", "rating", "instructions", "proof", "details", "contact"];
const goneStatuses = [404, 410];
const typed = "data-typed";
const inUse = "details[open], output, [data-shown], form:focus-within, form:active, summary:focus";

/** The page itself, also where a form was opened. */
export function pagePath(): string {
  return location.pathname.split("/").slice(0, 3).join("/");
}

/** Loads the page, or sends a form, whose answer is the page. @throws Error if no page comes back */
export async function loadPage(address: string, form?: URLSearchParams): Promise<Document> {
  const response = await fetch(address, form && { method: "POST", body: form });
  // The link has ended, or is unknown now.
  if (goneStatuses.includes(response.status)) location.assign(pagePath());
  if (!response.headers.get("content-type")?.startsWith("text/html")) throw new Error("no page came back");
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/**
 * Replaces the parts with those of a newer page. With `keepsForms` it leaves alone what the reader is at: a form with
 * text, an open one, one that has the focus, a shown PIN or proof. What the newer page has no more goes in any case.
 */
export function replaceParts(newer: Document, { keepsForms }: { keepsForms: boolean }): void {
  for (const id of replaced) {
    const [old, fresh] = [document.getElementById(id), newer.getElementById(id)];
    if (!old || !fresh) continue;
    if (!(keepsForms && !fresh.hidden && isInUse(old))) old.replaceWith(fresh);
  }
  document.title = newer.title;
  if (newer.getElementById("map") === null) document.getElementById("map")?.remove();
  openTemplates();
}

function isInUse(part: HTMLElement): boolean {
  return part.hasAttribute(typed) || part.querySelector(inUse) !== null;
}

/** Forms that are links without a script. */
export function openTemplates(): void {
  for (const template of document.querySelectorAll("main template")) {
    template.replaceWith((template as HTMLTemplateElement).content);
  }
}

/** Marks parts in which the reader typed or chose something. */
export function markTypedParts(): void {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof Element) target.closest("section")?.setAttribute(typed, "");
  });
}
