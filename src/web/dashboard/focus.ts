/** Where the keyboard goes on, when what it was at is gone. */

/**
 * Whatever takes away what had the focus, the page's heading has it then: nobody begins again at the top. For as long
 * as the window is there.
 */
export function keepFocus(): void {
  let last: EventTarget | null = null;
  document.addEventListener("focusin", ({ target }) => {
    last = target;
  });
  // Whoever clicks beside everything has left it, and it may go.
  document.addEventListener("mouseup", () => {
    if (document.activeElement === document.body) last = null;
  });
  const isGone = () => last instanceof Element && !last.isConnected;
  new MutationObserver(() => {
    if (!isGone() || document.activeElement !== document.body) return;
    last = null;
    goToHeading();
  }).observe(document.body, { childList: true, subtree: true });
}

/** The page itself, as long as it has no heading; that takes the focus over, by `takeOverFocus`. */
export function goToHeading(): void {
  const heading = document.querySelector<HTMLElement>("h1") ?? document.getElementById("page");
  heading?.focus({ preventScroll: true });
}

/** Of a heading that came after who waits for it. */
export function takeOverFocus(heading: HTMLElement | null): void {
  if (document.activeElement?.id === "page") heading?.focus({ preventScroll: true });
}
