import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { createShipment, platform } from "../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../support/harness.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { launchBrowser } from "./browser.ts";
import { faultsOf, openWindow, signUp } from "./dashboard.ts";

/** What happened and what was asked, as people follow it on the dashboard. */

setDefaultTimeout(60_000);

let server: TestServer;
let browser: Browser;
let receiver: Receiver;
beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  receiver = startReceiver();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await receiver.stop();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

const urlOf = (path: string) => `${server.url}/dashboard/sandbox${path}`;

/** A window of a new account, and the API with a key of it. */
async function enter() {
  const page = await openWindow(browser);
  await signUp(page, server);
  const answer = await page.request.post(`${server.url}/api/v1/keys`, {
    data: { name: "Order system", environment: "sandbox" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  const api: Client = server.client({ "x-api-key": (await answer.json()).secret });
  return { page, api };
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
  await page.keyboard.press("Escape");
}

const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });
const made = (page: Page) => page.getByRole("link", { name: "shipment.created", exact: true });

describe("events", () => {
  test("appear as they happen, wait while the page is paused, and come when it goes on", async () => {
    const { page, api } = await enter();
    await page.goto(urlOf("/events"));
    await page.getByText("Nothing has happened yet").waitFor();
    await createShipment(api, { simulation: { outcome: "no_carriers" } });
    await made(page).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await createShipment(api, { simulation: { outcome: "no_carriers" } });
    await page.getByText("Paused · 1 new").waitFor();
    expect(await made(page).count()).toBe(1);
    await page.getByRole("button", { name: "Go on" }).click();
    await made(page).nth(1).waitFor();
    expect(await made(page).count()).toBe(2);
    const documents = page.witness.requests.filter((url) => url === urlOf("/events"));
    expect(documents).toHaveLength(1);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("are narrowed by what the address says, also those that come", async () => {
    const { page, api } = await enter();
    const shipment = await createShipment(api);
    await page.goto(urlOf("/events"));
    await choose(page, "Type", "shipment.quoted");
    await page.waitForURL(/type=shipment.quoted/);
    await page.reload();
    await page.getByRole("link", { name: "shipment.quoted" }).waitFor();
    await made(page).waitFor({ state: "detached" });
    await createShipment(api);
    await page.getByRole("link", { name: "shipment.quoted" }).nth(1).waitFor();
    expect(await made(page).count()).toBe(0);

    await page.goto(urlOf(`/events?shipment_id=${shipment.id}`));
    await made(page).waitFor();
    expect(await made(page).count()).toBe(1);
    await page.getByRole("button", { name: "Clear" }).click();
    await made(page).nth(1).waitFor();
    expect(page.url()).toBe(urlOf("/events"));
  });

  test("show what they carry and whom they reached, and are sent again", async () => {
    const { page, api } = await enter();
    const endpoint = { url: receiver.url, description: "Warehouse", events: ["shipment.created"] };
    await api.post(`${platform}/webhooks`, endpoint);
    const shipment = await createShipment(api);
    await page.goto(urlOf("/events"));
    await made(page).click();
    await page.getByRole("heading", { level: 1, name: "shipment.created" }).waitFor();
    await page.getByText(`"id": "${shipment.id}"`).waitFor();
    await row(page, /Warehouse Delivered 1/).waitFor();
    await page.getByRole("button", { name: "Send again…" }).click();
    await page.getByRole("button", { name: "Send it now" }).click();
    await page.getByText("Sent again: 1 delivery.").waitFor();
    await eventually("the repetition", () => receiver.received.length === 2 || undefined);
    const [first, second] = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(first).toBe(second ?? "");
    await row(page, /Warehouse Delivered 2/).waitFor();
    await page.getByRole("link", { name: "Warehouse" }).click();
    await page.getByRole("button", { name: /^Attempt 2/ }).waitFor();
  });
});

describe("requests", () => {
  test("show what was asked and answered, with the id to ask about", async () => {
    const { page, api } = await enter();
    const refused = await api.post(`${platform}/shipments`, { reference: "no parcels" });
    await page.goto(urlOf("/requests"));
    await row(page, /createShipment 422 validation_failed/).waitFor();
    await page.getByRole("link", { name: "POST /platform/shipments" }).click();
    await page.getByText('"reference": "no parcels"').waitFor();
    await page.getByText('"code": "validation_failed"').waitFor();
    await page.getByText(refused.body.request_id).first().waitFor();
    await page.getByRole("button", { name: "Copy the request id" }).waitFor();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("are narrowed by what the address says, and read again when asked to", async () => {
    const { page, api } = await enter();
    await createShipment(api);
    await api.get(`${platform}/shipments/shp_none`);
    await page.goto(urlOf("/requests"));
    await row(page, /createShipment/).waitFor();
    await page.getByRole("button", { name: "Newer requests" }).click();
    expect(await row(page, /listRequests/).count()).toBe(0);
    await choose(page, "Caller", "Both");
    await row(page, /listRequests 200/)
      .first()
      .waitFor();
    await choose(page, "Caller", "Programs, with a key");
    await choose(page, "Status", "4xx, refused");
    await page.waitForURL(/status=4xx/);
    await row(page, /getShipment 404 not_found/).waitFor();
    await row(page, /createShipment/).waitFor({ state: "detached" });
    await page.reload();
    await row(page, /getShipment 404 not_found/).waitFor();
    expect(await page.getByRole("row").count()).toBe(2);

    await api.get(`${platform}/events/evt_none`);
    await page.getByRole("button", { name: "Newer requests" }).click();
    await row(page, /getEvent 404 not_found/).waitFor();
  });
});
