import type { Browser } from "playwright-core";

/** The shell first: it draws the same pages with a fifth less work. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Where a Chromium is on this machine; undefined where there is none. */
export function findChromium(): string | undefined {
  return names.map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined;
}

/** @throws Error where there is no Chromium */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("install Chromium: the browser tests drive it");
  // Not at the top: whoever only asks for the path needs no driver.
  const { chromium } = await import("playwright-core");
  // Its own sandbox cannot be set up by root, who runs the tests in containers; they visit our own pages only.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
