import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, LaunchOptions } from "playwright-core";

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

/** Its own sandbox cannot be set up by root, who runs the tests in containers; they visit our own pages only. */
const usualArgs = ["--no-sandbox"];
/**
 * Of pages that live for seconds, optimizing the machine code costs a quarter more than it gains. All pages of a profile
 * are in one process, which keeps compiled code: in a process of its own, a test's first page costs half as much again.
 */
const briefArgs = [...usualArgs, "--js-flags=--no-opt --no-maglev", "--process-per-site"];

interface SharedBrowser {
  browser: Browser;
  /** For files that last as long. */
  folder: string;
}
let shared: Promise<SharedBrowser> | undefined;

/**
 * The browser of all test files that this process runs, launched at the first call: a launch costs as much as a test.
 * It ends after the process, and its folder with it.
 * @throws Error where there is no Chromium
 */
export function shareBrowser(): Promise<SharedBrowser> {
  shared ??= launchShared();
  return shared;
}

async function launchShared(): Promise<SharedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "waybill-browser-"));
  const browser = await launch({
    executablePath: join(import.meta.dir, "chromium.sh"),
    args: briefArgs,
    artifactsDir: join(folder, "artifacts"),
    env: { ...process.env, TEST_CHROMIUM: requireChromium(), TEST_BROWSER_FOLDER: folder },
    // A signal ends the process, and thereby the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { browser, folder };
}

/** One that the caller closes. @throws Error where there is no Chromium */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return launch({ executablePath: requireChromium(), args: [...usualArgs, ...args] });
}

function requireChromium(): string {
  const path = findChromium();
  if (path === undefined) throw new Error("install Chromium: the browser tests drive it");
  return path;
}

async function launch(options: LaunchOptions): Promise<Browser> {
  // Not at the top: whoever only asks for the path needs no driver.
  const { chromium } = await import("playwright-core");
  return chromium.launch({ args: usualArgs, ...options });
}
