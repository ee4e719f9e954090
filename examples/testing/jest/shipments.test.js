import { expect, test } from "@jest/globals";
import { startWaybill } from "waybill-client/testing";
import { createShop } from "../shop.js";

const waybill = await startWaybill();

test("an accepted order is delivered", async () => {
  const stage = await waybill.stage();
  const shop = createShop(stage);
  const id = await shop.ship("ORD-1");
  await shop.accept(id);
  const event = await stage.waitForEvent({ type: "shipment.delivered", shipment_id: id });
  expect(event.data.shipment.reference).toBe("ORD-1");
});

test("an order that nobody accepts expires after a day", async () => {
  const stage = await waybill.stage();
  const id = await createShop(stage).ship("ORD-2");
  await stage.clock.advance({ hours: 24 });
  const { status } = await stage.client.getShipment({ path: { id } });
  expect(status).toBe("expired");
});

test("a lost response ships nothing twice", async () => {
  const stage = await waybill.stage();
  await stage.faults.set({ operation: "createShipment", hang_up: "after", times: 1 });
  await createShop(stage).ship("ORD-3");
  const { data } = await stage.client.listShipments({ query: { reference: "ORD-3" } });
  expect(data.length).toBe(1);
});

test("the shop learns of the delivery, and believes only signed webhooks", async () => {
  const stage = await waybill.stage();
  const inbox = await stage.openInbox({ events: ["shipment.*"] });
  const shop = createShop({ ...stage, secret: inbox.secret });
  await shop.accept(await shop.ship("ORD-4"));
  const webhook = await inbox.next({ type: "shipment.delivered" });
  expect(() => shop.receive({ ...webhook, body: `${webhook.body} ` })).toThrow();
  expect(shop.delivered.size).toBe(0);
  shop.receive(webhook);
  expect([...shop.delivered]).toEqual(["ORD-4"]);
});
