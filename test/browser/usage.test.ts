import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { createShipment, platform } from "../support/fixtures.ts";
import { type Client, startServer, type TestServer } from "../support/harness.ts";
import { launchBrowser } from "./browser.ts";
import { faultsOf, openWindow, settled, signUp } from "./dashboard.ts";

/** What the dashboard says of usage is what was requested. */

setDefaultTimeout(60_000);

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ config: { defaultTier: "free" } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

const urlOf = (path: string) => `${server.url}/dashboard${path}`;
const formula = '=HYPERLINK("https://example.com", "Look")';

async function keyOf(page: Page, name: string): Promise<Client> {
  const answer = await page.request.post(`${server.url}/api/v1/keys`, {
    data: { name, environment: "sandbox" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  return server.client({ "x-api-key": (await answer.json()).secret });
}

/** Somebody whose one key asked five times, twice for what is not there, and whose other key asked once. */
async function withRequests() {
  const page = await openWindow(browser);
  await signUp(page, server);
  const shop = await keyOf(page, "Order system");
  const other = await keyOf(page, formula);
  for (let times = 0; times < 3; times += 1) await shop.get(`${platform}/shipments`);
  for (let times = 0; times < 2; times += 1) await shop.get(`${platform}/shipments/shp_none`);
  await other.get(`${platform}/shipments`);
  return { page, shop };
}

/** Of the rows of the page's table: what it names, and its requests, errors and refusals. */
async function rowsOf(page: Page): Promise<string[][]> {
  await settled(page);
  const rows = await page.locator(".card-table tbody tr").all();
  return Promise.all(rows.map(async (row) => (await row.getByRole("cell").allTextContents()).slice(0, 4)));
}

describe("usage", () => {
  test("is what was requested: by key, by route and by day, in its own environment", async () => {
    const { page } = await withRequests();
    await page.goto(urlOf("/sandbox/usage?group_by=key"));
    const byKey = await rowsOf(page);
    expect(byKey).toContainEqual(["Order system", "5", "2", "0"]);
    expect(byKey).toContainEqual([formula, "1", "0", "0"]);

    await page.getByText("By route", { exact: true }).click();
    await page.getByRole("region", { name: "Usage by route" }).waitFor();
    const byRoute = await rowsOf(page);
    expect(byRoute).toContainEqual(["listShipments", "4", "0", "0"]);
    expect(byRoute).toContainEqual(["getShipment", "2", "2", "0"]);
    expect(new URL(page.url()).searchParams.get("group_by")).toBe("route");
    const chart = page.getByRole("figure", { name: "Requests by day" });
    await chart.scrollIntoViewIfNeeded();
    await chart.locator(".recharts-bar-rectangle path").first().waitFor({ state: "attached" });

    await page.getByText("By day", { exact: true }).click();
    await page.getByRole("region", { name: "Usage by day" }).waitFor();
    const byDay = await rowsOf(page);
    expect(byDay.length).toBe(30);
    expect(byDay[0]?.[2]).toBe("2");
    expect(byDay[1]?.slice(1)).toEqual(["0", "0", "0"]);

    await page.goto(urlOf("/live/usage?group_by=route"));
    expect((await rowsOf(page)).map(([route]) => route)).not.toContain("listShipments");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is told for the days that are chosen, and the API says which cannot be", async () => {
    const { page } = await withRequests();
    await page.goto(urlOf("/sandbox/usage"));
    await page.getByText("7 days", { exact: true }).click();
    await page.waitForURL((url) => url.searchParams.has("from"));
    expect((await rowsOf(page)).length).toBe(7);
    await page.getByLabel("From").fill("2020-01-01");
    await page.getByRole("alert").getByText("must lie at most 366 days before").waitFor();
  });

  test("is downloaded as it is shown, and nothing in it is a formula", async () => {
    const { page } = await withRequests();
    await page.goto(urlOf("/sandbox/usage?group_by=key"));
    await settled(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^waybill-usage-sandbox-by-key-[\d-]+\.csv$/);
    const lines = readFileSync(await download.path(), "utf8").split("\r\n");
    expect(lines[0]).toBe("key_id,key_name,requests,errors,rate_limited,p50_ms,p95_ms");
    expect(lines.at(-1)).toBe("");
    const figures = (name: string) =>
      lines
        .find((line) => line.includes(name))
        ?.split(",")
        .slice(-5);
    expect(figures("Order system")?.slice(0, 3)).toEqual(["5", "2", "0"]);
    expect(
      figures("Order system")
        ?.slice(3)
        .map(Number)
        .every((ms) => ms > 0),
    ).toBe(true);
    expect(lines.find((line) => line.includes("HYPERLINK"))).toContain(
      `,"'=HYPERLINK(""https://example.com"", ""Look"")",1,0,0,`,
    );
  });

  test("tells what the tier leaves of the day", async () => {
    const { page, shop } = await withRequests();
    const { body } = await shop.get(`${platform}/account`);
    expect(body.requests_left_today).toBe(body.limits.requests_per_day - 7);
    await page.goto(urlOf("/sandbox/usage"));
    await settled(page);
    const limits = page.getByRole("region", { name: "Limits" });
    const left = body.requests_left_today.toLocaleString("en-US");
    expect(await limits.textContent()).toContain(`Left today${left}`);
    expect(await limits.textContent()).toContain("7 of ");
  });
});

describe("the overview", () => {
  test("counts shipments and deliveries, and names the endpoint that fails", async () => {
    const { page, shop } = await withRequests();
    using broken = Bun.serve({ port: 0, fetch: () => new Response("", { status: 500 }) });
    using working = Bun.serve({ port: 0, fetch: () => new Response() });
    const endpoints = [
      [broken, "Old system"],
      [working, "New system"],
    ] as const;
    for (const [{ port }, description] of endpoints) {
      const url = `http://127.0.0.1:${port}/hook`;
      const { body } = await shop.post(`${platform}/webhooks`, {
        url,
        description,
        events: ["webhook.test"],
      });
      await shop.post(`${platform}/webhooks/${body.id}/test`, {});
    }
    await createShipment(shop);
    await page.goto(urlOf("/sandbox"));
    await page.getByText("100% of attempts failed").waitFor();
    expect(await page.getByRole("link", { name: "Old system" }).count()).toBe(1);
    expect(await page.getByText("New system").count()).toBe(0);
    await settled(page);
    const states = page.getByRole("region", { name: "Shipments by status" });
    expect(await states.getByRole("progressbar", { name: "Created: 1" }).count()).toBe(1);

    const deliveries = page.getByRole("figure", { name: "Webhook deliveries by day" });
    expect(await deliveries.locator("figcaption").textContent()).toContain("Arrived: 1");
    await deliveries.getByText("As a table").click();
    const today = deliveries.getByRole("row").nth(1);
    expect((await today.getByRole("cell").allTextContents())[1]).toBe("1");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("shows the first steps until they are done", async () => {
    const { page, shop } = await withRequests();
    await page.goto(urlOf("/sandbox"));
    await page.getByRole("heading", { name: "First delivery" }).waitFor();
    using receiver = Bun.serve({ port: 0, fetch: () => new Response() });
    const url = `http://127.0.0.1:${receiver.port}/hook`;
    const shipment = await createShipment(shop);
    const { body } = await shop.post(`${platform}/webhooks`, { url, events: ["*"] });
    await shop.post(`${platform}/shipments/${shipment.id}/assignments`, { strategy: "cheapest" });
    await shop.post(`${platform}/webhooks/${body.id}/test`, {});
    await page.getByRole("heading", { name: "Everything works" }).waitFor();
    await page.reload();
    await page.getByRole("region", { name: "Requests", exact: true }).waitFor();
    await settled(page);
    expect(await page.getByRole("heading", { name: "Everything works" }).count()).toBe(0);
  });
});
