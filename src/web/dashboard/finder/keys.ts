import type { Group } from "./search.ts";

/** What single keys do, outside of fields and dialogs. */

interface KeyActions {
  menu: readonly Group[];
  go: (to: string) => void;
  openHelp: () => void;
}

/** How long `g` waits for its letter. */
export const secondKeyMs = 1_500;
let beforeKey = "";
let forgetting: ReturnType<typeof setTimeout> | undefined;

export function pressKey(key: string, { menu, go, openHelp }: KeyActions): void {
  const keys = beforeKey + key.toLowerCase();
  clearTimeout(forgetting);
  beforeKey = "";
  if (keys === "g") {
    beforeKey = "g ";
    forgetting = setTimeout(() => {
      beforeKey = "";
    }, secondKeyMs);
    return;
  }
  const place = menu.flatMap(({ places }) => places).find((each) => each.keys === keys);
  if (place) go(place.to);
  else if (keys === "?") openHelp();
  else if (keys === "j") moveInList(1);
  else if (keys === "k") moveInList(-1);
}

/** Puts a text into the page's search. Returns whether the page has one. */
export function focusSearch(text: string): boolean {
  const field = document.querySelector<HTMLInputElement>("main [role=search] input");
  field?.select();
  field?.focus();
  // As if it were typed: React hears of it.
  if (field && text) document.execCommand("insertText", false, text);
  return field !== null;
}

/** Focuses the first link of the next row, so that Enter opens it. */
function moveInList(step: number): void {
  const links = [...document.querySelectorAll("main tbody tr")].flatMap(
    (row) => row.querySelector("a") ?? [],
  );
  const current = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), links.length - 1);
  links[next]?.focus();
  links[next]?.scrollIntoView({ block: "nearest" });
}
