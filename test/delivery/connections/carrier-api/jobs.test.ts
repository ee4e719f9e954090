import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { applyBookAnswer } from "../../../../src/delivery/lifecycle/assignments/applying.ts";
import { write } from "../../../../src/infra/deps.ts";
import { kreuzberg, platform } from "../../../support/fixtures.ts";
import { type ReportWorld, startReportWorld, type Trip } from "../../../support/reports.ts";

/** What the server of a carrier sees of its jobs: what was booked with it, and people only while it needs them. */

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
});
afterAll(() => world.server.stop());

const jobs = "/api/v1/carrier/assignments";
const recipient = { name: "Alex Example", phone: "+4930654321", email: "alex@example.com" };
const delivery = {
  contact: recipient,
  address: kreuzberg,
  instructions: "Third floor",
  requirements: { pin: true },
};
const people = [
  "Alex Example",
  "+4930",
  "alex@example.com",
  "Third floor",
  "Oranienstr",
  "Torstr",
  "52.5009",
];

const jobOf = async ({ assignmentId }: Trip, client = world.clients.a) =>
  (await client.get(`${jobs}/${assignmentId}`)).body;
const progress = (trip: Trip, substatus: string) => ({
  id: `p-${substatus}`,
  assignment_id: trip.assignmentId,
  at: new Date(world.clock.now()).toISOString(),
  type: "progress",
  substatus,
});
const endOf = (trip: Trip, type: string, members = {}) => ({
  ...progress(trip, "x"),
  ...{ substatus: undefined },
  type,
  id: type,
  ...members,
});
const release = (trip: Trip) =>
  world.account.sandbox.delete(`${platform}/shipments/${trip.id}/assignments/${trip.assignmentId}`);

function shownOf(job: unknown): string[] {
  const text = JSON.stringify(job);
  return people.filter((said) => text.includes(said));
}

test("a job says all that its carrier needs, never the PIN, and never another carrier's price", async () => {
  const trip = await world.accept({ delivery, reference: "ORD-7" });
  const { pin } = (await world.account.sandbox.get(`${platform}/shipments/${trip.id}/pin`)).body;
  const answer = await world.clients.a.get(`${jobs}/${trip.assignmentId}`);
  expect(answer.body).toMatchObject({
    environment: "sandbox",
    assignment_id: trip.assignmentId,
    shipment_id: trip.id,
    reference: "ORD-7",
    price: { amount: 1000, currency: "EUR" },
    status: "pending",
    substatus: "awaiting_carrier",
    delivery: { contact: recipient, requirements: { pin: true }, instructions: "Third floor" },
    parcels: [{ weight_grams: 1200 }],
    driver: null,
    ended_at: null,
  });
  expect(answer.text).not.toContain(`"${pin}"`);
  expect(answer.text).not.toContain(world.carriers.b);
  // Changed contacts come along, and the job says that it changed.
  world.clock.advance(1);
  await world.account.sandbox.patch(`${platform}/shipments/${trip.id}`, {
    delivery: { instructions: "Fourth floor" },
  });
  const changed = await jobOf(trip);
  expect(changed.delivery.instructions).toBe("Fourth floor");
  expect(changed.updated_at > answer.body.updated_at).toBe(true);
});

test("another carrier, and the same carrier's key of an account, see nothing of it", async () => {
  const trip = await world.accept();
  for (const [method, path] of [
    ["GET", ""],
    ["POST", "/acceptance"],
    ["POST", "/rejection"],
  ] as const) {
    const body = path === "/rejection" ? { body: JSON.stringify({ reason_code: "other" }) } : {};
    const headers = { "content-type": "application/json" };
    const foreign = await world.clients.b.send(`${jobs}/${trip.assignmentId}${path}`, {
      method,
      ...body,
      headers,
    });
    expect([path, foreign.status, foreign.body.code]).toEqual([path, 404, "not_found"]);
  }
  const { data } = (await world.clients.b.get(`${jobs}?limit=100`)).body;
  expect(data.map((job: { assignment_id: string }) => job.assignment_id)).not.toContain(trip.assignmentId);
  expect((await world.account.sandbox.get(jobs)).status).toBe(401);
  expect((await world.shipmentOf(trip)).assignment.status).toBe("pending");
});

describe("people are forgotten", () => {
  test("24 hours after the end", async () => {
    const trip = await world.accept({ delivery: { ...delivery, requirements: {} } });
    expect(await world.send([endOf(trip, "delivered")])).toMatchObject([{ result: "applied" }]);
    world.clock.advance(86_399);
    expect(shownOf(await jobOf(trip))).toContain("Alex Example");
    world.clock.advance(1);
    const late = await jobOf(trip);
    expect(shownOf(late)).toEqual([]);
    expect(late).toMatchObject({
      status: "completed",
      substatus: null,
      pickup: { contact: null, address: { line1: null, latitude: null, city: "Berlin" }, instructions: null },
      delivery: { contact: null, address: { line1: null, postal_code: "10999" } },
    });
    // The sender's later notes do not bring them back.
    await world.account.sandbox.patch(`${platform}/shipments/${trip.id}`, { reference: "later" });
    expect(shownOf(await jobOf(trip))).toEqual([]);
    const listed = (await world.clients.a.get(`${jobs}?limit=1`)).body.data[0];
    expect([listed.assignment_id, shownOf(listed)]).toEqual([trip.assignmentId, []]);
  });

  test("at once after a rejection, a withdrawal and a release", async () => {
    const ends = [
      (trip: Trip) =>
        world.clients.a.post(`${jobs}/${trip.assignmentId}/rejection`, { reason_code: "no_supply" }),
      (trip: Trip) => world.send([endOf(trip, "withdrawn")]),
      release,
    ];
    for (const end of ends) {
      const trip = await world.accept({ delivery });
      expect(shownOf(await jobOf(trip))).toEqual(people);
      await end(trip);
      expect(shownOf(await jobOf(trip))).toEqual([]);
    }
  });
});

describe("a booking that the carrier left open", () => {
  test("is accepted, with a driver; accepting again changes nothing", async () => {
    const trip = await world.accept();
    const driver = { name: "Kim", phone: null, vehicle: { type: "cargo_bike", plate: null } };
    const accepted = await world.clients.a.post(`${jobs}/${trip.assignmentId}/acceptance`, { driver });
    expect([accepted.status, accepted.body.status, accepted.body.driver]).toEqual([200, "confirmed", driver]);
    const before = await world.trackingOf(trip);
    expect((await world.clients.a.post(`${jobs}/${trip.assignmentId}/acceptance`)).status).toBe(200);
    expect((await world.trackingOf(trip)).entries).toEqual(before.entries);
  });

  test("is rejected until the pickup, once", async () => {
    const trip = await world.accept();
    const reject = () =>
      world.clients.a.post(`${jobs}/${trip.assignmentId}/rejection`, { reason_code: "vehicle_breakdown" });
    for (const body of [{}, undefined, { message: "No rider." }]) {
      const nameless = await world.clients.a.post(`${jobs}/${trip.assignmentId}/rejection`, body);
      expect([nameless.status, nameless.body.code]).toEqual([422, "validation_failed"]);
    }
    expect((await reject()).body).toMatchObject({ status: "rejected", substatus: null });
    const { entries } = await world.trackingOf(trip);
    expect(entries.at(-1)).toMatchObject({
      code: "vehicle_breakdown",
      message: "The carrier rejected the booking: vehicle breakdown.",
    });
    expect((await reject()).status).toBe(200);
    expect((await world.trackingOf(trip)).entries).toEqual(entries);
    expect((await world.shipmentOf(trip)).status).toBe("quoted");

    const moving = await world.accept();
    await world.send([progress(moving, "picked_up")]);
    const late = await world.clients.a.post(`${jobs}/${moving.assignmentId}/rejection`, {
      reason_code: "other",
    });
    expect([late.status, late.body.code]).toEqual([409, "assignment_ended"]);
    expect((await world.shipmentOf(moving)).status).toBe("in_transit");
  });

  test("a yes after the end is refused and recorded once", async () => {
    const trip = await world.accept();
    await release(trip);
    for (let time = 0; time < 2; time += 1) {
      const late = await world.clients.a.post(`${jobs}/${trip.assignmentId}/acceptance`);
      expect([late.status, late.body.code]).toEqual([409, "assignment_ended"]);
    }
    const { entries } = await world.trackingOf(trip);
    const recorded = entries.filter(({ code }: { code: string }) => code === "late_report");
    expect(recorded).toHaveLength(1);
  });

  test("counts as accepted with the first report of progress, whatever its answer says later", async () => {
    const trip = await world.accept();
    await world.send([progress(trip, "en_route_to_pickup")]);
    expect(await jobOf(trip)).toMatchObject({ status: "confirmed", substatus: "en_route_to_pickup" });
    const { deps } = world.server;
    const answer = { kind: "accepted", driver: null } as const;
    const settled = await write(deps, "sandbox", (writing) =>
      applyBookAnswer(writing, trip.assignmentId, answer),
    );
    expect(settled).toBe("unchanged");
    expect((await world.shipmentOf(trip)).substatus).toBe("en_route_to_pickup");
  });
});

test("the list: newest first, by status, and in the order of changes from a time on", async () => {
  world.clock.advance(1);
  const since = new Date(world.clock.now()).toISOString();
  const trips: Trip[] = [];
  for (let made = 0; made < 5; made += 1) {
    world.clock.advance(1);
    trips.push(await world.accept());
  }
  const [first, second] = trips as [Trip, Trip];
  world.clock.advance(1);
  await world.send([progress(first, "confirmed")]);
  const ids = async (query: string) => {
    const found: string[] = [];
    let cursor = "";
    do {
      const { body } = await world.clients.a.get(`${jobs}?limit=2${query}${cursor}`);
      found.push(...body.data.map((job: { assignment_id: string }) => job.assignment_id));
      cursor = body.next_cursor === null ? "" : `&cursor=${body.next_cursor}`;
    } while (cursor !== "");
    return found;
  };
  const made = trips.map(({ assignmentId }) => assignmentId);
  expect((await ids("")).slice(0, 5)).toEqual(made.toReversed());
  const from = `&updated_after=${encodeURIComponent(since)}`;
  expect(await ids(from)).toEqual([...made.slice(1), first.assignmentId]);
  expect(await ids(`${from}&status=confirmed`)).toEqual([first.assignmentId]);
  expect((await ids("&status=confirmed"))[0]).toBe(first.assignmentId);
  await release(second);
  expect((await ids(from)).at(-1)).toBe(second.assignmentId);
  // Several states, in the order of the list.
  const [third, fourth, fifth] = made.slice(2);
  expect(await ids(`${from}&status=confirmed,released,confirmed`)).toEqual([
    first.assignmentId,
    second.assignmentId,
  ]);
  expect((await ids("&status=released,pending")).slice(0, 4)).toEqual([
    fifth,
    fourth,
    third,
    second.assignmentId,
  ] as string[]);
  const wrong = await world.clients.a.get(`${jobs}?status=confirmed,flown`);
  expect([wrong.status, wrong.body.errors[0].parameter]).toEqual([400, "status"]);
  const other = await world.clients.a.get(`${jobs}?limit=2`);
  const stolen = await world.clients.b.get(`${jobs}?cursor=${other.body.next_cursor}`);
  expect([stolen.status, stolen.body.code]).toEqual([400, "cursor_invalid"]);
});
