import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page, ViewportSize } from "playwright-core";
import { expect, standstill, wide } from "./dashboard.ts";

/** What every page is looked at for, and pictures of it. */

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The rules whose outcome depends on colors. */
const colorRules = ["color-contrast", "link-in-text-block"];
const screenshotFolder = "test/screenshots";
const narrow = { width: 360, height: 740 };
/** A phone, a small window and a large one. */
const sizes = {
  phone: { width: 390, height: 844 },
  small: { width: 1024, height: 768 },
  large: { width: 1440, height: 900 },
};
const looks = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "light", forcedColors: "active" },
} as const;

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
  expect(await sidewaysScrollAt(page, narrow)).toBe(0);
  expect(await findHidden(page)).toEqual([]);
  await photograph(page, name);
}

/** Serious findings of axe-core in the page as it is. */
export function findBarriers(page: Page): Promise<Finding[]> {
  return runAxe(page);
}

/** Findings in a page that depend on its colors, when it has others. */
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
      axe: { run(options: object): Promise<{ violations: Violation[] }>; _audit: { rules: Rule[] } };
    };
    interface Rule {
      id: string;
      impact: string;
    }
    interface Violation {
      id: string;
      impact: string;
      nodes: { html: string; failureSummary: string }[];
    }
    const isSerious = ({ impact }: { impact: string }) => impact === "serious" || impact === "critical";
    // The impact of a rule is that of its findings: of the others nobody would hear.
    const unheard = axe._audit.rules.filter((rule) => !isSerious(rule));
    const rules = Object.fromEntries(unheard.map(({ id }) => [id, { enabled: false }]));
    const { violations } = await axe.run("runOnly" in options ? options : { ...options, rules });
    return violations.filter(isSerious).map(({ id, impact, nodes }) => ({
      rule: id,
      impact,
      places: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }));
  }, options);
}

/** How far the page can be scrolled sideways in a narrow window, in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  const pixels = await sidewaysScrollAt(page, narrow);
  await page.setViewportSize(wide);
  return pixels;
}

/** Leaves the window in that size. */
async function sidewaysScrollAt(page: Page, size: ViewportSize): Promise<number> {
  await page.setViewportSize(size);
  await standstill(page);
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

const smallestTextPx = 12;

/** At each size: badges and buttons of lists that are not in sight, what makes the page too wide, and too small text. */
async function findHidden(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await standstill(page);
    found.push(...(await page.evaluate(hiddenNow, smallestTextPx)).map((fault) => `${size}: ${fault}`));
  }
  await page.setViewportSize(wide);
  return found;
}

/** Runs in the page. */
function hiddenNow(smallestTextPx: number): string[] {
  const found: string[] = [];
  const describe = (element: Element) => `${element.tagName} ${element.textContent?.slice(0, 60)}`;
  for (const element of document.querySelectorAll("table :is(.badge, button, [data-role])")) {
    const { left, right, width } = element.getBoundingClientRect();
    const isMeant = element.matches('.badge, button, td[data-role="badge"], td[data-role="actions"]');
    if (isMeant && width > 0 && (left < 0 || right > innerWidth))
      found.push(`out of sight: ${describe(element)}`);
  }
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) found.push(`page of ${width} pixels`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!element?.checkVisibility() || !node.textContent?.trim()) continue;
    const { fontSize } = getComputedStyle(element);
    if (Number.parseFloat(fontSize) < smallestTextPx) found.push(`${fontSize}: ${describe(element)}`);
  }
  return found;
}

/** With any value the tests write screenshots, for people to look at; nothing compares them. */
const screenshotVariable = "TEST_SCREENSHOTS";

/** Screenshots of the page in every size, in both schemes and with the reader's own colors. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!process.env[screenshotVariable]) return;
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await photographLooks(page, `${name}-${size}`, true);
  }
  await page.setViewportSize(wide);
}

/** Screenshots of what a phone's screen shows, in the same looks. */
export async function photographPhone(page: Page, name: string): Promise<void> {
  if (process.env[screenshotVariable]) await photographLooks(page, name, false);
}

async function photographLooks(page: Page, name: string, fullPage: boolean): Promise<void> {
  mkdirSync(screenshotFolder, { recursive: true });
  for (const [look, media] of Object.entries(looks)) {
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    await standstill(page);
    await page.screenshot({ path: join(screenshotFolder, `${name}-${look}.png`), fullPage });
  }
  await page.emulateMedia({ ...looks.light, reducedMotion: "reduce" });
}
