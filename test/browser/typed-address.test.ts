import { afterAll, beforeEach, describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { lineHash } from "../../src/delivery/lifecycle/places/address-text.ts";
import { learningStore } from "../../src/delivery/lifecycle/places/learning-store.ts";
import type { ShipmentView } from "../../src/delivery/lifecycle/state/schema.ts";
import { lineOf } from "../../src/delivery/model/address-line.ts";
import { write } from "../../src/infra/deps.ts";
import { platform } from "../support/fixtures.ts";
import { nominatimEntry, startGeocoder, torstrasse } from "../support/geocoder.ts";
import { expectGood } from "./appearance.ts";
import { createShipment, expect, faultsOf, settled, startDashboard, type WatchedPage } from "./dashboard.ts";

/** An address that somebody types: a search fills it, a pin that may be of another one asks, riders' places help. */

const geocoder = await startGeocoder();
const door = { latitude: 41.8717, longitude: -87.6473 };
beforeEach(() => {
  geocoder.play = "well";
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
});
afterAll(() => geocoder.stop());
const { server, enter } = await startDashboard({
  geocoderUrl: geocoder.url,
  geocoderPerSecond: 1_000,
  geocoderTyping: "on",
});

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const groupOf = (page: Page, stop: string) => page.getByRole("group", { name: `Place of the ${stop}` });
const shop = {
  line1: "233 E Ontario St",
  city: "Chicago",
  state: "IL",
  postal_code: "60611",
  country: "US",
};
const house = { line1: "12 Nowhere St", city: "Chicago", state: "IL", postal_code: "60607", country: "US" };
const order = {
  pickup: { contact: { name: "Fulton Wine" }, address: { ...shop, latitude: 41.8932, longitude: -87.6216 } },
  delivery: { contact: { name: "Ada Park" }, address: house },
  parcels: [{ weight_grams: 800 }],
};
const headers = { "sec-fetch-site": "same-origin", "x-environment": "live" };

/** The form for another order of an account that made one: the sender and the country are there. */
async function openForm(page: WatchedPage): Promise<void> {
  await createShipment(page, server, order, "live");
  await page.goto(`${server.url}/dashboard/live/shipments/new`);
  await settled(page);
}

async function type(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await field(page, `delivery.${name}`).fill(text);
}

const addressIn = async (page: Page) =>
  Object.fromEntries(
    await Promise.all(
      ["line1", "postal_code", "city", "latitude", "longitude"].map(async (name) => [
        name,
        await field(page, `delivery.address.${name}`).inputValue(),
      ]),
    ),
  );

async function readShipment(page: Page): Promise<ShipmentView> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  return (await page.request.get(`${server.url}${platform}/shipments/${id}`, { headers })).json();
}

async function accountOf(page: WatchedPage): Promise<string> {
  return (await (await page.request.get(`${server.url}/api/v1/auth/session`)).json()).account.id;
}

/** Handovers at the house, on so many days. */
async function teach(page: WatchedPage, days: number): Promise<() => number> {
  const accountId = await accountOf(page);
  const addressHash = lineHash(server.deps, lineOf(house));
  for (let day = 0; day < days; day += 1) {
    const { id } = await createShipment(page, server, order, "live");
    await write(server.deps, "live", ({ tx, now }) => {
      const place = { accountId, addressHash, driverId: "drv_none", ...door };
      const handedOverAt = now - (day + 1) * 86_400_000;
      learningStore(tx).save({ ...place, shipmentId: id, handedOverAt, teaches: true });
    });
  }
  const { db } = server.deps.stores.platform("live");
  return () => learningStore(db).teaching(accountId, addressHash, 10).length;
}

const typedHouse = {
  "contact.name": "Ada Park",
  "address.line1": house.line1,
  "address.postal_code": house.postal_code,
  "address.city": house.city,
  "address.state": house.state,
};

test("a new order begins with the sender, the country and the weight of the last one, and one click clears it", async () => {
  const page = await enter();
  await openForm(page);
  const pickup = page.getByRole("region", { name: "Pickup" });
  await expect(pickup).toContainText("As in your last order.");
  await expect(field(page, "pickup.contact.name")).toHaveValue("Fulton Wine");
  await expect(field(page, "pickup.address.latitude")).toHaveValue("41.8932");
  await expect(field(page, "delivery.address.country")).toHaveValue("United States");
  await expect(field(page, "delivery.contact.name")).toHaveValue("");
  await expect(field(page, "parcels.0.weight_grams")).toHaveValue("0.8");
  await expectGood(page, "form-like-last");
  await pickup.getByRole("button", { name: "Clear" }).click();
  await expect(field(page, "pickup.contact.name")).toHaveValue("");
  await expect(pickup).not.toContainText("As in your last order.");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

describe("a result of a search", () => {
  test("fills what is empty, and its place is the pin", async () => {
    const page = await enter();
    await openForm(page);
    await type(page, { "contact.name": "Ada Park" });
    const group = groupOf(page, "delivery");
    await group.getByRole("button", { name: "Set the pin" }).click();
    await group.getByLabel("Search an address").fill("S Halsted St 770");
    await group.getByRole("button", { name: /^770, S Halsted St, Chicago/ }).click();
    expect(await addressIn(page)).toEqual({
      line1: "770 S Halsted St",
      postal_code: "60607",
      city: "Chicago",
      latitude: String(door.latitude),
      longitude: String(door.longitude),
    });
    await expect(page.getByText("Is it still right?")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Use this address" })).toHaveCount(0);
    await page.getByRole("button", { name: "Create shipment" }).click();
    await page.getByRole("region", { name: "Details" }).waitFor();
    const { delivery } = await readShipment(page);
    expect(delivery.address).toMatchObject({ line1: "770 S Halsted St", postal_code: "60607", ...door });
  });

  test("leaves what was typed, until a click takes its address", async () => {
    const page = await enter();
    await openForm(page);
    await type(page, {
      "contact.name": "Ada Park",
      "address.line1": "770 Halsted",
      "address.city": "Chcago",
    });
    const group = groupOf(page, "delivery");
    await group.getByRole("button", { name: "Set the pin" }).click();
    await group.getByLabel("Search an address").fill("S Halsted St 770");
    await group.getByRole("button", { name: /^770, S Halsted St, Chicago/ }).click();
    expect(await addressIn(page)).toMatchObject({
      line1: "770 Halsted",
      city: "Chcago",
      postal_code: "60607",
    });
    await expect(group).toContainText("Found: 770 S Halsted St, 60607 Chicago.");
    await expectGood(page, "form-found");
    await group.getByRole("button", { name: "Use this address" }).click();
    expect(await addressIn(page)).toMatchObject({ line1: "770 S Halsted St", city: "Chicago" });
    await expect(page.getByText("Is it still right?")).toHaveCount(0);
    await expect(group.getByRole("button", { name: "Use this address" })).toHaveCount(0);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});

test("a name with HTML is shown as it is, and does nothing", async () => {
  const page = await enter();
  await openForm(page);
  const html = "<img src=x onerror=\"document.title='owned'\">";
  geocoder.play = "other";
  geocoder.body = [
    {
      ...nominatimEntry({ ...torstrasse, street: html, city: "Chicago", country: "US" }),
      display_name: html,
    },
  ];
  const group = groupOf(page, "delivery");
  await group.getByRole("button", { name: "Set the pin" }).click();
  await group.getByLabel("Search an address").fill("S Halsted St 770");
  await group.getByRole("button", { name: html }).click();
  await expect(field(page, "delivery.address.line1")).toHaveValue(`1 ${html}`);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await expect(page).not.toHaveTitle("owned");
});

describe("a street that changes after its pin was set", () => {
  async function change(page: WatchedPage) {
    await openForm(page);
    await type(page, typedHouse);
    const group = groupOf(page, "delivery");
    await group.getByRole("button", { name: "Set the pin" }).click();
    await group.getByLabel("Search an address").fill("41.88, -87.63");
    await group.getByRole("button", { name: "Close", exact: true }).click();
    await expect(group).toContainText("Pin set");
    await expect(group.getByText("Is it still right?")).toHaveCount(0);
    await type(page, { "address.line1": "99 Elsewhere Ave" });
    await expect(group).toContainText("The pin was set for 12 Nowhere St, 60607 Chicago. Is it still right?");
    return group;
  }

  test("asks, and nothing is sent before somebody answered; the pin is kept", async () => {
    const page = await enter();
    const group = await change(page);
    await expectGood(page, "form-doubt");
    await page.getByRole("button", { name: "Create shipment" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Is the pin still right?" });
    await expect(alert).toContainText("The address of the delivery changed after its pin was set.");
    await expect(alert).toBeFocused();
    await expect(page).toHaveURL(/shipments\/new/);
    await group.getByRole("button", { name: "Keep the pin" }).click();
    await expect(group.getByText("Is it still right?")).toHaveCount(0);
    await page.getByRole("button", { name: "Create shipment" }).click();
    await page.getByRole("region", { name: "Details" }).waitFor();
    const { address } = (await readShipment(page)).delivery;
    expect(address).toMatchObject({ line1: "99 Elsewhere Ave", latitude: 41.88, geocode_source: "client" });
  });

  test("asks, and the pin is removed", async () => {
    const page = await enter();
    const group = await change(page);
    await group.getByRole("button", { name: "Remove the pin" }).click();
    await expect(group.getByText("Is it still right?")).toHaveCount(0);
    await page.getByRole("button", { name: "Create shipment" }).click();
    await page.getByRole("region", { name: "Details" }).waitFor();
    const { address } = (await readShipment(page)).delivery;
    expect(address).toMatchObject({ line1: "99 Elsewhere Ave", latitude: null });
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("asks nobody who typed the first street again", async () => {
    const page = await enter();
    const group = await change(page);
    await type(page, { "address.line1": house.line1 });
    await expect(group.getByText("Is it still right?")).toHaveCount(0);
  });
});

describe("where a rider handed over once", () => {
  test("is offered in the form, and one click takes it", async () => {
    const page = await enter();
    await teach(page, 1);
    await openForm(page);
    await type(page, typedHouse);
    const group = groupOf(page, "delivery");
    await expect(group).toContainText(/Last time here: .* of the center of Chicago, (1 day ago|yesterday)\./);
    await expectGood(page, "form-last-time");
    await group.getByRole("button", { name: "Use this place" }).click();
    expect(await addressIn(page)).toMatchObject({ latitude: "41.8717", longitude: "-87.6473" });
    await expect(group.getByText(/Last time here/)).toHaveCount(0);
  });

  test("is offered on the shipment too, and another click forgets it", async () => {
    const page = await enter();
    const left = await teach(page, 1);
    const { id } = await createShipment(page, server, order, "live");
    await page.goto(`${server.url}/dashboard/live/shipments/${id}`);
    const details = page.getByRole("region", { name: "Details" });
    await expect(details).toContainText("Last time here:");
    await expectGood(page, "shipment-last-time");
    await details.getByRole("button", { name: "Use this place" }).click();
    await expect(page.getByText("Pin saved.")).toBeVisible();
    expect((await readShipment(page)).delivery.address).toMatchObject({ ...door, geocode_source: "client" });
    await expect(details.getByText(/Last time here/)).toHaveCount(0);
    expect(left()).toBe(1);

    // The pin counts for the account's later orders, so another house shows how it is forgotten.
    const other = await enter();
    const leftOfOther = await teach(other, 1);
    const made = await createShipment(other, server, order, "live");
    await other.goto(`${server.url}/dashboard/live/shipments/${made.id}`);
    await other.getByRole("button", { name: "Forget this place" }).click();
    await expect(other.getByText("Forgotten. New orders to this address do not use it.")).toBeVisible();
    await expect(other.getByText(/Last time here/)).toHaveCount(0);
    expect(leftOfOther()).toBe(0);
    expect(faultsOf(other.witness, server)).toEqual([]);
  });

  test("and again on another day, is the place, which one click forgets in the form", async () => {
    const page = await enter();
    const left = await teach(page, 2);
    await openForm(page);
    await type(page, typedHouse);
    const group = groupOf(page, "delivery");
    await expect(group).toContainText("Place known,");
    await expect(group).toContainText("Your drivers handed over here before.");
    await group.getByRole("button", { name: "Forget this place" }).click();
    await expect(group).toContainText("Place not known yet: the price by distance needs it.");
    expect(left()).toBe(0);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});
