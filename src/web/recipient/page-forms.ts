import { loadPage, pagePath, replaceParts } from "./page-parts.ts";

/** Sends the page's forms without leaving the page, copies and shares. */

const doneShownMs = 2_000;

/** `onShown` is called when new parts are on the page. */
export function sendFormsHere(onShown: () => void): void {
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void send(event.target, onShown);
  });
}

/** The answer is the page, with what came of it. */
async function send(form: HTMLFormElement, onShown: () => void): Promise<void> {
  const button = form.querySelector("button");
  if (button?.disabled) return;
  if (button) button.disabled = true;
  const part = form.closest("section")?.id;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const newer = await loadPage(form.action, new URLSearchParams(fields)).catch(() => undefined);
  if (button) button.disabled = false;
  if (newer === undefined) return showProblem(form, form.dataset.notSent ?? "");
  replaceParts(newer, { keepsForms: false });
  onShown();
  focusOn(
    document.querySelector(`#${part} :is([role=alert], [role=status])`) ?? document.querySelector("h1"),
  );
}

function showProblem(form: HTMLFormElement, text: string): void {
  const shown = form.querySelector(".problem") ?? document.createElement("p");
  shown.className = "problem";
  shown.setAttribute("role", "alert");
  shown.textContent = text;
  form.querySelector("button")?.before(shown);
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = -1;
  element.focus();
}

/** Buttons that copy and share, where the browser can: only over HTTPS. */
export function showTools(): void {
  const [mayShare, mayCopy] = ["share" in navigator, "clipboard" in navigator];
  const share = document.getElementById("share");
  if (share) share.hidden = !mayShare && !mayCopy;
  for (const button of copyButtons()) button.hidden = !mayCopy;
}

export function listenToTools(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button?.dataset.copy) void copy(button, button.dataset.copy);
    if (button?.id === "share") void shareLink(button);
  });
}

function copyButtons(): NodeListOf<HTMLElement> {
  return document.querySelectorAll("[data-copy]");
}

async function shareLink(button: HTMLElement): Promise<void> {
  const url = `${location.origin}${pagePath()}`;
  if (!("share" in navigator)) return copy(button, url);
  // Whoever closes the dialog shares nothing.
  await navigator.share({ title: document.title, url }).catch(() => {});
}

async function copy(button: HTMLElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  const { textContent } = button;
  button.textContent = button.dataset.done ?? "";
  setTimeout(() => {
    button.textContent = textContent;
  }, doneShownMs);
}
