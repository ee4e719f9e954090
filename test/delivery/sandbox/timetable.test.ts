import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Deps } from "../../../src/infra/deps.ts";
import { createClock, jobsAtRest, type TestClock, wakeJobs } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { createQuoted, platform } from "../../support/fixtures.ts";
import { type Answer, type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";

const clock = createClock();
let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());

async function trackingOf(client: Client, shipmentId: string) {
  return (await client.get(`${platform}/tracking/${shipmentId}`)).body;
}

async function eventsOf(client: Client, shipmentId: string) {
  const answer = await client.get(`${platform}/shipments/${shipmentId}/events?limit=100`);
  return answer.body.data as { id: string; type: string; timestamp: string; data: { sequence: number } }[];
}

async function positionsOf(client: Client, shipmentId: string) {
  const answer = await client.get(`${platform}/tracking/${shipmentId}/positions?limit=100`);
  return answer.body.data as {
    latitude: number;
    longitude: number;
    recorded_at: string;
    speed_mps: number;
  }[];
}

/** Accepts the cheapest offer, and waits until the driver has begun: the clock stands still meanwhile. */
async function depart(client: Client, deps: Deps, simulation: Record<string, unknown>) {
  const { shipment } = await createQuoted(client, { simulation });
  await client.post(`${platform}/shipments/${shipment.id}/assignments`, { strategy: "cheapest" });
  await departed(deps, shipment.id);
  return shipment.id as string;
}

async function departed(deps: Deps, shipmentId: string): Promise<void> {
  const { db } = deps.stores.platform("sandbox");
  await eventually("a driver", () => {
    const rows = db.all(sql`SELECT 1 FROM simulations WHERE shipment_id = ${shipmentId}`);
    return rows.length > 0 || undefined;
  });
}

/** The latest state once the jobs have seen the clock. */
async function stateOf(shipmentId: string): Promise<string> {
  await jobsAtRest(server.deps);
  const { status, substatus } = await trackingOf(sandbox, shipmentId);
  return substatus ?? status;
}

function reach(shipmentId: string, state: string) {
  return eventually(state, async () => ((await stateOf(shipmentId)) === state ? true : undefined));
}

const timetable: [number, string][] = [
  [1, "confirmed"],
  [3, "en_route_to_pickup"],
  [10, "at_pickup"],
  [15, "picked_up"],
  [18, "en_route_to_delivery"],
  [50, "at_delivery"],
  [55, "delivered"],
];

describe.each([1, 0.5, 10])("speed %p", (speed) => {
  test("every step comes at its time, not a millisecond earlier", async () => {
    const id = await depart(sandbox, server.deps, { speed });
    const startMs = clock.now();
    let before = "awaiting_carrier";
    for (const [seconds, state] of timetable) {
      clock.advance((startMs + (seconds * 1000) / speed - clock.now() - 1) / 1000);
      expect([seconds, await stateOf(id)]).toEqual([seconds, before]);
      clock.advance(0.001);
      await reach(id, state);
      before = state;
    }
    const { entries } = await trackingOf(sandbox, id);
    const offsets = entries
      .slice(3)
      .map((entry: { status: string; substatus: string | null; occurred_at: string }) => [
        ((Date.parse(entry.occurred_at) - startMs) / 1000) * speed,
        entry.substatus ?? entry.status,
      ]);
    expect(offsets).toEqual(timetable);
    const times = (await positionsOf(sandbox, id)).map(
      (position) => ((Date.parse(position.recorded_at) - startMs) / 1000) * speed,
    );
    expect(times).toEqual([3, 5, 7, 9, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50]);
  });
});

test("a late look makes up for all that was missed, with the times it had", async () => {
  const id = await depart(sandbox, server.deps, { speed: 1 });
  const startMs = clock.now();
  clock.advance(3600);
  await reach(id, "delivered");
  const { entries } = await trackingOf(sandbox, id);
  const offsets = entries
    .slice(3)
    .map((entry: { occurred_at: string }) => (Date.parse(entry.occurred_at) - startMs) / 1000);
  expect(offsets).toEqual(timetable.map(([seconds]) => seconds));
  for (const entry of entries.slice(3)) expect(Date.parse(entry.recorded_at)).toBe(clock.now());
});

test("advancing a shipment that moves by itself: what follows keeps its distance", async () => {
  const id = await depart(sandbox, server.deps, { speed: 1 });
  const answer = await sandbox.post(`${platform}/sandbox/shipments/${id}/advance`, { to: "picked_up" });
  expect(answer.status).toBe(200);
  clock.advance(2.999);
  expect(await stateOf(id)).toBe("picked_up");
  clock.advance(0.001);
  await reach(id, "en_route_to_delivery");
  clock.advance(37);
  await reach(id, "delivered");
});

test("delayed: the way takes three times as long, and the estimate says so once", async () => {
  const id = await depart(sandbox, server.deps, { speed: 1, outcome: "delayed" });
  const startMs = clock.now();
  clock.advance(19.999);
  await reach(id, "en_route_to_delivery");
  const before = (await trackingOf(sandbox, id)).eta;
  expect(before).toMatchObject({
    source: "carrier",
    delivery: new Date(startMs + 55_000).toISOString(),
  });
  expect((await eventsOf(sandbox, id)).map((event) => event.type)).not.toContain("tracking.eta_changed");
  clock.advance(0.001);
  await eventually("the new estimate", async () => {
    await jobsAtRest(server.deps);
    return (await trackingOf(sandbox, id)).eta.delivery !== before.delivery || undefined;
  });
  expect((await trackingOf(sandbox, id)).eta.delivery).toBe(new Date(startMs + 119_000).toISOString());
  clock.advance(18 + 96 - 20 - 0.001);
  expect(await stateOf(id)).toBe("en_route_to_delivery");
  clock.advance(0.001);
  await reach(id, "at_delivery");
  clock.advance(5);
  await reach(id, "delivered");
  const changes = (await eventsOf(sandbox, id)).filter((event) => event.type === "tracking.eta_changed");
  expect(changes).toHaveLength(1);
  expect(changes[0]?.data).toMatchObject({
    shipment_id: id,
    status: "in_transit",
    eta: { delivery: new Date(startMs + 119_000).toISOString(), source: "carrier" },
  });
});

test("a return: the driver goes back to the pickup, with a new estimate, and no delivery is expected", async () => {
  const id = await depart(sandbox, server.deps, { speed: 1, outcome: "recipient_refused" });
  const startMs = clock.now();
  const at = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
  clock.advance(49.999);
  await reach(id, "en_route_to_delivery");
  expect((await trackingOf(sandbox, id)).eta).toMatchObject({ delivery: at(55), returned: null });
  clock.advance(5);
  await reach(id, "at_delivery");
  expect((await trackingOf(sandbox, id)).eta).toMatchObject({ delivery: null, returned: null });
  clock.advance(0.001);
  await reach(id, "returning");
  const turned = await trackingOf(sandbox, id);
  expect(turned.eta).toMatchObject({ pickup: at(15), delivery: null, returned: at(95), source: "carrier" });
  expect(turned.progress).toMatchObject({ percent: 0, remaining_meters: turned.progress.distance_meters });
  const { body } = await sandbox.get(`${platform}/shipments/${id}`);
  expect(body).toMatchObject({
    estimated_delivery_at: null,
    failure: { reason_code: "recipient_refused", by: "simulator", at: at(55) },
  });

  clock.advance(19);
  await eventually("half of the way back", async () => {
    await jobsAtRest(server.deps);
    return (await trackingOf(sandbox, id)).progress.percent === 50 || undefined;
  });
  clock.advance(20.999);
  expect(await stateOf(id)).toBe("returning");
  const back = (await positionsOf(sandbox, id)).filter((place) => place.recorded_at > at(55));
  const times = back.map((place) => (Date.parse(place.recorded_at) - startMs) / 1000);
  expect(times).toEqual([58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90]);
  // It begins at the door, but for the receiver's noise.
  expect(back[0]?.latitude).toBeCloseTo(52.5009, 3);
  expect(back[0]?.longitude).toBeCloseTo(13.4202, 3);
  expect(back.at(-1)).toMatchObject({ latitude: 52.5291, longitude: 13.4014, speed_mps: 0 });

  clock.advance(0.001);
  await reach(id, "returned");
  const over = await trackingOf(sandbox, id);
  expect(over.eta).toMatchObject({ delivery: null, returned: at(95) });
  expect(over.progress).toMatchObject({ percent: 100, remaining_meters: 0 });
  expect(over.entries.at(-1).location).toEqual({ latitude: 52.5291, longitude: 13.4014 });
});

test("gps_gap: no position for the middle third of the way, and the last one is stale meanwhile", async () => {
  const id = await depart(sandbox, server.deps, { speed: 1, outcome: "gps_gap" });
  const startMs = clock.now();
  const stale = async () => {
    await jobsAtRest(server.deps);
    return (await trackingOf(sandbox, id)).position.stale;
  };
  clock.advance(28);
  await reach(id, "en_route_to_delivery");
  expect(await stale()).toBe(false);
  clock.advance(6);
  await eventually("stale", async () => (await stale()) || undefined);
  expect((await trackingOf(sandbox, id)).position.age_seconds).toBeLessThan(300);
  clock.advance(8);
  await eventually("fresh", async () => ((await stale()) ? undefined : true));
  clock.advance(20);
  await reach(id, "delivered");
  const times = (await positionsOf(sandbox, id)).map(
    (position) => (Date.parse(position.recorded_at) - startMs) / 1000,
  );
  expect(times.filter((seconds) => seconds > 18 + 32 / 3 && seconds < 18 + 64 / 3)).toEqual([]);
  expect(times.slice(-5)).toEqual([42, 44, 46, 48, 50]);
});

test("the carriers' two other ways, by the clock", async () => {
  for (const [outcome, seconds] of [
    ["carrier_rejects", 1],
    ["carrier_cancels", 11],
  ] as const) {
    const id = await depart(sandbox, server.deps, { speed: 1, outcome });
    clock.advance(seconds - 0.001);
    await jobsAtRest(server.deps);
    expect([outcome, (await trackingOf(sandbox, id)).status]).toEqual([outcome, "assigned"]);
    clock.advance(0.001);
    await reach(id, "quoted");
    await sandbox.post(`${platform}/shipments/${id}/assignments`, { strategy: "cheapest" });
    await departed(server.deps, id);
    clock.advance(55);
    await reach(id, "delivered");
  }
});

describe("a restart in the middle", () => {
  async function live(restartAfter: number | undefined): Promise<unknown> {
    const dataDir = await makeDataFolder();
    const time: TestClock = createClock(Date.UTC(2026, 5, 1, 12));
    const options = { dataDir, replacements: { clock: time } };
    let running = await startServer(options);
    const { sandboxKey } = await running.account();
    const client = () => running.client({ "x-api-key": sandboxKey });
    const id = await depart(client(), running.deps, { speed: 1, seed: "restart" });
    for (let second = 1; second <= 56; second += 1) {
      time.advance(1);
      if (second === restartAfter) {
        await running.stop();
        running = await startServer(options);
      }
      await eventually(`second ${second}`, async () => {
        await wakeJobs(running.deps);
        const due = running.deps.stores
          .platform("sandbox")
          .db.all(sql`SELECT 1 FROM simulations WHERE due_at <= ${time.now()}`);
        return due.length === 0 || undefined;
      });
    }
    const tracking = await trackingOf(client(), id);
    const story = {
      status: tracking.status,
      // A hash has a salt of its own.
      entries: tracking.entries.map(({ hash: _hash, ...entry }: Answer["body"]) => entry),
      events: (await eventsOf(client(), id)).map((event) => [
        event.type,
        event.timestamp,
        event.data.sequence,
      ]),
      positions: (await positionsOf(client(), id)).map((place) => [
        place.recorded_at,
        place.latitude,
        place.longitude,
      ]),
      pictures: tracking.proof_of_delivery.photos[0].sha256,
    };
    await running.stop();
    rmSync(dataDir, { recursive: true });
    return story;
  }

  test("changes nothing: the same steps, places and pictures at the same times, none twice", async () => {
    const undisturbed = await live(undefined);
    for (const second of [15, 33]) expect(await live(second)).toEqual(undisturbed);
  });

  test("a restart after the end of the way makes up for it", async () => {
    const dataDir = await makeDataFolder();
    const time = createClock();
    const before = await startServer({ dataDir, replacements: { clock: time } });
    const { sandboxKey, sandbox: client } = await before.account();
    const id = await depart(client, before.deps, { speed: 1 });
    await before.stop();
    time.advance(3600);
    const after = await startServer({ dataDir, replacements: { clock: time } });
    const again = after.client({ "x-api-key": sandboxKey });
    await eventually(
      "delivered",
      async () => (await trackingOf(again, id)).status === "delivered" || undefined,
    );
    expect(await eventsOf(again, id)).toHaveLength(12);
    await after.stop();
    rmSync(dataDir, { recursive: true });
  });
});
