import { afterAll, beforeEach, describe, test } from "bun:test";
import type { Locator } from "playwright-core";
import { lineHash } from "../../src/delivery/lifecycle/places/address-text.ts";
import { learningStore } from "../../src/delivery/lifecycle/places/learning-store.ts";
import { saveLook } from "../../src/delivery/lifecycle/state/change.ts";
import { lineOf } from "../../src/delivery/model/address-line.ts";
import { write } from "../../src/infra/deps.ts";
import { germany, plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { platform } from "../support/fixtures.ts";
import { startGeocoder, torstrasse } from "../support/geocoder.ts";
import { eventually } from "../support/harness.ts";
import { demoMap } from "../support/maps.ts";
import { expectGood, findBarriers, photograph } from "./appearance.ts";
import { createShipment, expect, faultsOf, settled, startDashboard, type WatchedPage } from "./dashboard.ts";

/** A house that no geocoder knows: the board says so, and what riders taught can be forgotten. */

const geocoder = await startGeocoder();
/** The house that a geocoder may learn about. It reads the question to the letter. */
const rearHouse = {
  ...torstrasse,
  street: "770",
  number: "S Halsted St",
  postalCode: "60607",
  city: "Chicago",
  country: "US",
  latitude: 41.8717,
  longitude: -87.6473,
};
beforeEach(() => {
  geocoder.houses = [];
});
afterAll(() => geocoder.stop());
const { server, enter } = await startDashboard({
  geocoderUrl: geocoder.url,
  geocoderPerSecond: 1_000,
  geocoderTyping: "off",
  mapFile: demoMap,
});

const inChicago = { city: "Chicago", state: "IL", postal_code: "60607", country: "US" };
const shop = { line1: "233 E Ontario St", ...inChicago, latitude: 41.8932, longitude: -87.6216 };
const door = { line1: "Rear house, 770 S Halsted St", ...inChicago };
const card = { ...plainCard, currency: "USD", zones: [{ ...germany, countries: ["US"] }] };
const body = {
  reference: "ORD-1",
  pickup: { contact: { name: "Fulton Wine" }, address: shop },
  delivery: { contact: { name: "Ada Park", phone: "+13125550123" }, address: door },
};

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

const headers = { "sec-fetch-site": "same-origin", "x-environment": "live" };

/** A live shipment that the account's own fleet got, and the rules of attention looked at. */
async function book(page: WatchedPage): Promise<string> {
  const accountId = await accountOf(page);
  const change = { status: "active", settings: { dispatch: "manual" } } as const;
  const fleet = await addFleet(server, "live", accountId, change, card);
  const { id } = await createShipment(page, server, body, "live");
  const path = `${server.url}${platform}/shipments/${id}`;
  const quote = await eventually("the fleet's offer", async () => {
    const { data } = await (await page.request.get(`${path}/quotes`, { headers })).json();
    return data.find(({ carrier }: { carrier: { id: string } }) => carrier.id === fleet);
  });
  const answer = await page.request.post(`${path}/assignments`, { data: { quote_id: quote.id }, headers });
  expect(answer.status()).toBe(201);
  await write(server.deps, "live", (writing) =>
    saveLook(writing, id, { attentionAt: writing.now, needsAttention: true }),
  );
  return id;
}

async function openLive(page: WatchedPage, path: string): Promise<void> {
  await page.goto(`${server.url}/dashboard/live${path}`);
  await settled(page);
}

/** Opens the board, and chooses the shipment whose house nobody found. */
async function choose(page: WatchedPage): Promise<Locator> {
  await openLive(page, "/dispatch");
  const item = unclear(page);
  await expect(item).toContainText("The geocoder did not find the house of the delivery address.");
  await page.getByRole("region", { name: "Shipments" }).getByRole("button", { name: "ORD-1" }).click();
  await item.click();
  const chosen = page.getByRole("region", { name: "Chosen" });
  await expect(chosen.getByText(/Address unclear, due/)).toBeVisible();
  return chosen;
}

const unclear = (page: WatchedPage) =>
  page.getByRole("region", { name: "Needs you" }).getByRole("button", { name: /ORD-1 Address unclear/ });
const pinDialog = (page: WatchedPage) => page.getByRole("dialog", { name: "Pin of the delivery" });
const pinMap = (page: WatchedPage) =>
  page.getByRole("application", { name: "Map with the pin of the delivery" });

async function readShipment(page: WatchedPage, id: string) {
  return (await page.request.get(`${server.url}${platform}/shipments/${id}`, { headers })).json();
}

/** The pin is stored, the booking stays, and nobody has to look for the house any more. */
async function expectPinned(page: WatchedPage, id: string): Promise<void> {
  const { delivery, status, price } = await readShipment(page, id);
  expect(delivery.address.geocode_source).toBe("client");
  expect(Math.abs(delivery.address.latitude - 41.88)).toBeLessThan(0.2);
  expect([status, price.currency]).toEqual(["assigned", "USD"]);
  await openLive(page, "/dispatch");
  await page.getByRole("region", { name: "Shipments" }).getByRole("button", { name: "ORD-1" }).waitFor();
  await expect(unclear(page)).toHaveCount(0);
}

describe("the board names the house that nobody found, and", () => {
  test("leads to its map, where the mouse sets the pin", async () => {
    const page = await enter();
    const id = await book(page);
    const chosen = await choose(page);
    await expect(chosen.getByRole("button", { name: "Call Ada Park" })).toHaveAttribute(
      "href",
      "tel:+13125550123",
    );
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, "dispatch-unclear");
    await chosen.getByRole("link", { name: "Set the pin" }).click();
    await expect(page).toHaveURL(new RegExp(`/live/shipments/${id}`));
    const dialog = pinDialog(page);
    await expect(pinMap(page).locator("path.map-area")).toHaveCount(1);
    await expect(dialog.getByRole("button", { name: "Save the pin" })).toBeDisabled();
    await expect(dialog).toContainText("The price stays, and the driver reads the pin at once.");
    await expectGood(page, "unclear-pin");
    await pinMap(page).click({ position: { x: 120, y: 90 } });
    await dialog.getByRole("button", { name: "Save the pin" }).click();
    await expect(page.getByText("Pin saved.")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Move the pin of the delivery" })).toBeVisible();
    await expectPinned(page, id);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("the keyboard alone sets it", async () => {
    const page = await enter();
    const id = await book(page);
    const chosen = await choose(page);
    await chosen.getByRole("link", { name: "Set the pin" }).focus();
    await page.keyboard.press("Enter");
    await expect(pinDialog(page).getByLabel("Search an address")).toBeFocused();
    await expect(pinMap(page).locator("path.map-area")).toHaveCount(1);
    // The button beside the field comes first.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(pinMap(page)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect(pinDialog(page).getByRole("status").first()).toHaveText(/^The pin is .* of Chicago\.$/);
    const save = pinDialog(page).getByRole("button", { name: "Save the pin" });
    for (let tabs = 0; tabs < 12; tabs += 1) {
      if (await save.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(save).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Pin saved.")).toBeVisible();
    await expectPinned(page, id);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("searches again at once, and takes what is found by now", async () => {
    const page = await enter();
    const id = await book(page);
    const chosen = await choose(page);
    geocoder.houses = [rearHouse];
    geocoder.asked = [];
    await chosen.getByRole("link", { name: "Search again" }).click();
    const dialog = pinDialog(page);
    await dialog.getByRole("button", { name: /^S Halsted St, 770, Chicago/ }).click();
    expect(geocoder.asked).toEqual(["Rear house, 770 S Halsted St, 60607 Chicago"]);
    await dialog.getByRole("button", { name: "Save the pin" }).click();
    await expect(page.getByText("Pin saved.")).toBeVisible();
    const { address } = (await readShipment(page, id)).delivery;
    expect(address).toMatchObject({ latitude: rearHouse.latitude, longitude: rearHouse.longitude });
    await expectPinned(page, id);
  });

  test("closed again it is closed, also after the page is loaded anew", async () => {
    const page = await enter();
    const id = await book(page);
    await openLive(page, `/shipments/${id}?pin=delivery`);
    await pinDialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(pinDialog(page)).toHaveCount(0);
    await page.reload();
    await page.getByRole("button", { name: "Set the pin of the delivery" }).waitFor();
    await expect(pinDialog(page)).toHaveCount(0);
    expect((await readShipment(page, id)).delivery.address.geocode_source).not.toBe("client");
  });
});

test("one click forgets what riders taught", async () => {
  const page = await enter();
  const accountId = await accountOf(page);
  const [first, second] = [
    await createShipment(page, server, body, "live"),
    await createShipment(page, server, body, "live"),
  ];
  const addressHash = lineHash(server.deps, lineOf(door));
  const dayMs = 86_400_000;
  await write(server.deps, "live", ({ tx, now }) => {
    const place = { accountId, addressHash, driverId: "drv_none", latitude: 41.8717, longitude: -87.6473 };
    const store = learningStore(tx);
    store.save({ ...place, shipmentId: first.id, handedOverAt: now - dayMs, teaches: true });
    store.save({ ...place, shipmentId: second.id, handedOverAt: now, teaches: true });
  });
  const { id } = await createShipment(page, server, body, "live");
  await openLive(page, `/shipments/${id}`);
  const details = page.getByRole("region", { name: "Details" });
  await expect(details.getByText("Your drivers handed over here before.")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "shipment-learned");
  await details.getByRole("button", { name: "Forget this place" }).click();
  await expect(page.getByText("Forgotten. New orders to this address do not use it.")).toBeVisible();
  await expect(details.getByRole("button", { name: "Forget this place" })).toHaveCount(0);
  const { db } = server.deps.stores.platform("live");
  expect(learningStore(db).teaching(accountId, addressHash, 10)).toEqual([]);
  expect(faultsOf(page.witness, server)).toEqual([]);
});
