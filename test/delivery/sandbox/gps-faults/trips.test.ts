import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { distanceMeters } from "../../../../src/infra/geography/coordinates.ts";
import { sha256Hex } from "../../../../src/infra/ids.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { advance, createAssigned, createQuoted, platform, shipmentBody } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestServer,
} from "../../../support/harness.ts";
import { follow } from "../../../support/stream.ts";

/** What each fault of a phone does to all that shows a position. The same seed without a fault is the measure. */

const clock = createClock();
let server: TestServer;
let sandbox: Client;
let key: string;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  ({ sandbox, sandboxKey: key } = await server.account());
  await sandbox.post(`${platform}/webhooks`, {
    url: "waybill:inbox",
    events: ["tracking.position_updated", "tracking.silent"],
  });
});
afterAll(() => server.stop());

type Place = Answer["body"];

const window = { from_seconds: 26, to_seconds: 36 };
const plan = { speed: 1, seed: "gps" };

/** Accepts the cheapest offer of each, and waits until their drivers have begun: the clock stands still meanwhile. */
async function departAll(simulations: readonly object[]): Promise<Answer["body"][]> {
  const shipments = await Promise.all(
    simulations.map(async (simulation) => (await createQuoted(sandbox, { simulation })).shipment),
  );
  for (const { id } of shipments) {
    await sandbox.post(`${platform}/shipments/${id}/assignments`, { strategy: "cheapest" });
  }
  const { db } = server.deps.stores.platform("sandbox");
  await eventually("drivers", () => {
    const ids = JSON.stringify(shipments.map(({ id }) => id));
    const rows = db.all(
      sql`SELECT 1 FROM simulations WHERE shipment_id IN (SELECT value FROM json_each(${ids}))`,
    );
    return rows.length === shipments.length || undefined;
  });
  return shipments;
}

async function reach(seconds: number, startMs: number): Promise<void> {
  clock.advance(seconds - (clock.now() - startMs) / 1000);
  await jobsAtRest(server.deps);
}

const delivered = (id: string) =>
  eventually("delivered", async () => {
    await jobsAtRest(server.deps);
    return (await trackingOf(id)).status === "delivered" || undefined;
  });

const trackingOf = async (id: string) => (await sandbox.get(`${platform}/tracking/${id}`)).body;
const positionsOf = async (id: string): Promise<Place[]> =>
  (await sandbox.get(`${platform}/tracking/${id}/positions?limit=100`)).body.data;

const lasts = (times: number, verdict: string) => Array<string>(times).fill(verdict);
const good = (times: number) => lasts(times, "good");
/** Positions of the trip to the pickup, and four to the delivery. */
const before = good(8);
const after = good(7);

/** The verdicts in the order of arrival, and which position of the plan the map shows at 31 s. */
const faults: Record<string, { verdicts: string[]; shown: number; fault?: object }> = {
  jump: {
    verdicts: [...before, ...lasts(2, "too_fast"), ...good(3), ...lasts(2, "too_fast"), ...good(5)],
    shown: 30,
  },
  drift: { verdicts: [...before, ...good(5), ...after], shown: 30, fault: { meters: 100 } },
  // The way back is too far for one step.
  freeze: { verdicts: [...before, ...good(5), "too_fast", ...good(6)], shown: 30 },
  gap: { verdicts: [...before, ...after], shown: 24 },
  duplicate: { verdicts: [...before, ...good(10), ...after], shown: 30 },
  out_of_order: {
    verdicts: [...before, "good", "old", "good", "old", "good", "old", ...good(6)],
    shown: 28,
    fault: { seconds: 1 },
  },
  null_island: { verdicts: [...before, ...lasts(5, "null_island"), ...after], shown: 24 },
  clock_ahead: { verdicts: [...before, ...lasts(5, "ahead"), ...after], shown: 24 },
  clock_behind: { verdicts: [...before, ...lasts(5, "old"), ...after], shown: 24 },
  coarse: { verdicts: [...before, ...lasts(5, "inaccurate"), ...after], shown: 24 },
};

test("each fault is judged as a real phone's, and map, link, stream and events show the good positions only", async () => {
  const names = Object.keys(faults);
  const [sound, ...faulty] = await departAll([
    plan,
    ...names.map((fault) => ({ ...plan, gps_faults: [{ fault, ...window, ...faults[fault]?.fault }] })),
  ]);
  const startMs = clock.now();
  const secondsOf = ({ recorded_at }: Place) => (Date.parse(recorded_at) - startMs) / 1000;
  await reach(31, startMs);
  for (const [index, name] of names.entries()) {
    const { position, tracking_url } = await trackingOf(faulty[index].id);
    const shown = faults[name]?.shown ?? 0;
    expect([name, secondsOf(position), position.age_seconds, position.stale]).toEqual([
      name,
      shown,
      31 - shown,
      false,
    ]);
    const link = (await server.client().get(`/api/v1/track/${tracking_url.split("/").at(-1)}`)).body;
    expect([name, link.position.recorded_at]).toEqual([name, position.recorded_at]);
  }
  await reach(49, startMs);
  const planned = await positionsOf(sound.id);
  const plannedAt = (seconds: number) => planned.find((place) => secondsOf(place) === seconds);
  expect(planned.map(({ verdict }) => verdict)).toEqual(good(20));
  const told: Record<string, Place[]> = {};
  for (const [index, name] of names.entries()) {
    const { id } = faulty[index];
    const places = await positionsOf(id);
    told[name] = places;
    expect([name, places.map(({ verdict }) => verdict)]).toEqual([name, faults[name]?.verdicts ?? []]);
    // Before and after the fault the phone says what it would have said.
    const isSpared = (place: Place) =>
      secondsOf(place) < 26 || (secondsOf(place) >= 36 && secondsOf(place) < 50);
    const strip = ({ verdict: _, ...place }: Place) => place;
    if (name !== "clock_behind")
      expect([name, places.filter(isSpared).map(strip)]).toEqual([name, planned.filter(isSpared).map(strip)]);

    const goodOnes = places.filter(({ verdict }) => verdict === "good");
    const tracking = await trackingOf(id);
    expect(tracking.position).toMatchObject(strip(goodOnes.at(-1)));
    const events = (
      await sandbox.get(`${platform}/events?shipment_id=${id}&type=tracking.position_updated&limit=100`)
    ).body.data as { data: { position: Place } }[];
    expect(events.length).toBeGreaterThan(1);
    const isGood = ({ data: { position } }: { data: { position: Place } }) =>
      goodOnes.some(
        ({ latitude, recorded_at }) => latitude === position.latitude && recorded_at === position.recorded_at,
      );
    expect([name, events.every(isGood)]).toEqual([name, true]);
  }

  const during = (name: string) => (told[name] ?? []).slice(8, -7);
  const offset = (place: Place, seconds: number) => distanceMeters(place, plannedAt(seconds));
  for (const [index, place] of during("jump").slice(0, 5).entries()) {
    expect(offset(place, 26 + 2 * index)).toBeGreaterThan(5_000);
  }
  const drifts = during("drift").map((place, index) => offset(place, 26 + 2 * index));
  expect(drifts).toEqual([0, 20, 40, 60, 80]);
  for (const [index, place] of during("freeze").entries()) {
    expect([offset(place, 26), secondsOf(place)]).toEqual([0, 26 + 2 * index]);
  }
  expect(during("duplicate").map(secondsOf)).toEqual([26, 26, 28, 28, 30, 30, 32, 32, 34, 34]);
  expect((told.out_of_order ?? []).slice(8, 14).map(secondsOf)).toEqual([28, 26, 32, 30, 36, 34]);
  for (const place of during("null_island")) expect([place.latitude, place.longitude]).toEqual([0, 0]);
  expect(during("clock_ahead").map(secondsOf)).toEqual([3626, 3628, 3630, 3632, 3634]);
  expect(during("clock_behind").map(secondsOf)).toEqual([-3574, -3572, -3570, -3568, -3566]);
  for (const place of during("coarse")) expect(place.accuracy_meters).toBe(2000);
  // Nobody received anything before it came.
  for (const place of during("clock_ahead"))
    expect(Date.parse(place.received_at)).toBeLessThanOrEqual(clock.now());

  await reach(56, startMs);
  for (const [index, name] of names.entries()) {
    const { id } = faulty[index];
    const { status, progress } = await trackingOf(id);
    expect([name, status, progress.percent]).toEqual([name, "delivered", 100]);
    const positions = (await positionsOf(id)).filter(({ verdict }) => verdict === "good");
    const reader = await follow(`${server.url}${platform}/tracking/${id}/stream`, {
      "x-api-key": key,
      "last-event-id": "0.0.0",
    });
    const frames = (await reader.rest()).filter(({ event }) => event === "position");
    expect([name, frames.map(({ data }) => data)]).toEqual([
      name,
      positions.map(({ verdict: _, ...place }) => place),
    ]);
  }
});

test("a gap is stale by its age and told as silence after 15 minutes, and ends with the next good position", async () => {
  const gps_faults = [{ fault: "gap", from_seconds: 30, to_seconds: 200 }];
  const [shipment] = await departAll([{ speed: 0.1, seed: "gap", outcome: "delayed", gps_faults }]);
  const startMs = clock.now();
  const eventsOf = async () =>
    (await sandbox.get(`${platform}/events?shipment_id=${shipment.id}&type=tracking.silent`)).body.data;
  await reach(280, startMs);
  await reach(280 + 300, startMs);
  expect((await trackingOf(shipment.id)).position).toMatchObject({ age_seconds: 300, stale: false });
  await reach(280 + 301, startMs);
  expect((await trackingOf(shipment.id)).position).toMatchObject({ age_seconds: 301, stale: true });
  await reach(280 + 899, startMs);
  expect(await eventsOf()).toEqual([]);
  await reach(280 + 900, startMs);
  expect(await eventsOf()).toHaveLength(1);
  expect(await trackingOf(shipment.id)).toMatchObject({
    substatus: "at_delivery",
    position: { stale: true },
  });
});

test("the outcome gps_gap reports for its seed what it always did", async () => {
  const simulation = { speed: "instant", seed: "pinned", outcome: "gps_gap" };
  const { shipment } = await createAssigned(sandbox, { simulation });
  await delivered(shipment.id);
  const told = (await positionsOf(shipment.id)).map((place) => [
    place.latitude,
    place.longitude,
    place.heading_degrees,
    place.speed_mps,
    place.verdict,
  ]);
  expect(sha256Hex(JSON.stringify(told))).toBe(
    "eb727467d72a05a78ef426d2155ec552fec01cb927156848486bfd166cb25295",
  );
});

test("positions of a script are judged, by its seconds and times, with faults and without", async () => {
  const place = (latitude: number, more: object = {}) => ({
    type: "position",
    latitude,
    longitude: 13.41,
    ...more,
  });
  const steps = [
    { type: "progress", substatus: "en_route_to_delivery", after_seconds: 1 },
    place(52.51, { after_seconds: 1 }),
    // A thousand kilometers in a minute, and back.
    place(62, { after_seconds: 60 }),
    place(52.511, { after_seconds: 60 }),
    place(0, { longitude: 0, after_seconds: 2 }),
    place(52.512, { after_seconds: 2, late_seconds: 30 }),
    place(52.513, { after_seconds: 2, accuracy_meters: 900 }),
    place(52.514, { after_seconds: 2, times: 2 }),
  ];
  const verdicts = ["good", "too_fast", "good", "null_island", "old", "inaccurate", "good", "good"];
  const gps_faults = [{ fault: "gap", from_seconds: 60, to_seconds: 64 }];
  for (const speed of [20, "manual", "instant"]) {
    for (const [faulty, expected] of [
      [{}, verdicts],
      [{ gps_faults }, verdicts.toSpliced(1, 1)],
    ] as const) {
      const script = { steps: [...steps, { type: "delivered", after_seconds: 1 }, place(52.6)] };
      const simulation = { seed: "own", speed, script, ...faulty };
      const { shipment } = await createAssigned(sandbox, { simulation });
      if (speed === "manual") {
        const { body } = await advance(sandbox, shipment.id, "delivered");
        expect(body.without_effect).toMatchObject([{ step: 9, type: "position", code: "late_report" }]);
      } else {
        await eventually("delivered", async () => {
          clock.advance(1);
          await jobsAtRest(server.deps);
          return (await trackingOf(shipment.id)).status === "delivered" || undefined;
        });
      }
      const places = await positionsOf(shipment.id);
      expect([speed, places.map(({ verdict }) => verdict)]).toEqual([speed, expected]);
    }
  }
});

test("faults come back complete, are the same at every speed, and go with the personal data", async () => {
  const asked = [
    { fault: "jump", from_seconds: 4, to_seconds: 6 },
    { fault: "drift", from_seconds: 20, to_seconds: 30.5, seed: "own" },
    { fault: "out_of_order", from_seconds: 30, to_seconds: 40, seconds: 3 },
  ];
  const simulation = { seed: "complete", gps_faults: asked };
  const { shipment: instant } = await createAssigned(sandbox, {
    simulation: { ...simulation, speed: "instant" },
  });
  expect(instant.simulation.gps_faults).toEqual([
    { ...asked[0], meters: null, seconds: null, seed: "complete" },
    { ...asked[1], meters: 500, seconds: null },
    { ...asked[2], meters: null, seconds: 3, seed: "complete" },
  ]);
  await delivered(instant.id);
  const manual = await createAssigned(sandbox, { simulation: { ...simulation, speed: "manual" } });
  await advance(sandbox, manual.shipment.id, "delivered");
  const told = async (id: string) =>
    (await positionsOf(id)).map(({ latitude, longitude, verdict }) => [latitude, longitude, verdict]);
  expect(await told(manual.shipment.id)).toEqual(await told(instant.id));
  expect((await told(instant.id)).map(([, , verdict]) => verdict)).toContain("too_fast");
  const { body } = await sandbox.post(`${platform}/shipments/${instant.id}/redaction`, {});
  expect(body.simulation).toEqual({ speed: "instant", seed: "[redacted]", outcome: "delivered" });
  const { shipment: plain } = await createAssigned(sandbox);
  expect(plain.simulation).not.toHaveProperty("gps_faults");
});

test("a fault that cannot be is refused, with its place", async () => {
  const gps_faults = [
    { fault: "freeze", from_seconds: 5, to_seconds: 5, meters: 3, seconds: 4 },
    { fault: "clock_ahead", from_seconds: 3, to_seconds: 3.5, seconds: 4 },
    { fault: "coarse", from_seconds: 0, to_seconds: 4, seconds: 4 },
    { fault: "jump", from_seconds: 10, to_seconds: 18 },
    { fault: "jump", from_seconds: 50.5, to_seconds: 60 },
  ];
  const { status, body } = await sandbox.post(
    `${platform}/shipments`,
    shipmentBody({ simulation: { gps_faults } }),
  );
  expect([status, body.code]).toEqual([422, "validation_failed"]);
  expect(body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
    ["#/simulation/gps_faults/0/meters", "unknown_field"],
    ["#/simulation/gps_faults/0/seconds", "unknown_field"],
    ["#/simulation/gps_faults/0/to_seconds", "order"],
    ["#/simulation/gps_faults/2/seconds", "unknown_field"],
    ["#/simulation/gps_faults/3/to_seconds", "no_positions"],
    ["#/simulation/gps_faults/4/to_seconds", "no_positions"],
  ]);
  expect(body.errors.slice(-2).map(({ detail }: { detail: string }) => detail)).toEqual([
    "must make the window contain a position: the next is at 18 seconds",
    "must make the window contain a position: the last is at 50 seconds",
  ]);
  // The second carrier drives on where the first one drops out.
  const cancels = {
    outcome: "carrier_cancels",
    gps_faults: [{ fault: "gap", from_seconds: 40, to_seconds: 41 }],
  };
  const script = { steps: [{ type: "delivered" }] };
  for (const [simulation, expected] of [
    [cancels, 201],
    [{ ...cancels, outcome: undefined, script }, 422],
  ] as const) {
    const answer = await sandbox.post(`${platform}/shipments`, shipmentBody({ simulation }));
    expect(answer.status).toBe(expected);
  }
});
