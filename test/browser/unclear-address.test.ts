import { afterAll, test } from "bun:test";
import { lineHash } from "../../src/delivery/lifecycle/places/address-text.ts";
import { learningStore } from "../../src/delivery/lifecycle/places/learning-store.ts";
import { saveLook } from "../../src/delivery/lifecycle/state/change.ts";
import { lineOf } from "../../src/delivery/model/address-line.ts";
import { write } from "../../src/infra/deps.ts";
import { platform } from "../support/fixtures.ts";
import { addOpenFleet } from "../support/fleets.ts";
import { startGeocoder } from "../support/geocoder.ts";
import { eventually } from "../support/harness.ts";
import { findBarriers, photograph } from "./appearance.ts";
import { createShipment, expect, faultsOf, settled, startDashboard, type WatchedPage } from "./dashboard.ts";

/** A house that no geocoder knows: the board says so, and what riders taught can be forgotten. */

const geocoder = await startGeocoder();
geocoder.houses = [];
afterAll(() => geocoder.stop());
const { server, enter } = await startDashboard({ geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 });

const inBerlin = { city: "Berlin", postal_code: "10119", country: "DE" };
const shop = { line1: "Oranienstr. 25", ...inBerlin, latitude: 52.5, longitude: 13.42 };
const door = { line1: "Hof 3, Torstraße 1", ...inBerlin };
const body = {
  reference: "ORD-1",
  pickup: { contact: { name: "Fulton Wine" }, address: shop },
  delivery: { contact: { name: "Ada Park", phone: "+4930901820" }, address: door },
};

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

const headers = { "sec-fetch-site": "same-origin", "x-environment": "live" };

/** A live shipment that the account's own fleet got, and the rules of attention looked at. */
async function book(page: WatchedPage): Promise<string> {
  const accountId = await accountOf(page);
  const fleet = await addOpenFleet(server, accountId, { dispatch: "manual" }, "live");
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

test("the board names the house that nobody found, and leads to its shipment or calls", async () => {
  const page = await enter();
  const id = await book(page);
  await openLive(page, "/dispatch");
  const needsYou = page.getByRole("region", { name: "Needs you" });
  const item = needsYou.getByRole("button", { name: /ORD-1 Address unclear/ });
  await expect(item).toContainText("The geocoder did not find the house of the delivery address.");
  await page.getByRole("region", { name: "Shipments" }).getByRole("button", { name: "ORD-1" }).click();
  await item.click();
  const chosen = page.getByRole("region", { name: "Chosen" });
  await expect(chosen.getByText(/Address unclear, due/)).toBeVisible();
  await expect(chosen.getByRole("button", { name: "Call Ada Park" })).toHaveAttribute(
    "href",
    "tel:+4930901820",
  );
  await expect(chosen.getByRole("link", { name: "Search again" })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "dispatch-unclear");
  await chosen.getByRole("link", { name: "Set the pin" }).click();
  await expect(page).toHaveURL(new RegExp(`/live/shipments/${id}`));
  expect(faultsOf(page.witness, server)).toEqual([]);
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
    const place = { accountId, addressHash, driverId: "drv_none", latitude: 52.53, longitude: 13.4 };
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
