import { expect, test } from "@jest/globals";
import { startWaybill } from "waybill-client/testing";
import { createShop } from "../shop.js";

const waybill = await startWaybill();
const stageTest = waybill.withStage(test);

stageTest("an accepted order is delivered", async (stage) => {
  const shop = createShop(stage);
  const id = await shop.ship("ORD-1");
  await shop.accept(id);
  const event = await stage.waitForEvent({ type: "shipment.delivered", shipment_id: id });
  expect(event.data.shipment.reference).toBe("ORD-1");
});

stageTest("an order that nobody accepts expires after a day", async (stage) => {
  const id = await createShop(stage).ship("ORD-2");
  await stage.clock.advance({ hours: 24 });
  const { status } = await stage.client.getShipment({ path: { id } });
  expect(status).toBe("expired");
});

stageTest("a lost response ships nothing twice", async (stage) => {
  await stage.faults.set({ operation: "createShipment", hang_up: "after", times: 1 });
  await createShop(stage).ship("ORD-3");
  const { data } = await stage.client.listShipments({ query: { reference: "ORD-3" } });
  expect(data.length).toBe(1);
});

stageTest("the shop learns of the delivery, and believes only signed webhooks", async (stage) => {
  const inbox = await stage.openInbox({ events: ["shipment.*"] });
  const shop = createShop({ ...stage, secret: inbox.secret });
  await shop.accept(await shop.ship("ORD-4"));
  const webhook = await inbox.next({ type: "shipment.delivered" });
  expect(() => shop.receive({ ...webhook, body: `${webhook.body} ` })).toThrow();
  expect(shop.delivered.size).toBe(0);
  shop.receive(webhook);
  expect([...shop.delivered]).toEqual(["ORD-4"]);
});
