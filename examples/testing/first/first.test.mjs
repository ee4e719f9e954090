import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startWaybill } from "waybill-client/testing";

const waybill = await startWaybill();
after(() => waybill.stop());

test("an accepted order is delivered", async () => {
  const stage = await waybill.stage();
  const shipment = await stage.client.createShipment({
    body: {
      pickup: {
        contact: { name: "Book shop" },
        address: { line1: "Torstr. 1", city: "Berlin", country: "DE" },
      },
      delivery: {
        contact: { name: "Alex" },
        address: { line1: "Torstr. 90", city: "Berlin", country: "DE" },
      },
      parcels: [{ weight_grams: 1200 }],
    },
  });
  await stage.client.acceptQuote({ path: { id: shipment.id }, body: { strategy: "cheapest" } });
  const event = await stage.waitForEvent({ type: "shipment.delivered" });
  assert.equal(event.data.shipment.id, shipment.id);
});
