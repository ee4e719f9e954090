import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../../support/dispatch.ts";
import { berlinMitte, kreuzberg, platform, shipmentBody } from "../../../../support/fixtures.ts";
import type { Answer } from "../../../../support/harness.ts";
import { createOperator } from "../../../../support/operator.ts";

/** What a driver sees of their stops: whom to call, what is at one place, and what goes back. */

type Body = Answer["body"];

const recipientPhone = "+4915112345678";

let world: DispatchWorld;
beforeAll(async () => {
  world = await startDispatchWorld();
});
afterAll(() => world.server.stop());

/** A shipment whose recipient has a phone number. */
function withPhone(requirements: object = {}): Record<string, unknown> {
  const { pickup } = shipmentBody() as Body;
  const contact = { name: "Alex Example", phone: recipientPhone };
  return {
    pickup: { ...pickup, contact: { name: "Book shop", phone: "+4930123456" } },
    delivery: { contact, address: kreuzberg, requirements },
  };
}

async function give(rider: Rider, fleet: string, change: Record<string, unknown>) {
  const booked = await world.book(fleet, change);
  expect((await world.assign(booked.assignmentId, rider.id)).status).toBe(200);
  return booked;
}

const stopsOf = async ({ client }: Rider): Promise<Body[]> =>
  (await client.get("/api/v1/driver/stops")).body.data;

let reports = 0;
async function report({ client }: Rider, content: object): Promise<string> {
  reports += 1;
  const at = new Date(world.clock.now()).toISOString();
  const { body } = await client.post("/api/v1/driver/reports", {
    sent_at: at,
    reports: [{ id: `r-${reports}`, at, ...content }],
  });
  return body.results[0].result;
}

describe("the recipient's phone number", () => {
  const step = (rider: Rider, assignment_id: string, substatus: string) =>
    report(rider, { type: "progress", assignment_id, substatus });

  test("is the driver's from the pickup until the handover, where the fleet allows it", async () => {
    const fleet = await world.addFleet({ dispatch: "nearest", riders_may_call: true });
    const rider = await world.addRider(fleet);
    const { assignmentId } = await world.book(fleet, withPhone());
    const seen = async () => JSON.stringify(await stopsOf(rider));
    expect(await seen()).toContain('"state":"offered"');
    expect(await seen()).not.toContain(recipientPhone);
    await world.accept(rider, assignmentId);
    expect(await seen()).toContain('"kind":"pickup"');
    expect(await seen()).not.toContain(recipientPhone);
    expect(await step(rider, assignmentId, "picked_up")).toBe("applied");
    const [stop] = await stopsOf(rider);
    expect(stop).toMatchObject({ kind: "delivery", contact: { phone: recipientPhone } });
    expect(stop.sender_contact.phone).toBe("+4930123456");
    // A dispatcher reads it from the shipment, as far as they may read one.
    const dispatcher = await world.account.sandbox.get(`${platform}/drivers/${rider.id}/stops`);
    expect(dispatcher.body.data[0]).toMatchObject({ kind: "delivery", contact: { phone: null } });
    expect(await report(rider, { type: "delivered", assignment_id: assignmentId, proof: {} })).toBe(
      "applied",
    );
    expect(await stopsOf(rider)).toEqual([]);
  });

  test("is gone when the goods go back, and with the setting", async () => {
    const fleet = await world.addFleet({ dispatch: "manual", riders_may_call: true });
    const rider = await world.addRider(fleet);
    const { assignmentId } = await give(rider, fleet, withPhone());
    await step(rider, assignmentId, "picked_up");
    expect((await stopsOf(rider))[0].contact.phone).toBe(recipientPhone);
    const allow = (riders_may_call: boolean | null) =>
      world.account.sandbox.patch(`${platform}/carriers/${fleet}`, { settings: { riders_may_call } });
    expect((await allow(false)).status).toBe(200);
    expect((await stopsOf(rider))[0].contact.phone).toBeNull();
    await allow(true);
    expect((await stopsOf(rider))[0].contact.phone).toBe(recipientPhone);
    await allow(null);
    expect((await stopsOf(rider))[0].contact.phone).toBeNull();
    await allow(true);
    const failed = { type: "undeliverable", assignment_id: assignmentId, reason_code: "recipient_refused" };
    expect(await report(rider, failed)).toBe("applied");
    const stops = await stopsOf(rider);
    expect(stops).toMatchObject([{ kind: "return" }]);
    expect(JSON.stringify(stops)).not.toContain(recipientPhone);
  });

  test("is for new fleets of an account; fleets without the setting and the installation's hide it", async () => {
    const fleet = await world.addFleet({ dispatch: "manual" });
    const rider = await world.addRider(fleet);
    const { assignmentId } = await give(rider, fleet, withPhone());
    await step(rider, assignmentId, "picked_up");
    expect((await stopsOf(rider))[0]).toMatchObject({ kind: "delivery", contact: { phone: null } });

    const body = (code: string, settings: object) => ({ kind: "fleet", code, name: "Riders", settings });
    const { sandbox } = world.account;
    const made = await sandbox.post(`${platform}/carriers`, body("calls", {}));
    expect(made.body.settings).toEqual({ riders_may_call: true });
    const silent = await sandbox.post(`${platform}/carriers`, body("silent", { riders_may_call: false }));
    expect(silent.body.settings).toEqual({ riders_may_call: false });
    const operator = await createOperator(world.server);
    const path = "/api/v1/operator/carriers?environment=sandbox";
    const shared = await operator.session.post(path, body("shared", {}));
    expect([shared.status, shared.body.settings]).toEqual([201, {}]);
    const wrong = await sandbox.post(`${platform}/carriers`, body("wrong", { riders_may_call: "yes" }));
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, "#/settings/riders_may_call"]);
  });
});

describe("stops at one place", () => {
  let fleet: string;
  beforeAll(async () => {
    fleet = await world.addFleet({ dispatch: "manual", riders_may_call: false });
  });
  const plain = { city: "Berlin", country: "DE" };
  const to = (address: object, contact: object = { name: "Alex Example" }) => ({
    delivery: { contact, address },
  });
  async function placesOf(...addresses: object[]): Promise<string[]> {
    const rider = await world.addRider(fleet);
    for (const address of addresses) await give(rider, fleet, to(address));
    const stops = await stopsOf(rider);
    return stops.filter(({ kind }) => kind === "delivery").map(({ place_id }) => place_id);
  }

  test("have one place_id for the same street, number and town, however they are typed", async () => {
    const [first, ...same] = await placesOf(
      { ...plain, line1: "Schönhauser Straße 7a", postal_code: "10435" },
      { ...plain, line1: "schonhauser  str. 7 A", postal_code: "10435", line2: "3rd floor" },
      { ...plain, line1: "Schönhauser Strasse 7a" },
    );
    expect(first).toMatch(/^plc_/);
    expect(same).toEqual([first, first] as string[]);
  });

  test("have another one for another number, street, postal area or town", async () => {
    const all = await placesOf(
      { ...plain, line1: "1 21st St" },
      { ...plain, line1: "12 1st St" },
      { ...plain, line1: "121 St" },
      { ...plain, line1: "Hauptstr. 1", postal_code: "10827" },
      { ...plain, line1: "Hauptstr. 1", postal_code: "12159" },
    );
    expect(new Set(all).size).toBe(5);
    const [one, other] = await placesOf(
      { ...plain, line1: "Hauptstr. 2" },
      { ...plain, line1: "Hauptstr. 2", city: "Potsdam" },
    );
    expect(one).not.toBe(other);
    const pinned = (latitude: number) => ({ ...plain, line1: "Hafen 1", latitude, longitude: 13.4 });
    const [gate, yard, elsewhere] = await placesOf(pinned(52.5), pinned(52.504), pinned(52.51));
    expect([yard === gate, elsewhere === gate]).toEqual([true, false]);
  });

  test("are another one next door, however near the houses are", async () => {
    const at = (line1: string, latitude: number) => ({ ...plain, line1, latitude, longitude: 13.4 });
    const [house, nextDoor, sameHouse] = await placesOf(
      at("Torstr. 7", 52.5291),
      at("Torstr. 8", 52.52925),
      at("Torstr. 7", 52.5291),
    );
    expect([nextDoor === house, sameHouse === house]).toEqual([false, true]);
  });

  test("tell persons apart by name and phone number, without telling the number", async () => {
    const rider = await world.addRider(fleet);
    const alex = { name: "Alex Example", phone: recipientPhone };
    await give(rider, fleet, to(kreuzberg, alex));
    await give(rider, fleet, to(kreuzberg, { ...alex, name: " alex  example", company: "Example Ltd" }));
    await give(rider, fleet, to(kreuzberg, { ...alex, phone: "+4915112345679" }));
    await give(rider, fleet, to(kreuzberg, { ...alex, name: "Bo Example" }));
    const stops = await stopsOf(rider);
    const deliveries = stops.filter(({ kind }) => kind === "delivery");
    expect(new Set(deliveries.map(({ place_id }) => place_id)).size).toBe(1);
    const [first, second, third, fourth] = deliveries.map(({ person_id }) => person_id);
    expect(second).toBe(first);
    expect(new Set([first, third, fourth]).size).toBe(3);
    const pickups = stops.filter(({ kind }) => kind === "pickup");
    expect(new Set(pickups.map(({ person_id }) => person_id)).size).toBe(1);
    expect(JSON.stringify(stops)).not.toContain(recipientPhone);
  });

  test("tell nothing of an offer", async () => {
    const near = await world.addFleet({ dispatch: "nearest" });
    const rider = await world.addRider(near);
    const first = await world.book(near);
    await world.accept(rider, first.assignmentId);
    await world.book(near);
    const stops = await stopsOf(rider);
    const offered = stops.filter(({ state }) => state === "offered");
    expect(offered).toHaveLength(2);
    for (const stop of offered) expect(stop).toMatchObject({ place_id: null, person_id: null });
    const own = stops.filter(({ state }) => state !== "offered");
    expect(own.map(({ place_id }) => typeof place_id)).toEqual(["string", "string"]);
  });
});

test("what goes back says what its recipient's proof needs, and can be handed over after all", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" });
  const rider = await world.addRider(fleet);
  const { id, assignmentId } = await give(rider, fleet, withPhone({ pin: true }));
  expect((await stopsOf(rider)).map(({ requirements }) => requirements?.pin ?? null)).toEqual([null, true]);
  await report(rider, { type: "progress", assignment_id: assignmentId, substatus: "picked_up" });
  await report(rider, {
    type: "undeliverable",
    assignment_id: assignmentId,
    reason_code: "recipient_unavailable",
  });
  const [stop] = await stopsOf(rider);
  expect(stop).toMatchObject({ kind: "return", pin_tries_left: 5, requirements: { pin: true } });
  expect(stop.address.line1).toBe(berlinMitte.line1);
  world.clock.advance(60);
  const { pin } = (await world.account.sandbox.get(`${platform}/shipments/${id}/pin`)).body;
  const delivered = (pin: string) => ({ type: "delivered", assignment_id: assignmentId, proof: { pin } });
  expect(await report(rider, delivered(pin === "0000" ? "1111" : "0000"))).toBe("refused");
  expect((await stopsOf(rider))[0].pin_tries_left).toBe(4);
  expect(await report(rider, delivered(pin))).toBe("applied");
  expect((await world.shipment(id)).status).toBe("delivered");
});
