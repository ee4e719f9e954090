import { expect, test } from "vitest";
import { startWaybill } from "waybill-client/testing";
import { createShop } from "../shop.js";

const waybill = await startWaybill();
const stageTest = waybill.withStage(test);

const instantly = (...steps) => ({ speed: "instant", script: { steps } });

/** Why a driver at the door cannot deliver, and what the shipment is then. */
const atTheDoor = {
  address_not_found: "returning",
  access_restricted: "returning",
  recipient_unavailable: "returning",
  recipient_refused: "returning",
  verification_failed: "returning",
  age_check_failed: "returning",
  weather: "returning",
  customs_hold: "returning",
  vehicle_breakdown: "returning",
  damaged: "failed",
  lost: "failed",
};

for (const [reason, status] of Object.entries(atTheDoor))
  stageTest(`${reason}: the shipment is ${status}`, async (stage) => {
    const shop = createShop(stage);
    const undeliverable = { type: "undeliverable", reason_code: reason };
    const id = await shop.ship(
      "ORD-1",
      instantly({ type: "progress", substatus: "at_delivery" }, undeliverable),
    );
    await shop.accept(id);
    const { data } = await stage.waitForEvent({ type: `shipment.${status}`, shipment_id: id });
    expect(data.shipment.failure.reason_code).toBe(reason);
    expect(shop.delivered.size).toBe(0);
  });

stageTest("a carrier that drops out: the shipment has quotes again", async (stage) => {
  const shop = createShop(stage);
  const withdrawn = { type: "withdrawn", reason_code: "no_supply" };
  const id = await shop.ship("ORD-2", { speed: "manual", script: { steps: [withdrawn] } });
  await shop.accept(id);
  await stage.client.advanceShipment({ path: { id }, body: { to: "quoted" } });
  const { data } = await stage.client.listAssignments({ path: { id } });
  expect(data[0].release_reason).toBe("no_supply");
  const { status } = await stage.client.getShipment({ path: { id } });
  expect(status).toBe("quoted");
});

stageTest("a report that comes late changes nothing", async (stage) => {
  const shop = createShop(stage);
  const late = { type: "progress", substatus: "at_pickup", late_seconds: 30, times: 2 };
  const pickedUp = { type: "progress", substatus: "picked_up", after_seconds: 60 };
  const id = await shop.ship(
    "ORD-3",
    instantly(pickedUp, late, { type: "delivered", after_seconds: 10, times: 2 }),
  );
  await shop.accept(id);
  await stage.waitForEvent({ type: "shipment.delivered", shipment_id: id });
  const { data } = await stage.client.listEvents({ query: { type: "shipment.delivered" } });
  expect(data.length).toBe(1);
});

stageTest("an API that fails twice: the order is shipped once", async (stage) => {
  await stage.faults.set({ operation: "createShipment", status: 503, times: 2 });
  await createShop(stage).ship("ORD-4");
  const { data } = await stage.client.listShipments({ query: { reference: "ORD-4" } });
  expect(data.length).toBe(1);
});
