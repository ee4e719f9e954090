import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bookBy, dueOf, usualTransitMs } from "../../../../src/delivery/lifecycle/state/due.ts";
import type { AssignmentRow, ShipmentRow } from "../../../../src/delivery/lifecycle/state/rows.ts";
import { type DispatchWorld, startDispatchWorld } from "../../../support/dispatch.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";

/** When harm comes, and the list that begins with the soonest. */

const now = Date.parse("2026-01-31T12:00:00.000Z");
const minutes = (count: number) => now + count * 60_000;
const at = (ms: number) => new Date(ms).toISOString();
const stop = (end?: number) => ({
  window: end === undefined ? null : { start: at(end - 3_600_000), end: at(end) },
});

describe("a shipment without a carrier", () => {
  test.each<[string, number | undefined, number | undefined, number | null, number]>([
    ["when it expires", undefined, undefined, minutes(600), minutes(600)],
    ["when nobody can fetch it any more", minutes(30), minutes(90), minutes(600), minutes(30)],
    ["when nobody can deliver it in time any more", minutes(300), minutes(51), minutes(600), minutes(31)],
    ["never, if nothing ends", undefined, undefined, null, Number.POSITIVE_INFINITY],
  ])("is due %s", (_, pickup, delivery, expiresAt, due) => {
    const parts = { pickup: stop(pickup), delivery: stop(delivery), expiresAt };
    expect(bookBy(parts as never, 20 * 60_000)).toBe(due);
  });

  test("usually takes as long as a courier in town, and on the road beyond it", () => {
    const usual = [null, 0, 5_000, 20_000, 80_000].map((meters) => usualTransitMs(meters) / 60_000);
    expect(usual).toEqual([30, 0, 20, 80, 140]);
  });
});

describe("a shipment of a carrier", () => {
  const dueIn = (status: string, assignment: Partial<AssignmentRow>, windows: [number?, number?] = []) => {
    const [pickup, delivery] = windows.map(stop);
    const parts = { status, pickup: pickup ?? stop(), delivery: delivery ?? stop(), expiresAt: null };
    const due = dueOf(parts as ShipmentRow, assignment as AssignmentRow);
    return due === null ? null : at(due);
  };
  const estimate = { estimatedPickupAt: minutes(20), estimatedDeliveryAt: minutes(40) };

  test("is due at its pickup, then at the door", () => {
    expect(dueIn("assigned", estimate, [minutes(90), minutes(120)])).toBe(at(minutes(20)));
    expect(dueIn("assigned", {}, [minutes(90), minutes(60)])).toBe(at(minutes(60)));
    expect(dueIn("in_transit", estimate, [minutes(5), minutes(60)])).toBe(at(minutes(60)));
    expect(dueIn("in_transit", estimate)).toBe(at(minutes(40)));
  });

  test("comes last where nothing is promised, and is never due when it is over", () => {
    for (const status of ["assigned", "in_transit", "returning"])
      expect(dueIn(status, {})).toBe("9999-12-31T23:59:59.999Z");
    for (const status of ["delivered", "cancelled", "expired", "failed", "returned"])
      expect(dueIn(status, estimate)).toBeNull();
  });
});

describe("the list", () => {
  let world: DispatchWorld;
  beforeAll(async () => {
    world = await startDispatchWorld();
  });
  afterAll(() => world.server.stop());

  const path = `${platform}/shipments`;
  const listed = async (query: string): Promise<Answer["body"][]> => {
    const found: Answer["body"][] = [];
    for (let cursor = ""; ; ) {
      const { status, body } = await world.account.sandbox.get(`${path}?limit=2&${query}${cursor}`);
      expect(status).toBe(200);
      found.push(...body.data);
      if (body.next_cursor === null) return found;
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
  };
  const ids = async (query: string) => (await listed(query)).map(({ id }) => id);

  test("begins with the soonest harm, finds who has no driver, and counts them", async () => {
    const { sandbox } = world.account;
    const fleet = await world.addFleet({ dispatch: "manual" });
    const rider = await world.addRider(fleet);
    const windowIn = (hours: number) => {
      const end = world.clock.now() + hours * 3_600_000;
      return { start: at(end - 3_600_000), end: at(end) };
    };
    const { pickup, delivery } = (await world.shipment((await createShipment(sandbox)).id)) as Answer["body"];
    const plain = ({ geocode_source: _, ...address }: Answer["body"]) => address;
    const from = { contact: pickup.contact, address: plain(pickup.address) };
    const to = { contact: delivery.contact, address: plain(delivery.address) };
    const waiting = await createShipment(sandbox, { delivery: { ...to, window: windowIn(5) } });
    const booked = await world.book(fleet, { pickup: { ...from, window: windowIn(3) } });
    const given = await world.book(fleet, { pickup: { ...from, window: windowIn(2) } });
    const ended = await createShipment(sandbox);
    await sandbox.post(`${path}/${ended.id}/cancellation`, {});
    const counts = async () => {
      const { body } = await sandbox.get(`${path}/statistics`);
      return [body.by_status.assigned, body.without_driver];
    };
    expect(await counts()).toEqual([2, 2]);
    expect((await world.assign(given.assignmentId, rider.id)).status).toBe(200);
    expect(await counts()).toEqual([2, 1]);

    const all = await listed("sort=due");
    expect(all.map(({ id }) => id).slice(0, 3)).toEqual([given.id, booked.id, waiting.id]);
    expect(all.length).toBe(4);
    const dues = all.map(({ due_at }) => due_at);
    expect(dues).toEqual(dues.toSorted());
    expect((await listed("status=cancelled")).map(({ due_at }) => due_at)).toEqual([null]);
    for (const order of ["sort=due&", "", "sort=oldest&"]) {
      expect(await ids(`${order}without_driver=true`)).toEqual([booked.id]);
      expect(await ids(`${order}without_driver=true&status=quoted`)).toEqual([]);
      expect(await ids(`${order}without_driver=false&status=assigned`)).toEqual([given.id]);
    }
    expect(await ids("sort=due&status=assigned")).toEqual([given.id, booked.id]);
    expect(await ids(`sort=due&carrier_id=${fleet}`)).toEqual([given.id, booked.id]);
    expect(await ids(`sort=due&created_before=${at(world.clock.now() - 3_600_000)}`)).toEqual([]);
    const refused = await sandbox.get(`${path}?without_driver=perhaps`);
    expect([refused.status, refused.body.errors[0].parameter]).toEqual([400, "without_driver"]);

    expect((await world.takeBack(given.assignmentId)).status).toBe(200);
    expect(await counts()).toEqual([2, 2]);
    await world.report(fleet, given.assignmentId, "en_route_to_pickup");
    expect(await counts()).toEqual([2, 1]);
    expect((await sandbox.delete(`${path}/${booked.id}/assignments/${booked.assignmentId}`)).status).toBe(
      200,
    );
    expect(await counts()).toEqual([1, 0]);
  });
});
