import { test } from "bun:test";
import { germany, plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { addDriver, deviceCookie } from "../support/drivers.ts";
import { platform } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { demoMap } from "../support/maps.ts";
import { photograph, photographPhone } from "./appearance.ts";
import { createShipment, expect, faultsOf, settled, startDashboard, type WatchedPage } from "./dashboard.ts";

/** An order as it comes by phone: streets and no coordinates. Nothing is shown as a dot that nobody knows. */

const { server, enter, openWindow } = await startDashboard({ mapFile: demoMap });

const address = (line1: string, postal_code: string, place: object = {}) => ({
  line1,
  city: "Chicago",
  state: "IL",
  postal_code,
  country: "US",
  ...place,
});
const shop = { contact: { name: "Fulton Wine" }, address: address("233 E Ontario St", "60611") };
const door = { contact: { name: "Alex Example" }, address: address("770 S Halsted St", "60607") };
const shopPlace = { latitude: 41.8932, longitude: -87.6216 };

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

async function openLive(page: WatchedPage, path: string): Promise<void> {
  await page.goto(`${server.url}/dashboard/live${path}`);
  await settled(page);
}

/** A live shipment that the account's own fleet got. */
async function book(page: WatchedPage, fleet: string, change: object): Promise<string> {
  const { id } = await createShipment(page, server, { ...change }, "live");
  const headers = { "sec-fetch-site": "same-origin", "x-environment": "live" };
  const path = `${server.url}${platform}/shipments/${id}`;
  const quote = await eventually("the fleet's offer", async () => {
    const { data } = await (await page.request.get(`${path}/quotes`, { headers })).json();
    return data.find(({ carrier }: { carrier: { id: string } }) => carrier.id === fleet);
  });
  const answer = await page.request.post(`${path}/assignments`, { data: { quote_id: quote.id }, headers });
  expect(answer.status()).toBe(201);
  return id;
}

test("a shipment and the dispatch page have a circle and words instead of a dot", async () => {
  const page = await enter();
  const card = { ...plainCard, currency: "USD", zones: [{ ...germany, countries: ["US"] }] };
  const settings = { dispatch: "manual" };
  const accountId = await accountOf(page);
  const fleet = await addFleet(server, "live", accountId, { status: "active", settings }, card);
  const driver = await addDriver(server, "live", accountId, { carrierId: fleet, onDuty: true });
  const phoned = await book(page, fleet, { pickup: shop, delivery: door, reference: "ORD-1" });
  const half = { pickup: { ...shop, address: { ...shop.address, ...shopPlace } }, delivery: door };
  const placed = await book(page, fleet, { ...half, reference: "ORD-2" });

  await openLive(page, `/shipments/${phoned}`);
  const map = page.getByRole("region", { name: "Map", exact: true });
  await expect(map).toContainText(
    "The pickup and the delivery are somewhere in Chicago: Waybill does not know the exact places.",
  );
  await expect(map).not.toContainText("straight line");
  await expect(map.locator("path.map-area")).toHaveCount(2);
  await expect(map.locator(".map-label")).toHaveText([
    "Pickup: somewhere in Chicago",
    "Delivery: somewhere in Chicago",
  ]);
  await expect(map.locator(".map-end, path.map-plan")).toHaveCount(0);
  await photograph(page, "shipment-somewhere");

  await openLive(page, `/shipments/${placed}`);
  await expect(map).toContainText(
    "The delivery is somewhere in Chicago: Waybill does not know the exact place.",
  );
  await expect(map.locator(".map-pickup")).toHaveCount(1);
  await expect(map.locator(".map-delivery")).toHaveCount(0);
  await photograph(page, "shipment-half");

  await openLive(page, "/dispatch");
  const board = page.getByRole("region", { name: "Map of drivers and stops" });
  await expect(board.locator(".map-label")).toHaveText(["1 stop somewhere in Chicago"]);
  await expect(board.locator("path.map-area")).toHaveCount(1);
  await expect(board.locator("path.map-dot-pickup")).toHaveCount(1);
  await photograph(page, "dispatch-somewhere");

  await page.getByRole("region", { name: "Shipments" }).getByRole("button", { name: "ORD-1" }).click();
  await page.getByRole("button", { name: "Assign to…" }).click();
  await page.getByRole("menuitem", { name: "Kim Berger Place of the pickup unknown · 0 of 5 jobs" }).click();
  await expect(page.getByText("ORD-1 assigned to Kim Berger.")).toBeVisible();
  expect(faultsOf(page.witness, server)).toEqual([]);

  const phone = await openWindow({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { name, value } = Bun.Cookie.parse(await deviceCookie(server, driver, accountId));
  await phone.context().addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
  await phone.goto(`${server.url}/driver`);
  await phone.getByText("Show map").click();
  await expect(phone.locator("path.map-area")).toHaveCount(2);
  await expect(phone.locator(".map-label")).toHaveText([
    "Fulton Wine: somewhere in Chicago",
    "Alex Example: somewhere in Chicago",
  ]);
  await expect(phone.locator(".map-end")).toHaveCount(0);
  await photographPhone(phone, "driver-somewhere");
});

test("what looks wrong in an address is told with the prices, and after the shipment was created", async () => {
  const page = await enter();
  await page.goto(`${server.url}/dashboard/sandbox/shipments/new`);
  await page.getByRole("button", { name: "Fill with example" }).click();
  const field = (path: string) => page.locator(`[data-path="${path}"]`);
  const more = page.locator("summary").filter({ hasText: "coordinates" }).last();
  await more.click();
  await field("delivery.address.latitude").fill("13.0645");
  await field("delivery.address.longitude").fill("52.3906");
  await page.getByRole("button", { name: "Create shipment" }).click();
  await expect(page.getByText(/Must be swapped with longitude/)).toBeVisible();
  await photograph(page, "form-swapped");

  await field("delivery.address.latitude").fill("50.1");
  await field("delivery.address.longitude").fill("8.7");
  await page.getByRole("button", { name: "Show prices" }).click();
  const warning = /^Delivery: The coordinates lie \d+ km from the town\. Waybill uses the coordinates\.$/;
  await expect(page.getByText(warning)).toBeVisible();
  await photograph(page, "form-warned");
  await page.getByRole("button", { name: "Create shipment" }).click();
  await page.getByRole("heading", { name: "Quotes" }).waitFor();
  await expect(page.getByText("Check the address")).toBeVisible();
  await expect(page.getByText(warning)).toBeVisible();
  await photograph(page, "created-warned");
  expect(faultsOf(page.witness, server).filter((fault) => !fault.includes("422"))).toEqual([]);
});
