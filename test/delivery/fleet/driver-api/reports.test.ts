import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { DeliveryWriting } from "../../../../src/delivery/carriers/deps.ts";
import { clockOffset } from "../../../../src/delivery/fleet/driver-api/clock-offset.ts";
import { placeOf } from "../../../../src/delivery/fleet/drivers/places.ts";
import { deleteOldDriverPositions, savePositions } from "../../../../src/delivery/fleet/positions/service.ts";
import { write } from "../../../../src/infra/deps.ts";
import { AppError } from "../../../../src/infra/errors.ts";
import { expectProblem } from "../../../api/problem.ts";
import { databaseRows } from "../../../support/database.ts";
import { type DriverWorld, startDriverWorld, type Trip } from "../../../support/driver-jobs.ts";
import { addDriver, driverClient, driverToken } from "../../../support/drivers.ts";
import { advance, createAssigned, platform } from "../../../support/fixtures.ts";
import { pictures, resizedPng } from "../../../support/images.ts";
import { createOperator } from "../../../support/operator.ts";

const reportsPath = "/api/v1/driver/reports";
let world: DriverWorld;
beforeAll(async () => {
  world = await startDriverWorld();
});
afterAll(() => world.server.stop());

const time = (seconds = 0) => new Date(world.clock.now() + seconds * 1000).toISOString();
/** Between the addresses of the tests' shipments, a bit further for each step of 11 m. */
const at = (steps = 0) => ({ latitude: 52.513 - steps / 10_000, longitude: 13.405 });
let ids = 0;
const position = (steps: number, seconds: number, more: Record<string, unknown> = {}) => {
  ids += 1;
  return { id: `p-${ids}`, at: time(seconds), type: "position", ...at(steps), ...more };
};
const progress = ({ assignmentId }: Trip, substatus: string, seconds = 0) => {
  ids += 1;
  return { id: `r-${ids}`, assignment_id: assignmentId, at: time(seconds), type: "progress", substatus };
};
const results = (list: { result: string }[]) => list.map(({ result }) => result);
const codes = (list: { problem: { code: string } | null }[]) => list.map(({ problem }) => problem?.code);
const trackOf = async ({ id }: Trip) =>
  (await world.account.sandbox.get(`${platform}/tracking/${id}/positions?limit=100`)).body.data;
const stored = ({ driverId }: { driverId: string }) =>
  (databaseRows(world.server)["sandbox.driver_positions"] ?? []).filter((row) => row.driver_id === driverId);
const placeOfDriver = ({ driverId }: { driverId: string }) =>
  placeOf(world.server.deps.stores.platform("sandbox").db, driverId);

describe("the clock of a phone", () => {
  test("may be a little off, and a request may take its time", () => {
    for (const ms of [-30_000, -1, 0, 10_000]) expect(clockOffset(ms, 0)).toBe(0);
    for (const ms of [-30_001, 10_001, -1e12, 1e12]) expect(clockOffset(ms, 0)).toBe(-ms);
  });

  test.each([
    ["an hour ahead", 3600],
    ["an hour behind", -3600],
    ["in 1970", -Math.floor(Date.now() / 1000)],
  ])("that is %s does not matter: what happened keeps its order and its time", async (_, wrongBy) => {
    const trip = await world.accept();
    await world.give(world.kim, trip);
    world.clock.advance(120);
    const batch = [
      progress(trip, "at_pickup", wrongBy - 30),
      position(1, wrongBy - 20),
      progress(trip, "picked_up", wrongBy - 10),
    ];
    const send = () => world.phones.kim.post(reportsPath, { sent_at: time(wrongBy), reports: batch });
    expect(results((await send()).body.results)).toEqual(["applied", "applied", "applied"]);
    const { entries, position: shown } = await world.trackingOf(trip);
    const times = Object.fromEntries(
      entries.map((entry: { substatus: string; occurred_at: string; source: string }) => [
        entry.substatus,
        [entry.occurred_at, entry.source],
      ]),
    );
    expect(times.at_pickup).toEqual([time(-30), "driver"]);
    expect(times.picked_up).toEqual([time(-10), "driver"]);
    expect(shown.recorded_at).toBe(time(-20));
    // The correction of the repeated request is another one: its way took longer.
    world.clock.advance(7);
    const again = await world.phones.kim.post(reportsPath, { sent_at: time(wrongBy - 7), reports: batch });
    expect(results(again.body.results)).toEqual(["duplicate", "duplicate", "duplicate"]);
    expect(await trackOf(trip)).toHaveLength(1);
  });

  test("does not make what lies ahead of it true", async () => {
    const trip = await world.accept();
    await world.give(world.kim, trip);
    const [first] = await world.send(world.phones.kim, [progress(trip, "picked_up", 301)]);
    expect([first?.result, first?.problem.errors]).toEqual([
      "refused",
      [{ pointer: "#/reports/0/at", code: "maximum", detail: expect.any(String) }],
    ]);
  });
});

test("what a driver notes beside a reason is for the sender, not for who has the tracking link", async () => {
  const trip = await world.accept();
  await world.give(world.kim, trip);
  world.clock.advance(60);
  const note = "Door code 4711, nobody there";
  const failed = { ...progress(trip, "at_delivery"), substatus: undefined, type: "attempt_failed" };
  const sent = [
    progress(trip, "picked_up", -30),
    { ...failed, reason_code: "recipient_unavailable", message: note },
  ];
  expect(results(await world.send(world.phones.kim, sent))).toEqual(["applied", "applied"]);
  const messagesIn = ({ entries }: { entries: { message: string }[] }) =>
    entries.map(({ message }) => message);
  expect(messagesIn(await world.trackingOf(trip))).toContain(note);
  const { tracking_url } = (await world.account.sandbox.get(`${platform}/shipments/${trip.id}`)).body;
  const link = await world.server.client().get(`/api/v1/track/${tracking_url.split("/").pop()}`);
  expect(link.text).not.toContain("4711");
  expect(messagesIn(link.body)).toContain("Recipient unavailable.");
});

test("a day's queue, sent by two tabs at once and then again, counts once", async () => {
  const [one, other] = [await world.accept(), await world.accept()];
  for (const trip of [one, other]) await world.give(world.sam, trip);
  world.clock.advance(600);
  const queue = [
    position(0, -500),
    progress(one, "picked_up", -480),
    progress(other, "picked_up", -470),
    ...[1, 2, 3].map((step) => position(step, -470 + 10 * step)),
    { ...progress(one, "at_delivery", -400), type: "delivered", substatus: undefined, proof: {} },
    ...[4, 5].map((step) => position(step, -400 + 10 * step)),
  ];
  const body = JSON.parse(JSON.stringify({ sent_at: time(), reports: queue }));
  const answers = await Promise.all([1, 2].map(() => world.phones.sam.post(reportsPath, body)));
  const outcomes = answers.map((answer) => results(answer.body.results));
  expect(outcomes.map((list) => new Set(list).size)).toEqual([1, 1]);
  expect(outcomes.flat().toSorted()).toEqual([
    ...queue.map(() => "applied"),
    ...queue.map(() => "duplicate"),
  ]);
  const rows = stored(world.sam).length;
  const shuffled = await world.phones.sam.post(reportsPath, { ...body, reports: body.reports.toReversed() });
  expect(new Set(results(shuffled.body.results))).toEqual(new Set(["duplicate"]));
  expect(stored(world.sam)).toHaveLength(rows);
  // A job has the positions until its end only, and every job of the driver has them.
  expect(await trackOf(one)).toHaveLength(4);
  expect(await trackOf(other)).toHaveLength(6);
  expect((await world.trackingOf(one)).status).toBe("delivered");
  expect(placeOfDriver(world.sam)).toMatchObject({ ...at(5), recordedAt: world.clock.now() - 350_000 });
});

test("the same id with other content is refused, at the same time too", async () => {
  const trip = await world.accept();
  await world.give(world.kim, trip);
  world.clock.advance(30);
  const first = position(1, 0);
  const step = progress(trip, "at_pickup");
  expect(results(await world.send(world.phones.kim, [first, step]))).toEqual(["applied", "applied"]);
  const [moved, changed, sameTime] = await world.send(world.phones.kim, [
    { ...first, ...at(2) },
    { ...step, substatus: "picked_up" },
    { ...first, id: "another" },
  ]);
  expect([moved?.problem.code, changed?.problem.code, sameTime?.result]).toEqual([
    "report_id_reused",
    "report_id_reused",
    "applied",
  ]);
});

describe("jobs of others", () => {
  test("do not exist for a driver, whoever has them", async () => {
    const [ofSam, ofNobody] = [await world.accept(), await world.accept()];
    await world.give(world.sam, ofSam);
    world.clock.advance(1);
    const foreign = [ofSam.assignmentId, ofNobody.assignmentId, "asg_unknown"];
    const before = await world.trackingOf(ofSam);
    const answers = await world.send(
      world.phones.kim,
      foreign
        .flatMap((assignment_id) => [
          { ...progress(ofSam, "picked_up"), assignment_id },
          position(1, 0, { assignment_id }),
          { ...progress(ofSam, "picked_up"), type: "returned", substatus: undefined, assignment_id },
        ])
        .map((report) => JSON.parse(JSON.stringify(report))),
    );
    expect(new Set(codes(answers))).toEqual(new Set(["assignment_not_found"]));
    expect(await world.trackingOf(ofSam)).toEqual(before);
    expect(stored(world.kim).filter(({ recorded_at }) => recorded_at === world.clock.now())).toEqual([]);
  });

  test("that were handed over meanwhile: what was before is late, what came after is refused", async () => {
    const trip = await world.accept();
    await world.give(world.kim, trip);
    world.clock.advance(60);
    await world.give(world.sam, trip);
    world.clock.advance(60);
    const queue = [
      progress(trip, "picked_up", -70),
      position(1, -65, { assignment_id: trip.assignmentId }),
      progress(trip, "en_route_to_delivery", -50),
      position(2, -40, { assignment_id: trip.assignmentId }),
    ];
    const answers = await world.send(world.phones.kim, queue);
    expect(results(answers)).toEqual(["late", "late", "refused", "refused"]);
    expect(codes(answers).slice(2)).toEqual(["assignment_ended", "assignment_ended"]);
    expect(results(await world.send(world.phones.kim, queue.slice(0, 1)))).toEqual(["duplicate"]);
    const tracking = await world.trackingOf(trip);
    expect([tracking.status, tracking.position]).toEqual(["assigned", null]);
    expect(tracking.entries.at(-1)).toMatchObject({ code: "late_report", source: "driver" });
    expect(results(await world.send(world.phones.sam, [progress(trip, "picked_up")]))).toEqual(["applied"]);
    // The former driver's positions are no longer this job's.
    await world.send(world.phones.kim, [position(3, 0)]);
    expect(await trackOf(trip)).toEqual([]);
    // Given back, it is the first driver's again.
    await world.give(world.kim, trip);
    expect(results(await world.send(world.phones.kim, [progress(trip, "at_delivery")]))).toEqual(["applied"]);
  });

  test("cannot be given back, cancelled or renamed by a driver", async () => {
    const trip = await world.accept();
    await world.give(world.kim, trip);
    const step = progress(trip, "picked_up");
    const driver = { name: "Somebody", vehicle: { type: "van" } };
    const answers = await world.send(world.phones.kim, [
      { ...step, type: "withdrawn", substatus: undefined },
      { ...step, type: "cancelled", substatus: undefined },
      { ...step, driver },
      { ...step, id: "text", type: "scan", substatus: undefined, message: "\0" },
    ]);
    expect(codes(answers)).toEqual(Array(4).fill("validation_failed"));
    expect(answers[0]?.problem.errors[0]).toMatchObject({ pointer: "#/reports/0/type", code: "enum" });
  });
});

describe("duty", () => {
  test("decides whether a position is stored: that of its time, not of its arrival", async () => {
    const { kim, phones, server } = world;
    const { session } = await createOperator(server);
    const shown = async () =>
      (await session.get(`/api/v1/operator/drivers/${kim.driverId}?environment=sandbox`)).body.position;
    world.clock.advance(3600);
    await world.setDuty(kim, false);
    world.clock.advance(600);
    const before = stored(kim).length;
    const [during, after] = await world.send(phones.kim, [position(1, -700), position(2, -1)]);
    expect([during?.result, after?.problem.code]).toEqual(["applied", "off_duty"]);
    expect(stored(kim)).toHaveLength(before + 1);
    expect(placeOfDriver(kim)).toMatchObject(at(1));
    expect(await shown()).toBeNull();
    // What was taken in the evening and comes in the morning is not stored either.
    world.clock.advance(8 * 3600);
    await world.setDuty(kim, true);
    const [evening, early, now] = await world.send(phones.kim, [
      position(3, -4 * 3600),
      position(4, -60),
      position(5, 0),
    ]);
    expect([evening?.problem.code, early?.result, now?.result]).toEqual(["off_duty", "applied", "applied"]);
    expect(await shown()).toMatchObject({ ...at(5), recorded_at: time() });
  });

  test("begins early by the phone's clock, but a break between two shifts stays a break", async () => {
    const { kim, phones } = world;
    world.clock.advance(3600);
    await world.setDuty(kim, false);
    world.clock.advance(120);
    await world.setDuty(kim, true);
    const before = stored(kim).length;
    const queue = [position(6, -130), position(7, -100), position(8, -10), position(9, 0)];
    expect(codes(await world.send(phones.kim, queue))).toEqual([
      undefined,
      "off_duty",
      "off_duty",
      undefined,
    ]);
    expect(codes(await world.send(phones.kim, [position(7, -60)]))).toEqual(["off_duty"]);
    expect(stored(kim)).toHaveLength(before + 2);
  });

  test("that was tapped without a network begins and ends with the tap, by the phone's clock", async () => {
    const { phones, clock } = world;
    const tap = async (on_duty: boolean, seconds: number, wrongBy = 0) => {
      const body = { on_duty, at: time(seconds + wrongBy), sent_at: time(wrongBy) };
      const answer = await phones.kim.put("/api/v1/driver/me/duty", body);
      expect(answer.status).toBe(200);
      return answer.body.driver.on_duty;
    };
    clock.advance(3600);
    expect(await tap(false, 0)).toBe(false);
    clock.advance(7200);
    // An hour of work, of which Waybill hears afterwards, from a phone whose clock is wrong.
    expect(await tap(true, -3600, -86_400)).toBe(true);
    const work = [position(1, -4000), position(2, -3500), position(3, -1801), position(4, -1700)];
    expect(codes(await world.send(phones.kim, work.slice(0, 3)))).toEqual(["off_duty", undefined, undefined]);
    expect(await tap(false, -1800)).toBe(false);
    expect(codes(await world.send(phones.kim, work.slice(3)))).toEqual(["off_duty"]);
    // Older than the last change: the driver went off duty after it.
    expect(await tap(true, -1900)).toBe(false);
    // A tap in the future, and one that comes twice.
    expect([await tap(true, 60), await tap(true, 60)]).toEqual([true, true]);
    expect(await tap(false, -10)).toBe(true);
    expect(codes(await world.send(phones.kim, [position(5, 0)]))).toEqual([undefined]);
  });

  test("that ended without a network leaves nothing of what another app sent since", async () => {
    const { kim, phones, clock } = world;
    const trip = await world.accept();
    await world.give(kim, trip);
    expect(results(await world.send(phones.kim, [progress(trip, "picked_up")]))).toEqual(["applied"]);
    clock.advance(600);
    const work = [position(1, -500), position(2, -400), position(3, -200), position(4, -1)];
    expect(results(await world.send(phones.kim, work))).toEqual(Array(4).fill("applied"));
    expect(await trackOf(trip)).toHaveLength(4);
    const before = stored(kim).length;
    const body = { on_duty: false, at: time(-300), sent_at: time() };
    expect((await phones.kim.put("/api/v1/driver/me/duty", body)).status).toBe(200);
    expect(stored(kim)).toHaveLength(before - 2);
    expect(await trackOf(trip)).toMatchObject([at(1), at(2)]);
    expect((await world.trackingOf(trip)).position).toBeNull();
    expect(placeOfDriver(kim)).toBeUndefined();
    expect(codes(await world.send(phones.kim, work.slice(3)))).toEqual(["off_duty"]);
    await world.setDuty(kim, true);
  });

  test("does not keep a driver from reporting what happened", async () => {
    const trip = await world.accept();
    await world.give(world.kim, trip);
    await world.setDuty(world.kim, false);
    expect(results(await world.send(world.phones.kim, [progress(trip, "picked_up")]))).toEqual(["applied"]);
    await world.setDuty(world.kim, true);
  });

  test("decides whether scans and proofs keep the driver's place", async () => {
    const { kim, phones, clock } = world;
    const trip = await world.accept();
    await world.give(kim, trip);
    clock.advance(600);
    const of = { ...progress(trip, "picked_up"), substatus: undefined };
    const scan = (id: string, seconds: number) => ({
      ...{ ...of, id, type: "scan", at: time(seconds) },
      ...{ message: id, location: at(7) },
    });
    expect(results(await world.send(phones.kim, [progress(trip, "picked_up", -300)]))).toEqual(["applied"]);
    await world.setDuty(kim, false);
    clock.advance(600);
    const proof = { recipient_name: "Neighbor", location: at(7) };
    const queue = JSON.parse(
      JSON.stringify([
        scan("On duty", -700),
        scan("Off duty", -300),
        { ...of, id: "done", type: "delivered", at: time(), proof },
      ]),
    );
    for (const result of ["applied", "duplicate"]) {
      expect(results(await world.send(phones.kim, queue))).toEqual(Array(3).fill(result));
    }
    const { entries, proof_of_delivery: shown } = await world.trackingOf(trip);
    const placeOf = (said: string) =>
      entries.find(({ message }: { message: string }) => message === said).location;
    expect([placeOf("On duty"), placeOf("Off duty")]).toEqual([at(7), null]);
    expect([shown.recipient_name, shown.location]).toEqual(["Neighbor", null]);
    await world.setDuty(kim, true);
  });
});

test("a driver is where the phone says, also after the server's clock was set back by a day", async () => {
  const { server, clock, account } = world;
  const kim = await addDriver(server, "sandbox", null, { carrierId: world.carrierId, onDuty: true });
  const phone = await driverClient(server, kim, account.accountId);
  const trip = await world.accept();
  await world.give(kim, trip);
  clock.advance(86_400);
  await world.send(phone, [position(1, 0)]);
  clock.advance(20 - 86_400);
  await world.send(phone, [position(2, 0)]);
  expect(placeOfDriver(kim)).toMatchObject(at(2));
  expect((await world.trackingOf(trip)).position).toMatchObject(at(2));
});

test("a clock that is set back by a day leaves no shift and no job in the future", async () => {
  const { server, clock, account } = world;
  const kim = await addDriver(server, "sandbox", null, { carrierId: world.carrierId, onDuty: false });
  const phone = await driverClient(server, kim, account.accountId);
  const duty = async (on_duty: boolean) =>
    (await phone.put("/api/v1/driver/me/duty", { on_duty })).body.driver.on_duty;
  clock.advance(86_400);
  expect([await duty(true), await duty(false)]).toEqual([true, false]);
  clock.advance(60);
  expect(await duty(true)).toBe(true);
  const trip = await world.accept();
  await world.give(kim, trip);
  clock.advance(-86_400);
  expect(results(await world.send(phone, [position(1, 0)]))).toEqual(["applied"]);
  clock.advance(5);
  expect(results(await world.send(phone, [position(2, 0)]))).toEqual(["applied"]);
  expect((await world.trackingOf(trip)).position).toMatchObject(at(2));
  expect([await duty(false), await duty(true), await duty(false)]).toEqual([false, true, false]);
  clock.advance(5);
  expect(codes(await world.send(phone, [position(3, 0)]))).toEqual(["off_duty"]);
  // Off duty while the clock is ahead is off duty afterwards.
  clock.advance(86_400);
  expect([await duty(true), await duty(false)]).toEqual([true, false]);
  clock.advance(-86_400);
  expect(codes(await world.send(phone, [position(4, 0)]))).toEqual(["off_duty"]);
  expect(await duty(true)).toBe(true);
  clock.advance(5);
  expect(results(await world.send(phone, [position(5, 0)]))).toEqual(["applied"]);
  const ahead = (databaseRows(server)["sandbox.driver_shifts"] ?? []).filter(
    ({ driver_id, began_at, ended_at }) =>
      driver_id === kim.driverId && Math.max(Number(began_at), Number(ended_at)) > clock.now(),
  );
  expect(ahead).toEqual([]);
});

test("bad positions are kept with their verdict and move nothing", async () => {
  const { kim, phones } = world;
  world.clock.advance(3600);
  const trip = await world.accept();
  await world.give(kim, trip);
  const answers = await world.send(phones.kim, [
    position(0, 0),
    position(0, 1, { latitude: 0, longitude: 0 }),
    position(0, 2, { accuracy_meters: 900 }),
    position(0, 3, { latitude: 48.1, longitude: 11.6 }),
    position(0, 100),
    position(0, 4, { latitude: 91 }),
  ]);
  expect(results(answers)).toEqual([...Array(5).fill("applied"), "refused"]);
  expect(
    stored(kim)
      .slice(-5)
      .map(({ verdict }) => verdict),
  ).toEqual(["good", "null_island", "inaccurate", "too_fast", "ahead"]);
  expect(placeOfDriver(kim)).toMatchObject(at(0));
  expect(await trackOf(trip)).toHaveLength(1);
});

test("an account sees the driver of its own job, from the acceptance to the end; a recipient only as the next stop", async () => {
  const { server, clock } = world;
  const kim = await addDriver(server, "sandbox", null, { carrierId: world.carrierId, onDuty: true });
  const phone = await driverClient(server, kim, world.account.accountId);
  const stranger = await server.account();
  const other = await world.accept({}, stranger.sandbox);
  clock.advance(60);
  await world.send(phone, [position(0, -5)]);
  const tour = [await world.accept(), await world.accept()] as const;
  const publicOf = async ({ id }: Trip) => {
    const { body } = await world.account.sandbox.get(`${platform}/shipments/${id}`);
    const token = body.tracking_url.split("/").at(-1);
    return (await server.client().get(`/api/v1/track/${token}`)).body.position;
  };
  for (const trip of tour) {
    clock.advance(1);
    await world.give(kim, trip);
  }
  const show = async () => ({
    account: await Promise.all(tour.map(async (trip) => (await world.trackingOf(trip)).position !== null)),
    recipients: await Promise.all(tour.map(async (trip) => (await publicOf(trip)) !== null)),
  });
  const drive = async (step: number) => {
    clock.advance(20);
    await world.send(phone, [position(step, 0)]);
  };
  expect(await show()).toEqual({ account: [false, false], recipients: [false, false] });
  await drive(1);
  expect(await show()).toEqual({ account: [true, true], recipients: [false, false] });
  const step = (trip: Trip, substatus: string) => world.send(phone, [progress(trip, substatus)]);
  for (const trip of tour) {
    await step(trip, "picked_up");
    await step(trip, "en_route_to_delivery");
  }
  await drive(2);
  expect(await show()).toEqual({ account: [true, true], recipients: [true, false] });
  const delivered = { ...progress(tour[0], ""), type: "delivered", substatus: undefined };
  await world.send(phone, [JSON.parse(JSON.stringify(delivered))]);
  await drive(3);
  expect((await show()).recipients).toEqual([false, true]);
  expect(await trackOf(tour[0])).toHaveLength(2);
  const foreign = await stranger.sandbox.get(`${platform}/tracking/${other.id}`);
  expect(foreign.body.position).toBeNull();
});

test("a token for positions may send these and nothing else", async () => {
  const { server, kim, account } = world;
  const trip = await world.accept();
  await world.give(kim, trip);
  world.clock.advance(60);
  const token = await driverToken(server, kim, account.accountId, "positions");
  const tracker = server.client({ authorization: `Bearer ${token}` });
  const answers = await world.send(tracker, [position(1, 0), progress(trip, "picked_up")]);
  expect([answers[0]?.result, answers[1]?.problem.code]).toEqual(["applied", "positions_only"]);
  expectProblem(server, await tracker.post("/api/v1/driver/images"), { status: 403, code: "positions_only" });
});

describe("pictures", () => {
  const upload = (body: BodyInit, type = "image/png") =>
    world.phones.kim.send("/api/v1/driver/images", {
      method: "POST",
      body,
      headers: { "content-type": type },
    });

  test("prove a delivery", async () => {
    const trip = await world.accept();
    await world.give(world.kim, trip);
    const image = await upload(pictures.jpeg, "image/jpeg");
    expect(image.status).toBe(201);
    const proof = { image_ids: [image.body.id], handed_to: "neighbour" };
    const delivered = { ...progress(trip, ""), type: "delivered", substatus: undefined, proof };
    await world.send(world.phones.kim, [JSON.parse(JSON.stringify(delivered))]);
    const { status, proof_of_delivery } = await world.trackingOf(trip);
    expect([status, proof_of_delivery.captured_by, proof_of_delivery.photos.length]).toEqual([
      "delivered",
      "driver",
      1,
    ]);
  });

  test("show a pickup and a closed door, and prove that the recipient came after all", async () => {
    const trip = await world.accept();
    await world.give(world.kim, trip);
    const named = async () => {
      const answer = await upload(pictures.png);
      expect(answer.status).toBe(201);
      return answer.body.id as string;
    };
    const told = (type: string, seconds: number, more: Record<string, unknown>) => {
      const { substatus: _, ...report } = progress(trip, "", seconds);
      return { ...report, type, ...more };
    };
    const stops = async () =>
      (await world.phones.kim.get("/api/v1/driver/stops")).body.data
        .filter((stop: { assignment_id: string }) => stop.assignment_id === trip.assignmentId)
        .map(({ kind }: { kind: string }) => kind);
    const nobody = { reason_code: "recipient_unavailable" };
    const picked = { ...progress(trip, "picked_up", -60), image_ids: [await named()] };
    const closed = told("undeliverable", -40, { ...nobody, image_ids: [await named(), await named()] });
    expect(results(await world.send(world.phones.kim, [picked, closed]))).toEqual(["applied", "applied"]);
    expect(await stops()).toEqual(["return"]);
    const proof = { recipient_name: "Mira", image_ids: [await named()] };
    const delivered = told("delivered", -20, { proof });
    expect(results(await world.send(world.phones.kim, [delivered]))).toEqual(["applied"]);
    expect(await stops()).toEqual([]);
    const { status, entries, proof_of_delivery } = await world.trackingOf(trip);
    expect([status, proof_of_delivery.recipient_name, proof_of_delivery.photos.length]).toEqual([
      "delivered",
      "Mira",
      1,
    ]);
    const shown = entries.map(({ photos }: { photos: unknown[] }) => photos.length).filter(Boolean);
    expect(shown).toEqual([1, 2]);
    const more = told("delivered", -10, { proof: { image_ids: [await named()] } });
    expect(results(await world.send(world.phones.kim, [more]))).toEqual(["applied"]);
    expect((await world.trackingOf(trip)).proof_of_delivery.photos).toHaveLength(2);
  });

  test("of a driver of the installation belong to the account whose delivery they proved first", async () => {
    const other = await world.server.account();
    const [mine, others] = [await world.accept(), await world.accept({}, other.sandbox)];
    for (const trip of [mine, others]) await world.give(world.kim, trip);
    const { id } = (await upload(pictures.png)).body;
    const delivered = (trip: Trip) => {
      const { substatus: _, ...report } = progress(trip, "");
      return { ...report, type: "delivered", proof: { image_ids: [id] } };
    };
    expect(results(await world.send(world.phones.kim, [delivered(mine)]))).toEqual(["applied"]);
    expect(codes(await world.send(world.phones.kim, [delivered(others)]))).toEqual(["image_unknown"]);
    expect((await other.sandbox.get(`${platform}/shipments/${mine.id}/proof.json`)).status).toBe(404);
    expect((await other.sandbox.get(`${platform}/shipments/${others.id}/proof.json`)).body.pictures).toEqual(
      [],
    );
  });

  test("that are none, or too large in pixels or bytes, get a clear answer and are not stored", async () => {
    const images = () => databaseRows(world.server)["sandbox.images"]?.length;
    const before = images();
    const of = { status: 422, code: "validation_failed" } as const;
    const none = await upload("no picture");
    expectProblem(world.server, none, { ...of, at: { "#": "image" } });
    expect(none.body.errors[0].detail).toBe("must be a JPEG, PNG or WebP image");
    const wide = await upload(new Uint8Array(resizedPng(pictures.png, 100_000, 100_000)));
    expectProblem(world.server, wide, { ...of, at: { "#": "pixels" } });
    expect(wide.body.errors[0].detail).toBe("must have at most 40 megapixels");
    const heavy = await upload(new Uint8Array(50 * 1024 * 1024));
    expectProblem(world.server, heavy, { status: 413, code: "body_too_large" });
    expect(images()).toBe(before);
  });
});

test("tracks are kept 30 days, also in what their deliveries keep of them", async () => {
  const { server, clock, kim, account } = world;
  const trip = await world.accept();
  await world.give(kim, trip);
  await world.send(world.phones.kim, [position(0, 0)]);
  // Another carrier's positions stay with their shipment.
  const { shipment: simulated } = await createAssigned(account.sandbox);
  await advance(account.sandbox, simulated.id, "en_route_to_delivery");
  const others = (await trackOf(simulated as never)).length;
  const phone = server.client({
    authorization: `Bearer ${await driverToken(server, kim, account.accountId)}`,
  });
  const old = stored(kim).length;
  expect(old).toBeGreaterThan(5);
  clock.advance(30 * 24 * 3600 - 1);
  await world.send(phone, [position(0, 0)]);
  await deleteOldDriverPositions(server.deps, clock.now());
  expect(stored(kim).length).toBeGreaterThan(1);
  expect(await trackOf(trip)).toHaveLength(2);
  clock.advance(2);
  await deleteOldDriverPositions(server.deps, clock.now());
  expect(stored(kim).map(({ recorded_at }) => recorded_at)).toEqual([clock.now() - 2000]);
  expect(await trackOf(trip)).toHaveLength(1);
  expect((await world.trackingOf(trip)).position).toMatchObject(at(0));
  clock.advance(30 * 24 * 3600);
  await deleteOldDriverPositions(server.deps, clock.now());
  expect(await trackOf(trip)).toEqual([]);
  expect((await world.trackingOf(trip)).position).toBeNull();
  expect([others > 0, await trackOf(simulated as never)]).toEqual([
    true,
    expect.objectContaining({ length: others }),
  ]);
});

test("a phone that sends positions without end is stopped, and goes on later", async () => {
  const { server, clock } = world;
  const kim = await addDriver(server, "sandbox", null, { carrierId: world.carrierId, onDuty: true });
  const now = clock.now();
  const save = (count: number, begin: number) =>
    write(server.deps, "sandbox", (writing: DeliveryWriting) => {
      const taken = Array.from({ length: count }, (_, index) => {
        const recordedAt = begin + index;
        const rest = { accuracyMeters: 5, headingDegrees: null, speedMps: null };
        return { reportId: "x", reportedAt: recordedAt, recordedAt, ...at(), ...rest };
      });
      return savePositions(writing, kim, taken).map((result) =>
        result instanceof AppError ? result.code : typeof result === "string" ? result : "applied",
      );
    });
  const all = await save(50_001, now);
  expect([all.at(-2), all.at(-1), stored(kim).length]).toEqual(["applied", "limit_reached", 50_000]);
  clock.advance(120);
  const later = await save(121, clock.now());
  expect([later.at(-2), later.at(-1)]).toEqual(["applied", "limit_reached"]);
});
