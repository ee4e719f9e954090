import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../../support/dispatch.ts";
import { platform } from "../../../../support/fixtures.ts";
import type { Answer } from "../../../../support/harness.ts";

/** What a driver sees of what they have done today. */

type Body = Answer["body"];
let world: DispatchWorld;
let fleet: string;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
});
afterAll(() => world.server.stop());

const now = () => new Date(world.clock.now()).toISOString();
let count = 0;

async function report({ client }: Rider, assignment_id: string, content: object): Promise<void> {
  count += 1;
  const reports = [{ id: `r-${count}`, at: now(), assignment_id, ...content }];
  const { body } = await client.post("/api/v1/driver/reports", { sent_at: now(), reports });
  expect(body.results[0]).toMatchObject({ result: "applied" });
}
const pickUp = (rider: Rider, id: string) => report(rider, id, { type: "progress", substatus: "picked_up" });

async function give(rider: Rider, change: object = {}): Promise<{ id: string; assignmentId: string }> {
  const job = await world.book(fleet, { if_undeliverable: "return", ...change });
  expect((await world.assign(job.assignmentId, rider.id)).status).toBe(200);
  return job;
}

async function doneOf({ client }: Rider): Promise<Body[]> {
  const { status, body } = await client.get("/api/v1/driver/stops/done");
  expect(status).toBe(200);
  return body.data;
}
const told = (done: Body[]) => done.map(({ id, outcome }) => `${outcome} ${id}`);

test("is told oldest first with results and reasons, whoever reported it, and is gone after the day", async () => {
  const rider = await world.addRider(fleet);
  expect(await doneOf(rider)).toEqual([]);
  const [one, two] = [await give(rider), await give(rider)];
  await world.pass(60);
  await pickUp(rider, two.assignmentId);
  const pickedUpAt = now();
  await world.pass(60);
  await world.report(fleet, one.assignmentId, "picked_up");
  await world.pass(60);
  await report(rider, two.assignmentId, { type: "undeliverable", reason_code: "recipient_refused" });
  await world.pass(60);
  await world.end(fleet, one.assignmentId);
  await world.pass(60);
  await report(rider, two.assignmentId, { type: "returned" });
  const done = await doneOf(rider);
  expect(told(done)).toEqual([
    `picked_up ${two.assignmentId}.pickup`,
    `picked_up ${one.assignmentId}.pickup`,
    `undeliverable ${two.assignmentId}.delivery`,
    `delivered ${one.assignmentId}.delivery`,
    `returned ${two.assignmentId}.return`,
  ]);
  expect(done.map(({ reason_code }) => reason_code)).toEqual([null, null, "recipient_refused", null, null]);
  expect(done[0]).toMatchObject({
    at: pickedUpAt,
    kind: "pickup",
    shipment_id: two.id,
    name: "Book shop",
    place: { line1: "Torstr. 1", city: "Berlin" },
    parcel_count: 1,
  });
  const other = await world.addRider(fleet);
  expect(await doneOf(other)).toEqual([]);
  await world.pass(16 * 3_600 + 1);
  expect(await doneOf(rider)).toEqual([]);
});

test("ends where somebody else took the goods over, and tells what was corrected as it stands now", async () => {
  const [first, second] = [await world.addRider(fleet), await world.addRider(fleet)];
  const job = await give(first);
  await world.pass(60);
  await pickUp(first, job.assignmentId);
  await world.pass(60);
  expect((await world.assign(job.assignmentId, second.id)).status).toBe(200);
  await world.pass(60);
  await report(second, job.assignmentId, { type: "delivered" });
  expect(told(await doneOf(first))).toEqual([`picked_up ${job.assignmentId}.pickup`]);
  expect(told(await doneOf(second))).toEqual([`delivered ${job.assignmentId}.delivery`]);
  const path = `${platform}/shipments/${job.id}/correction`;
  const wrong = { status: "in_transit", reason: "The driver tapped the wrong job." };
  const { body: shipment } = await world.account.sandbox.get(`${platform}/shipments/${job.id}`);
  const { status, text } = await world.account.sandbox.post(path, wrong, {
    "if-match": `"${shipment.version}"`,
  });
  expect(status, text).toBe(200);
  expect(await doneOf(second)).toEqual([]);
  expect(await world.stops(second)).toEqual(["delivery next"]);
});

test("of an erased shipment nothing personal is told", async () => {
  const rider = await world.addRider(fleet);
  const job = await give(rider);
  await pickUp(rider, job.assignmentId);
  await report(rider, job.assignmentId, { type: "delivered" });
  const before = await doneOf(rider);
  expect(before.every(({ name, place }) => name !== null && place !== null)).toBe(true);
  const { status } = await world.account.sandbox.post(`${platform}/shipments/${job.id}/redaction`);
  expect(status).toBeLessThan(300);
  const after = await doneOf(rider);
  expect(told(after)).toEqual(told(before));
  expect(after.map(({ name, place }) => [name, place])).toEqual([
    [null, null],
    [null, null],
  ]);
  const text = JSON.stringify(after);
  for (const part of ["Torstr", "Oranien", "Book shop", "Berlin", ...before.map(({ name }) => name)]) {
    expect(text).not.toContain(part);
  }
});
