import { describe, test } from "bun:test";
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expireShipment } from "../../src/delivery/orders/shipments/expiry.ts";
import { createQuoted, createShipment, platform } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import {
  createShipment as createShipmentOf,
  expect,
  faultsOf,
  issueKey,
  settled,
  startDashboard,
} from "./dashboard.ts";

/** What the dashboard says of usage is what was requested. */

const { server, enter } = await startDashboard();

const urlOf = (path: string) => `${server.url}/dashboard${path}`;
const formula = '=HYPERLINK("https://example.com", "Look")';

/** Somebody whose one key asked five times, twice for what is not there, and whose other key asked once. */
async function withRequests() {
  const page = await enter();
  const shop = await issueKey(page, server, "Order system");
  const other = await issueKey(page, server, formula);
  for (let times = 0; times < 3; times += 1) await shop.get(`${platform}/shipments`);
  for (let times = 0; times < 2; times += 1) await shop.get(`${platform}/shipments/shp_none`);
  await other.get(`${platform}/shipments`);
  return { page, shop };
}

/** The rows of the page's table, below its head. */
const rowsOf = (page: Page) => page.locator(".card-table tbody").getByRole("row");

/** The row that names something, with its requests, errors and refusals. */
const rowOf = (page: Page, name: string, ...figures: number[]) =>
  page.getByRole("row", { name: `${name} ${figures.join(" ")} ` });

test("usage is what was requested, in its own environment, and is downloaded as it is shown", async () => {
  const { page, shop } = await withRequests();
  const { body: account } = await shop.get(`${platform}/account`);
  expect(account.requests_left_today).toBe(account.limits.requests_per_day - 7);
  await page.goto(urlOf("/sandbox/usage?group_by=key"));
  await expect(rowOf(page, "Order system", 6, 2, 0)).toBeVisible();
  await expect(rowOf(page, formula, 1, 0, 0)).toBeVisible();
  const limits = page.getByRole("region", { name: "Limits" });
  const left = account.requests_left_today.toLocaleString("en-US");
  await expect(limits).toContainText(`Remaining today${left}`);
  await expect(limits).toContainText("7 of ");

  await settled(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^waybill-usage-sandbox-by-key-[\d-]+\.csv$/);
  const lines = readFileSync(await download.path(), "utf8").split("\r\n");
  expect(lines[0]).toBe("\uFEFFkey_id,key_name,requests,errors,rate_limited,p50_ms,p95_ms");
  expect(lines.at(-1)).toBe("");
  const figures = lines
    .find((line) => line.includes("Order system"))
    ?.split(",")
    .slice(-5);
  expect(figures?.slice(0, 3)).toEqual(["6", "2", "0"]);
  expect(
    figures
      ?.slice(3)
      .map(Number)
      .every((ms) => ms > 0),
  ).toBe(true);
  // Nothing in it is a formula.
  expect(lines.find((line) => line.includes("HYPERLINK"))).toContain(
    `,"'=HYPERLINK(""https://example.com"", ""Look"")",1,0,0,`,
  );

  await page.getByText("By route", { exact: true }).click();
  await expect(rowOf(page, "listShipments", 4, 0, 0)).toBeVisible();
  await expect(rowOf(page, "getShipment", 2, 2, 0)).toBeVisible();
  await expect(page).toHaveURL((url) => url.searchParams.get("group_by") === "route");
  const chart = page.getByRole("figure", { name: "Requests by day" });
  await chart.scrollIntoViewIfNeeded();
  await chart.locator(".bars g rect").first().waitFor({ state: "attached" });

  await page.getByText("By day", { exact: true }).click();
  const days = rowsOf(page);
  await expect(days).toHaveCount(30);
  await expect(days.nth(0).getByRole("cell").nth(2)).toHaveText("2");
  await expect(days.nth(1)).toHaveAccessibleName(/ 0 0 0 — —$/);
  await page.getByText("7 days", { exact: true }).click();
  await page.waitForURL((url) => url.searchParams.has("from"));
  await expect(days).toHaveCount(7);
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByRole("alert").getByText("must be at most 365 days before").waitFor();

  await page.goto(urlOf("/live/usage?group_by=route"));
  await settled(page);
  await expect(page.getByRole("row", { name: /^listShipments/ })).toHaveCount(0);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the days below the chart are whole and apart, also on a phone", async () => {
  const { page } = await withRequests();
  const svg = page.getByRole("region", { name: "Requests" }).locator(".bars svg");
  await page.goto(urlOf("/sandbox/usage"));
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 860 });
    for (const span of ["7 days", "90 days", "365 days"]) {
      await page.getByText(span, { exact: true }).click();
      await settled(page);
      const places = await svg.evaluate((chart) => {
        const { right } = chart.getBoundingClientRect();
        const days = [...chart.querySelectorAll("g > text:not(line + text)")];
        // Whichever days they are, none is wider; the last one is placed by its length.
        for (const day of days.slice(0, -1)) day.textContent = "May 28";
        return [...days.map((day) => day.getBoundingClientRect()), { left: right, right }].map(
          ({ left, right }) => [left, right],
        );
      });
      const overlaps = places.slice(1).filter(([left = 0], index) => left < (places[index]?.[1] ?? 0));
      expect([width, span, places.length > 2, overlaps]).toEqual([width, span, true, []]);
    }
  }
});

test("each key says how much it was used, and all of them ask once", async () => {
  const { page } = await withRequests();
  await page.goto(urlOf("/sandbox/keys"));
  const graphOf = (name: string) => page.getByRole("row", { name }).getByRole("img", { name: /^Requests: / });
  await expect(graphOf("Order system")).toHaveAccessibleName(/^Requests: 5 in 30 days, most on \w+ \d+$/);
  await expect(graphOf("HYPERLINK")).toHaveAccessibleName(/^Requests: 1 in 30 days, most on /);
  await issueKey(page, server, "Never used");
  await page.reload();
  await expect(page.getByRole("row", { name: "Never used" })).toContainText("None");
  await settled(page);
  const reads = page.witness.requests.filter((url) => url.includes("/platform/usage"));
  expect(reads.length).toBe(2);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

/** As if another tab were shown. */
function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  Object.defineProperty(document, "visibilityState", {
    configurable: true,
    value: isHidden ? "hidden" : "visible",
  });
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("the overview", () => {
  test("counts shipments and deliveries, also expired ones, and names the endpoint that fails", async () => {
    const { page, shop } = await withRequests();
    using broken = Bun.serve({ port: 0, fetch: () => new Response("", { status: 500 }) });
    using working = Bun.serve({ port: 0, fetch: () => new Response() });
    const register = async ({ port }: { port: number | undefined }, description: string) => {
      const endpoint = { url: `http://127.0.0.1:${port}/hook`, description, events: ["webhook.test"] };
      return (await shop.post(`${platform}/webhooks`, endpoint)).body.id;
    };
    // The one that fails is the oldest of more than are shown.
    const old = await register(broken, "Old system");
    for (let number = 0; number < 8; number += 1) await register(working, "Another system");
    for (const id of [old, await register(working, "New system")]) {
      const { body: delivery } = await shop.post(`${platform}/webhooks/${id}/test`, {});
      const path = `${platform}/webhooks/${id}/deliveries/${delivery.id}`;
      await eventually("an attempt", async () => (await shop.get(path)).body.attempts.length > 0);
    }
    const { shipment } = await createQuoted(shop);
    const expired = await createQuoted(shop);
    const store = server.deps.stores.platform("sandbox");
    await store.write(
      (tx) => void tx.run(sql`UPDATE shipments SET expires_at = 1 WHERE id = ${expired.shipment.id}`),
    );
    await expireShipment(server.deps, "sandbox", expired.shipment.id);
    await page.goto(urlOf("/sandbox"));
    await page.getByText("100% of attempts failed").waitFor();
    await settled(page);
    await expect(page.getByRole("link", { name: "Old system" })).toBeVisible();
    await expect(page.getByText("New system")).toHaveCount(0);
    const states = page.getByRole("region", { name: "Shipments by status" });
    await expect(states.getByRole("progressbar", { name: "Quoted: 1" })).toBeVisible();
    await expect(states.getByRole("progressbar", { name: "Expired: 1" })).toBeVisible();
    await states.getByRole("link", { name: "Quoted" }).click();
    await expect(page).toHaveURL(urlOf("/sandbox/shipments?status=quoted"));
    await expect(page.getByRole("row").filter({ hasText: shipment.tracking_number })).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(1);
    await page.goBack();
    const outcomes = page.getByRole("figure", { name: "Shipment outcomes by day" });
    await expect(outcomes.locator("figcaption")).toContainText("Expired: 1");
    await outcomes.getByText("Show as table").click();
    const table = outcomes.getByRole("region");
    await expect(table.getByRole("columnheader").last()).toHaveText("Expired");
    await expect(table.getByRole("row").nth(1).getByRole("cell").last()).toHaveText("1");

    const deliveries = page.getByRole("figure", { name: "Webhook deliveries by day" });
    await expect(deliveries.locator("figcaption")).toContainText("Delivered: 1");
    await deliveries.getByText("Show as table").click();
    const today = deliveries.getByRole("row").nth(1);
    await expect(today.getByRole("cell").nth(0)).toHaveText(/^\w+ \d+, \d{4}$/);
    await expect(today.getByRole("cell").nth(1)).toHaveText("1");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("follows what happens, and reads less often than it happens", async () => {
    const { page, shop } = await withRequests();
    await page.goto(urlOf("/sandbox"));
    await page.getByText("No shipments in progress.").waitFor();
    // Of what programs asked for, and not of what the dashboard reads.
    await expect(page.locator(".tiles > *").first()).toContainText("Requests6");
    const shipments = 10;
    const startedAt = Date.now();
    const before = page.witness.requests.length;
    for (let made = 0; made < shipments; made += 1) await createShipment(shop);
    const states = page.getByRole("region", { name: "Shipments by status" });
    await expect(states.getByRole("progressbar", { name: `Quoted: ${shipments}` })).toBeVisible();
    await expect(page.locator(".tiles")).toContainText(`Shipments${shipments}`);
    const reads = page.witness.requests.slice(before).filter((url) => url.includes("/api/v1/"));
    const rounds = Math.ceil((Date.now() - startedAt) / 2_000);
    const counts = Map.groupBy(reads, (url) => url);
    expect(counts.size).toBeGreaterThan(2);
    // Each of them made two events; one round was under way before the first.
    for (const [url, { length }] of counts) expect([url, length <= rounds + 1]).toEqual([url, true]);

    await page.evaluate(setHidden, true);
    const whileHidden = page.witness.requests.length;
    await createShipment(shop);
    await shop.get(`${platform}/shipments/statistics`);
    expect(page.witness.requests.slice(whileHidden)).toEqual([]);
    await page.evaluate(setHidden, false);
    await expect(states.getByRole("progressbar", { name: `Quoted: ${shipments + 1}` })).toBeVisible();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("says where nobody makes offers, and so do the list, the form and a shipment", async () => {
    const page = await enter();
    await page.goto(urlOf("/live"));
    const notice = "No carrier delivers in live yet";
    await expect(page.getByRole("region", { name: "No carriers yet" })).toContainText(notice);
    await settled(page);
    await expect(page.getByRole("heading", { name: "First delivery" })).toHaveCount(0);
    for (const path of ["/live/shipments", "/live/shipments/new"]) {
      await page.goto(urlOf(path));
      await expect(page.locator(".notice").filter({ hasText: notice })).toBeVisible();
      await settled(page);
      await expect(page.getByText("quote immediately")).toHaveCount(0);
      await page.goto(urlOf(path.replace("live", "sandbox")));
      await settled(page);
      await expect(page.getByText("No carrier delivers in")).toHaveCount(0);
    }
    const { id } = await createShipmentOf(page, server, {}, "live");
    await page.goto(urlOf(`/live/shipments/${id}`));
    const offers = page.getByRole("region", { name: "Quotes" });
    await expect(offers).toContainText(notice);
    await expect(offers.getByRole("button")).toHaveCount(0);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("shows the steps until they are done and never again: leads to the forms, says what has not arrived and what has changed", async () => {
    const { page, shop } = await withRequests();
    await page.goto(urlOf("/sandbox"));
    await page.getByRole("link", { name: "Create a shipment with the form" }).click();
    await expect(page).toHaveURL(urlOf("/sandbox/shipments/new"));
    await page.goBack();
    const shipment = await createShipment(shop);
    const compare = page.getByRole("link", { name: "Compare quotes on the shipment page" });
    await expect(compare).toHaveAttribute("href", `/dashboard/sandbox/shipments/${shipment.id}`);
    await shop.post(`${platform}/shipments/${shipment.id}/assignments`, { strategy: "cheapest" });
    const add = page.getByRole("link", { name: "Add an endpoint with the form" });
    await expect(add).toHaveAttribute("href", "/dashboard/sandbox/webhooks/new");

    let status = 500;
    using receiver = Bun.serve({ port: 0, fetch: () => new Response("", { status }) });
    const url = `http://127.0.0.1:${receiver.port}/hook`;
    const { body: webhook } = await shop.post(`${platform}/webhooks`, { url, events: ["webhook.test"] });
    const { body: delivery } = await shop.post(`${platform}/webhooks/${webhook.id}/test`, {});
    await expect(page.getByText("of the latest delivery failed")).toBeVisible();
    const answered = page.getByRole("link", { name: "See the response of your endpoint" });
    const address = `/dashboard/sandbox/webhooks/${webhook.id}/deliveries/${delivery.id}`;
    await expect(answered).toHaveAttribute("href", address);

    status = 200;
    await shop.post(`${platform}/webhooks/${webhook.id}/test`, {});
    await page.getByRole("heading", { name: "Everything works" }).waitFor();
    await expect(page.getByText("of the latest delivery failed")).toHaveCount(0);
    await expect(page.locator(".tiles > *").last()).toContainText("Webhook deliveries1");

    const isGone = async () => {
      await page.reload();
      await page.getByRole("region", { name: "Requests", exact: true }).waitFor();
      await settled(page);
      await expect(page.getByRole("heading", { name: /^(Everything works|First delivery)$/ })).toHaveCount(0);
    };
    await shop.post(`${platform}/webhooks`, { url, description: "Never told anything", events: ["*"] });
    await isGone();
    for (const { id } of (await shop.get(`${platform}/webhooks`)).body.data) {
      await shop.delete(`${platform}/webhooks/${id}`);
    }
    await isGone();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});
