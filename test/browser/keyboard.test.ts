import { afterAll, describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { secondKeyMs } from "../../src/web/dashboard/finder/keys.ts";
import { findBarriers } from "./appearance.ts";
import {
  createShipment,
  expect,
  faultsOf,
  issueKey,
  settled,
  standstill,
  startDashboard,
} from "./dashboard.ts";

/** Where the keyboard is after each act, and what is said aloud: nobody is sent back to the top of the page. */

const { server, enter, open } = await startDashboard();

const receiver = Bun.serve({ port: 0, fetch: () => new Response() });
afterAll(() => receiver.stop(true));
const hook = `http://127.0.0.1:${receiver.port}/hook`;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** By the keyboard, as `click` would give the focus to what it clicks. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
}

describe("a refused form", () => {
  test("has its first wrong field in sight and in focus, and says how many there are", async () => {
    const page = await enter();
    await open(page, "/webhooks/new");
    await press(page, "Add endpoint");
    await expect(page.getByLabel("URL")).toBeFocused();
    await expect(page.getByLabel("URL")).toBeInViewport();
    const told = page.getByRole("status").filter({ hasText: "Check the field marked in red." });
    await expect(told).toBeVisible();
    await page.getByLabel("URL").fill("https://shop.example.com/");
    await expect(told).toHaveCount(0);
  });

  test("is about all of its fields at once, in a narrow window too", async () => {
    const page = await enter();
    await page.setViewportSize({ width: 360, height: 640 });
    await open(page, "/shipments/new");
    await press(page, "Create shipment");
    await expect(page.getByText(/^Check the \d+ fields marked in red\./)).toBeAttached();
    const first = page.locator("[aria-invalid=true]").first();
    await expect(first).toBeFocused();
    await expect(first).toBeInViewport();
  });

  test("with nothing wrong in a field is about the whole, which is gone to", async () => {
    const page = await enter();
    await open(page, "/settings/sign-in");
    await page.getByLabel("Current password", { exact: true }).fill("not the right one");
    await page.getByLabel("New password", { exact: true }).fill("another long passphrase");
    await page.context().setOffline(true);
    await press(page, "Change password");
    const alert = page.getByRole("alert").filter({ hasText: "Not sent: the server did not respond." });
    await expect(alert).toBeFocused();
    await page.context().setOffline(false);
  });

  test("keeps the focus on its button while it is on its way, and is sent once", async () => {
    const page = await enter();
    await open(page, "/webhooks/new");
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    await page.route("**/api/v1/platform/webhooks*", async (route) => {
      if (route.request().method() === "POST") {
        sent += 1;
        await released;
      }
      await route.continue();
    });
    await page.getByLabel("URL").fill(hook);
    await press(page, "Add endpoint");
    await expect(button(page, "Add endpoint")).toBeDisabled();
    await expect(button(page, "Add endpoint")).toBeFocused();
    await page.keyboard.press("Enter");
    release();
    await page.getByRole("dialog").waitFor();
    expect(sent).toBe(1);
  });
});

describe("a dialog", () => {
  test("begins at its first field, and gives the focus back to what opened it", async () => {
    const page = await enter();
    const { id } = await createShipment(page, server);
    await open(page, `/shipments/${id}`);
    await press(page, "Edit…");
    await expect(page.getByLabel("Reference", { exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(button(page, "Edit…")).toBeFocused();
    await press(page, "Cancel…");
    await expect(page.getByLabel("Reason").and(page.locator("input"))).toBeFocused();
    await press(page, "Keep shipment");
    await expect(button(page, "Cancel…")).toBeFocused();
  });

  test("of a menu gives the focus back to the menu's button", async () => {
    const page = await enter();
    await issueKey(page, server);
    await open(page, "/keys");
    const menu = "Actions for Order system";
    for (const item of ["Rotate…", "Revoke…"]) {
      await press(page, menu);
      await page.getByRole("menuitem", { name: item }).focus();
      await page.keyboard.press("Enter");
      // A dialog hears keys as soon as it has the focus.
      await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]") !== null);
      await page.keyboard.press("Escape");
      await expect(button(page, menu)).toBeFocused();
    }
  });

  test("that follows another one gives it back to what opened the first", async () => {
    const page = await enter();
    await issueKey(page, server);
    await open(page, "/keys");
    await press(page, "Create a key");
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await page.keyboard.type("Second");
    await page.keyboard.press("Enter");
    await press(page, "I have copied it");
    await expect(button(page, "Create a key")).toBeFocused();
  });
});

describe("what takes away what has the focus", () => {
  async function makeExample(page: Page): Promise<void> {
    await open(page, "/shipments/new");
    await button(page, "Fill with example").click();
    await press(page, "Create shipment");
    await heading(page, "ORD-1001").waitFor();
    await expect(heading(page, "ORD-1001")).toBeFocused();
  }

  test("leaves it to the page's heading: an offer, once it is accepted", async () => {
    const page = await enter();
    await makeExample(page);
    // All of them: one that comes later moves those that are there.
    await expect(button(page, /^Accept quote from/)).toHaveCount(3);
    await button(page, /^Accept quote from/)
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Quotes" })).toHaveCount(0);
    await expect(heading(page, "ORD-1001")).toBeFocused();
  });

  test("leaves it where it was, if that stays: the button that asks for new offers", async () => {
    const page = await enter();
    await makeExample(page);
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await press(page, "Request new quotes");
    await answered;
    await expect(button(page, /^Accept quote from/)).toHaveCount(3);
    await expect(button(page, "Request new quotes")).toBeFocused();
  });

  test("gives it to nobody who had clicked beside everything before", async () => {
    const page = await enter();
    await open(page, "/keys");
    await button(page, "Account").focus();
    await page.getByRole("banner").click({ position: { x: 640, y: 28 } });
    await expect(button(page, "Account")).not.toBeFocused();
    await button(page, "Account").evaluate((element) => element.remove());
    await expect(page.locator("body")).toBeFocused();
  });

  test("leaves it to the page's heading: a key's menu, once it is revoked", async () => {
    const page = await enter();
    await issueKey(page, server);
    await open(page, "/keys");
    await press(page, "Actions for Order system");
    await page.getByRole("menuitem", { name: "Revoke…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel(/^Type Order system/).fill("Order system");
    await page.keyboard.press("Enter");
    await page.getByText("Revoked", { exact: true }).waitFor();
    await expect(heading(page, "API keys")).toBeFocused();
  });
});

describe("another page", () => {
  test("is announced, and begins at its heading", async () => {
    const page = await enter();
    const { id, tracking_number } = await createShipment(page, server);
    await open(page, "");
    await page.getByRole("link", { name: "Shipments", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(heading(page, "Shipments")).toBeFocused();
    await expect(page.locator("[aria-live]").getByText("Shipments · Sandbox – Waybill")).toBeAttached();
    await page.locator(`a[href$="${id}"]`).first().focus();
    await page.keyboard.press("Enter");
    await expect(heading(page, tracking_number)).toBeFocused();
  });

  test("of tabs leaves the focus on the tab, and of the switch on the switch", async () => {
    const page = await enter();
    await open(page, "/settings/account");
    const tab = page.getByRole("link", { name: "Your sign-in" });
    await tab.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("table").waitFor();
    await expect(tab).toBeFocused();
    await page.getByRole("radio", { name: "Sandbox" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/\/live\//);
    await expect(page.getByRole("radio", { name: "Live" })).toBeFocused();
  });
});

test("the closed menu of a narrow window is no place for the keyboard, and Escape closes the open one", async () => {
  const page = await enter();
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "");
  const link = page.getByRole("link", { name: "Shipments", exact: true });
  await expect(link).toBeHidden();
  await press(page, "Open the menu");
  await expect(link).toBeVisible();
  await link.focus();
  await page.keyboard.press("Escape");
  await expect(button(page, "Open the menu")).toBeFocused();
  await expect(link).toBeHidden();
  await press(page, "Open the menu");
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Shipments")).toBeFocused();
});

const finder = (page: Page) => page.getByRole("combobox", { name: "Find" });

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await finder(page).fill(text);
  await page.keyboard.press("Enter");
}

describe("the finder", () => {
  test("goes to what is pasted or typed, in whichever environment it is, and loads when it is needed", async () => {
    const page = await enter();
    const shipment = await createShipment(page, server, { reference: "ORD-1001" });
    const elsewhere = await createShipment(page, server, { reference: "ORD-2002" }, "live");
    await open(page, "/usage");
    expect(page.witness.requests.join(" ")).not.toMatch(/\/finding-/);
    const places = [
      [`GET /platform/shipments/${elsewhere.id}, 200`, `/live/shipments/${elsewhere.id}`],
      [shipment.tracking_number, `/sandbox/shipments/${shipment.id}`],
      ["create sh", "/sandbox/shipments/new"],
    ];
    for (const [text = "", path] of places) {
      await find(page, text);
      await expect(page).toHaveURL(`${server.url}/dashboard${path}`);
      await expect(finder(page)).toHaveCount(0);
    }
    await expect(heading(page, "New shipment")).toBeFocused();
    expect(page.witness.requests.join(" ")).toMatch(/\/finding-/);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is used by keyboard or pointer, begins with recent pages, and gives the focus back", async () => {
    const page = await enter();
    const { id } = await createShipment(page, server, { reference: "ORD-1001" });
    await open(page, `/shipments/${id}`);
    await expect(page).toHaveTitle(/^ORD-1001 · Assigned · Sandbox – Waybill$/);
    await page.getByRole("link", { name: "Events", exact: true }).click();
    await heading(page, "Events").waitFor();
    await press(page, /^Find/);
    const options = page.getByRole("option");
    await expect(options.first()).toHaveText("ORD-1001 · Assigned · Sandbox");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { selected: true })).toHaveText(/^Create shipment/);
    const active = (await finder(page).getAttribute("aria-activedescendant")) ?? "";
    await expect(page.locator(`[id="${active}"]`)).toHaveText(/^Create shipment/);
    await page.keyboard.press("ArrowUp");
    await standstill(page);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(button(page, /^Find/)).toBeFocused();

    const told = page.getByRole("dialog").getByRole("status");
    await find(page, id.replace("shp_", "evt_"));
    await expect(told).toHaveText(/^No such ID in sandbox or live\./);
    await finder(page).fill(id.replace("shp_", "qte_"));
    await expect(told).toHaveText(/^IDs that begin with qte_ have no page\./);
    await finder(page).fill("ORD-1001");
    await options.filter({ hasText: "Assigned" }).click();
    await expect(heading(page, "ORD-1001")).toBeFocused();
  });

  test("begins with what was typed or pasted while it loads, which is no shortcut", async () => {
    const page = await enter();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    let brought = Promise.withResolvers<void>();
    await page.route(/\/finding-/, async (asked) => {
      await brought.promise;
      await asked.continue();
    });
    await open(page, "/shipments");
    await page.evaluate(() => navigator.clipboard.writeText(" 20"));
    await page.keyboard.press("Control+k");
    await page.keyboard.type("corner gs?");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Control+v");
    brought.resolve();
    await expect(finder(page)).toHaveValue("corner gs 20");
    await page.keyboard.press("Escape");
    await expect(finder(page)).toHaveCount(0);
    // Now it is there, and opens before the next key.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("ORD-20");
    await expect(finder(page)).toHaveValue("ORD-20");
    await expect(page).toHaveURL(/\/sandbox\/shipments$/);
    // So is what follows a slash, in the page's own search.
    brought = Promise.withResolvers<void>();
    await open(page, "/shipments");
    await page.keyboard.type("/corner");
    brought.resolve();
    await expect(page.getByLabel("Search")).toHaveValue("corner");
    await expect(page).toHaveURL(/\/sandbox\/shipments\?q=corner$/);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});

test("single keys go where they say, unless something is typed, a dialog is open, or they are switched off", async () => {
  const page = await enter();
  // However busy the machine is, the second key is in time.
  await page.addInitScript((max) => {
    const usual = setTimeout;
    const patient = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === max ? 0 : usual(run, ms, ...rest);
    Object.assign(globalThis, { setTimeout: patient });
  }, secondKeyMs);
  const { id } = await createShipment(page, server, { reference: "ORD-1001" });
  await createShipment(page, server, { reference: "ORD-1002" });
  await open(page, "");
  await page.keyboard.type("gs");
  await expect(heading(page, "Shipments")).toBeFocused();
  await settled(page);
  for (const key of "jjjkj") await page.keyboard.press(key);
  await expect(page.locator(`a[href$="${id}"]`).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "ORD-1001")).toBeFocused();
  await page.keyboard.type("c");
  await expect(heading(page, "New shipment")).toBeFocused();
  await page.getByLabel("Reference", { exact: true }).fill("");
  await page.keyboard.type("gs/?");
  await expect(page.getByLabel("Reference", { exact: true })).toHaveValue("gs/?");
  await page.getByLabel("Reference", { exact: true }).fill("");
  await heading(page, "New shipment").focus();
  await page.keyboard.type("gs");
  await heading(page, "Shipments").waitFor();
  await page.keyboard.type("/");
  await expect(page.getByLabel("Search")).toBeFocused();
  await expect(page.getByLabel("Search")).toHaveValue("");

  await heading(page, "Shipments").focus();
  await page.keyboard.type("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Find anything").waitFor();
  await standstill(page);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type("c");
  await help.getByLabel("Single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.type("c?");
  await page.keyboard.press("Control+k");
  await expect(finder(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/sandbox\/shipments$/);
  await open(page, "/settings/sign-in");
  await page.getByLabel("Single-key shortcuts").check();
  await heading(page, "Settings").focus();
  await page.keyboard.type("gk");
  await expect(heading(page, "API keys")).toBeFocused();
});
