import { afterAll, beforeEach, describe, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { ShipmentView } from "../../src/delivery/lifecycle/state/schema.ts";
import { germany, plainCard, plainService } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { platform } from "../support/fixtures.ts";
import { startGeocoder, torstrasse } from "../support/geocoder.ts";
import { demoMap } from "../support/maps.ts";
import { expectGood, photographPhone } from "./appearance.ts";
import {
  createShipment,
  expect,
  faultsOf,
  settled,
  signUp,
  startDashboard,
  type WatchedPage,
} from "./dashboard.ts";

/** Where an address is, as people say it: on a map, by a search, by what they paste, and in words. */

const geocoder = await startGeocoder();
const door = { latitude: 41.8717, longitude: -87.6473 };
geocoder.houses = [
  {
    ...torstrasse,
    street: "S Halsted St",
    number: "770",
    postalCode: "60607",
    city: "Chicago",
    country: "US",
    ...door,
  },
];
afterAll(() => geocoder.stop());

const searching = { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000, mapFile: demoMap };
const { server, enter, openWindow } = await startDashboard({ ...searching, geocoderTyping: "on" });
const careful = await startDashboard({ ...searching, geocoderTyping: "off" });

beforeEach(() => {
  geocoder.asked = [];
  geocoder.play = "well";
});

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const groupOf = (page: Page, stop: string) => page.getByRole("group", { name: `Place of the ${stop}` });
const mapOf = (page: Page, stop: string) =>
  page.getByRole("application", { name: `Map with the pin of the ${stop}` });
const unknown = "Place not known yet: the price by distance needs it.";

const chicago = {
  line1: "770 S Halsted St",
  postal_code: "60607",
  city: "Chicago",
  state: "IL",
  country: "US",
};
const berlin = { line1: "Nirgendsweg 9", postal_code: "10119", city: "Berlin", state: "", country: "DE" };
const countries: Record<string, string> = { US: "United States", DE: "Germany" };

async function openForm(page: Page, url = server.url): Promise<void> {
  await page.goto(`${url}/dashboard/live/shipments/new`);
  await settled(page);
}

async function typeAddress(page: Page, stop: string, address: typeof chicago): Promise<void> {
  const { country, ...texts } = address;
  await field(page, `${stop}.contact.name`).fill("Alex Example");
  for (const [name, text] of Object.entries(texts)) await field(page, `${stop}.address.${name}`).fill(text);
  const box = field(page, `${stop}.address.country`);
  await box.fill(countries[country] ?? "");
  await page.getByRole("option", { name: countries[country] ?? "", exact: true }).click();
}

/** The pin as the form will send it. */
async function pinIn(page: Page, stop: string): Promise<{ latitude: number; longitude: number }> {
  const read = async (name: string) => Number(await field(page, `${stop}.address.${name}`).inputValue());
  return { latitude: await read("latitude"), longitude: await read("longitude") };
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Key after key in one stretch of the page's work, so that no timer runs between two of them. */
async function typeAtOnce(input: Locator, text: string): Promise<void> {
  await input.evaluate((element, text) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    for (let length = 1; length <= text.length; length += 1) {
      set?.call(element, text.slice(0, length));
      element.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, text);
}

async function accountOf(page: WatchedPage): Promise<string> {
  return (await (await page.request.get(`${server.url}/api/v1/auth/session`)).json()).account.id;
}

async function readShipment(page: Page): Promise<ShipmentView> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  return (await page.request.get(`${server.url}${platform}/shipments/${id}?environment=live`)).json();
}

/** A fleet whose price is by distance. */
const byDistance = {
  ...plainCard,
  currency: "USD",
  zones: [{ ...germany, countries: ["US"] }],
  services: [{ ...plainService, price: { base: 500, per_km: 100 } }],
};

async function addFleetByDistance(page: WatchedPage): Promise<void> {
  const change = { status: "active", settings: { dispatch: "manual" } } as const;
  await addFleet(server, "live", await accountOf(page), change, byDistance);
}

describe("on a map", () => {
  test("a click sets the pin, the mouse drags it, and the arrow keys move it and say where it is", async () => {
    const page = await enter();
    await openForm(page);
    await typeAddress(page, "delivery", chicago);
    const group = groupOf(page, "delivery");
    await expect(group).toContainText(unknown);
    await group.getByRole("button", { name: "Set the pin" }).click();
    // What the search finds stands above the map, which moves no more.
    await expect(group).toContainText("No matching address.");
    const map = mapOf(page, "delivery");
    await expect(map.locator("path.map-area")).toHaveCount(1);
    const status = group.getByRole("status");
    await expect(status).toHaveText("No pin yet.");
    await map.scrollIntoViewIfNeeded();
    const middle = await middleOf(map);
    await page.mouse.click(middle.x + 40, middle.y - 30);
    await expect(status).toHaveText(/^The pin is .* of the center of Chicago\.$/);
    const clicked = await pinIn(page, "delivery");

    const pin = await middleOf(map.locator(".map-pin"));
    await page.mouse.move(pin.x, pin.y);
    await page.mouse.down();
    await page.mouse.move(pin.x - 60, pin.y + 90, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => pinIn(page, "delivery")).not.toEqual(clicked);
    const dragged = await pinIn(page, "delivery");
    expect(dragged.latitude).toBeLessThan(clicked.latitude);
    expect(dragged.longitude).toBeLessThan(clicked.longitude);
    await expect(status).toHaveText(/^The pin is .* south(-west)? of the center of Chicago\.$/);
    const words = await status.textContent();

    await map.focus();
    await page.keyboard.press("ArrowRight");
    const stepped = await pinIn(page, "delivery");
    expect(stepped.longitude).toBeGreaterThan(dragged.longitude);
    expect(stepped.latitude).toBeCloseTo(dragged.latitude, 5);
    await page.keyboard.press("Shift+ArrowUp");
    const leapt = await pinIn(page, "delivery");
    expect(leapt.latitude).toBeGreaterThan(stepped.latitude);
    await expect(status).not.toHaveText(words ?? "");
    await expectGood(page, "pin-form");

    await group.getByRole("button", { name: "Close", exact: true }).click();
    await expect(group).toContainText(/^Pin set, .* of the center of Chicago\./);
    await group.getByRole("button", { name: "Remove the pin" }).click();
    await expect(group).toContainText(unknown);
    expect(await field(page, "delivery.address.latitude").inputValue()).toBe("");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("a finger sets the pin and drags it, and the pin goes with the shipment", async () => {
    const page = await openWindow({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await signUp(page, server);
    await openForm(page);
    await typeAddress(page, "pickup", { ...chicago, line1: "1 Nowhere St" });
    await typeAddress(page, "delivery", chicago);
    await field(page, "parcels.0.weight_grams").fill("0.5");
    const group = groupOf(page, "delivery");
    await group.getByRole("button", { name: "Set the pin" }).tap();
    await expect(group).toContainText("No matching address.");
    const map = mapOf(page, "delivery");
    await expect(map.locator("path.map-area")).toHaveCount(1);
    await map.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await map.tap({ position: { x: 120, y: 90 } });
    await expect(map.locator(".map-pin")).toHaveCount(1);
    const tapped = await pinIn(page, "delivery");

    const { x, y } = await middleOf(map.locator(".map-pin"));
    const touch = await page.context().newCDPSession(page);
    const at = (type: "touchStart" | "touchMove" | "touchEnd", dx: number) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: x + dx, y }],
      });
    await at("touchStart", 0);
    for (const dx of [10, 25, 45, 70]) await at("touchMove", dx);
    await at("touchEnd", 70);
    await expect.poll(() => pinIn(page, "delivery")).not.toEqual(tapped);
    const dragged = await pinIn(page, "delivery");
    expect(dragged.longitude).toBeGreaterThan(tapped.longitude);
    await photographPhone(page, "pin-phone");

    await page.getByRole("button", { name: "Create shipment" }).tap();
    await page.getByRole("region", { name: "Map", exact: true }).waitFor();
    const { pickup, delivery } = await readShipment(page);
    expect(delivery.address).toMatchObject({ ...dragged, geocode_source: "client" });
    expect(pickup.address.latitude).toBeNull();
  });
});

describe("by a search", () => {
  test("while somebody types, 300 ms after the last key, with the geocoder's name under the results", async () => {
    const page = await enter();
    await openForm(page);
    await typeAddress(page, "delivery", chicago);
    const group = groupOf(page, "delivery");
    await group.getByRole("button", { name: "Set the pin" }).click();
    await expect(group).toContainText("No matching address.");
    geocoder.asked = [];
    const search = group.getByLabel("Search an address");
    await typeAtOnce(search, "S Halsted St 770");
    const found = group.getByRole("list", { name: "Addresses found" });
    await found.getByRole("button", { name: /^770, S Halsted St, Chicago/ }).click();
    await expect(group).toContainText("Data © OpenStreetMap contributors");
    expect(await pinIn(page, "delivery")).toEqual(door);
    await expect(mapOf(page, "delivery").locator(".map-pin")).toHaveCount(1);
    expect(geocoder.asked).toEqual(["S Halsted St 770"]);
    await expectGood(page, "pin-search");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("only by the button, where the geocoder does not allow a search while somebody types", async () => {
    const page = await careful.enter();
    await openForm(page, careful.server.url);
    await typeAddress(page, "delivery", chicago);
    const group = groupOf(page, "delivery");
    await group.getByRole("button", { name: "Set the pin" }).click();
    const search = group.getByLabel("Search an address");
    await search.fill("S Halsted St 770");
    await mapOf(page, "delivery").locator("path.map-area").waitFor();
    await group.getByRole("button", { name: "Search", exact: true }).click();
    await group.getByRole("button", { name: /^770, S Halsted St, Chicago/ }).click();
    expect(await pinIn(page, "delivery")).toEqual(door);
    expect(geocoder.asked).toEqual(["S Halsted St 770"]);

    // Enter in the field searches too, and does not send the form.
    await search.fill("Nowhere 1");
    await search.press("Enter");
    await expect(group).toContainText("No matching address.");
    expect(geocoder.asked).toEqual(["S Halsted St 770", "Nowhere 1"]);
    await expect(page.getByText(/marked in red/)).toHaveCount(0);
  });

  test("a geocoder that fails is told, and the pin can still be pasted", async () => {
    geocoder.play = "error";
    const page = await enter();
    await openForm(page);
    await typeAddress(page, "delivery", chicago);
    const group = groupOf(page, "delivery");
    await group.getByRole("button", { name: "Set the pin" }).click();
    await expect(group.getByRole("alert")).toBeVisible();
    await group.getByLabel("Search an address").fill("https://www.google.com/maps/@41.8717,-87.6473,17z");
    await expect(group.getByRole("status").last()).toHaveText(/^The pin is .* of the center of Chicago\.$/);
    expect(await pinIn(page, "delivery")).toEqual(door);
  });
});

test("what somebody pastes sets the pin; without a map, words say where it is", async () => {
  const page = await enter();
  await openForm(page);
  await typeAddress(page, "pickup", berlin);
  const group = groupOf(page, "pickup");
  await group.getByRole("button", { name: "Set the pin" }).click();
  const paste = group.getByLabel("Search an address");
  await expect(paste).toBeVisible();
  // The map file has the streets of Chicago.
  await expect(page.getByRole("application")).toHaveCount(0);
  const status = group.getByRole("status").last();
  await expect(status).toHaveText("No pin yet.");
  await paste.fill("geo:52.5291,13.4014");
  await expect(status).toHaveText("The pin is 862 m north-west of the center of Berlin.");
  expect(await pinIn(page, "pickup")).toEqual({ latitude: 52.5291, longitude: 13.4014 });
  await paste.fill("9F4MGCJ2+9H");
  await expect.poll(() => pinIn(page, "pickup")).not.toEqual({ latitude: 52.5291, longitude: 13.4014 });
  const ofCode = await pinIn(page, "pickup");
  expect(Math.abs(ofCode.latitude - 52.531)).toBeLessThan(0.002);
  await paste.fill("https://maps.app.goo.gl/AbCdEf");
  await expect(group).toContainText("This link is shortened and holds no place.");
  expect(await pinIn(page, "pickup")).toEqual(ofCode);
  expect(geocoder.asked).toEqual(["Nirgendsweg 9, 10119 Berlin"]);
  await expectGood(page, "pin-words");
});

describe("a price by distance", () => {
  test("waits for the pin on the shipment's page, or is agreed on", async () => {
    const page = await enter();
    await addFleetByDistance(page);
    const stop = (place: object) => ({
      contact: { name: "Alex Example" },
      address: { ...chicago, ...place },
    });
    const half = { pickup: stop(door), delivery: stop({ line1: "1 Nowhere St" }) };
    const { id } = await createShipment(page, server, half, "live");
    await page.goto(`${server.url}/dashboard/live/shipments/${id}`);
    await expect(page.getByText("Place not known yet.", { exact: true })).toBeVisible();
    await expectGood(page, "pin-shipment");
    await page.getByRole("button", { name: "Set the pin", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Pin of the delivery" });
    await expect(dialog.getByRole("button", { name: "Save the pin" })).toBeDisabled();
    await dialog.getByLabel("Search an address").fill("41.88, -87.63");
    await expect(dialog.locator(".map-pin")).toHaveCount(1);
    await expectGood(page, "pin-dialog");
    await dialog.getByRole("button", { name: "Save the pin" }).click();
    await expect(page.getByRole("article").getByText("$", { exact: false }).first()).toBeVisible();
    const { delivery } = await readShipment(page);
    expect(delivery.address).toMatchObject({ latitude: 41.88, longitude: -87.63, geocode_source: "client" });
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is agreed on without the place, on the shipment's page", async () => {
    const page = await enter();
    await addFleetByDistance(page);
    const stop = { contact: { name: "Alex Example" }, address: { ...chicago, line1: "1 Nowhere St" } };
    const { id } = await createShipment(page, server, { pickup: stop, delivery: stop }, "live");
    await page.goto(`${server.url}/dashboard/live/shipments/${id}`);
    await page.getByRole("button", { name: "Enter a price" }).click();
    const dialog = page.getByRole("dialog", { name: "Enter a price" });
    await dialog.getByLabel("Service").and(page.locator("input")).click();
    await page.getByRole("option", { name: "Plain" }).click();
    await dialog.getByLabel("Price in USD").fill("12.50");
    await expectGood(page, "pin-price");
    await dialog.getByRole("button", { name: "Book at this price" }).click();
    await expect(page.getByText("Booked at the agreed price.")).toBeVisible();
    expect((await readShipment(page)).price).toEqual({ amount: 1250, currency: "USD" });
    // The address is fixed now, and the pin still helps the driver.
    await page.getByRole("button", { name: "Set the pin of the pickup" }).click();
    const pinned = page.getByRole("dialog", { name: "Pin of the pickup" });
    await pinned.getByLabel("Search an address").fill("41.88, -87.63");
    await pinned.getByRole("button", { name: "Save the pin" }).click();
    await expect(page.getByText("Pin saved.")).toBeVisible();
    const after = await readShipment(page);
    expect(after).toMatchObject({ status: "assigned", price: { amount: 1250, currency: "USD" } });
    expect(after.pickup.address).toMatchObject({ latitude: 41.88, longitude: -87.63 });
  });

  test("is agreed on in the form, which books with the shipment", async () => {
    const page = await enter();
    await addFleetByDistance(page);
    await openForm(page);
    for (const stop of ["pickup", "delivery"])
      await typeAddress(page, stop, { ...chicago, line1: "1 Nowhere St" });
    await field(page, "parcels.0.weight_grams").fill("0.5");
    await page.getByRole("button", { name: "Show prices" }).click();
    const agreed = page.getByRole("group", { name: "Agreed price" });
    await agreed.getByRole("button", { name: "Enter a price" }).click();
    await agreed.getByLabel("Service").and(page.locator("input")).click();
    await page.getByRole("option", { name: "Plain" }).click();
    await page.getByRole("button", { name: "Create shipment" }).click();
    await expect(agreed).toContainText("Must be an amount, such as 4.50.");
    await agreed.getByLabel("Price in USD").fill("9.00");
    await expectGood(page, "pin-form-price");
    await page.getByRole("button", { name: "Create shipment" }).click();
    await page.getByRole("region", { name: "Details" }).waitFor();
    const { price, status } = await readShipment(page);
    expect([price, status]).toEqual([{ amount: 900, currency: "USD" }, "assigned"]);
  });
});
