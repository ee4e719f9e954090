import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, standstill, wide } from "./dashboard.ts";

/** What every page is looked at for, and pictures of it. */

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The rules whose outcome depends on colors. */
const colorRules = ["color-contrast", "link-in-text-block"];
const screenshotFolder = "test/screenshots";
const narrow = { width: 360, height: 740 };
const schemes = ["light", "dark"] as const;

interface Finding {
  rule: string;
  impact: string;
  places: string[];
}

/** Nothing bars anybody in either scheme, and nothing is too wide for a phone. Leaves the page in the dark scheme. */
export async function expectGood(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  expect(await findBarriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findColorBarriers(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await photograph(page, name);
}

/** Serious findings of axe-core in the page as it is. */
export function findBarriers(page: Page): Promise<Finding[]> {
  return runAxe(page);
}

/** The same page in other colors: the findings that depend on them. */
export function findColorBarriers(page: Page): Promise<Finding[]> {
  return runAxe(page, { runOnly: colorRules });
}

async function runAxe(page: Page, choice: { runOnly?: string[] } = {}): Promise<Finding[]> {
  // What passes is not described, which is most of the work.
  const options = { ...choice, resultTypes: ["violations"] };
  // The page's policy refuses inline scripts; the debugger is not part of the page.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  await standstill(page);
  return page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    interface Violation {
      id: string;
      impact: string;
      nodes: { html: string; failureSummary: string }[];
    }
    const { violations } = await axe.run(options);
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, impact, nodes }) => ({
        rule: id,
        impact,
        places: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }));
  }, options);
}

/** How far the page can be scrolled sideways in a narrow window, in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  await page.setViewportSize(narrow);
  await standstill(page);
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize(wide);
  return pixels;
}

/** With any value the tests write screenshots, for people to look at; nothing compares them. */
const screenshotVariable = "TEST_SCREENSHOTS";

/** Screenshots of the page in both schemes and both widths. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!process.env[screenshotVariable]) return;
  await photographSchemes(page, name, true);
  await page.setViewportSize(narrow);
  await standstill(page);
  await page.screenshot({ path: join(screenshotFolder, `${name}-narrow.png`), fullPage: true });
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Screenshots of what a phone's screen shows, in both schemes. */
export async function photographPhone(page: Page, name: string): Promise<void> {
  if (!process.env[screenshotVariable]) return;
  await photographSchemes(page, name, false);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

async function photographSchemes(page: Page, name: string, fullPage: boolean): Promise<void> {
  mkdirSync(screenshotFolder, { recursive: true });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await standstill(page);
    await page.screenshot({ path: join(screenshotFolder, `${name}-${colorScheme}.png`), fullPage });
  }
}
