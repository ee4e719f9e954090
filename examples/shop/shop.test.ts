import { afterEach, beforeEach, expect, test } from "bun:test";
import { createWaybill, type Item } from "waybill-client";
import { createShop, type Mistake, type Order, type Settings, subscriptions } from "./shop.ts";

/**
 * The shop's tests. Waybill is the only thing that they need: its sandbox drives, fails on purpose, and keeps the shop's
 * webhooks in an inbox, from where a test hands them over as it likes.
 *
 *   waybill serve --ephemeral
 *   WAYBILL_URL=http://127.0.0.1:8080 WAYBILL_KEY=wb_sandbox_… bun test examples/shop
 *
 * `SHOP_MISTAKE=no_retry` makes the shop worse. See which tests find it.
 */

type Message = Item<"listInboxMessages">;

const { WAYBILL_URL: url = "http://127.0.0.1:8080", WAYBILL_KEY: key = "", SHOP_MISTAKE } = process.env;
const mistake = SHOP_MISTAKE as Mistake | undefined;
const waybill = createWaybill({ baseUrl: url, apiKey: key });
const customer = { name: "Alex Example", line1: "Alexandrinenstr. 7", city: "Potsdam" };

let webhookId: string;
let webhookSecret: string;
beforeEach(async () => {
  await waybill.resetSandbox();
  const body = { url: "waybill:inbox", events: [...subscriptions] };
  ({ id: webhookId, secret: webhookSecret } = await waybill.registerWebhook({ body }));
});
afterEach(() => waybill.removeWebhook({ path: { id: webhookId } }));

test("an order is delivered, and the customer is told twice", async () => {
  const shop = openShop();
  expect((await buy(shop, "1001")).status).toBe(201);
  expect(await orderOf(shop, "1001")).toMatchObject({ status: "preparing", letters: [] });
  for (const message of await receivedUntil("shipment.delivered")) await handOver(shop, message);
  expect(await orderOf(shop, "1001")).toMatchObject({
    status: "delivered",
    letters: ["Your books are on their way.", "Your books have arrived."],
  });
});

test("an order that nobody opens the door for is refunded", async () => {
  const shop = openShop({ simulation: { outcome: "recipient_unavailable", speed: "instant" } });
  await buy(shop, "1002");
  for (const message of await receivedUntil("shipment.returned")) await handOver(shop, message);
  expect((await orderOf(shop, "1002")).status).toBe("refunded");
});

test("an order waits while there is no driver", async () => {
  const shop = openShop({ simulation: { outcome: "no_carriers" } });
  expect((await buy(shop, "1003")).status).toBe(202);
  expect((await orderOf(shop, "1003")).status).toBe("paid");
});

test("an order goes through while Waybill is busy", async () => {
  const shop = openShop();
  await fail({ operation: "createShipment", status: 503, retry_after_seconds: 0, times: 2 });
  expect((await buy(shop, "1004")).status).toBe(201);
});

test("an order goes through when a response is lost, and ships once", async () => {
  const shop = openShop();
  await fail({ operation: "createShipment", hang_up: "after", times: 1 });
  expect((await buy(shop, "1005")).status).toBe(201);
  expect(await shipmentsOf("1005")).toBe(1);
});

test("a customer who clicks again after an error gets one delivery", async () => {
  const shop = openShop();
  await fail({ operation: "acceptQuote", status: 500, times: 1 });
  expect((await buy(shop, "1006")).status).toBe(500);
  expect((await buy(shop, "1006")).status).toBe(201);
  expect(await shipmentsOf("1006")).toBe(1);
});

test("a webhook that Waybill did not sign changes nothing", async () => {
  const shop = openShop();
  await buy(shop, "1007");
  const message = (await receivedUntil("shipment.delivered")).at(-1) as Message;
  const forged = { ...message, headers: { ...message.headers, "webhook-signature": "v1,Zm9yZ2Vk" } };
  expect((await handOver(shop, forged)).status).toBe(401);
  expect((await orderOf(shop, "1007")).status).toBe("preparing");
});

test("webhooks that come twice count once", async () => {
  const shop = openShop();
  await waybill.patchWebhook({ path: { id: webhookId }, body: { faults: { duplicate: 1 } } });
  await buy(shop, "1008");
  for (const message of await receivedUntil("shipment.delivered", 2)) await handOver(shop, message);
  expect((await orderOf(shop, "1008")).letters).toHaveLength(2);
});

test("webhooks in the wrong order end with the latest news", async () => {
  const shop = openShop();
  await buy(shop, "1009");
  for (const message of (await receivedUntil("shipment.delivered")).toReversed())
    await handOver(shop, message);
  expect((await orderOf(shop, "1009")).status).toBe("delivered");
});

test("a type of event that the shop does not know is taken all the same", async () => {
  const shop = openShop();
  await waybill.patchWebhook({ path: { id: webhookId }, body: { events: ["*"] } });
  await waybill.makeEvent({ body: { type: "shipment.rated" } });
  const [message] = await receivedUntil("shipment.rated");
  expect((await handOver(shop, message as Message)).status).toBe(204);
});

type Shop = ReturnType<typeof createShop>;

function openShop(change: Partial<Settings> = {}): Shop {
  return createShop({ url, key, webhookSecret, mistake, ...change });
}

function buy(shop: Shop, number: string): Promise<Response> {
  const body = JSON.stringify(customer);
  return shop.fetch(new Request(`http://shop.test/orders/${number}`, { method: "PUT", body }));
}

async function orderOf(shop: Shop, number: string): Promise<Order> {
  return (await (await shop.fetch(new Request(`http://shop.test/orders/${number}`))).json()) as Order;
}

/** Delivers a webhook as Waybill would. */
function handOver(shop: Shop, { headers, body }: Message): Promise<Response> {
  return shop.fetch(new Request("http://shop.test/webhooks", { method: "POST", headers, body }));
}

async function fail(rule: object): Promise<void> {
  await waybill.putFaults({ body: { rules: [rule] } });
}

async function shipmentsOf(reference: string): Promise<number> {
  return (await waybill.listShipments({ query: { reference } })).data.length;
}

/** What the shop's endpoint received, oldest first. Waits until so many messages of this type are there. */
async function receivedUntil(type: Message["type"], copies = 1): Promise<Message[]> {
  const messages: Message[] = [];
  while (messages.filter((message) => message.type === type).length < copies) {
    const after = messages.at(-1)?.id;
    const query = { limit: 100, wait_seconds: 10, ...(after && { after }) };
    const { data } = await waybill.listInboxMessages({ query });
    if (data.length === 0) throw new Error(`The shop got no ${type}.`);
    messages.push(...data.toReversed());
  }
  return messages;
}
