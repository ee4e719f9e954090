import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { makeSetUpToken } from "../../src/accounts/operator.ts";
import { exampleShipment } from "../../src/dashboard/example.ts";
import type { Environment } from "../../src/environment.ts";
import { platform } from "../support/fixtures.ts";
import { eventually, type TestServer } from "../support/harness.ts";

/** The dashboard in a real browser, and what every page of it is looked at for. */

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const screenshotFolder = "test/screenshots";
const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 860 };
const schemes = ["light", "dark"] as const;
const actionTimeoutMs = 20_000;

export const password = "a long enough passphrase";

/** A window that nobody is signed in to. */
export async function openWindow(browser: Browser): Promise<Page & { witness: Witness }> {
  const context = await browser.newContext({ viewport: wide, reducedMotion: "reduce" });
  context.setDefaultTimeout(actionTimeoutMs);
  const witness = watch(context);
  return Object.assign(await context.newPage(), { witness });
}

/** A new account, signed in without the dashboard's doing. Returns its e-mail address. */
export async function signUp(page: Page, server: TestServer): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const answer = await page.request.post(`${server.url}/api/v1/auth/sign-up`, {
    data: { email, password, account_name: "Book shop" },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
  return email;
}

/** A shipment of whoever is signed in; in the sandbox with a driver, who by default moves only when told to. */
export async function createShipment(
  page: Page,
  server: TestServer,
  change: Record<string, unknown> = {},
  environment: Environment = "sandbox",
): Promise<{ id: string; tracking_url: string; tracking_number: string }> {
  const isSandbox = environment === "sandbox";
  const body = { ...exampleShipment, ...(isSandbox && { simulation: { speed: "manual" } }), ...change };
  const shipment = await send(page, server, "/shipments", body, environment);
  if (isSandbox) {
    await page.request.get(`${server.url}${platform}/shipments/${shipment.id}/quotes?environment=sandbox`);
    await send(page, server, `/shipments/${shipment.id}/assignments`, { strategy: "cheapest" });
  }
  return shipment;
}

/** Has the simulated driver go on, up to a state. */
export async function advance(page: Page, server: TestServer, id: string, to: string): Promise<void> {
  await send(page, server, `/sandbox/shipments/${id}/advance`, { to });
}

async function send(
  page: Page,
  server: TestServer,
  path: string,
  data: unknown,
  environment: Environment = "sandbox",
) {
  const answer = await page.request.post(`${server.url}${platform}${path}`, {
    data,
    headers: { "sec-fetch-site": "same-origin", "x-environment": environment },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return answer.json();
}

/** An endpoint whose first delivery was tried, and a refused request. Returns the ids of all there is to look at. */
export async function fillLogs(page: Page, server: TestServer, url: string, environment: Environment) {
  const settings = { description: "Order system", events: ["*"], headers: { authorization: "Bearer 0123" } };
  const webhook = await send(page, server, "/webhooks", { url, ...settings }, environment);
  const path = `/webhooks/${webhook.id}`;
  const { id: delivery, event_id: event } = await send(page, server, `${path}/test`, {}, environment);
  const asJson = { "x-environment": environment, "sec-fetch-site": "same-origin" };
  const read = async () =>
    (
      await page.request.get(`${server.url}${platform}${path}/deliveries/${delivery}`, { headers: asJson })
    ).json();
  await eventually("an attempt", async () => (await read()).attempts.length > 0 || undefined);
  const refused = await page.request.post(`${server.url}${platform}/shipments`, {
    data: {},
    headers: asJson,
  });
  return { webhook: webhook.id, delivery, event, request: refused.headers()["x-request-id"] ?? "" };
}

/** Makes the server's operator, signed in without the dashboard's doing; there can be one. */
export async function signUpOperator(page: Page, server: TestServer): Promise<void> {
  const answer = await page.request.post(`${server.url}/api/v1/auth/setup`, {
    data: {
      token: makeSetUpToken(server.deps),
      email: "operator@example.com",
      password,
      account_name: "Operations",
    },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
}

/** Nothing came from elsewhere, and nothing was complained about. */
export function faultsOf({ requests, complaints }: Witness, server: TestServer): string[] {
  const elsewhere = requests.filter((url) => !url.startsWith(`${server.url}/`) && !url.startsWith("data:"));
  return [...elsewhere, ...complaints];
}

/** Until everything that is shown at first has come. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector("h1") !== null && document.querySelector("[aria-busy=true]") === null,
  );
  await standstill(page);
}

/** Until nothing moves or fades any more. */
async function standstill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What a change of size or scheme sets going begins with the next frame.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const running = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** What the browser asked for and complained about. */
export interface Witness {
  requests: string[];
  complaints: string[];
}

/** What is said of answers that a test asked for: every 4xx is an error to the console. */
const expectedComplaint = /^Failed to load resource: the server responded with a status of 4\d\d/;

function watch(context: BrowserContext): Witness {
  const witness: Witness = { requests: [], complaints: [] };
  context.on("request", (request) => witness.requests.push(request.url()));
  context.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    if (isBad && !expectedComplaint.test(message.text())) witness.complaints.push(message.text());
  });
  context.on("weberror", (error) => witness.complaints.push(String(error.error())));
  return witness;
}

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
