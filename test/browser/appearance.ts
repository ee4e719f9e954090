import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { standstill, wide } from "./dashboard.ts";

/** What every page is looked at for, and pictures of it. */

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const screenshotFolder = "test/screenshots";
const narrow = { width: 360, height: 740 };
const schemes = ["light", "dark"] as const;

export interface Finding {
  rule: string;
  impact: string;
  places: string[];
}

/** Serious findings of axe-core in the page as it stands. */
export async function findBarriers(page: Page): Promise<Finding[]> {
  // The page's policy refuses scripts that are written into it; the debugger is no part of the page.
  await page.evaluate(readFileSync(axeFile, "utf8"));
  await standstill(page);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    interface Violation {
      id: string;
      impact: string;
      nodes: { html: string; failureSummary: string }[];
    }
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, impact, nodes }) => ({
        rule: id,
        impact,
        places: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }));
  });
}

/** How far the page can be scrolled sideways in a narrow window, in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  await page.setViewportSize(narrow);
  await standstill(page);
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize(wide);
  return pixels;
}

/** Pictures of the page in both schemes and both widths, for people to look at. */
export async function photograph(page: Page, name: string): Promise<void> {
  mkdirSync(screenshotFolder, { recursive: true });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await standstill(page);
    await page.screenshot({ path: join(screenshotFolder, `${name}-${colorScheme}.png`), fullPage: true });
  }
  await page.setViewportSize(narrow);
  await standstill(page);
  await page.screenshot({ path: join(screenshotFolder, `${name}-narrow.png`), fullPage: true });
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: "light" });
}
