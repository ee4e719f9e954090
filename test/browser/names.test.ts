import { test } from "bun:test";
import type { Page } from "playwright-core";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import { platform } from "../support/fixtures.ts";
import { freePort } from "../support/free-port.ts";
import { sidewaysScroll } from "./appearance.ts";
import { createShipment, expect, issueKey, settled, startDashboard, wide } from "./dashboard.ts";

/** What things are called on the dashboard, however long that is; and what is said of one that is not there. */

// What failed once waits for an hour.
const { server, enter } = await startDashboard({ webhookSchedule: [0, 3_600] });
const narrow = { width: 360, height: 740 };
const urlOf = (path: string, environment = "sandbox") => `${server.url}/dashboard/${environment}${path}`;

const reference = "R".repeat(100);
const town = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".padEnd(60, "x");

const createLong = (page: Page) =>
  createShipment(page, server, {
    reference,
    delivery: {
      ...shortShipment.delivery,
      address: { ...shortShipment.delivery.address, city: town },
    },
  });

test("names without a blank make no page of a shipment wider than the window, and push no price out of the list", async () => {
  const page = await enter();
  const { id } = await createLong(page);
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size);
    await page.goto(urlOf(`/shipments/${id}`));
    await expect(page.getByRole("heading", { name: reference })).toBeVisible();
    await settled(page);
    expect(await sidewaysScroll(page)).toBe(0);
  }
  await page.goto(urlOf("/shipments"));
  const list = page.getByRole("region", { name: "Shipments" });
  await expect(list.getByText(town)).toBeVisible();
  await settled(page);
  expect(await list.evaluate((region) => region.scrollWidth <= region.clientWidth)).toBe(true);
});

test("endpoints of one host are told apart by their paths", async () => {
  const page = await enter();
  const api = await issueKey(page, server);
  const nobody = `127.0.0.1:${freePort()}`;
  for (const path of ["orders", "stock"]) {
    const url = `http://${nobody}/hooks/${path}`;
    const { status } = await api.post(`${platform}/webhooks`, { url, events: ["shipment.created"] });
    expect(status).toBe(201);
  }
  const { id } = await createShipment(page, server);
  await page.goto(urlOf(`/shipments/${id}`));
  await page.getByRole("button", { name: "shipment.created" }).click();
  await expect(page.getByText(` to ${nobody}/hooks/orders`)).toBeVisible();
  await expect(page.getByText(` to ${nobody}/hooks/stock`)).toBeVisible();
  await expect(page.getByText("Retrying", { exact: true })).toHaveCount(2);

  await page.goto(urlOf("/webhooks"));
  const row = page.getByRole("row", { name: `${nobody}/hooks/stock` });
  await expect(row.getByText("Enabled", { exact: true })).toBeVisible();
  await expect(row.getByText("Failing", { exact: true })).toBeVisible();
  await row.getByRole("link").click();
  await expect(page).toHaveTitle(`${nobody}/hooks/stock · Health · Sandbox – Waybill`);
});

test("what is not there says so, and leads to the list and into the other environment", async () => {
  const page = await enter();
  const { id } = await createShipment(page, server, { reference: "ORD-7" }, "live");
  await page.goto(urlOf(`/shipments/${id}`));
  await expect(page.getByRole("heading", { name: "Shipment not found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "All shipments" })).toHaveAttribute(
    "href",
    "/dashboard/sandbox/shipments",
  );
  await page.getByRole("link", { name: "Look in Live" }).click();
  await expect(page.getByRole("heading", { name: "ORD-7" })).toBeVisible();
  await expect(page).toHaveURL(urlOf(`/shipments/${id}`, "live"));
  await expect(page).toHaveTitle("ORD-7 · Created · Live – Waybill");
});

test("the tab that one is at is in sight in a narrow window", async () => {
  const page = await enter();
  const api = await issueKey(page, server);
  const url = "https://shop.example.com/hooks/waybill";
  const { body } = await api.post(`${platform}/webhooks`, { url, events: ["*"] });
  await page.setViewportSize(narrow);
  await page.goto(urlOf(`/webhooks/${body.id}/settings`));
  await expect(page.getByRole("link", { name: "Settings", exact: true }).last()).toBeInViewport({
    ratio: 0.9,
  });
});
