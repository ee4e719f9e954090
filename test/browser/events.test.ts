import { afterAll, describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { write } from "../../src/infra/deps.ts";
import { appendEvent } from "../../src/messaging/events/service.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { startReceiver } from "../support/receiver.ts";
import { expect, faultsOf, issueKey, startDashboard, wide } from "./dashboard.ts";

/** What happened and what was asked, as people follow it on the dashboard. */

const { server, enter } = await startDashboard();
const receiver = startReceiver();
afterAll(() => receiver.stop());

const urlOf = (path: string) => `${server.url}/dashboard/sandbox${path}`;

/** A window of a new account, and the API with a key of it. */
async function enterWithKey() {
  const page = await enter();
  return { page, api: await issueKey(page, server) };
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
  await page.keyboard.press("Escape");
}

/** Counts what is drawn in the list from the first call on: rows added, in how many steps, and all other changes but of times, which go on. */
function watchRows() {
  const kept = window as unknown as { drawn?: { rows: number; steps: number; others: number } };
  if (kept.drawn) return kept.drawn;
  const drawn = { rows: 0, steps: 0, others: 0 };
  kept.drawn = drawn;
  new MutationObserver((all) => {
    const changes = all.filter(({ target }) => target.parentElement?.closest("time") == null);
    if (changes.length > 0) drawn.steps += 1;
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList" && target.nodeName === "TBODY") drawn.rows += addedNodes.length;
      else drawn.others += 1;
    }
  }).observe(document.querySelector("tbody") as Element, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  });
  return drawn;
}

const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });
const made = (page: Page) => page.getByRole("link", { name: "shipment.created", exact: true });

describe("events", () => {
  test("appear as they happen, wait while the page is paused, and come when it goes on", async () => {
    const { page, api } = await enterWithKey();
    await page.goto(urlOf("/events"));
    await page.getByText("No events yet").waitFor();
    await createShipment(api, { simulation: { outcome: "no_carriers" } });
    await made(page).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await createShipment(api, { simulation: { outcome: "no_carriers" } });
    await page.getByText("Paused · 1 new").waitFor();
    await expect(made(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(made(page)).toHaveCount(2);
    const documents = page.witness.requests.filter((url) => url === urlOf("/events"));
    expect(documents).toHaveLength(1);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("that come thick and fast are drawn in few steps, and each row once", async () => {
    const { page, api } = await enterWithKey();
    await createShipment(api, { simulation: { outcome: "no_carriers" } });
    await page.goto(urlOf("/events"));
    await made(page).waitFor();
    await page.getByText("Live updates", { exact: true }).waitFor();
    await page.evaluate(watchRows);
    const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    const append = async (number: number) =>
      write(server.deps, "sandbox", (writing) => {
        const event = { type: "shipment.updated", accountId: account.id, shipmentId: null, at: writing.now };
        appendEvent(writing, { ...event, sequence: null, data: { sequence: number } });
      });
    const count = 40;
    const begun = performance.now();
    for (let number = 1; number <= count; number += 1) await append(number);
    await page.getByRole("cell", { name: String(count), exact: true }).waitFor();
    const { rows, steps, others } = await page.evaluate(watchRows);
    expect({ rows, others }).toEqual({ rows: count, others: 0 });
    // A step takes half a second: where the events take long to be made, there are more of them.
    expect(steps).toBeLessThan(Math.max(count / 2, 2 + (performance.now() - begun) / 500));

    // More than are kept: what is older than those is on the next page, and nothing is missing between two rows.
    await expect(made(page)).toHaveCount(1);
    for (let number = count + 1; number <= 2 * count; number += 1) await append(number);
    await expect(made(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Next" })).toBeEnabled();
  });

  test("that happen after the list was read and before the stream is open are not missed", async () => {
    const { page, api } = await enterWithKey();
    const happened = Promise.withResolvers<void>();
    await page.route("**/events/stream*", async (route) => {
      await happened.promise;
      await route.continue();
    });
    await page.goto(urlOf("/events"));
    await page.getByText("No events yet").waitFor();
    await createShipment(api, { simulation: { outcome: "no_carriers" } });
    happened.resolve();
    await expect(made(page)).toHaveCount(1);
  });

  test("are narrowed by what the address says, also those that come", async () => {
    const { page, api } = await enterWithKey();
    const shipment = await createShipment(api);
    await page.goto(urlOf("/events"));
    await choose(page, "Type", "shipment.quoted");
    await page.waitForURL(/type=shipment.quoted/);
    await page.reload();
    await page.getByRole("link", { name: "shipment.quoted" }).waitFor();
    await made(page).waitFor({ state: "detached" });
    const other = await createShipment(api);
    await page.getByRole("link", { name: "shipment.quoted" }).nth(1).waitFor();
    await row(page, new RegExp(`shipment.quoted ${other.reference ?? other.tracking_number}`)).waitFor();
    await expect(made(page)).toHaveCount(0);

    await page.goto(urlOf(`/events?shipment_id=${shipment.id}`));
    await expect(made(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(made(page)).toHaveCount(2);
    await expect(page).toHaveURL(urlOf("/events"));
  });

  test("show what they carry and whom they reached, and are sent again", async () => {
    const { page, api } = await enterWithKey();
    const endpoint = { url: receiver.url, description: "Warehouse", events: ["shipment.created"] };
    await api.post(`${platform}/webhooks`, endpoint);
    const shipment = await createShipment(api);
    await page.goto(urlOf("/events"));
    await made(page).click();
    await page.getByRole("heading", { level: 1, name: "shipment.created" }).waitFor();
    await page.getByText(`"id": "${shipment.id}"`).waitFor();
    await row(page, /Warehouse Delivered 1/).waitFor();
    await page.getByRole("button", { name: "Resend…" }).click();
    await page.getByRole("button", { name: "Resend event" }).click();
    await page.getByText("Resending 1 delivery.").waitFor();
    await expect.poll(() => receiver.received.length).toBe(2);
    const [first, second] = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(first).toBe(second ?? "");
    await row(page, /Warehouse Delivered 2/).waitFor();
    await page.getByRole("link", { name: "Warehouse" }).click();
    await page.getByRole("button", { name: /^Attempt 2/ }).waitFor();
  });
});

describe("requests", () => {
  test("show what was asked and answered, with the id to ask about", async () => {
    const { page, api } = await enterWithKey();
    const refused = await api.post(`${platform}/shipments`, { reference: "no parcels" });
    await api.get(`${platform}/shipments?limit=5`);
    await page.goto(urlOf("/requests"));
    await row(page, /createShipment 422 validation_failed/).waitFor();
    await expect(page.getByRole("link", { name: "GET /platform/shipments", exact: true })).toBeVisible();
    // On a phone it breaks like a text, not into two columns.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator(".path").first()).toHaveCSS("display", "inline");
    await page.setViewportSize(wide);
    await page.getByRole("link", { name: "POST /platform/shipments" }).click();
    await page.getByText('"reference": "no parcels"').waitFor();
    await page.getByText('"code": "validation_failed"').waitFor();
    await page.getByText(refused.body.request_id).first().waitFor();
    await page.getByRole("button", { name: "Copy the request ID" }).waitFor();
    await page.getByRole("link", { name: "createShipment", exact: true }).click();
    await page.getByRole("heading", { name: "Create a shipment", level: 1 }).waitFor();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("appear as they come, while one follows them", async () => {
    const { page, api } = await enterWithKey();
    await page.goto(urlOf("/requests"));
    await page.getByText("Live updates", { exact: true }).waitFor();
    await api.get(`${platform}/events/evt_none`);
    await row(page, /getEvent 404 not_found/).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await api.get(`${platform}/shipments/shp_none`);
    await page.getByRole("button", { name: "Resume" }).click();
    await row(page, /getShipment 404 not_found/).waitFor();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("are narrowed by what the address says, and read again when asked to", async () => {
    const { page, api } = await enterWithKey();
    await createShipment(api);
    await page.goto(urlOf("/requests"));
    await row(page, /createShipment/).waitFor();
    await api.get(`${platform}/shipments/shp_none`);
    await row(page, /getShipment 404 not_found/).waitFor();
    await expect(row(page, /listRequests/)).toHaveCount(0);
    await choose(page, "Caller", "All");
    await page.getByRole("button", { name: "Refresh" }).click();
    await row(page, /listRequests 200/)
      .first()
      .waitFor();
    await choose(page, "Caller", "API keys");
    await choose(page, "Status", "4xx Refused");
    await page.waitForURL(/status=4xx/);
    await row(page, /getShipment 404 not_found/).waitFor();
    await row(page, /createShipment/).waitFor({ state: "detached" });
    await page.reload();
    await row(page, /getShipment 404 not_found/).waitFor();
    await expect(page.getByRole("row")).toHaveCount(2);

    await api.get(`${platform}/events/evt_none`);
    await row(page, /getEvent 404 not_found/).waitFor();
  });
});
