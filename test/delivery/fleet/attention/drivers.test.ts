import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";

/** What own drivers make a dispatcher see to. */

let world: DispatchWorld;
beforeAll(async () => {
  world = await startDispatchWorld();
});
afterAll(() => world.server.stop());

type Item = Answer["body"];

const at = (ms: number) => new Date(ms).toISOString();

async function items(shipmentId: string, query = ""): Promise<Item[]> {
  await world.pass();
  const { status, body } = await world.account.sandbox.get(`${platform}/attention?limit=100${query}`);
  expect(status).toBe(200);
  return body.data.filter((item: Item) => item.shipment_id === shipmentId);
}

test("nobody is left to drive: the item's remedy assigns a driver, which settles it", async () => {
  const fleet = await world.addFleet();
  const far = await world.addRider(fleet, 50);
  const job = await world.book(fleet);
  const [item, ...others] = await items(job.id);
  expect([item.kind, item.carrier_id, item.driver_id, others]).toEqual(["no_driver", fleet, null, []]);
  const [remedy] = item.remedies;
  expect(remedy).toEqual({
    action: "assign_driver",
    method: "POST",
    path: `/api/v1/platform/assignments/${job.assignmentId}/driver`,
  });
  expect((await world.account.sandbox.post(remedy.path, { driver_id: far.id })).status).toBe(200);
  expect(await items(job.id)).toEqual([]);
});

/** A job that is fetched in five to six hours. */
async function bookLater(fleet: string): Promise<{ id: string; assignmentId: string }> {
  const { pickup } = (await world.shipment((await world.book(fleet)).id)) as Item;
  const begin = world.clock.now() + 5 * 3_600_000;
  const window = { start: at(begin), end: at(begin + 3_600_000) };
  const { geocode_source: _, ...address } = pickup.address;
  return world.book(fleet, { pickup: { contact: pickup.contact, address, window } });
}

/** Whether each event about it said that it cannot wait, oldest first. */
async function toldOf(shipmentId: string): Promise<boolean[]> {
  const { body } = await world.account.sandbox.get(`${platform}/events?limit=100&type=attention.raised`);
  const ours = body.data.filter(({ data }: Item) => data.attention.shipment_id === shipmentId);
  return ours.map(({ data }: Item) => data.attention.is_urgent).reverse();
}

test("a job that a dispatcher gives out waits quietly from the booking, and is urgent before its pickup", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" });
  const rider = await world.addRider(fleet);
  const { sandbox } = world.account;
  const job = await bookLater(fleet);
  const [quiet, ...others] = await items(job.id);
  expect([quiet.kind, quiet.is_urgent, others]).toEqual(["no_driver", false, []]);
  expect(quiet.due_at).toBe(((await world.shipment(job.id)) as Item).estimated_pickup_at);
  expect(await toldOf(job.id)).toEqual([false]);
  expect((await world.assign(job.assignmentId, rider.id)).status).toBe(200);
  expect(await items(job.id)).toEqual([]);
  expect((await world.takeBack(job.assignmentId)).status).toBe(200);
  const [again] = await items(job.id);
  expect([again.since, again.is_urgent]).toEqual([at(world.clock.now()), false]);
  expect((await sandbox.post(`${platform}/attention/${again.id}/dismissal`)).status).toBe(200);
  expect(await items(job.id)).toEqual([]);
  const urgentAt = world.row(job.assignmentId).searchAt - 30 * 60_000;
  await world.pass((urgentAt - world.clock.now()) / 1000 - 1);
  expect(await items(job.id)).toEqual([]);
  await world.pass(2);
  const [urgent] = await items(job.id);
  expect([urgent.id, urgent.is_urgent, urgent.since]).toEqual([again.id, true, again.since]);
  expect(await toldOf(job.id)).toEqual([false, false, true]);
});

test("a pickup whose place nobody knows waits quietly for a dispatcher, though Waybill finds the others' drivers", async () => {
  const fleet = await world.addFleet({ dispatch: "nearest" });
  const begin = world.clock.now() + 5 * 3_600_000;
  const window = { start: at(begin), end: at(begin + 3_600_000) };
  const address = { line1: "Nirgendwo 1", city: "Berlin", country: "DE" };
  const job = await world.book(fleet, { pickup: { contact: { name: "Book shop" }, address, window } });
  const [quiet, ...others] = await items(job.id);
  expect([quiet.kind, quiet.is_urgent, others]).toEqual(["no_driver", false, []]);
  const urgentAt = world.row(job.assignmentId).searchAt - 30 * 60_000;
  await world.pass((urgentAt - world.clock.now()) / 1000 - 1);
  expect(await items(job.id)).toMatchObject([{ id: quiet.id, is_urgent: false }]);
  await world.pass(2);
  expect(await items(job.id)).toMatchObject([{ id: quiet.id, is_urgent: true, since: quiet.since }]);
});

test("a fleet that changes how its jobs find drivers changes who has to choose", async () => {
  const fleet = await world.addFleet({ dispatch: "nearest" });
  const job = await bookLater(fleet);
  const choose = async (dispatch: string) => {
    const { status } = await world.account.sandbox.patch(`${platform}/carriers/${fleet}`, {
      settings: { dispatch },
    });
    expect(status).toBe(200);
    return (await items(job.id)).map(({ kind, is_urgent }) => [kind, is_urgent]);
  };
  expect(await items(job.id)).toEqual([]);
  expect(await choose("manual")).toEqual([["no_driver", false]]);
  expect(await choose("nearest")).toEqual([]);
});

test("an item names its shipment and recipient to whoever may read shipments, and all items are counted", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" });
  const job = await world.book(fleet, { reference: "ORD-77" });
  await world.book(fleet);
  const { sandbox, accountId } = world.account;
  const [item] = await items(job.id);
  const { delivery, tracking_number } = (await world.shipment(job.id)) as Item;
  const { name } = delivery.contact;
  expect([item.reference, item.tracking_number, item.recipient_name]).toEqual([
    "ORD-77",
    tracking_number,
    name,
  ]);
  const { body: all } = await sandbox.get(`${platform}/attention?limit=100`);
  expect(all.total).toBe(all.data.length);
  const { body: some } = await sandbox.get(
    `${platform}/attention?limit=1&carrier_id=${fleet}&kind=no_driver`,
  );
  expect([some.data.length, some.total]).toEqual([1, 2]);
  const { body: none } = await sandbox.get(`${platform}/attention?kind=held`);
  expect([none.data, none.total]).toEqual([[], 0]);
  const key = { name: "Board", environment: "sandbox", scopes: ["drivers:read"] };
  const { secret } = (await world.account.session.post("/api/v1/keys", key)).body;
  const board = world.server.client({ authorization: `Bearer ${secret}` });
  const { body: unnamed } = await board.get(`${platform}/attention?limit=100&carrier_id=${fleet}`);
  const found = unnamed.data.find(({ shipment_id }: Item) => shipment_id === job.id);
  expect([found.id, found.account_id]).toEqual([item.id, accountId]);
  expect([found.reference, found.tracking_number, found.recipient_name]).toEqual([null, null, null]);
  expect((await sandbox.post(`${platform}/shipments/${job.id}/cancellation`)).status).toBe(200);
  await world.pass();
  const { body: left } = await sandbox.get(`${platform}/attention?carrier_id=${fleet}`);
  expect([left.data.length, left.total]).toEqual([1, 1]);
});

test("a report that a phone kept and Waybill refuses needs a dispatcher; one that is refused at once does not", async () => {
  const fleet = await world.addFleet();
  const rider = await world.addRider(fleet);
  const { delivery } = (await world.shipment((await world.book(fleet)).id)) as Item;
  const { geocode_source: _, ...address } = delivery.address;
  const requirements = { signature: false, photo: true, pin: false, min_age: null };
  const job = await world.book(fleet, { delivery: { contact: delivery.contact, address, requirements } });
  expect((await world.assign(job.assignmentId, rider.id)).status).toBe(200);
  await world.pass(600);
  const deliver = async (id: string, secondsAgo: number) => {
    const at = new Date(world.clock.now() - secondsAgo * 1000).toISOString();
    const report = { id, assignment_id: job.assignmentId, at, type: "delivered", proof: {} };
    const sent_at = new Date(world.clock.now()).toISOString();
    const { body } = await rider.client.post("/api/v1/driver/reports", { sent_at, reports: [report] });
    return body.results[0].problem?.code;
  };
  expect(await deliver("d-1", 0)).toBe("proof_required");
  expect(await items(job.id, "&kind=report_refused")).toEqual([]);
  expect(await deliver("d-2", 120)).toBe("proof_required");
  const [item] = await items(job.id, `&kind=report_refused&driver_id=${rider.id}`);
  expect([item.detail, item.driver_id]).toEqual([
    "A late report of the driver had no effect. Send a photo.",
    rider.id,
  ]);
});

test("a report that is refused because the phone's clock was ahead needs a dispatcher", async () => {
  const fleet = await world.addFleet();
  const rider = await world.addRider(fleet);
  const job = await world.book(fleet);
  expect((await world.assign(job.assignmentId, rider.id)).status).toBe(200);
  const [at, sent_at] = [600_000, 0].map((ms) => new Date(world.clock.now() + ms).toISOString());
  const report = { id: "f-1", assignment_id: job.assignmentId, at, type: "progress", substatus: "picked_up" };
  const { body } = await rider.client.post("/api/v1/driver/reports", { sent_at, reports: [report] });
  expect(body.results[0].problem.code).toBe("validation_failed");
  const [item] = await items(job.id, "&kind=report_refused");
  expect(item.detail).toBe(
    "A late report of the driver had no effect. Its time must not be more than 5 minutes ahead of now.",
  );
});

test("what a phone reports when the job is no longer the driver's needs a dispatcher, once", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" });
  const [rider, colleague] = [await world.addRider(fleet), await world.addRider(fleet)];
  const late = async (id: string, assignment_id: string, step: Record<string, unknown>) => {
    const at = new Date(world.clock.now() - 300_000).toISOString();
    const sent_at = new Date(world.clock.now()).toISOString();
    const reports = [{ id, assignment_id, at, ...step }];
    const { body } = await rider.client.post("/api/v1/driver/reports", { sent_at, reports });
    return [body.results[0].result, at.replace("T", " ").slice(0, 16)];
  };
  const job = await world.book(fleet);
  expect((await world.assign(job.assignmentId, rider.id)).status).toBe(200);
  await world.pass(600);
  expect((await world.assign(job.assignmentId, colleague.id)).status).toBe(200);
  expect(await late("l-1", job.assignmentId, { type: "progress", substatus: "at_pickup" })).toContain("late");
  expect(await items(job.id, "&kind=report_refused")).toEqual([]);
  const [result, time] = await late("l-2", job.assignmentId, { type: "delivered", proof: {} });
  expect(result).toBe("late");
  const [item] = await items(job.id, "&kind=report_refused");
  const { name } = (await world.account.sandbox.get(`${platform}/drivers/${rider.id}`)).body;
  expect(item.detail).toBe(
    `A late report of the driver had no effect. ${name.split(" ")[0]} ${name.split(" ")[1][0]}. ` +
      `reported delivered at ${time} UTC. When it came, the job was no longer theirs.`,
  );
  const dismissal = `${platform}/attention/${item.id}/dismissal`;
  expect((await world.account.sandbox.post(dismissal)).status).toBe(200);
  await world.pass(60);
  expect(await late("l-3", job.assignmentId, { type: "delivered", proof: {} })).toContain("late");
  expect(await items(job.id, "&kind=report_refused")).toEqual([]);

  const cancelled = await world.book(fleet);
  expect((await world.assign(cancelled.assignmentId, rider.id)).status).toBe(200);
  await world.pass(600);
  const cancellation = `${platform}/shipments/${cancelled.id}/cancellation`;
  expect((await world.account.sandbox.post(cancellation)).status).toBe(200);
  const step = { type: "progress", substatus: "picked_up" };
  expect(await late("l-4", cancelled.assignmentId, step)).toContain("late");
  const [raised] = await items(cancelled.id, "&kind=report_refused");
  expect(raised.detail).toContain("reported picked up at");
  await world.pass(8 * 24 * 3600);
  expect(await items(cancelled.id, "&kind=report_refused")).toEqual([]);
});

/** One for both tests: an installation has one, whose session ends with the days that pass. */
let made: Promise<TestOperator> | undefined;
function operator(): Promise<TestOperator> {
  made ??= createOperator(world.server);
  return made;
}

test("what can wait at a fleet of the installation is for the operator, and for the sender when it cannot", async () => {
  const { session } = await operator();
  const fleet = await world.addFleet({ dispatch: "manual" }, null);
  const job = await bookLater(fleet);
  const seen = async () => {
    const { body } = await session.get("/api/v1/operator/attention?environment=sandbox&limit=100");
    return body.data.filter((item: Item) => item.shipment_id === job.id);
  };
  expect(await items(job.id)).toEqual([]);
  const [quiet] = await seen();
  expect([quiet.kind, quiet.is_urgent]).toEqual(["no_driver", false]);
  const names = [quiet.reference, quiet.tracking_number, quiet.recipient_name];
  expect(names).toEqual([null, null, null]);
  expect(await toldOf(job.id)).toEqual([]);
  await world.pass((world.row(job.assignmentId).searchAt - world.clock.now()) / 1000 - 30 * 60 + 1);
  const [urgent] = await items(job.id);
  expect([urgent.id, urgent.is_urgent]).toEqual([quiet.id, true]);
  expect((await seen())[0].is_urgent).toBe(true);
  expect(await toldOf(job.id)).toEqual([true]);
});

test("a driver of the installation cannot be told from an account's filter, which shows no such driver either", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" }, null);
  const rider = await world.addRider(fleet, 1, { accountId: null });
  const job = await world.book(fleet);
  const { session } = await operator();
  const path = `/api/v1/operator/assignments/${job.assignmentId}/driver?environment=sandbox`;
  expect((await session.post(path, { driver_id: rider.id })).status).toBe(200);
  await world.pass(7_200);
  expect((await items(job.id)).map(({ kind, driver_id }) => [kind, driver_id])).toEqual([["late", null]]);
  expect(await items(job.id, `&driver_id=${rider.id}`)).toEqual([]);
});

test("a late report about a job that never was the driver's troubles nobody", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" });
  const [rider, colleague] = [await world.addRider(fleet), await world.addRider(fleet)];
  const stranger = await world.addRider(await world.addFleet({}, null), 1, { accountId: null });
  const job = await world.book(fleet);
  expect((await world.assign(job.assignmentId, rider.id)).status).toBe(200);
  await world.pass(600);
  const at = new Date(world.clock.now() - 300_000).toISOString();
  const sent_at = new Date(world.clock.now()).toISOString();
  const report = { id: "x-1", assignment_id: job.assignmentId, at, type: "returned" };
  for (const { client } of [stranger, colleague]) {
    const { body } = await client.post("/api/v1/driver/reports", { sent_at, reports: [report] });
    expect(body.results[0].problem.code).toBe("assignment_not_found");
    expect(await items(job.id, "&kind=report_refused")).toEqual([]);
  }
});

test("a silent driver's job goes to another one, which settles it; where the former one was says nothing any more", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" });
  const [silent, other] = [await world.addRider(fleet), await world.addRider(fleet, 3)];
  const job = await world.book(fleet);
  expect((await world.assign(job.assignmentId, silent.id)).status).toBe(200);
  const now = () => new Date(world.clock.now()).toISOString();
  const place = { latitude: 52.53, longitude: 13.4, accuracy_meters: 8 };
  const send = async (rider: Rider, id: string) => {
    const reports = [{ id, at: now(), type: "position", ...place }];
    const { body } = await rider.client.post("/api/v1/driver/reports", { sent_at: now(), reports });
    expect(body.results[0].result).toBe("applied");
  };
  const track = async () => (await world.account.sandbox.get(`${platform}/tracking/${job.id}`)).body.position;
  await send(silent, "p-1");
  await world.report(fleet, job.assignmentId, "picked_up");
  await world.report(fleet, job.assignmentId, "en_route_to_delivery");
  await world.pass(1_000);
  expect((await items(job.id, "&kind=driver_silent")).length).toBe(1);

  expect((await world.assign(job.assignmentId, other.id)).status).toBe(200);
  expect(await items(job.id, "&kind=driver_silent")).toEqual([]);
  expect(await track()).toBeNull();
  // At the very place where the former one stood.
  await send(other, "p-2");
  expect((await track()).recorded_at).toBe(now());
  expect(await items(job.id, "&kind=driver_standing")).toEqual([]);
  await world.pass(1_000);
  const [again] = await items(job.id, "&kind=driver_silent");
  expect([again.driver_id, again.detail]).toEqual([
    other.id,
    "The driver has sent no position for 16 minutes.",
  ]);
});

test("nobody asks why a driver is silent on a break with goods on board, until it ends, nor one without a phone", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" });
  const rider = await world.addRider(fleet);
  const job = await world.book(fleet);
  expect((await world.assign(job.assignmentId, rider.id)).status).toBe(200);
  const now = (ms = 0) => new Date(world.clock.now() + ms).toISOString();
  const reports = [
    { id: "p-1", at: now(), type: "position", latitude: 52.53, longitude: 13.4, accuracy_meters: 8 },
  ];
  await rider.client.post("/api/v1/driver/reports", { sent_at: now(), reports });
  await world.report(fleet, job.assignmentId, "picked_up");
  await world.report(fleet, job.assignmentId, "en_route_to_delivery");
  const silent = async () =>
    (await items(job.id)).filter(({ kind }) => kind === "driver_silent" || kind === "driver_standing");
  await world.pass(300);
  const rest = { on_duty: false, until: now(30 * 60_000) };
  expect((await rider.client.put("/api/v1/driver/me/duty", rest)).status).toBe(200);
  await world.pass(29 * 60);
  expect(await silent()).toEqual([]);
  await world.pass(2 * 60);
  expect(await silent()).toMatchObject([{ kind: "driver_silent" }]);
  const path = `${platform}/drivers/${rider.id}`;
  const { body } = await world.account.sandbox.get(path);
  expect([body.on_duty, body.duty_until]).toEqual([true, null]);

  expect((await world.account.sandbox.patch(path, { without_phone: true })).status).toBe(200);
  await world.pass(60);
  expect(await silent()).toEqual([]);
});

test("nobody is told that a driver without a phone is late before the evening, when the time of the result decides", async () => {
  const fleet = await world.addFleet({ dispatch: "manual" });
  const rider = await world.addRider(fleet);
  const path = `${platform}/drivers/${rider.id}`;
  expect((await world.account.sandbox.patch(path, { without_phone: true })).status).toBe(200);
  const [done, open] = [await world.book(fleet), await world.book(fleet)];
  for (const { assignmentId } of [done, open])
    expect((await world.assign(assignmentId, rider.id)).status).toBe(200);
  const { assignment } = await world.shipment(done.id);
  const quotes = (await world.account.sandbox.get(`${platform}/shipments/${done.id}/quotes`)).body.data;
  const { estimated_delivery_at } = quotes.find(({ id }: { id: string }) => id === assignment.quote_id);
  const promisedAt = Date.parse(estimated_delivery_at);
  const at = new Date(promisedAt - 60_000).toISOString();
  await world.pass((promisedAt - world.clock.now()) / 1000 + 3 * 3600);
  const late = async ({ id }: { id: string }) => (await items(id)).filter(({ kind }) => kind === "late");
  expect([await late(done), await late(open)]).toEqual([[], []]);
  const results = [{ id: "evening", assignment_id: done.assignmentId, at, type: "delivered", proof: {} }];
  expect((await world.account.sandbox.post(`${path}/results`, results)).body.results[0].result).toBe(
    "applied",
  );
  expect(await world.shipment(done.id)).toMatchObject({ status: "delivered", delivered_at: at });
  await world.pass(13 * 3600);
  expect(await late(done)).toEqual([]);
  expect(await late(open)).toHaveLength(1);
  const raised = (await world.account.sandbox.get(`${platform}/events?shipment_id=${done.id}&limit=100`)).body
    .data;
  expect(raised.filter(({ data }: { data: { kind?: string } }) => data.kind === "late")).toEqual([]);
});
