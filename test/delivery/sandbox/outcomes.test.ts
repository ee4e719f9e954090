import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { playCarrier } from "../../support/carriers.ts";
import { advance, createAssigned, createQuoted, platform, shipmentBody } from "../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";

let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer();
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());

interface EventBody {
  type: string;
  timestamp: string;
  data: {
    sequence: number;
    substatus?: string;
    stop?: string;
    shipment?: { status: string; failure: { reason_code: string } | null };
  };
}

async function eventsOf(shipmentId: string): Promise<EventBody[]> {
  const answer = await sandbox.get(`${platform}/shipments/${shipmentId}/events?limit=100`);
  expect(answer.body.has_more).toBe(false);
  return answer.body.data;
}

/** `assigned`, or for a step on the way its substatus, or the stop that the driver approaches. */
const steps = (events: EventBody[]) =>
  events.map(({ type, data }) =>
    type === "tracking.approaching"
      ? `approaching ${data.stop}`
      : (data.substatus ?? type.replace("shipment.", "")),
  );
const states = (all: readonly string[]) => all.filter((step) => !step.startsWith("approaching"));

async function trackingOf(shipmentId: string) {
  return (await sandbox.get(`${platform}/tracking/${shipmentId}`)).body;
}

async function accept(shipmentId: string, body: unknown = { strategy: "cheapest" }) {
  const answer = await sandbox.post(`${platform}/shipments/${shipmentId}/assignments`, body);
  expect(answer.status).toBe(201);
  return answer.body;
}

function reach(shipmentId: string, status: string) {
  return eventually(`a shipment that is ${status}`, async () => {
    const tracking = await trackingOf(shipmentId);
    return tracking.status === status ? tracking : undefined;
  });
}

/** Numbered 1..n, none earlier than the one before (at instant speed each later), the last entry is the state. */
async function expectOrderly(shipmentId: string, speed: string): Promise<void> {
  const events = await eventsOf(shipmentId);
  expect(events.map((event) => event.data.sequence)).toEqual(events.map((_, index) => index + 1));
  const times = events.map((event) => Date.parse(event.timestamp));
  for (const [index, time] of times.entries()) {
    if (index > 2 && speed === "instant") expect(time).toBeGreaterThan(times[index - 1] ?? 0);
    else if (index > 0) expect(time).toBeGreaterThanOrEqual(times[index - 1] ?? 0);
  }
  const { status, substatus, entries } = await trackingOf(shipmentId);
  expect([entries.at(-1).status, entries.at(-1).substatus]).toEqual([status, substatus]);
  expect(entries.filter((entry: { code: string }) => entry.code === "late_report")).toEqual([]);
}

// A simulated driver is always less than ten minutes away.
const toPickup = ["created", "quoted", "assigned", "confirmed", "en_route_to_pickup"]
  .concat("approaching pickup")
  .concat("at_pickup");
const onTheWay = [...toPickup, "in_transit", "en_route_to_delivery", "approaching delivery"];
const toDoor = [...onTheWay, "at_delivery"];
const back = ["returning", "approaching return", "returned"];

interface Expected {
  outcome: string;
  ifUndeliverable?: string;
  steps: string[];
  assignment: string;
  reason?: string;
  proof?: string[];
}

const lives: Expected[] = [
  {
    outcome: "delivered",
    steps: [...toDoor, "delivered"],
    assignment: "completed",
    proof: ["signature", "photo"],
  },
  {
    outcome: "gps_gap",
    steps: [...toDoor, "delivered"],
    assignment: "completed",
    proof: ["signature", "photo"],
  },
  {
    outcome: "delayed",
    // The estimate is told under the substatus that the driver has then.
    steps: [...onTheWay, "en_route_to_delivery", "at_delivery", "delivered"],
    assignment: "completed",
    proof: ["signature", "photo"],
  },
  {
    outcome: "recipient_unavailable",
    steps: [...toDoor, ...back],
    assignment: "completed",
    reason: "recipient_unavailable",
  },
  {
    outcome: "recipient_refused",
    steps: [...toDoor, ...back],
    assignment: "completed",
    reason: "recipient_refused",
  },
  {
    outcome: "recipient_unavailable",
    ifUndeliverable: "leave_at_door",
    steps: [...toDoor, "delivered"],
    assignment: "completed",
    proof: ["photo"],
  },
  {
    outcome: "recipient_refused",
    ifUndeliverable: "leave_at_door",
    steps: [...toDoor, ...back],
    assignment: "completed",
    reason: "recipient_refused",
  },
  {
    outcome: "recipient_refused",
    ifUndeliverable: "discard",
    steps: [...toDoor, "failed"],
    assignment: "failed",
    reason: "recipient_refused",
  },
  {
    outcome: "damaged",
    steps: [...onTheWay, "failed"],
    assignment: "failed",
    reason: "damaged",
  },
  {
    outcome: "lost",
    ifUndeliverable: "leave_at_door",
    steps: [...onTheWay, "failed"],
    assignment: "failed",
    reason: "lost",
  },
];

async function expectLife(shipmentId: string, expected: Expected, speed: string): Promise<void> {
  const events = await eventsOf(shipmentId);
  expect(steps(events)).toEqual(expected.steps);
  await expectOrderly(shipmentId, speed);
  const { body } = await sandbox.get(`${platform}/shipments/${shipmentId}`);
  expect(body.assignment.status).toBe(expected.assignment);
  const tracking = await trackingOf(shipmentId);
  expect(tracking.proof_of_delivery?.types).toEqual(expected.proof);
  expect(body.failure?.reason_code).toBe(expected.reason);
  const told = events.filter((event) => /returning|returned|failed/.test(event.type));
  for (const event of told) expect(event.data.shipment?.failure?.reason_code).toBe(expected.reason);
  const codes = tracking.entries.map((entry: { code: string | null }) => entry.code).filter(Boolean);
  expect(codes).toEqual(expected.reason ? [expected.reason] : []);
  expect(body.cancellation).toBeNull();
  await expectBelievableTimes(body, tracking);
}

/** What was estimated and recorded of a trip that is over contradicts neither itself nor what happened. */
async function expectBelievableTimes(
  shipment: Record<string, string | null>,
  tracking: { eta: Record<string, string | null>; entries: Record<string, string>[] },
): Promise<void> {
  const occurred = (state: string) =>
    tracking.entries.find(({ status }) => status === state)?.occurred_at ?? null;
  const moments = [shipment.picked_up_at, shipment.delivered_at, shipment.returned_at];
  expect(moments).toEqual(["in_transit", "delivered", "returned"].map(occurred));
  const { pickup, delivery, returned } = tracking.eta;
  expect([pickup, delivery, returned]).toEqual(moments);
  if (!shipment.delivered_at) expect(shipment.estimated_delivery_at).toBeNull();
  const { data } = (await sandbox.get(`${platform}/tracking/${shipment.id}/positions?limit=100`)).body;
  for (const place of data) expect(place.recorded_at <= place.received_at).toBe(true);
  for (const entry of tracking.entries) {
    expect((entry.occurred_at ?? "") <= (entry.recorded_at ?? "")).toBe(true);
  }
}

describe.each(lives)("$outcome, if undeliverable: $ifUndeliverable", (expected) => {
  const body = (speed: string) => ({
    simulation: { speed, outcome: expected.outcome },
    ...(expected.ifUndeliverable ? { if_undeliverable: expected.ifUndeliverable } : {}),
  });
  const end = expected.steps.at(-1) ?? "";

  test("at instant speed: one event each, in order, with rising times", async () => {
    const { shipment } = await createQuoted(sandbox, body("instant"));
    await accept(shipment.id);
    await reach(shipment.id, end);
    await expectLife(shipment.id, expected, "instant");
  });

  test("by hand, a step at a time: next says what the next call makes", async () => {
    const { shipment } = await createQuoted(sandbox, body("manual"));
    await accept(shipment.id);
    const made: string[] = [];
    let next = ["confirmed"];
    while (next.length > 0) {
      const answer = await advance(sandbox, shipment.id);
      expect([answer.status, answer.body.made]).toEqual([200, next]);
      const { status, substatus } = answer.body.shipment;
      expect([status, substatus]).toContain(next[0]);
      made.push(...answer.body.made);
      next = answer.body.next;
    }
    expect(made).toEqual(
      states(expected.steps)
        .slice(3)
        .map((step) => (step === "in_transit" ? "picked_up" : step))
        .filter((step, index, all) => step !== all[index - 1]),
    );
    await expectLife(shipment.id, expected, "manual");
    const over = await advance(sandbox, shipment.id);
    expect([over.status, over.body.code, over.body.allowed]).toEqual([409, "transition_not_allowed", []]);
  });

  test("by hand, all at once", async () => {
    const { shipment } = await createQuoted(sandbox, body("manual"));
    await accept(shipment.id);
    const answer = await advance(sandbox, shipment.id, end);
    expect([answer.status, answer.body.next, answer.body.shipment.status]).toEqual([200, [], end]);
    await expectLife(shipment.id, expected, "manual");
  });
});

describe.each([
  ["carrier_rejects", [], "rejected", "carrier_rejected"],
  ["carrier_cancels", toPickup.slice(3), "cancelled", "carrier_cancelled"],
] as const)("%s", (outcome, before, status, reason) => {
  for (const speed of ["instant", "manual"]) {
    test(`${speed}: the first attempt ends as quoted with the rivals open, the second goes through`, async () => {
      const { shipment, quotes } = await createQuoted(sandbox, { simulation: { speed, outcome } });
      const first = await accept(shipment.id, { quote_id: quotes[0].id });
      if (speed === "manual") {
        const answer = await advance(sandbox, shipment.id, "quoted");
        expect([answer.status, answer.body.made, answer.body.next]).toEqual([
          200,
          [...states(before), "quoted"],
          [],
        ]);
      }
      await reach(shipment.id, "quoted");
      const path = `${platform}/shipments/${shipment.id}`;
      const ended = await sandbox.get(`${path}/assignments/${first.id}`);
      expect(ended.body).toMatchObject({ status, release_reason: reason });
      const { data } = (await sandbox.get(`${path}/quotes`)).body;
      const statuses = data.map((quote: { status: string }) => quote.status);
      expect(statuses).toEqual(["withdrawn", "open", "open"]);

      // Instant steps are some milliseconds ahead of the clock; who acts sooner would be before them.
      const last = Date.parse((await eventsOf(shipment.id)).at(-1)?.timestamp ?? "");
      await eventually("the time of the last step", () => server.deps.clock.now() > last || undefined);
      const second = await accept(shipment.id);
      expect(second).toMatchObject({ attempt: 2, quote_id: quotes[1].id });
      if (speed === "manual") await advance(sandbox, shipment.id, "delivered");
      await reach(shipment.id, "delivered");
      expect(steps(await eventsOf(shipment.id))).toEqual([
        ...["created", "quoted", "assigned", ...before, "quoted"],
        ...toDoor.slice(2),
        "delivered",
      ]);
      await expectOrderly(shipment.id, speed);
    });
  }

  test("without a rival left it is created, and new offers come by themselves", async () => {
    const { shipment } = await createQuoted(sandbox, {
      simulation: { speed: "manual", outcome },
      parcels: [{ weight_grams: 700_000 }],
    });
    await accept(shipment.id);
    const answer = await advance(sandbox, shipment.id, "created");
    expect([answer.status, answer.body.made, answer.body.shipment.status]).toEqual([
      200,
      [...states(before), "created"],
      "created",
    ]);
    await reach(shipment.id, "quoted");
    await accept(shipment.id);
    const delivered = await advance(sandbox, shipment.id, "delivered");
    expect(delivered.body.shipment.status).toBe("delivered");
  });
});

describe("advance", () => {
  async function unchangedBy(shipmentId: string, act: () => Promise<unknown>): Promise<void> {
    const state = async () => [
      (await sandbox.get(`${platform}/shipments/${shipmentId}`)).body,
      (await trackingOf(shipmentId)).entries,
      await eventsOf(shipmentId),
      (await sandbox.get(`${platform}/tracking/${shipmentId}/positions`)).body,
    ];
    const before = await state();
    await act();
    expect(await state()).toEqual(before);
  }

  test("by status or substatus; in_transit is the pickup", async () => {
    const { shipment } = await createQuoted(sandbox, { simulation: { speed: "manual" } });
    await accept(shipment.id);
    const first = await advance(sandbox, shipment.id, "in_transit");
    expect(first.body.made).toEqual(["confirmed", "en_route_to_pickup", "at_pickup", "picked_up"]);
    expect(first.body.next).toEqual(["en_route_to_delivery"]);
    expect(first.body.shipment).toMatchObject({ status: "in_transit", substatus: "picked_up" });
    const second = await advance(sandbox, shipment.id, "at_delivery");
    expect(second.body).toMatchObject({
      made: ["en_route_to_delivery", "at_delivery"],
      next: ["delivered"],
      shipment: { substatus: "at_delivery" },
    });
  });

  test("to where the driver does not come: 409 with what is possible, and nothing changes", async () => {
    const { shipment } = await createQuoted(sandbox, { simulation: { speed: "manual" } });
    await accept(shipment.id);
    await advance(sandbox, shipment.id, "en_route_to_pickup");
    await unchangedBy(shipment.id, async () => {
      for (const to of ["confirmed", "returned", "created", "quoted", "assigned", "cancelled", "failed"]) {
        const answer = await advance(sandbox, shipment.id, to);
        expect([to, answer.status, answer.body.code]).toEqual([to, 409, "transition_not_allowed"]);
        expect(answer.body).toMatchObject({ from: "en_route_to_pickup", to });
        expect(answer.body.allowed).toContain("at_pickup");
        expect(answer.body.allowed).not.toContain(to);
      }
      for (const to of ["nowhere", 7, null]) {
        const answer = await sandbox.post(`${platform}/sandbox/shipments/${shipment.id}/advance`, { to });
        expect([to, answer.status, answer.body.code]).toEqual([to, 422, "validation_failed"]);
      }
    });
  });

  test("without a driver, after the end, of a stranger's: nothing moves", async () => {
    const { shipment } = await createQuoted(sandbox, { simulation: { speed: "manual" } });
    const stranger = (await server.account()).sandbox;
    await unchangedBy(shipment.id, async () => {
      const early = await advance(sandbox, shipment.id);
      expect(early.body.detail).toBe("Accept a quote first.");
      expect([early.status, early.body.code, early.body.allowed]).toEqual([
        409,
        "transition_not_allowed",
        [],
      ]);
      expect((await advance(stranger, shipment.id)).status).toBe(404);
    });
    await accept(shipment.id);
    await sandbox.post(`${platform}/shipments/${shipment.id}/cancellation`);
    await unchangedBy(shipment.id, async () => {
      const late = await advance(sandbox, shipment.id, "delivered");
      expect([late.status, late.body.code]).toEqual([409, "transition_not_allowed"]);
      expect(late.body.detail).toBe("The shipment is finished. Nothing is left to advance.");
    });
  });

  test("a live key has no sandbox", async () => {
    const { live } = await server.account();
    const answers = await Promise.all([
      advance(live, "shp_00000000000000000000000000"),
      live.delete(`${platform}/sandbox/data`),
    ]);
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      Array(2).fill([403, "sandbox_only"]),
    );
  });

  test("ten at once make ten steps, none of them twice", async () => {
    const { shipment } = await createQuoted(sandbox, { simulation: { speed: "manual" } });
    await accept(shipment.id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => advance(sandbox, shipment.id)));
    const made = answers.filter((answer) => answer.status === 200).flatMap((answer) => answer.body.made);
    expect(made.sort()).toEqual(
      ["confirmed", "en_route_to_pickup", "at_pickup", "picked_up", "en_route_to_delivery", "at_delivery"]
        .concat("delivered")
        .sort(),
    );
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(3);
    await expectOrderly(shipment.id, "manual");
  });

  test("steps made in quick succession keep their order in time, and the last position is the newest", async () => {
    const { shipment } = await createQuoted(sandbox, { simulation: { speed: "manual" } });
    await accept(shipment.id);
    for (let step = 0; step < 6; step += 1) await advance(sandbox, shipment.id);
    await expectOrderly(shipment.id, "manual");
    const { position, substatus } = await trackingOf(shipment.id);
    expect(substatus).toBe("at_delivery");
    const positions = await sandbox.get(`${platform}/tracking/${shipment.id}/positions?limit=100`);
    const times = positions.body.data.map((entry: { recorded_at: string }) => entry.recorded_at);
    expect(times).toEqual([...times].sort());
    const { verdict, ...last } = positions.body.data.at(-1);
    expect(verdict).toBe("good");
    expect(position).toMatchObject(last);
    expect(position).toMatchObject({ latitude: 52.5009, longitude: 13.4202, speed_mps: 0 });
  });
});

test("the same seed gives the same way, driver and pictures; another seed others", async () => {
  const live = async (seed: string) => {
    const { shipment } = await createQuoted(sandbox, { simulation: { speed: "manual", seed } });
    await accept(shipment.id);
    await advance(sandbox, shipment.id, "delivered");
    const tracking = await trackingOf(shipment.id);
    const positions = await sandbox.get(`${platform}/tracking/${shipment.id}/positions?limit=100`);
    return {
      driver: tracking.driver,
      way: positions.body.data.map((entry: { latitude: number; longitude: number }) => [
        entry.latitude,
        entry.longitude,
      ]),
      pictures: [tracking.proof_of_delivery.signature.sha256, tracking.proof_of_delivery.photos[0].sha256],
    };
  };
  const one = await live("one");
  expect(await live("one")).toEqual(one);
  const two = await live("two");
  expect(two.way).not.toEqual(one.way);
  expect(two.pictures).not.toEqual(one.pictures);
  expect(one.way.length).toBeGreaterThan(15);
});

test("reset empties the account's sandbox alone, and keeps its endpoints", async () => {
  const mine = await server.account();
  const other = await server.account();
  const make = async (client: Client) => {
    const webhook = await client.post(`${platform}/webhooks`, {
      url: "http://127.0.0.1:59999/",
      events: ["*"],
    });
    const { shipment } = await createQuoted(client, { simulation: { speed: 1000 } });
    await client.post(`${platform}/shipments/${shipment.id}/assignments`, { strategy: "cheapest" });
    return { shipment, webhook: webhook.body };
  };
  const [gone, kept] = [await make(mine.sandbox), await make(other.sandbox)];
  const live = await mine.live.post(`${platform}/shipments`, shipmentBody());
  // More than one step of the reset removes.
  await Promise.all(
    Array.from({ length: 130 }, () => mine.sandbox.post(`${platform}/shipments`, shipmentBody())),
  );
  expect((await mine.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);

  for (const path of [
    `/shipments/${gone.shipment.id}`,
    `/shipments/${gone.shipment.id}/quotes`,
    `/shipments/${gone.shipment.id}/events`,
    `/tracking/${gone.shipment.id}`,
  ]) {
    expect([path, (await mine.sandbox.get(platform + path)).status]).toEqual([path, 404]);
  }
  for (const path of ["/shipments", "/events", `/webhooks/${gone.webhook.id}/deliveries`]) {
    expect([path, (await mine.sandbox.get(platform + path)).body.data]).toEqual([path, []]);
  }
  const webhooks = (await mine.sandbox.get(`${platform}/webhooks`)).body.data;
  expect(webhooks.map((webhook: { id: string }) => webhook.id)).toEqual([gone.webhook.id]);
  expect((await mine.live.get(`${platform}/shipments/${live.body.id}`)).status).toBe(200);

  const delivered = await eventually("the other's delivery", async () => {
    const answer = await other.sandbox.get(`${platform}/shipments/${kept.shipment.id}`);
    return answer.body.status === "delivered" ? answer.body : undefined;
  });
  expect(delivered.id).toBe(kept.shipment.id);
  expect((await other.sandbox.get(`${platform}/events`)).body.data).toHaveLength(13);
  const again = await createQuoted(mine.sandbox);
  expect(again.quotes).toHaveLength(3);
  expect((await mine.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
});

test("the shipment of a carrier that reports itself has no simulated driver to advance", async () => {
  const own = playCarrier("own");
  const other = await startServer({ replacements: { carriers: () => [own] } });
  const { sandbox } = await other.account();
  const { shipment } = await createAssigned(sandbox, { simulation: null });
  const before = await eventually("the carrier's confirmation", async () => {
    const answer = await sandbox.get(`${platform}/shipments/${shipment.id}`);
    return answer.body.substatus === "confirmed" ? answer : undefined;
  });
  const answer = await advance(sandbox, shipment.id);
  expect([answer.status, answer.body]).toMatchObject([
    409,
    { code: "transition_not_allowed", detail: expect.stringContaining("No simulated driver"), allowed: [] },
  ]);
  expect((await sandbox.get(`${platform}/shipments/${shipment.id}`)).body).toEqual(before.body);
  await other.stop();
});
