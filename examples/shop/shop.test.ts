import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import type { InboxMessage } from "waybill-client";
import { type Inbox, type Stage, startWaybill } from "waybill-client/testing";
import { createShop, mistakes, type Order, type Settings, subscriptions } from "./shop.ts";

/**
 * The shop's tests. Waybill is the only thing that they need: its sandbox drives, fails on purpose, and keeps the shop's
 * webhooks in an inbox, from where a test hands them over as it likes.
 *
 * `SHOP_MISTAKE=no_retry` makes the shop worse. See which tests find it.
 */

const named = process.env.SHOP_MISTAKE || undefined;
const mistake = mistakes.find((known) => known === named);
if (mistake !== named) throw new Error(`SHOP_MISTAKE must be one of ${mistakes.join(", ")}`);
const customer = { name: "Alex Example", line1: "Alexandrinenstr. 7", city: "Potsdam" };

const waybill = await startWaybill();
let stage: Stage;
let inbox: Inbox;
beforeEach(async () => {
  stage = await waybill.stage();
  inbox = await stage.openInbox({ events: [...subscriptions] });
});
afterEach(() => stage.remove());
afterAll(() => waybill.stop());

test("an order is delivered, and the customer is told twice", async () => {
  const shop = openShop();
  expect((await buy(shop)).status).toBe(201);
  expect(await readOrder(shop)).toMatchObject({ status: "preparing", letters: [] });
  for (const webhook of await receiveUntil("shipment.delivered")) await handOver(shop, webhook);
  expect(await readOrder(shop)).toMatchObject({
    status: "delivered",
    letters: ["Your books are on their way.", "Your books have arrived."],
  });
});

test("an order that nobody opens the door for is refunded", async () => {
  const shop = openShop({ simulation: { outcome: "recipient_unavailable", speed: "instant" } });
  await buy(shop);
  for (const webhook of await receiveUntil("shipment.returned")) await handOver(shop, webhook);
  expect((await readOrder(shop)).status).toBe("refunded");
});

test("an order waits while there is no driver, and is refunded after a day", async () => {
  const shop = openShop({ simulation: { outcome: "no_carriers" } });
  expect((await buy(shop)).status).toBe(202);
  expect((await readOrder(shop)).status).toBe("paid");
  await stage.clock.advance({ days: 1 });
  await handOver(shop, await inbox.next({ type: "shipment.expired" }));
  expect((await readOrder(shop)).status).toBe("refunded");
});

test("an order goes through while Waybill is busy", async () => {
  const shop = openShop();
  await stage.faults.set({ operation: "createShipment", status: 503, retry_after_seconds: 0, times: 2 });
  expect((await buy(shop)).status).toBe(201);
});

test("an order goes through when a response is lost, and ships once", async () => {
  const shop = openShop();
  await stage.faults.set({ operation: "createShipment", hang_up: "after", times: 1 });
  expect((await buy(shop)).status).toBe(201);
  expect(await countShipments()).toBe(1);
});

test("a customer who clicks again after an error gets one delivery", async () => {
  const shop = openShop();
  await stage.faults.set({ operation: "acceptQuote", status: 500, times: 1 });
  expect((await buy(shop)).status).toBe(500);
  expect((await buy(shop)).status).toBe(201);
  expect(await countShipments()).toBe(1);
});

test("a customer who clicks twice at once gets one delivery", async () => {
  const shop = openShop();
  const responses = await Promise.all([buy(shop), buy(shop)]);
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(await countShipments()).toBe(1);
});

test("a webhook that Waybill did not sign changes nothing", async () => {
  const shop = openShop();
  await buy(shop);
  const webhook = await inbox.next({ type: "shipment.delivered" });
  const forged = { ...webhook, headers: { ...webhook.headers, "webhook-signature": "v1,Zm9yZ2Vk" } };
  expect((await handOver(shop, forged)).status).toBe(401);
  expect((await readOrder(shop)).status).toBe("preparing");
});

test("webhooks that come twice count once", async () => {
  const shop = openShop();
  await stage.client.patchWebhook({ path: { id: inbox.id }, body: { faults: { duplicate: 1 } } });
  await buy(shop);
  for (const webhook of await receiveUntil("shipment.delivered", 2)) await handOver(shop, webhook);
  expect((await readOrder(shop)).letters).toHaveLength(2);
});

test("webhooks in the wrong order end with the latest news", async () => {
  const shop = openShop();
  await buy(shop);
  const webhooks = await receiveUntil("shipment.delivered");
  for (const webhook of webhooks.toReversed()) await handOver(shop, webhook);
  expect((await readOrder(shop)).status).toBe("delivered");
});

test("a type of event that the shop does not know is taken all the same", async () => {
  const shop = openShop();
  await stage.client.patchWebhook({ path: { id: inbox.id }, body: { events: ["*"] } });
  await stage.client.makeEvent({ body: { type: "shipment.rated" } });
  expect((await handOver(shop, await inbox.next({ type: "shipment.rated" }))).status).toBe(204);
});

type Shop = ReturnType<typeof createShop>;

function openShop(change: Partial<Settings> = {}): Shop {
  return createShop({ url: stage.url, key: stage.key, webhookSecret: inbox.secret, mistake, ...change });
}

/** Every test has one order, in a shop of its own. */
const orderUrl = "http://shop.test/orders/1001";

function buy(shop: Shop): Promise<Response> {
  return shop.fetch(new Request(orderUrl, { method: "PUT", body: JSON.stringify(customer) }));
}

async function readOrder(shop: Shop): Promise<Order> {
  return (await (await shop.fetch(new Request(orderUrl))).json()) as Order;
}

async function countShipments(): Promise<number> {
  return (await stage.client.listShipments()).data.length;
}

/** Delivers a webhook as Waybill would. */
function handOver(shop: Shop, { headers, body }: InboxMessage): Promise<Response> {
  return shop.fetch(new Request("http://shop.test/webhooks", { method: "POST", headers, body }));
}

/** What the shop's endpoint received, oldest first, once so many webhooks of this type are there. */
async function receiveUntil(type: InboxMessage["type"], copies = 1): Promise<InboxMessage[]> {
  for (let copy = 0; copy < copies; copy += 1) await inbox.next({ type });
  return inbox.list();
}
