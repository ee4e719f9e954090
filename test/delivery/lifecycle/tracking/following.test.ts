import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Carrier } from "../../../../src/delivery/carriers/carrier.ts";
import { carrierStore } from "../../../../src/delivery/carriers/store.ts";
import { jobStore } from "../../../../src/delivery/lifecycle/driver-jobs/store.ts";
import { applyPositions } from "../../../../src/delivery/lifecycle/reporting.ts";
import type { ReportedPosition } from "../../../../src/delivery/lifecycle/tracking/positions.ts";
import { checkSilence } from "../../../../src/delivery/lifecycle/tracking/silence.ts";
import { write } from "../../../../src/infra/deps.ts";
import { carrierClient } from "../../../support/carrier-client.ts";
import { storeCard } from "../../../support/carrier-rows.ts";
import { playCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { addDriver } from "../../../support/drivers.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { cardOf } from "../../carriers/kinds/fleet/support.ts";

/** What positions lead to: estimates, arrivals, word that the driver comes, and word that nobody hears of them. */
const clock = createClock();
let server: TestServer;
let account: TestAccount;
let sandbox: Client;
let fleet: string;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  ({ sandbox } = account);
  fleet = await addOpenFleet(server, account.accountId);
  await write(server.deps, "sandbox", (writing) => {
    const row = carrierStore(writing.tx).find(fleet);
    const cancellation = [
      { until: "en_route_to_pickup", percent: 0 },
      { until: "at_pickup", percent: 50 },
    ] as const;
    if (row) storeCard(writing, row, cardOf({ service: { cancellation: [...cancellation] } }));
  });
});
afterAll(() => server.stop());
beforeEach(() => clock.advance(3600));

/** Where the example's shipment goes. 0.001 degrees of latitude are 111 m. */
const pickup = { latitude: 52.5291, longitude: 13.4014 };
const delivery = { latitude: 52.5009, longitude: 13.4202 };
const north = (place: typeof pickup, thousandths: number) => ({
  ...place,
  latitude: place.latitude + thousandths / 1000,
});

interface Trip {
  id: string;
  assignmentId: string;
}

/** Sends reports for the fleet, each at its time. @returns what became of each */
function sender(
  post: (reports: unknown[]) => Promise<{ status: number; body: { results: { result: string }[] } }>,
) {
  let count = 0;
  return async (trip: Trip, ...reports: ({ type: string; at?: number } & Record<string, unknown>)[]) => {
    const answer = await post(
      reports.map(({ at = clock.now(), ...report }) => {
        count += 1;
        return {
          id: `r-${count}`,
          assignment_id: trip.assignmentId,
          at: new Date(at).toISOString(),
          ...report,
        };
      }),
    );
    expect(answer.status).toBe(200);
    return answer.body.results.map(({ result }) => result);
  };
}
const send = sender((reports) => sandbox.post(`${platform}/carriers/${fleet}/reports`, reports));

const progress = (substatus: string, more: Record<string, unknown> = {}) => ({
  type: "progress",
  substatus,
  ...more,
});
const driver = { name: "Kim I.", vehicle: { type: "bicycle" } };
const position = (place: typeof pickup, change: Record<string, unknown> = {}) => ({
  type: "position",
  ...place,
  accuracy_meters: 8,
  speed_mps: 1,
  ...change,
});

/** Moves the clock and says where the driver is then. */
async function ride(
  trip: Trip,
  seconds: number,
  place: typeof pickup,
  change = {},
  by = send,
): Promise<void> {
  clock.advance(seconds);
  expect(await by(trip, position(place, change))).toEqual(["applied"]);
}

const trackingOf = async ({ id }: Trip) => (await sandbox.get(`${platform}/tracking/${id}`)).body;
const eventsOf = async ({ id }: Trip, type: string) => {
  const { body } = await sandbox.get(`${platform}/shipments/${id}/events?limit=100`);
  return body.data.filter((event: { type: string }) => event.type === type) as {
    data: Record<string, unknown>;
  }[];
};
const approaches = async (trip: Trip) =>
  (await eventsOf(trip, "tracking.approaching")).map(({ data }) => data.stop);

/** Stands at a place long enough. */
async function stand(trip: Trip, place: typeof pickup): Promise<void> {
  for (let step = 0; step < 3; step += 1) await ride(trip, 10, north(place, step / 10));
}

describe("a fleet's trip", () => {
  test("is estimated, told of before each stop, and seen to arrive: once each", async () => {
    const trip = await acceptFleet(sandbox, fleet);
    await send(trip, progress("en_route_to_pickup", { driver }));
    await ride(trip, 1, north(pickup, 40));
    const { eta } = await trackingOf(trip);
    const secondsTo = (moment: string) => (Date.parse(moment) - clock.now()) / 1000;
    const speed = 15 / 3.6;
    expect(eta.source).toBe("estimate");
    expect(secondsTo(eta.pickup)).toBeCloseTo((4448 * 1.3) / speed, 0);
    expect(secondsTo(eta.delivery)).toBeCloseTo(((4448 + 3384) * 1.3) / speed + 240, -1);
    expect(await approaches(trip)).toEqual([]);

    await ride(trip, 400, north(pickup, 12), { speed_mps: 6 });
    const [approach] = await eventsOf(trip, "tracking.approaching");
    expect(approach?.data).toMatchObject({ stop: "pickup", distance_meters: 1334, status: "assigned" });
    expect(secondsTo(String(approach?.data.estimated_at))).toBeLessThan(600);
    await ride(trip, 60, north(pickup, 8), { speed_mps: 6 });
    expect((await trackingOf(trip)).substatus).toBe("en_route_to_pickup");

    await ride(trip, 120, north(pickup, 2), { speed_mps: 6 });
    await stand(trip, pickup);
    const seen = await trackingOf(trip);
    expect(seen.substatus).toBe("at_pickup");
    expect(seen.entries.at(-1)).toMatchObject({
      source: "system",
      substatus: "at_pickup",
      message: "Waybill saw the driver arrive at the pickup.",
      location: north(pickup, 0.2),
    });
    await ride(trip, 700, delivery, { speed_mps: 6 });
    await stand(trip, delivery);
    expect((await trackingOf(trip)).substatus).toBe("at_pickup");
    await send(trip, progress("picked_up"));
    await ride(trip, 700, north(delivery, 5), { speed_mps: 4 });
    await ride(trip, 120, north(delivery, 1), { speed_mps: 4 });
    await stand(trip, delivery);
    expect((await trackingOf(trip)).substatus).toBe("at_delivery");
    expect(await approaches(trip)).toEqual(["pickup", "delivery"]);
    const arrived = (await eventsOf(trip, "tracking.substatus_changed")).at(-2);
    expect(arrived?.data).toMatchObject({ substatus: "at_pickup", previous_substatus: "en_route_to_pickup" });
    const shipment = (await sandbox.get(`${platform}/shipments/${trip.id}`)).body;
    expect(shipment).toMatchObject({ status: "in_transit", substatus: "at_delivery" });
  });

  test("what the driver says counts: an arrival that Waybill saw first is theirs too, and what they said stays", async () => {
    const trip = await acceptFleet(sandbox, fleet);
    await send(trip, progress("confirmed", { driver }));
    await stand(trip, pickup);
    expect((await trackingOf(trip)).substatus).toBe("at_pickup");
    expect(await send(trip, progress("at_pickup"))).toEqual(["applied"]);
    expect(await send(trip, progress("at_pickup"))).toEqual(["late"]);
    const { entries } = await trackingOf(trip);
    const told = entries.map(({ source, substatus }: Record<string, string>) => [source, substatus]);
    expect(told.slice(-2)).toEqual([
      ["system", "at_pickup"],
      ["carrier", "at_pickup"],
    ]);
    const other = await acceptFleet(sandbox, fleet);
    await send(other, progress("at_pickup", { driver }));
    const before = await trackingOf(other);
    await stand(other, pickup);
    expect((await trackingOf(other)).entries).toEqual(before.entries);
  });

  test("a fee rests on what the driver said, never on what Waybill saw", async () => {
    const feeAfter = async (...steps: ((trip: Trip) => Promise<unknown>)[]) => {
      const trip = await acceptFleet(sandbox, fleet);
      for (const step of steps) await step(trip);
      expect((await trackingOf(trip)).substatus).toBe("at_pickup");
      const ended = await sandbox.post(`${platform}/shipments/${trip.id}/cancellation`);
      expect(ended.body.status).toBe("cancelled");
      const { body } = await sandbox.get(`${platform}/charges?shipment_id=${trip.id}`);
      const amountOf = (kind: string) =>
        body.data.find((charge: { kind: string }) => charge.kind === kind)?.amount.amount ?? 0;
      return amountOf("cancellation") / amountOf("delivery");
    };
    const arrive = (trip: Trip) => stand(trip, pickup);
    const say = (substatus: string) => (trip: Trip) => send(trip, progress(substatus, { driver }));
    expect(await feeAfter(say("confirmed"), arrive)).toBe(0);
    expect(await feeAfter(say("en_route_to_pickup"), arrive)).toBe(0.5);
    expect(await feeAfter(say("confirmed"), arrive, say("en_route_to_pickup"))).toBe(0.5);
    expect(await feeAfter(say("en_route_to_pickup"), arrive, say("at_pickup"))).toBe(1);
    expect(await feeAfter(say("at_pickup"))).toBe(1);
  });

  test("of a driver with several jobs: only the next stop is arrived at, and stops between take their time", async () => {
    const { driverId } = await addDriver(server, "sandbox", account.accountId, { carrierId: fleet });
    const [first, second] = [await acceptFleet(sandbox, fleet), await acceptFleet(sandbox, fleet)];
    for (const [order, { assignmentId }] of [first, second].entries()) {
      const accepted = { status: "accepted", driverId, acceptedAt: clock.now() + order } as const;
      await write(server.deps, "sandbox", ({ tx }) => jobStore(tx).change(assignmentId, accepted));
      await send({ id: "", assignmentId }, progress("en_route_to_pickup", { driver }));
    }
    const substatuses = async () => [
      (await trackingOf(first)).substatus,
      (await trackingOf(second)).substatus,
    ];
    for (let step = 0; step < 3; step += 1) {
      clock.advance(10);
      for (const trip of [second, first]) await send(trip, position(pickup));
    }
    expect(await substatuses()).toEqual(["at_pickup", "en_route_to_pickup"]);
    expect([await approaches(first), await approaches(second)]).toEqual([["pickup"], []]);
    // There and back again, with two stops before: 3.4 km, twice.
    const { eta } = await trackingOf(second);
    const seconds = (Date.parse(eta.pickup) - clock.now()) / 1000;
    expect(seconds).toBeGreaterThan(2 * 240 + (2 * 3_300 * 1.3) / (15 / 3.6) / 2);

    const proof = { type: "delivered", proof: { recipient_name: "Alex" } };
    expect(await send(first, progress("picked_up"), proof)).toEqual(["applied", "applied"]);
    await stand(second, pickup);
    expect(await substatuses()).toEqual([null, "at_pickup"]);
    expect(await approaches(second)).toEqual(["pickup"]);
  });

  test("of positions that come together the first one near the stop is told, and none from before the pickup", async () => {
    const trip = await acceptFleet(sandbox, fleet);
    const sendTogether = (...seen: { ago: number; place: typeof pickup }[]) =>
      write(server.deps, "sandbox", (writing) => {
        const [first, ...others] = seen.map(
          ({ ago, place }): ReportedPosition => ({
            ...place,
            at: clock.now() - ago * 1_000,
            accuracyMeters: 8,
            headingDegrees: null,
            speedMps: 6,
            fraction: null,
            verdict: "good",
          }),
        );
        const source = { assignmentId: trip.assignmentId, by: "carrier" } as const;
        if (first) applyPositions(writing, trip.id, source, [first, ...others]);
      });
    await send(trip, progress("picked_up", { driver }));
    await sendTogether({ ago: 900, place: north(delivery, 2) }, { ago: 60, place: north(delivery, 28) });
    clock.advance(1_000);
    await sendTogether({ ago: 1, place: north(delivery, 27) });
    expect(await approaches(trip)).toEqual([]);
    clock.advance(1_000);
    const secondAt = clock.now() - 300_000;
    await sendTogether(
      { ago: 600, place: north(delivery, 20) },
      { ago: 300, place: north(delivery, 8) },
      { ago: 0, place: north(delivery, 4) },
    );
    const told = await eventsOf(trip, "tracking.approaching");
    expect(told.map(({ data }) => data)).toMatchObject([
      { stop: "delivery", distance_meters: 890, occurred_at: new Date(secondAt).toISOString() },
    ]);
  });

  test("an address without the client's coordinates is no place to arrive at", async () => {
    const address = { line1: "Torstr. 1", city: "Berlin", postal_code: "10119", country: "DE" };
    const trip = await acceptFleet(sandbox, fleet, { pickup: { contact: { name: "Shop" }, address } });
    await send(trip, progress("en_route_to_pickup", { driver }));
    const { pickup: stop } = (await sandbox.get(`${platform}/shipments/${trip.id}`)).body;
    const { latitude, longitude } = stop.address;
    await stand(trip, { latitude, longitude });
    expect((await trackingOf(trip)).substatus).toBe("en_route_to_pickup");
    expect(await approaches(trip)).toEqual([]);
  });

  test("an estimate that the fleet reports is not replaced by Waybill's", async () => {
    const trip = await acceptFleet(sandbox, fleet);
    await ride(trip, 1, north(pickup, 40));
    const estimated = new Date(clock.now() + 7_200_000).toISOString();
    const estimate = { estimated_pickup_at: estimated, estimated_delivery_at: estimated };
    expect(await send(trip, { type: "estimate", at: clock.now() - 500, ...estimate })).toEqual(["applied"]);
    await ride(trip, 60, north(pickup, 38));
    expect((await trackingOf(trip)).eta).toMatchObject({ source: "carrier", pickup: estimated });
  });
});

test("bad positions are kept with their verdict, and move nothing", async () => {
  const trip = await acceptFleet(sandbox, fleet);
  await send(trip, progress("en_route_to_pickup", { driver }));
  await ride(trip, 1, north(pickup, 30));
  const before = await trackingOf(trip);
  clock.advance(1);
  const later = clock.now() + 60_000;
  const bad = [
    position({ latitude: 0, longitude: 0 }),
    position(pickup, { accuracy_meters: 900 }),
    position(pickup, { at: later }),
    position({ latitude: 48.1374, longitude: 11.5755 }),
    position(north(pickup, 30), { at: clock.now() - 5_000 }),
  ];
  for (const report of bad) expect(await send(trip, report)).toEqual(["applied"]);
  const after = await trackingOf(trip);
  expect({ ...after, position: { ...after.position, age_seconds: 0 } }).toEqual(before);
  const { data } = (await sandbox.get(`${platform}/tracking/${trip.id}/positions`)).body;
  expect(data.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    "good",
    "null_island",
    "inaccurate",
    "ahead",
    "too_fast",
    "old",
  ]);
  const line = await sandbox.get(`${platform}/tracking/${trip.id}/positions`, {
    accept: "application/geo+json",
  });
  expect(line.body.geometry.coordinates).toHaveLength(2);
});

describe("silence", () => {
  const silences = async (trip: Trip) => {
    await jobsAtRest(server.deps);
    return (await eventsOf(trip, "tracking.silent")).map(({ data }) => data.last_position_at);
  };

  test("is told after 15 minutes, once; the next good position ends it, and the end of the job ends all", async () => {
    const trip = await acceptFleet(sandbox, fleet);
    await jobsAtRest(server.deps);
    clock.advance(3600);
    expect(await silences(trip)).toEqual([]);
    await send(trip, position(north(pickup, 30)));
    await ride(trip, 600, north(pickup, 28));
    const last = new Date(clock.now()).toISOString();
    clock.advance(899);
    expect(await silences(trip)).toEqual([]);
    await ride(trip, 0, { latitude: 0, longitude: 0 });
    clock.advance(2);
    expect(await silences(trip)).toEqual([last]);
    clock.advance(3600);
    expect(await silences(trip)).toEqual([last]);

    await send(trip, position(north(pickup, 26)));
    const again = new Date(clock.now()).toISOString();
    clock.advance(901);
    expect(await silences(trip)).toEqual([last, again]);
    await send(trip, position(north(pickup, 26)));
    await sandbox.post(`${platform}/shipments/${trip.id}/cancellation`);
    clock.advance(3600);
    expect(await silences(trip)).toHaveLength(2);
  });

  test("of the server is not the carrier's: who did not run heard nobody", async () => {
    const trip = await acceptFleet(sandbox, fleet);
    await ride(trip, 1, north(pickup, 30));
    const restarted = { ...server.deps, startedAt: clock.now() + 600_000 };
    const look = (now: number) =>
      checkSilence({ ...restarted, clock: { ...clock, now: () => now } }, "sandbox", trip.id);
    await look(restarted.startedAt + 899_999);
    expect(await eventsOf(trip, "tracking.silent")).toEqual([]);
    await look(restarted.startedAt + 900_000);
    expect(await eventsOf(trip, "tracking.silent")).toHaveLength(1);
  });
});

describe("another carrier's trip", () => {
  const carriers = [playCarrier("seen"), { ...playCarrier("mute"), capabilities: [] }] satisfies Carrier[];
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer({ replacements: { clock, carriers: () => carriers } });
  });
  afterAll(() => other.stop());

  test.each(["seen", "mute"])("%s: no arrival is seen, its own estimates count", async (code) => {
    const owner = await other.account();
    const { shipment, quotes } = await createQuoted(owner.sandbox);
    const quote = quotes.find(({ carrier }: { carrier: { code: string } }) => carrier.code === code);
    const accepted = await owner.sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, {
      quote_id: quote.id,
    });
    const trip = { id: shipment.id, assignmentId: accepted.body.id };
    const carrier = await carrierClient(other, owner, quote.carrier.id);
    const by = sender((reports) => carrier.post("/api/v1/carrier/reports", reports));
    const read = async (path: string) => (await owner.sandbox.get(platform + path)).body;
    const typesOf = async () =>
      (await read(`/shipments/${trip.id}/events?limit=100`)).data.map(
        (event: { type: string }) => event.type,
      );
    await by(trip, progress("en_route_to_pickup"));
    const quoted = (await read(`/tracking/${trip.id}`)).eta;
    await ride(trip, 1, north(pickup, 40), {}, by);
    expect(await typesOf()).not.toContain("tracking.approaching");
    expect((await read(`/tracking/${trip.id}`)).eta).toEqual(quoted);
    const soon = new Date(clock.now() + 9 * 60_000).toISOString();
    await by(trip, { type: "estimate", estimated_pickup_at: soon, estimated_delivery_at: soon });
    await ride(trip, 1, north(pickup, 39.9), {}, by);
    expect(await typesOf()).toContain("tracking.approaching");
    for (let step = 0; step < 3; step += 1) await ride(trip, 600, pickup, {}, by);
    expect((await read(`/tracking/${trip.id}`)).substatus).toBe("en_route_to_pickup");
    clock.advance(901);
    await jobsAtRest(other.deps);
    const isSilent = (await typesOf()).includes("tracking.silent");
    expect([code, isSilent]).toEqual([code, code === "seen"]);
  });
});
