/** Keeps the keyboard focus on the page when the focused element goes away. */

/** Moves the focus to the page's heading when the focused element is removed. Runs for the lifetime of the window. */
export function keepFocus(): void {
  let last: EventTarget | null = null;
  document.addEventListener("focusin", ({ target }) => {
    last = target;
  });
  // After a click on the background nothing needs the focus back.
  document.addEventListener("mouseup", () => {
    if (document.activeElement === document.body) last = null;
  });
  const isGone = () => last instanceof Element && !last.isConnected;
  new MutationObserver(() => {
    if (!isGone() || document.activeElement !== document.body) return;
    last = null;
    focusHeading();
  }).observe(document.body, { childList: true, subtree: true });
}

/** Focuses the page itself until it has a heading, which then takes the focus by `takeOverFocus`. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>("h1:not([aria-hidden], [aria-hidden] *)") ??
    document.getElementById("page");
  heading?.focus({ preventScroll: true });
}

/** For a heading that appears later than the focus request. */
export function takeOverFocus(heading: HTMLElement | null): void {
  if (document.activeElement?.id === "page") heading?.focus({ preventScroll: true });
}
