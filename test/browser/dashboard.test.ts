import { describe, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { savePlace } from "../../src/delivery/fleet/drivers/places.ts";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import { write } from "../../src/infra/deps.ts";
import { addDriver } from "../support/drivers.ts";
import { berlinMitte } from "../support/fixtures.ts";
import { addOpenFleet } from "../support/fleets.ts";
import { findBarriers, photograph } from "./appearance.ts";
import {
  createShipment,
  expect,
  faultsOf,
  fillLogs,
  keySecret,
  password,
  secretOn,
  settled,
  signUp,
  standstill,
  startDashboard,
  type WatchedPage,
} from "./dashboard.ts";

/** What people do on the dashboard, in a real browser, and what must not happen meanwhile. */

const signInKilobytesMax = 30;
const overviewKilobytesMax = 245;
const pageKilobytesMax = 340;
const dispatchKilobytesMax = 500;
const requestsMax = 15;
/** Who has nothing yet is led through the first steps, of which each is looked for. */
const newcomersRequestsMax = 16;

const { server, openWindow, enter, enterAnew } = await startDashboard();

const urlOf = (path: string) => `${server.url}/dashboard${path}`;

async function issueKey(page: Page, name: string): Promise<string> {
  await page.goto(urlOf("/sandbox/keys"));
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  const secret = await secretOn(page, keySecret);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return secret;
}

async function chooseFor(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: what }).click();
}

const statusOf = async (key: string) =>
  (await server.client({ "x-api-key": key }).get("/api/v1/platform/account")).status;

describe("a newcomer", () => {
  test("is told beside the field what is wrong, in the API's words", async () => {
    const page = await openWindow();
    await page.goto(urlOf("/sign-up"));
    await page.getByLabel("Account name").fill("Book shop");
    await page.getByLabel("Email address").fill("nobody");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await expect(field("Email address")).toHaveAccessibleDescription(/Must be an email address\./);
    await expect(field("Password")).toHaveAccessibleDescription(/Must have at least 12 characters\./);
    await expect(field("Account name")).not.toHaveAttribute("aria-invalid", "true");
  });
});

describe("signing in", () => {
  test("leads back to where one was when the session had ended", async () => {
    const page = await openWindow();
    const email = await signUp(page, server);
    await page.goto(urlOf("/sandbox/keys"));
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await expect(page).toHaveURL(/\/dashboard\/sandbox\/settings\/\w+$/);
  });

  test("leads back to what a list was narrowed to", async () => {
    const page = await openWindow();
    const email = await signUp(page, server);
    await page.context().clearCookies();
    await page.goto(urlOf("/sandbox/shipments?q=12e3&status=assigned#content"));
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("No shipments match").waitFor();
    await expect(page).toHaveURL(urlOf("/sandbox/shipments?q=12e3&status=assigned#content"));
  });

  test("shows what the API says, with the request to ask about", async () => {
    const page = await openWindow();
    await page.goto(urlOf("/sign-in"));
    await page.getByLabel("Email address").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the right one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toHaveText(/req_[0-9a-z]{26}/);
    await expect(page).toHaveURL(urlOf("/sign-in"));
  });

  test("goes nowhere else, whatever the address asks for", async () => {
    const page = await openWindow();
    const email = await signUp(page, server);
    await page.context().clearCookies();
    await page.goto(urlOf(`/sign-in?from=${encodeURIComponent("//example.com/")}`));
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Your sandbox" }).waitFor();
    await expect(page).toHaveURL(urlOf("/sandbox"));
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is over after signing out, in this window and on the server", async () => {
    const page = await enter();
    await page.goto(urlOf("/sandbox/keys"));
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect((await page.request.get(`${server.url}/api/v1/auth/session`)).status()).toBe(401);
    await page.goBack();
    await expect(page).toHaveURL(/\/sign-in\?from=/);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});

describe("keys", () => {
  test("show their secret once and are dead as soon as they are revoked", async () => {
    const page = await enter();
    const secret = await issueKey(page, "Order system");
    expect(await statusOf(secret)).toBe(200);
    await page.reload();
    await page.getByRole("cell", { name: "Order system", exact: true }).waitFor();
    await settled(page);
    expect(await page.content()).not.toContain(secret);

    await chooseFor(page, "Order system", "Revoke…");
    // Told apart from another key of the same name.
    await page
      .getByRole("dialog")
      .getByText(/wb_sandbox_…\w{4}/)
      .waitFor();
    const revoke = page.getByRole("button", { name: "Revoke key" });
    await expect(revoke).toBeDisabled();
    await page.getByLabel(/Type Order system/).fill("Order");
    await expect(revoke).toBeDisabled();
    await page.getByLabel(/Type Order system/).fill("Order system");
    await revoke.click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    expect(await statusOf(secret)).toBe(401);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("are replaced with a time in which both are valid, or at once", async () => {
    const page = await enter();
    const first = await issueKey(page, "Order system");
    await chooseFor(page, "Order system", "Rotate…");
    await page.getByRole("button", { name: "Rotate key" }).click();
    const second = await secretOn(page, keySecret);
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText(/^Expires in/).waitFor();
  });

  test("may do what was chosen, and no more", async () => {
    const page = await enter();
    await page.goto(urlOf("/sandbox/keys"));
    await page.getByRole("button", { name: "Create a key" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Reader");
    await page.getByLabel("shipments:write").uncheck();
    await page.getByRole("button", { name: "Create key" }).click();
    const api = server.client({ "x-api-key": await secretOn(page, keySecret) });
    expect((await api.get("/api/v1/platform/shipments")).status).toBe(200);
    const refused = await api.post("/api/v1/platform/shipments", shortShipment);
    expect([refused.status, refused.body.code]).toEqual([403, "scope_missing"]);
  });
});

test("nothing of one environment stands in the other, while that is on its way", async () => {
  const page = await enter();
  await issueKey(page, "Only sandbox");
  const held: Route[] = [];
  await page.route("**/keys?environment=live*", (route) => void held.push(route));
  await page.getByText("Live", { exact: true }).click();
  await expect(page).toHaveURL(urlOf("/live/keys"));
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText("Only sandbox")).toHaveCount(0);
  await held[0]?.continue();
  await page.getByText("No live key yet").waitFor();
  await expect(page).toHaveTitle("API keys · Live – Waybill");
  await expect(page.getByText("Only sandbox")).toHaveCount(0);
});

test("a filter says what the address says, however it was changed", async () => {
  const page = await enter();
  const digits = "12345678901234567890";
  await page.goto(urlOf(`/sandbox/shipments?q=${digits}`));
  await expect(page.getByLabel("Search")).toHaveValue(digits);
  await page.getByText("No shipments match").waitFor();
  await page.getByLabel("Search").fill("zzz");
  await expect(page).toHaveURL(urlOf("/sandbox/shipments?q=zzz"));
  await page.getByRole("link", { name: "Shipments", exact: true }).click();
  await expect(page).toHaveURL(urlOf("/sandbox/shipments"));
  await expect(page.getByLabel("Search")).toHaveValue("");
  // What is no id is asked of nobody.
  await page.goto(urlOf("/sandbox/shipments/..%2f..%2faudit"));
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(page.witness.requests.filter((url) => /\/api\/v1\/\S*audit/.test(url))).toEqual([]);
});

test("a changed password ends the other sessions, and a session can be ended by hand", async () => {
  const page = await openWindow();
  const other = await openWindow();
  const email = await signUp(page, server);
  const signIn = () => other.request.post(`${server.url}/api/v1/auth/sign-in`, { data: { email, password } });
  const otherStatus = async () => (await other.request.get(`${server.url}/api/v1/auth/session`)).status();

  await signIn();
  await page.goto(urlOf("/sandbox/settings/sign-in"));
  await page.getByRole("button", { name: /^End the session of Chrome on Linux at .+, since / }).click();
  expect(await otherStatus()).toBe(200);
  await page.getByRole("button", { name: "End session", exact: true }).click();
  await page.getByText("Session ended.").waitFor();
  expect(await otherStatus()).toBe(401);

  await signIn();
  await page.reload();
  await page.getByRole("button", { name: "End other sessions…" }).click();
  await page.getByRole("button", { name: "End other sessions", exact: true }).click();
  await page.getByText("Your other sessions have ended.").waitFor();
  expect(await otherStatus()).toBe(401);
  await expect(page.getByRole("button", { name: "End other sessions…" })).toHaveCount(0);

  await signIn();
  expect(await otherStatus()).toBe(200);
  await page.goto(urlOf("/sandbox/settings/sign-in"));
  await page.getByLabel("Current password", { exact: true }).fill(password);
  await page.getByLabel("New password", { exact: true }).fill("another long passphrase");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password changed.").waitFor();
  expect(await otherStatus()).toBe(401);
  expect((await page.request.get(`${server.url}/api/v1/auth/session`)).status()).toBe(200);
});

test("a server that is gone is reported, and so is its return", async () => {
  const page = await enter();
  await page.goto(urlOf("/sandbox/settings/sign-in"));
  await page.getByLabel("Current password", { exact: true }).fill(password);
  await page.getByLabel("New password", { exact: true }).fill("another long passphrase");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Change password" }).click();
  const banner = page.getByText("The server is not responding. Reconnecting…");
  await banner.waitFor();
  await page.context().setOffline(false);
  await banner.waitFor({ state: "detached" });
  await expect(page.getByRole("alert")).toContainText("Not sent: the server did not respond.");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password changed.").waitFor();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a page that cannot be loaded says so, and can be tried again", async () => {
  const page = await enter();
  await page.goto(urlOf("/sandbox/settings/account"));
  await settled(page);
  await page.route("**/dashboard/assets/*.js", (route) => route.abort());
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByText("The page failed to load").waitFor();
  await page.unroute("**/dashboard/assets/*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "API keys" }).waitFor();
});

test("a page of another site cannot act with the session, nor show the dashboard", async () => {
  const page = await enter();
  const secret = await issueKey(page, "Order system");
  const keys = async () =>
    (await (await page.request.get(`${server.url}/api/v1/keys`)).json()) as { data: { id: string }[] };
  const before = await keys();
  using other = Bun.serve({
    port: 0,
    fetch: () =>
      new Response(`<iframe src="${urlOf("/sandbox")}"></iframe>`, {
        headers: { "content-type": "text/html" },
      }),
  });
  // Another port is another origin, but the same site: the cookie is sent.
  await page.goto(`http://127.0.0.1:${other.port}/`);
  const frames = () => page.frames().map((frame) => frame.url());
  await expect.poll(frames).toContain("chrome-error://chromewebdata/");
  await page.evaluate(
    async ({ url, id }) => {
      const init = { mode: "no-cors", credentials: "include" } as const;
      const body = JSON.stringify({ name: "Forged", environment: "live" });
      await fetch(`${url}/api/v1/keys`, { ...init, method: "POST", body });
      await fetch(`${url}/api/v1/auth/sign-out`, { ...init, method: "POST" });
      await fetch(`${url}/api/v1/keys/${id}`, { ...init, method: "DELETE" }).catch(() => {});
    },
    { url: server.url, id: before.data[0]?.id },
  );
  expect(await keys()).toEqual(before);
  expect(await statusOf(secret)).toBe(200);
});

test("everything can be done with the keyboard alone", async () => {
  const page = await enter();
  await page.goto(urlOf("/sandbox/keys"));
  await settled(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Create a key" }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Typed only");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Secret of Typed only" }).waitFor();
  expect(await statusOf(await secretOn(page, keySecret))).toBe(200);
});

interface Load {
  kilobytes: number;
  /** Each once: what a stream tells of is read again, some time later. */
  files: string[];
}

/** What comes over the wire, cold, until a page stands. A stream counts as a request. */
async function loadOf(
  page: WatchedPage,
  path: string,
  isThere: (page: Page) => Promise<unknown>,
): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const loading = new Set<string>();
  const files = new Set<string>();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    if (request.url.startsWith("data:")) return;
    files.add(request.url.slice(server.url.length));
    if (type === "Document" || type === "Script" || type === "Stylesheet") loading.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    loading.delete(requestId);
    bytes += encodedDataLength;
  });
  await page.goto(urlOf(path));
  await isThere(page);
  await settled(page);
  await expect.poll(() => loading.size).toBe(0);
  return { kilobytes: bytes / 1_000, files: [...files] };
}

const maps = /leaflet|world|town-names/i;

describe("the first load fits into its budget", () => {
  test.each(["sign-in", "sign-up", "verify-email", "forgot-password", "reset-password", "join"])(
    "of %s",
    async (name) => {
      const page = await openWindow({});
      const { kilobytes, files } = await loadOf(page, `/${name}`, (page) => page.getByRole("main").waitFor());
      expect(files.filter((file) => file.endsWith(".js"))).not.toEqual([]);
      expect(kilobytes).toBeLessThan(signInKilobytesMax);
      expect(files.length).toBeLessThanOrEqual(8);
    },
  );

  test("of a newcomer", async () => {
    const overview = (page: Page) => page.getByRole("region", { name: "Requests", exact: true }).waitFor();
    const { kilobytes, files } = await loadOf(await enterAnew(), "/sandbox", overview);
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThan(overviewKilobytesMax);
    expect(files.slice(newcomersRequestsMax)).toEqual([]);
    expect(files.join(" ")).not.toMatch(maps);
  });

  test("of who has delivered before, with the charts and without a map", async () => {
    const page = await enterAnew();
    using receiver = Bun.serve({ port: 0, fetch: () => new Response() });
    await createShipment(page, server);
    await fillLogs(page, server, `http://127.0.0.1:${receiver.port}/hook`, "sandbox");
    const chart = (page: Page) => page.getByRole("figure").first().locator("svg rect").first().waitFor();
    const { kilobytes, files } = await loadOf(page, "/sandbox", chart);
    await expect(page.getByRole("heading", { name: "First delivery" })).toHaveCount(0);
    expect(kilobytes).toBeLessThan(overviewKilobytesMax);
    expect(files.slice(requestsMax)).toEqual([]);
    expect(files.join(" ")).not.toMatch(maps);
  });

  test.each(["shipments", "shipments/new", "carriers", "drivers", "webhooks", "keys", "settings/people"])(
    "of %s, whose files are all named by the page",
    async (path) => {
      const page = await enterAnew();
      const document = page
        .waitForResponse((response) => response.request().isNavigationRequest())
        .then((response) => response.text());
      const { kilobytes, files } = await loadOf(page, `/sandbox/${path}`, (page) =>
        page.getByRole("heading", { level: 1 }).waitFor(),
      );
      const named = [...(await document).matchAll(/"(\/dashboard\/assets\/[^"]+)"/g)].map(
        ([, name = ""]) => name,
      );
      expect(kilobytes).toBeLessThan(pageKilobytesMax);
      expect(files.slice(requestsMax)).toEqual([]);
      expect(files.filter((file) => file.startsWith("/dashboard/assets/")).sort()).toEqual(named.sort());
    },
  );

  test("of Dispatch on land and town names, where there is no map file", async () => {
    const page = await enterAnew();
    const session = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    const accountId: string = session.account.id;
    const carrierId = await addOpenFleet(server, accountId);
    const { id } = await addDriver(server, "sandbox", accountId, { carrierId, onDuty: true });
    await write(server.deps, "sandbox", (writing) =>
      savePlace(writing, id, {
        ...berlinMitte,
        accuracyMeters: 5,
        headingDegrees: null,
        speedMps: null,
        recordedAt: writing.now,
        receivedAt: writing.now,
      }),
    );
    const town = (page: Page) => page.locator(".map-town").first().waitFor({ state: "attached" });
    const { kilobytes, files } = await loadOf(page, "/sandbox/dispatch", town);
    expect(files.join(" ")).toMatch(/world/);
    expect(kilobytes).toBeLessThan(dispatchKilobytesMax);
  });
});

test("in a narrow window the pages stand behind a button", async () => {
  const page = await enter();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(urlOf("/sandbox"));
  await settled(page);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByRole("link", { name: "Webhooks" })).not.toBeInViewport();
  await page.getByRole("button", { name: "Open the menu" }).click();
  const last = pages.getByRole("link", { name: "Documentation" });
  await expect(pages.getByRole("link", { name: "Overview" })).toBeInViewport();
  await expect(last).not.toBeInViewport();
  await pages.hover();
  await page.mouse.wheel(0, 2_000);
  await expect(last).toBeInViewport({ ratio: 1 });
  await standstill(page);
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "menu");
  await page.setViewportSize({ width: 360, height: 740 });
  await pages.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  await expect(pages.getByRole("link", { name: "Webhooks" })).not.toBeInViewport();
});
