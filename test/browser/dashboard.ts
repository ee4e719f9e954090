import { afterAll, afterEach, beforeEach, setDefaultTimeout } from "bun:test";
import { expect as playwrightExpect } from "@playwright/test";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { changeSettings } from "../../src/access/accounts/settings.ts";
import { createSetUpToken } from "../../src/access/accounts/sign-in/operator.ts";
import type { Replacements } from "../../src/app/installation.ts";
import { carrierStore } from "../../src/delivery/carriers/store.ts";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import type { Config } from "../../src/infra/config.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { makeCookie } from "../../src/infra/http/cookie.ts";
import { loadAssets } from "../../src/web/serving/assets.ts";
import { makeDataFolder } from "../support/data-folder.ts";
import { platform } from "../support/fixtures.ts";
import {
  type Client,
  eventually,
  openTestAccount,
  startServer,
  type TestServer,
} from "../support/harness.ts";
import { shareBrowser } from "./browser.ts";
import { actionTimeoutMs, createWindows, type Windows } from "./windows.ts";

export { wide } from "./windows.ts";

/** The dashboard in a real browser: what the tests of one file begin with, and what they share. */

/** Longer than what a test waits for, so that a failure says what never came. */
const testTimeoutMs = 6 * actionTimeoutMs;

/** What is expected of a page is waited for; of a plain value it is asked at once. */
export const expect = playwrightExpect.configure({ timeout: actionTimeoutMs });

export const password = "a long enough passphrase";

/** A page that is listened to from the start. */
export type WatchedPage = Page & { witness: Witness };

interface Dashboard {
  server: TestServer;
  /**
   * A window that nobody is signed in to. One that a test opens is closed after it. Without options it may find the
   * dashboard's files in the browser's cache, as earlier tests left them.
   */
  openWindow(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** A page of a new account, in such a window. */
  enter(): Promise<WatchedPage>;
  /** A page of a new account, in a browser that has never loaded the dashboard. */
  enterAnew(): Promise<WatchedPage>;
  /** Goes to a page of the sandbox, and waits for what it shows at first. */
  open(page: Page, path: string): Promise<void>;
}

/** A server, and windows for its pages. */
interface Place {
  server: TestServer;
  windows: Windows;
}

/**
 * A server and a browser for the tests of one file. Without arguments the server is that of all such files of this
 * process, where each test has an account of its own. A file that changes what all accounts share, such as the
 * operator, names its settings, be they none: its server ends with it.
 */
export async function startDashboard(
  config?: Partial<Config>,
  replacements: Replacements = {},
): Promise<Dashboard> {
  setDefaultTimeout(testTimeoutMs);
  const isShared = config === undefined;
  const { server, windows } = await (isShared ? startOnce() : start({ config, replacements }));
  // From source they are made when the first page is asked for, which then takes longer than a page may.
  await loadAssets();
  const throttled: string[] = [];
  let lasting = 0;
  beforeEach(() => {
    lasting = windows.countOpen();
  });
  afterEach(async () => {
    await windows.close(lasting);
    playwrightExpect(throttled.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await windows.close(0);
    if (isShared) {
      requireNothingForAll(server);
      return server.requireNoMissedRows();
    }
    await windows.end();
    await server.stop();
  });

  async function openWindow(options?: BrowserContextOptions): Promise<WatchedPage> {
    return watchedPage(await windows.open(options), throttled);
  }
  async function enterBy(page: WatchedPage): Promise<WatchedPage> {
    await signUp(page, server);
    return page;
  }
  const enter = async () => enterBy(await openWindow());
  const enterAnew = async () => enterBy(await openWindow({}));
  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${server.url}/dashboard/sandbox${path}`);
    await settled(page);
  }
  return { server, openWindow, enter, enterAnew, open };
}

/** A carrier that every account may use would give later files offers that they did not ask for. */
function requireNothingForAll({ deps }: TestServer): void {
  const carriers = carrierStore(deps.stores.platform("live").db).listOfInstallation();
  const open = carriers.filter(({ accounts }) => accounts === null);
  playwrightExpect(open.map(({ name }) => name)).toEqual([]);
}

let shared: Promise<Place> | undefined;

/**
 * Each call answers with one server. It ends with the process. Its secret key lets accounts connect carriers of their
 * own.
 */
function startOnce(): Promise<Place> {
  shared ??= shareBrowser()
    .then(({ folder }) => makeDataFolder(folder))
    .then((dataDir) => start({ dataDir, config: { secretKey: crypto.getRandomValues(new Uint8Array(32)) } }));
  return shared;
}

async function start({ config, ...options }: Parameters<typeof startServer>[0] = {}): Promise<Place> {
  // A tier that has limits: what people do here must never meet them.
  const server = await startServer({ config: { defaultTier: "scale", ...config }, ...options });
  const { browser } = await shareBrowser();
  return { server, windows: createWindows(browser, server.url) };
}

async function watchedPage(context: BrowserContext, throttled: string[]): Promise<WatchedPage> {
  const witness = watch(context);
  context.on("response", (answer) => {
    // Signing in has a throttle of its own, which its test meets.
    const isSignIn = answer.url().endsWith("/auth/sign-in");
    if (answer.status() === 429 && !isSignIn) throttled.push(answer.url());
  });
  return Object.assign(await context.newPage(), { witness });
}

/** Of who signs up without a request. */
const origin = { address: "127.0.0.1", isShared: false, userAgent: null };

/** A new account, signed in without the dashboard's doing. Returns its email address. */
export async function signUp(page: Page, { deps, url }: TestServer): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const { token, view } = await openTestAccount(deps, email, "Book shop", {
    ...origin,
    requestId: deps.ids.make("req"),
  });
  // Nobody asks it what it is for.
  const { id } = view.account;
  await deps.stores.accounts.write((tx) => void changeSettings(deps, tx, id, { purpose: "test" }));
  const { name, value } = Bun.Cookie.parse(makeCookie(deps, "session", token));
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  return email;
}

/** The API with a new sandbox key of whoever is signed in. */
export async function issueKey(page: Page, server: TestServer, name = "Order system"): Promise<Client> {
  const answer = await page.request.post(`${server.url}/api/v1/keys`, {
    data: { name, environment: "sandbox" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  return server.client({ "x-api-key": (await answer.json()).secret });
}

/** A shipment of whoever is signed in; in the sandbox with a driver, who by default moves only when told to. */
export async function createShipment(
  page: Page,
  server: TestServer,
  change: Record<string, unknown> = {},
  environment: Environment = "sandbox",
): Promise<{ id: string; tracking_url: string; tracking_number: string }> {
  const isSandbox = environment === "sandbox";
  const body = { ...shortShipment, ...(isSandbox && { simulation: { speed: "manual" } }), ...change };
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
      token: createSetUpToken(server.deps),
      email: "operator@example.com",
      password,
      account_name: "Operations",
    },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
}

export const keySecret = /wb_sandbox_[0-9A-Za-z]{36}/;
export const endpointSecret = /whsec_[0-9A-Za-z+/]{43}=/;

/** A secret of that kind, as soon as the page shows one. */
export async function secretOn(page: Page, kind: RegExp): Promise<string> {
  const text = await page.locator("pre").filter({ hasText: kind }).first().textContent();
  return kind.exec(text ?? "")?.[0] ?? "";
}

/** Looks at the page while what `act` saves by PATCH is under way: the server hears of it afterwards. */
export async function whileSaving(
  page: Page,
  path: string,
  act: () => Promise<void>,
  look: () => Promise<void>,
): Promise<void> {
  const looked = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === "PATCH") await looked.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.method() === "PATCH");
  await act();
  await asked;
  await look().finally(looked.resolve);
  await page.unroute(path);
}

/** Nothing came from elsewhere, and nothing was complained about. */
export function faultsOf({ requests, complaints }: Witness, server: TestServer): string[] {
  const elsewhere = requests.filter((url) => !url.startsWith(`${server.url}/`) && !url.startsWith("data:"));
  return [...elsewhere, ...complaints];
}

/**
 * Fills the form of a new shipment, and waits for what it learns then: that comes above the fields and moves them, so that an
 * open list would close.
 */
export async function fillWithExample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fill with example" }).click();
  await page.getByRole("button", { name: "Show prices" }).waitFor();
  await expect(page.getByText("Place not known yet")).toHaveCount(2);
}

/** Until everything that is shown at first has come. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1:not([aria-hidden] *, [aria-hidden])") !== null &&
      document.querySelector("[aria-busy=true]") === null,
  );
  await standstill(page);
}

/** Until nothing moves or fades any more. */
export async function standstill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What a change of size or scheme sets going begins with the next frame.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    // What follows the scrolling never ends.
    const running = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getTiming().iterations === 1,
      );
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** What the browser asked for and complained about. */
interface Witness {
  requests: string[];
  complaints: string[];
}

/** What the console says of every answer of 4xx. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/;
/** Where a test may be refused; and browsers ask for an icon while the page has not named one. */
const refusing = /\/api\/v1\/|\/favicon\.ico$/;

function watch(context: BrowserContext): Witness {
  const witness: Witness = { requests: [], complaints: [] };
  context.on("request", (request) => witness.requests.push(request.url()));
  context.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    const isRefusal = refusal.test(message.text()) && refusing.test(message.location().url);
    if (isBad && !isRefusal) witness.complaints.push(message.text());
  });
  context.on("weberror", (error) => witness.complaints.push(String(error.error())));
  return witness;
}
