import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { nextJobOf } from "../../../../../src/delivery/fleet/dispatch/stops/reading.ts";
import { routeStore } from "../../../../../src/delivery/lifecycle/driver-jobs/route-store.ts";
import { findStopOrder } from "../../../../../src/delivery/lifecycle/driver-jobs/transitions.ts";
import { write } from "../../../../../src/infra/deps.ts";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../../support/dispatch.ts";
import { berlinMitte, platform, shipmentBody } from "../../../../support/fixtures.ts";
import type { Answer } from "../../../../support/harness.ts";
import { createOperator } from "../../../../support/operator.ts";

/** Waybill suggests a better order of a driver's stops; the driver or a dispatcher chooses one. */

let world: DispatchWorld;
let fleet: string;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
});
afterAll(() => world.server.stop());

/** So many hundredths of a degree north of every pickup. */
const at = (north: number) => ({ ...berlinMitte, latitude: berlinMitte.latitude + north / 100 });

/** A job of the driver from one place to another. */
async function give(rider: Rider, from: number, to: number): Promise<string> {
  const body = shipmentBody() as Answer["body"];
  const { assignmentId } = await world.book(fleet, {
    pickup: { ...body.pickup, address: at(from) },
    delivery: { ...body.delivery, address: at(to) },
  });
  expect((await world.assign(assignmentId, rider.id)).status).toBe(200);
  await world.pass();
  return assignmentId;
}

/** What needs the next stop alone finds the first of them. */
async function stopsOf({ client, id }: Rider): Promise<Answer["body"]> {
  const { body } = await client.get("/api/v1/driver/stops");
  const own = body.data.find(({ state }: Answer["body"]) => state !== "offered");
  const { db } = world.server.deps.stores.platform("sandbox");
  expect(nextJobOf(db, id)).toBe(own?.id.split(".")[0]);
  return body;
}
const idsOf = ({ data }: Answer["body"]) => data.map(({ id }: Answer["body"]) => id);
const choose = ({ client }: Rider, stops: string[]) => client.put("/api/v1/driver/stops/order", { stops });

describe("three stops or more", () => {
  let rider: Rider;
  let far: string;
  let near: string;
  let better: string[];

  test("are suggested in a better order, with the minutes that it saves", async () => {
    rider = await world.addRider(fleet, 0);
    far = await give(rider, 0, 5);
    expect((await stopsOf(rider)).order).toBeNull();
    near = await give(rider, 1, 4);
    better = [`${far}.pickup`, `${near}.pickup`, `${near}.delivery`, `${far}.delivery`];
    const stops = await stopsOf(rider);
    expect(idsOf(stops)).toEqual([`${far}.pickup`, `${far}.delivery`, `${near}.pickup`, `${near}.delivery`]);
    expect(stops.order).toMatchObject({ suggested: better, late_stops: 0, late_stops_after: 0 });
    expect(stops.order.minutes_saved).toBeGreaterThan(20);
  });

  test("stand in the order that the driver takes, and nothing else is suggested", async () => {
    const { status, body } = await choose(rider, better);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(better);
    expect(body.data.map(({ state }: Answer["body"]) => state)).toEqual([
      "next",
      "planned",
      "planned",
      "planned",
    ]);
    await world.pass(600);
    expect((await stopsOf(rider)).order).toBeNull();
  });

  test("keep a pickup before its delivery, and a bad order changes nothing", async () => {
    const refused = await choose(rider, [`${near}.delivery`, `${near}.pickup`]);
    expect([refused.status, refused.body.code]).toEqual([422, "validation_failed"]);
    expect(refused.body.errors).toEqual([
      { pointer: "#/stops/0", code: "order", detail: "must come after its pickup" },
    ]);
    expect(idsOf(await stopsOf(rider))).toEqual(better);
    expect((await choose(rider, [`${near}.pickup`, `${near}.pickup`])).status).toBe(422);
  });

  test("that an order does not name come after it, and stops of somebody else are skipped", async () => {
    const other = await world.addRider(fleet, 0);
    const foreign = await give(other, 0, 3);
    const { body } = await choose(rider, [`${foreign}.pickup`, `${near}.pickup`, "nonsense"]);
    expect(idsOf(body)).toEqual([`${near}.pickup`, `${far}.pickup`, `${near}.delivery`, `${far}.delivery`]);
    expect(idsOf(await stopsOf(other))).toEqual([`${foreign}.pickup`, `${foreign}.delivery`]);
  });

  test("are ordered by the dispatcher too, and only by the owner of the fleet", async () => {
    const path = `${platform}/drivers/${rider.id}/stops`;
    const ordered = await world.account.sandbox.put(`${path}/order`, { stops: better });
    expect([ordered.status, idsOf(ordered.body)]).toEqual([200, better]);
    expect(idsOf((await world.account.sandbox.get(path)).body)).toEqual(better);
    expect(idsOf(await stopsOf(rider))).toEqual(better);
    const stranger = (await world.server.account()).sandbox;
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.put(`${path}/order`, { stops: [] })).status).toBe(404);
    const { session } = await createOperator(world.server);
    const asOperator = `/api/v1/operator/drivers/${rider.id}/stops`;
    expect((await session.get(`${asOperator}?environment=sandbox`)).status).toBe(404);
  });

  test("end one by one, and a suggestion for the others comes when a job is added", async () => {
    await world.report(fleet, far, "picked_up");
    expect(idsOf(await stopsOf(rider))).toEqual(better.slice(1));
    const third = await give(rider, 1.1, 1.2);
    const { order } = await stopsOf(rider);
    expect(order.suggested).toEqual([
      `${near}.pickup`,
      `${third}.pickup`,
      `${third}.delivery`,
      `${near}.delivery`,
      `${far}.delivery`,
    ]);
  });

  test("begin with the one where the driver stands", async () => {
    await world.report(fleet, far, "at_delivery");
    await choose(rider, [`${far}.delivery`]);
    await give(rider, 0.1, 0.2);
    const { order } = await stopsOf(rider);
    expect(order.suggested[0]).toBe(`${far}.delivery`);
  });
});

test("jobs that change twice at one time are due at two: who looks already sees the second change", async () => {
  const { deps } = world.server;
  const { id } = await world.addRider(fleet, 0);
  const dueAt = await write(deps, "sandbox", (writing) =>
    [1, 2, 3].map(() => {
      findStopOrder(writing, id);
      return routeStore(writing.tx).find(id)?.dueAt;
    }),
  );
  expect(dueAt).toEqual([world.clock.now(), world.clock.now() - 1, world.clock.now() - 2]);
});

describe("parcels of one shop whose place nobody knows", () => {
  const shop = { line1: "Fulton-Straße 900", city: "Berlin", postal_code: "10119", country: "DE" };
  const house = (line1: string) => ({ ...shop, line1 });
  async function giveFrom(rider: Rider, from: object, to: object): Promise<string> {
    const body = shipmentBody() as Answer["body"];
    const { assignmentId } = await world.book(fleet, {
      pickup: { ...body.pickup, address: from },
      delivery: { ...body.delivery, address: to },
    });
    expect((await world.assign(assignmentId, rider.id)).status).toBe(200);
    await world.pass();
    return assignmentId;
  }

  test("are picked up in one visit, and no minutes are claimed", async () => {
    const rider = await world.addRider(fleet, 0);
    const first = await giveFrom(rider, shop, house("10 Oak St"));
    const second = await giveFrom(
      rider,
      { ...shop, line1: "fulton  Str. 900", line2: "Dock 2" },
      house("20 Elm St"),
    );
    const { order } = await stopsOf(rider);
    expect(order.minutes_saved).toBe(0);
    expect(order.suggested.slice(0, 2).toSorted()).toEqual(
      [`${first}.pickup`, `${second}.pickup`].toSorted(),
    );
    await choose(rider, order.suggested);
    await world.pass(600);
    expect((await stopsOf(rider)).order).toBeNull();
  });

  test("are no reason for another order where they stand together already", async () => {
    const rider = await world.addRider(fleet, 0);
    await giveFrom(rider, house("1 Ash St"), house("2 Fir St"));
    await giveFrom(rider, house("3 Bay St"), house("4 Ivy St"));
    expect((await stopsOf(rider)).order).toBeNull();
  });
});

test("the driver's own order moves the recipients behind at once: their stops before, and when they are expected", async () => {
  const rider = await world.addRider(fleet, 0);
  const jobs = [await give(rider, 0, 1), await give(rider, 0, 2), await give(rider, 0, 3)];
  const now = () => new Date(world.clock.now()).toISOString();
  for (const job of jobs) await world.report(fleet, job, "picked_up");
  const { latitude, longitude } = at(0);
  const reports = [{ id: "p-own", at: now(), type: "position", latitude, longitude, accuracy_meters: 8 }];
  const sent = await rider.client.post("/api/v1/driver/reports", { sent_at: now(), reports });
  expect(sent.body.results[0].result).toBe("applied");
  const recipients = async () => {
    const { body } = await world.account.sandbox.get(`${platform}/drivers/${rider.id}/stops`);
    return Promise.all(
      jobs.map(async (job) => {
        const { shipment_id: id } = body.data.find(({ id }: Answer["body"]) => id.startsWith(job));
        const { body: shipment } = await world.account.sandbox.get(`${platform}/shipments/${id}`);
        const token = new URL(shipment.tracking_url).pathname.split("/").at(-1);
        const { body: seen } = await world.server.client().get(`/api/v1/track/${token}`);
        return { before: seen.stops_before, expectedAt: Date.parse(seen.eta.delivery) };
      }),
    );
  };
  const before = await recipients();
  expect(before.map(({ before }) => before)).toEqual([0, 1, 2]);
  const last = `${jobs[2]}.delivery`;
  expect((await choose(rider, [last])).status).toBe(200);
  const after = await recipients();
  expect(after.map(({ before }) => before)).toEqual([1, 2, 0]);
  const moved = after.map(({ expectedAt }, index) =>
    Math.sign(expectedAt - (before[index]?.expectedAt ?? 0)),
  );
  expect(moved).toEqual([1, 1, -1]);
  // The same order again says nothing new.
  expect((await choose(rider, [last])).status).toBe(200);
  expect(await recipients()).toEqual(after);
});
