import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type DispatchWorld, startDispatchWorld } from "../../../support/dispatch.ts";
import { createAssigned, platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";

/** Drivers of a fleet read from Waybill where to go, so a pin still helps after a quote is accepted. */

let world: DispatchWorld;
let fleet: string;
let booked: { id: string; assignmentId: string };
beforeAll(async () => {
  world = await startDispatchWorld();
});
afterAll(() => world.server.stop());
beforeEach(async () => {
  fleet = await world.addFleet({ dispatch: "manual" });
  booked = await world.book(fleet);
});

const pin = { latitude: 52.5312, longitude: 13.4013 };
const patch = (body: object): Promise<Answer> =>
  world.account.sandbox.patch(`${platform}/shipments/${booked.id}`, body);
const refusal = async (body: object) => {
  const before = await world.shipment(booked.id);
  const answer = await patch(body);
  expect(await world.shipment(booked.id)).toEqual(before);
  return [answer.status, answer.body.code];
};
const refused = [409, "shipment_not_editable"];

test("the pin is stored, the price stays, and nobody is asked for quotes again", async () => {
  const before = await world.shipment(booked.id);
  const { status, body } = await patch({ delivery: { address: pin } });
  expect(status).toBe(200);
  expect(body.delivery.address).toMatchObject({ ...pin, geocode_source: "client" });
  expect(body).toMatchObject({ status: "assigned", price: before.price, version: before.version + 1 });
  await world.pass();
  expect((await world.shipment(booked.id)).assignment.id).toBe(booked.assignmentId);
});

test("another address may come with the pin: an own fleet goes where it is told", async () => {
  const before = await world.shipment(booked.id);
  const { status, body } = await patch({ delivery: { address: { ...pin, line1: "Other Street 5" } } });
  expect([status, body.price]).toEqual([200, before.price]);
  expect(body.delivery.address).toMatchObject({ ...pin, line1: "Other Street 5", geocode_source: "client" });
});

describe("refused is", () => {
  test("the pickup's after the pickup, and not the delivery's", async () => {
    await world.report(fleet, booked.assignmentId, "picked_up");
    expect(await refusal({ pickup: { address: pin } })).toEqual(refused);
    expect((await patch({ delivery: { address: pin } })).status).toBe(200);
  });

  test("any after the handover", async () => {
    await world.end(fleet, booked.assignmentId);
    expect(await refusal({ delivery: { address: pin } })).toEqual(refused);
  });

  test("one of a shipment that no fleet has, because its carrier knows the address already", async () => {
    const { shipment } = await createAssigned(world.account.sandbox);
    booked = { ...booked, id: shipment.id };
    expect(await refusal({ delivery: { address: pin } })).toEqual(refused);
  });

  test("0/0", async () => {
    const nowhere = { latitude: 0, longitude: 0 };
    expect(await refusal({ delivery: { address: nowhere } })).toEqual([
      422,
      "coordinates_contradict_address",
    ]);
  });
});
