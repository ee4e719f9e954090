import { describe, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { countOpenStreams } from "../../src/api/open-streams.ts";
import {
  advance,
  createShipment,
  expect,
  issueKey,
  password,
  signUp,
  startDashboard,
  type WatchedPage,
} from "./dashboard.ts";

/** What people see while the connection breaks, the server is gone, or somebody else signs in. */

/** Longer than a stream may be silent. */
const silenceMs = 40_000;
/** Longer than a server may take to answer. */
const hangingMs = 60_000;

const { server, openWindow, enter, enterAnew } = await startDashboard();

const urlOf = (path: string) => `${server.url}/dashboard/sandbox${path}`;
const made = (page: Page) => page.getByRole("link", { name: "shipment.created", exact: true });
const following = (page: Page) => page.getByText("Live updates", { exact: true });
const reconnecting = (page: Page) => page.getByText("Reconnecting", { exact: true });
const banner = (page: Page) => page.getByText("The server is not responding. Reconnecting…");
const streams = (page: WatchedPage) => page.witness.requests.filter((url) => url.includes("/stream"));
const badGateway = (route: Route) => route.fulfill({ status: 502, body: "502 Bad Gateway" });

/** The banner is as wide as the page's content, and touches nothing below it. */
async function expectSideBySide(page: Page): Promise<void> {
  const [content, bar] = await page.locator("#page").evaluate((main) => {
    const boxOf = (selector: string) => main.querySelector(selector)?.getBoundingClientRect().toJSON();
    return [boxOf(":scope > .mantine-Box-root, :scope > div"), boxOf(".connection-banner")];
  });
  expect([bar.left, bar.right]).toEqual([content.left, content.right]);
}

/** A tab that is put behind another one, or to the front again. */
async function setSeen(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !isSeen);
}

async function openEvents() {
  const page = await enter();
  await page.goto(urlOf("/events"));
  await following(page).waitFor();
  return page;
}

describe("a stream", () => {
  test("is followed only while its page is seen, and misses nothing meanwhile", async () => {
    const page = await openEvents();
    await expect.poll(countOpenStreams).toBe(1);
    await setSeen(page, false);
    await expect.poll(countOpenStreams).toBe(0);
    await createShipment(page, server);
    await setSeen(page, true);
    await expect(made(page)).toHaveCount(1);
    await expect.poll(countOpenStreams).toBe(1);
  });

  test("leaves the browser its connections, however many tabs there are", async () => {
    const page = await enter();
    const tabs: Page[] = [];
    for (let count = 0; count < 7; count += 1) {
      const tab = await page.context().newPage();
      await tab.goto(urlOf("/events"));
      await tab.getByText("No events yet").waitFor();
      tabs.push(tab);
    }
    await page.goto(urlOf("/keys"));
    await page.getByText("No sandbox key yet").waitFor();
    const [last] = tabs.slice(-1);
    if (last === undefined) throw new Error("no tab");
    await reconnecting(last).waitFor();
    for (const tab of tabs.slice(0, -1)) await setSeen(tab, false);
    await following(last).waitFor();
  });

  test("that is refused is opened again, and the page says so meanwhile", async () => {
    const page = await enter();
    await page.route("**/events/stream?*", badGateway);
    await page.goto(urlOf("/events"));
    await reconnecting(page).waitFor();
    await page.unroute("**/events/stream?*");
    await createShipment(page, server);
    await expect(made(page)).toHaveCount(1);
    await following(page).waitFor();
  });

  test("that has fallen silent is opened again", async () => {
    const page = await enterAnew();
    await page.clock.install();
    await page.goto(urlOf("/events"));
    await following(page).waitFor();
    await expect.poll(() => streams(page).length).toBe(1);
    await page.clock.fastForward(silenceMs);
    await expect.poll(() => streams(page).length).toBeGreaterThan(1);
    await following(page).waitFor();
  });

  test("leads to the door when the session was ended elsewhere", async () => {
    const page = await openEvents();
    const origin = { "sec-fetch-site": "same-origin" };
    await page.request.post(`${server.url}/api/v1/auth/sign-out`, { headers: origin });
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("that is broken leaves the recipient's page up to date, and is opened again", async () => {
    const page = await enter();
    const { id, tracking_url } = await createShipment(page, server);
    const recipient = await openWindow();
    await recipient.route("**/stream", badGateway);
    await recipient.goto(tracking_url);
    await expect.poll(() => streams(recipient).length).toBeGreaterThan(1);
    await advance(page, server, id, "en_route_to_delivery");
    await recipient.getByText("The driver is on the way to you.").waitFor();
    await recipient.unroute("**/stream");
    await advance(page, server, id, "delivered");
    await recipient.getByRole("heading", { name: "Your parcel was delivered" }).waitFor();
  });
});

describe("a server that is gone", () => {
  test("takes nothing from a page that is shown, nor the dialog on it", async () => {
    const page = await enter();
    const { id } = await createShipment(page, server, { reference: "ORD-1" });
    await page.goto(urlOf(`/shipments/${id}`));
    await page.getByRole("button", { name: "Edit…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.route("**/api/v1/platform/{shipments,tracking}/shp_*", badGateway);
    await page.route("**/healthz", badGateway);
    await advance(page, server, id, "en_route_to_delivery");
    await banner(page).waitFor({ state: "attached" });
    await expect(dialog).toBeVisible();
    await expect(page.getByRole("heading", { name: "ORD-1", includeHidden: true })).toHaveCount(1);
    await page.unroute("**/healthz");
    await page.unroute("**/api/v1/platform/{shipments,tracking}/shp_*");
    await page.keyboard.press("Escape");
    await page.getByText("The driver is on the way to the delivery.").first().waitFor();
    await expect(banner(page)).toHaveCount(0);
  });

  test("is reported where it takes the request and never responds", async () => {
    const page = await enter();
    await page.goto(urlOf("/settings/account"));
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    const held: Route[] = [];
    const hold = (route: Route) => void held.push(route);
    await page.route(/\/(healthz|keys\?.*)$/, hold);
    await page.getByRole("link", { name: "API keys" }).click();
    await expect(banner(page)).toBeVisible({ timeout: hangingMs });
    await page.unroute(/\/(healthz|keys\?.*)$/);
    await Promise.all(held.map((route) => route.abort().catch(() => {})));
    await page.getByText("No sandbox key yet").waitFor();
    await expect(banner(page)).toHaveCount(0);
  });

  test("is reported in sight, at the foot of a long page too", async () => {
    const page = await enterAnew();
    await page.goto(urlOf("/shipments/new"));
    const create = page.getByRole("button", { name: "Create shipment" });
    await create.scrollIntoViewIfNeeded();
    await page.context().setOffline(true);
    await expect(banner(page)).toBeInViewport();
    await expectSideBySide(page);
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByText("The page failed to load").waitFor();
    await page.context().setOffline(false);
    // Nobody asks for it.
    await page.getByRole("heading", { name: "API keys" }).waitFor();
  });
});

describe("one browser", () => {
  test("shows the pages of whoever is signed in, in all of its windows", async () => {
    const stranger = await openWindow();
    const email = await signUp(stranger, server);
    const page = await enter();
    await issueKey(page, server, "Of the first");
    await page.goto(urlOf("/keys"));
    await page.getByRole("cell", { name: "Of the first", exact: true }).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${server.url}/dashboard/sign-in`);
    await tab.getByLabel("Email address").fill(email);
    await tab.getByLabel("Password", { exact: true }).fill(password);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("heading", { name: "Your sandbox" }).waitFor();
    await page.getByText("No sandbox key yet").waitFor();
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByText(email).waitFor();

    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await tab.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("shows a page that it kept only to who is still signed in", async () => {
    const page = await enter();
    await page.goto(urlOf("/keys"));
    const nothing = page.getByText("No sandbox key yet");
    const tell = (type: "pagehide" | "pageshow") =>
      page.evaluate((type) => window.dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);
    await nothing.waitFor();
    await tell("pagehide");
    await expect(nothing).toBeHidden();
    await tell("pageshow");
    await expect(nothing).toBeVisible();

    await tell("pagehide");
    await page.context().clearCookies();
    await tell("pageshow");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await expect(nothing).toHaveCount(0);
  });
});
