import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { reasonCodes, type Status } from "../../../src/delivery/model/model.ts";
import { AppError } from "../../../src/infra/errors.ts";
import { advance, createQuoted, platform, shipmentBody } from "../../support/fixtures.ts";
import { type Answer, type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";

let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer();
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());

type Body = Answer["body"];
type Step = Record<string, unknown>;

const progress = (substatus: string, more: Step = {}): Step => ({ type: "progress", substatus, ...more });

/** A shipment whose script runs at once. Resolves when all of it has happened. */
async function live(script: Record<string, unknown>, change: Step = {}, speed: unknown = "instant") {
  const { shipment } = await createQuoted(sandbox, { ...change, simulation: { speed, seed: "s", script } });
  await accept(shipment.id);
  await atRest(shipment.id);
  return shipment.id as string;
}

async function accept(id: string): Promise<Body> {
  const answer = await sandbox.post(`${platform}/shipments/${id}/assignments`, { strategy: "cheapest" });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** When the driver has begun and has nothing left to do. */
async function atRest(id: string): Promise<void> {
  const { db } = server.deps.stores.platform("sandbox");
  await eventually("the end of the script", () => {
    const waiting = db.all(sql`
      SELECT 1 FROM simulations WHERE shipment_id = ${id} UNION ALL
      SELECT 1 FROM carrier_calls JOIN assignments ON assignments.id = assignment_id WHERE shipment_id = ${id}`);
    return waiting.length === 0 || undefined;
  });
}

const get = async (path: string): Promise<Body> => (await sandbox.get(`${platform}${path}`)).body;
const shipmentOf = (id: string) => get(`/shipments/${id}`);
const entriesOf = async (id: string): Promise<Body[]> => (await get(`/tracking/${id}`)).entries;
const eventsOf = async (id: string): Promise<Body[]> => (await get(`/shipments/${id}/events?limit=100`)).data;
const codesOf = async (id: string) => (await entriesOf(id)).map(({ code }) => code).filter(Boolean);

/** A life without what each shipment has of its own. */
async function storyOf(id: string) {
  const tracking = await get(`/tracking/${id}`);
  const { data: positions } = await get(`/tracking/${id}/positions?limit=100`);
  const start = Date.parse(positions[0]?.recorded_at ?? 0);
  const proof = tracking.proof_of_delivery;
  return {
    states: tracking.entries.map(({ status, substatus, code, message }: Body) => [
      status,
      substatus,
      code,
      message,
    ]),
    events: (await eventsOf(id)).map(({ type }) => type),
    positions: positions.map((place: Body) => [
      place.latitude,
      place.longitude,
      place.heading_degrees,
      place.speed_mps,
      Date.parse(place.recorded_at) - start,
    ]),
    driver: tracking.driver,
    proof: proof && [proof.types, proof.handed_to, proof.signature?.sha256, proof.photos[0]?.sha256],
  };
}

describe("the named scripts", () => {
  test("are listed, and a copy of one does what the outcome does", async () => {
    const { data } = await get("/sandbox/scripts");
    expect(data.map(({ name }: Body) => name)).toContain("recipient_refused");
    const withDriver = data.filter(({ name }: Body) => name !== "no_carriers" && name !== "quotes_expire");
    expect(data.length - withDriver.length).toBe(2);
    for (const { name, script } of withDriver) {
      const { shipment } = await createQuoted(sandbox, {
        simulation: { speed: "instant", seed: "s", outcome: name },
      });
      expect(shipment.simulation).toEqual({ speed: "instant", seed: "s", outcome: name });
      await accept(shipment.id);
      await atRest(shipment.id);
      const copy = await live(script);
      expect((await shipmentOf(copy)).simulation.outcome).toBe("scripted");
      const [one, other] = [await storyOf(shipment.id), await storyOf(copy)];
      expect(one.events.length).toBeGreaterThan(3);
      // Shipments draw their routes from the seed alone, so even the positions are the same.
      expect([name, other]).toEqual([name, one]);
    }
  });
});

describe("reports", () => {
  test("every reason code, as a failed attempt and as what ends the delivery", async () => {
    const id = await live({
      steps: reasonCodes.map((reason_code) => ({ type: "attempt_failed", reason_code })),
    });
    expect(await codesOf(id)).toEqual([...reasonCodes]);
    const told = (await eventsOf(id)).filter(({ type }) => type === "tracking.attempt_failed");
    expect(told.map(({ data }) => data.reason_code)).toEqual([...reasonCodes]);

    const ended = await Promise.all(
      reasonCodes.map(async (reason_code) => {
        const shipmentId = await live({ steps: [{ type: "undeliverable", reason_code }] });
        const { status, failure } = await shipmentOf(shipmentId);
        return [reason_code, status, failure.reason_code];
      }),
    );
    const expected = (code: string): Status =>
      code === "damaged" || code === "lost" ? "failed" : "returning";
    expect(ended).toEqual(reasonCodes.map((code) => [code, expected(code), code]));

    const given = await Promise.all(
      reasonCodes.map(async (reason_code) => {
        const shipmentId = await live({ steps: [{ type: "withdrawn", reason_code }] });
        const { data } = await get(`/shipments/${shipmentId}/assignments`);
        return [reason_code, data[0].release_reason];
      }),
    );
    expect(given).toEqual(reasonCodes.map((code) => [code, code]));
  });

  test("every substatus, a second attempt, a handover, and who drives", async () => {
    const id = await live({
      driver: { name: "Ada B.", vehicle: { type: "cargo_bike" } },
      steps: [
        progress("confirmed"),
        progress("en_route_to_pickup"),
        progress("at_pickup", { after_seconds: 5 }),
        progress("picked_up"),
        { type: "scan", message: "Sorted in the depot.", location: { latitude: 52.5, longitude: 13.4 } },
        progress("en_route_to_delivery"),
        { type: "estimate", delivery_in_seconds: 600, delayed: true },
        { type: "position", latitude: 52.51, longitude: 13.41, accuracy_meters: 20 },
        progress("at_delivery"),
        { type: "attempt_failed", reason_code: "access_restricted", next_attempt_in_seconds: 3600 },
        progress("at_delivery", { driver: { name: "Cem D." } }),
        { type: "delivered", proof: { handed_to: "neighbour", photos: 2, note: "Left with No. 4" } },
      ],
    });
    const told = (await eventsOf(id)).map(({ type, data }) =>
      type === "tracking.substatus_changed" ? data.substatus : type.replace(/^\w+\./, ""),
    );
    expect(told).toEqual([
      ...["created", "quoted", "assigned", "confirmed", "en_route_to_pickup", "at_pickup", "in_transit"],
      ...["scanned", "en_route_to_delivery", "eta_changed", "approaching", "at_delivery"],
      ...["attempt_failed", "updated", "delivered"],
    ]);
    const tracking = await get(`/tracking/${id}`);
    expect(tracking.driver.name).toBe("Cem D.");
    expect(tracking.proof_of_delivery).toMatchObject({
      handed_to: "neighbour",
      photos: [{}, {}],
      note: "Left with No. 4",
    });
    const { data } = await get(`/shipments/${id}/events?limit=100`);
    const updated = data.find(({ type }: Body) => type === "shipment.updated");
    expect(updated).toBeDefined();
  });

  test("late, doubled and shuffled ones tell what a bad carrier does", async () => {
    const id = await live({
      steps: [
        progress("picked_up", { after_seconds: 60 }),
        progress("at_pickup", { late_seconds: 30, times: 3 }),
        { type: "scan", message: "Seen.", times: 2 },
        { type: "delivered", after_seconds: 10, times: 2 },
        progress("at_delivery", { after_seconds: 5, late_seconds: 8 }),
        { type: "scan", message: "Seen after the end.", after_seconds: 5 },
      ],
    });
    const shipment = await shipmentOf(id);
    expect(shipment.status).toBe("delivered");
    const entries = (await entriesOf(id)).slice(3);
    expect(entries.map(({ status, code, message }) => [status, code, message])).toEqual([
      ["in_transit", null, "The goods were picked up."],
      ["in_transit", "late_report", "A late report of at_pickup had no effect."],
      ["in_transit", "scanned", "Seen."],
      ["in_transit", "scanned", "Seen."],
      ["delivered", null, "The goods were delivered."],
      ["delivered", "late_report", "A late report of at_delivery had no effect."],
      ["delivered", "late_report", "A late report of scan had no effect."],
    ]);
  });
});

describe("what cannot apply", () => {
  const proof = (change: Step) => ({ type: "delivered", proof: change });

  test("is refused in its place, the timeline says why, and the script goes on", async () => {
    const id = await live(
      {
        steps: [
          progress("at_delivery"),
          { type: "cancelled" },
          proof({ signature: false }),
          proof({ pin: "wrong" }),
          proof({ age_verified: false, photos: 0 }),
          { type: "delivered" },
          { type: "returned" },
        ],
      },
      {
        delivery: {
          ...(shipmentBody().delivery as Step),
          requirements: { signature: true, photo: true, pin: true, min_age: 18 },
        },
      },
    );
    const refused = (await entriesOf(id)).filter(({ code }) => code === "step_refused");
    expect(refused.map(({ message, source }) => [source, message])).toEqual([
      [
        "simulator",
        expect.stringMatching(
          /^Waybill refused step 1 of the script \(cancelled\): cancellation_not_pending\. /,
        ),
      ],
      ["simulator", "Waybill refused step 2 of the script (delivered): proof_required. Send a signature."],
      [
        "simulator",
        expect.stringMatching(/^Waybill refused step 3 of the script \(delivered\): pin_wrong\. /),
      ],
      [
        "simulator",
        "Waybill refused step 4 of the script (delivered): proof_required. Send a photo and a check of the recipient's age.",
      ],
    ]);
    const { proof_of_delivery, entries } = await get(`/tracking/${id}`);
    expect(proof_of_delivery.pin).toEqual({ verified: true, attempts: 2 });
    expect(entries.at(-1)).toMatchObject({ status: "delivered", code: "late_report" });
    const token = (await shipmentOf(id)).tracking_url.split("/").at(-1);
    const page = await server.client().get(`/api/v1/track/${token}`);
    expect(page.status).toBe(200);
    expect(JSON.stringify(page.body)).not.toContain("script");
  });

  test("five wrong PINs lock the delivery; goods are left at the door with a photo only", async () => {
    const withPin = { ...(shipmentBody().delivery as Step), requirements: { pin: true } };
    const locked = await live(
      {
        steps: [
          { ...proof({ pin: "wrong" }), times: 5 },
          { type: "delivered" },
          { type: "undeliverable", reason_code: "verification_failed" },
          { type: "ride", leg: "return", lasting_seconds: 4 },
          { type: "returned", after_seconds: 4 },
        ],
      },
      { delivery: withPin },
    );
    expect((await shipmentOf(locked)).status).toBe("returned");
    expect((await entriesOf(locked)).filter(({ code }) => code === "step_refused").at(-1)?.message).toContain(
      "pin_locked",
    );
    const failure = { type: "undeliverable", reason_code: "recipient_unavailable" };
    const left = await live(
      { steps: [{ ...failure, photo: false }, failure, { type: "returned" }] },
      { if_undeliverable: "leave_at_door" },
    );
    expect(await shipmentOf(left)).toMatchObject({ status: "delivered" });
    expect(await codesOf(left)).toEqual(["step_refused"]);
  });

  test("goods that were given up are handed over after all, on their way back or instead of being discarded", async () => {
    const steps = [
      progress("picked_up"),
      { type: "undeliverable", reason_code: "recipient_unavailable" },
      { ...proof({ recipient_name: "Mira" }), after_seconds: 20 },
    ];
    for (const if_undeliverable of ["return", "discard"]) {
      const id = await live({ steps }, { if_undeliverable });
      expect(await shipmentOf(id)).toMatchObject({ status: "delivered", failure: null });
    }
  });

  test("by hand: the response tells what was refused, and what comes after the end is made with it", async () => {
    const { shipment } = await createQuoted(sandbox, {
      simulation: {
        speed: "manual",
        script: {
          steps: [
            progress("picked_up"),
            { type: "scan", message: "Seen." },
            proof({ pin: "none", photos: 0 }),
            proof({ photos: 1 }),
            progress("at_pickup"),
          ],
        },
      },
      delivery: { ...(shipmentBody().delivery as Step), requirements: { photo: true } },
    });
    await accept(shipment.id);
    const first = await advance(sandbox, shipment.id);
    expect(first.body).toMatchObject({ made: ["picked_up"], next: ["delivered"], without_effect: [] });
    const second = await advance(sandbox, shipment.id);
    expect(second.body).toMatchObject({ made: [], next: ["delivered"] });
    expect(second.body.without_effect).toEqual([
      { step: 2, type: "delivered", code: "proof_required", detail: "Send a photo." },
    ]);
    const third = await advance(sandbox, shipment.id);
    expect(third.body).toMatchObject({ made: ["delivered"], next: [] });
    expect(third.body.without_effect).toMatchObject([{ step: 4, type: "progress", code: "late_report" }]);
    expect(await codesOf(shipment.id)).toEqual(["scanned", "step_refused", "late_report"]);
    expect((await advance(sandbox, shipment.id)).status).toBe(409);
  });
});

describe("carriers", () => {
  test("only those that are named are asked, each answers as told", async () => {
    const { shipment, quotes } = await createQuoted(sandbox, {
      simulation: {
        script: {
          quotes: [
            { carrier: "city_van", price: { amount: 990, currency: "USD" }, expires_in_seconds: 90 },
            { carrier: "parcel_post", answer: "unavailable", code: "out_of_zone" },
            { carrier: "swift_bike", answer: "error" },
          ],
        },
      },
    });
    expect(quotes).toMatchObject([
      {
        carrier: { code: "city_van" },
        price: { amount: 990, currency: "USD" },
        price_breakdown: [{ code: "base", amount: 990 }],
      },
    ]);
    expect(Date.parse(quotes[0].expires_at) - Date.parse(quotes[0].created_at)).toBeLessThan(91_000);
    const { unavailable, status } = await get(`/shipments/${shipment.id}/quotes`);
    expect(status).toBe("complete");
    expect(unavailable.map(({ carrier, code }: Body) => [carrier.code, code]).sort()).toEqual([
      ["parcel_post", "out_of_zone"],
      ["swift_bike", "carrier_error"],
    ]);
    const one = await createQuoted(sandbox, {
      simulation: { script: { quotes: [{ carrier: "parcel_post" }] } },
    });
    expect(one.quotes.map(({ carrier }: Body) => carrier.code)).toEqual(["parcel_post"]);
    expect((await get(`/shipments/${one.shipment.id}/quotes`)).unavailable).toEqual([]);
  });

  test("the next one follows the next list of steps, the last list holds for the others", async () => {
    const drops = [progress("at_pickup"), { type: "withdrawn", reason_code: "vehicle_breakdown" }];
    const { shipment } = await createQuoted(sandbox, {
      simulation: {
        speed: "instant",
        script: {
          steps: [{ type: "withdrawn", rejected: true, reason_code: "parcel_mismatch" }],
          attempts: [
            [...drops, progress("picked_up")],
            [progress("picked_up"), { type: "delivered" }],
          ],
        },
      },
    });
    const reasons: unknown[] = [];
    for (const attempt of [1, 2, 3]) {
      await eventually("a quoted shipment", async () =>
        (await shipmentOf(shipment.id)).status === "quoted" ? true : undefined,
      );
      const { id } = await accept(shipment.id);
      await atRest(shipment.id);
      const ended = await get(`/shipments/${shipment.id}/assignments/${id}`);
      reasons.push([ended.attempt, ended.status, ended.release_reason]);
      expect(ended.attempt).toBe(attempt);
    }
    expect(reasons).toEqual([
      [1, "rejected", "parcel_mismatch"],
      [2, "cancelled", "vehicle_breakdown"],
      [3, "completed", null],
    ]);
    expect(await codesOf(shipment.id)).toContain("late_report");
  });
});

describe("a cancellation", () => {
  const cancel = (id: string) => sandbox.post(`${platform}/shipments/${id}/cancellation`);
  const steps = [progress("confirmed"), { type: "cancelled" }, progress("picked_up"), { type: "delivered" }];
  async function assigned(cancellation: Step) {
    const { shipment, quotes } = await createQuoted(sandbox, {
      simulation: { speed: "manual", script: { cancellation, steps } },
    });
    const assignment = await accept(shipment.id);
    await eventually(
      "a driver",
      async () => (await advance(sandbox, shipment.id)).status === 200 || undefined,
    );
    return { id: shipment.id as string, assignment, quotes };
  }

  test("is refused as the script says, and the carrier goes on", async () => {
    const { id } = await assigned({ answer: "refuse", reason_code: "weather", message: "Too late." });
    const refused = await cancel(id);
    expect([refused.status, refused.body.code, refused.body.reason_code, refused.body.detail]).toEqual([
      ...[409, "carrier_refused_cancellation", "weather", "Too late."],
    ]);
    expect((await eventsOf(id)).map(({ type }) => type)).toContain("shipment.cancellation_refused");
    const end = await advance(sandbox, id, "delivered");
    expect(end.body.shipment.status).toBe("delivered");
    expect(end.body.without_effect).toMatchObject([{ step: 1, code: "cancellation_not_pending" }]);
  });

  test("waits for the step that decides", async () => {
    const { id } = await assigned({ answer: "wait" });
    const asked = await cancel(id);
    expect(asked.status).toBe(202);
    expect(asked.body.cancellation_requested_at).not.toBeNull();
    const settled = await advance(sandbox, id);
    expect(settled.body).toMatchObject({ made: ["cancelled"], next: [], shipment: { status: "cancelled" } });
    expect((await entriesOf(id)).at(-1)).toMatchObject({ status: "cancelled", code: null });
  });

  test("is accepted for a fee", async () => {
    const { id, assignment } = await assigned({ answer: "accept", fee: { amount: 123, currency: "EUR" } });
    const cancelled = await cancel(id);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"]);
    const { data } = await get("/charges?limit=100");
    const kinds = data
      .filter(({ assignment_id }: Body) => assignment_id === assignment.id)
      .map(({ kind, amount }: Body) => [kind, amount.amount]);
    expect(kinds).toContainEqual(["cancellation", 123]);
    expect((await advance(sandbox, id)).status).toBe(409);
  });
});

describe("the whole script is checked at creation", () => {
  const step = (change: Step) => ({ steps: [progress("picked_up"), change] });
  const long = "x".repeat(500);
  const ride = { type: "ride", leg: "delivery", lasting_seconds: 1500 };
  const late = new Date(Date.now() + 3_600_000).toISOString();
  const later = new Date(Date.now() + 7_200_000).toISOString();

  test.each<[string, unknown, [pointer: string, code: string][]]>([
    ["an unknown member", { wishes: [] }, [["/wishes", "unknown_field"]]],
    ["an unknown type", step({ type: "teleport" }), [["/steps/1/type", "enum"]]],
    ["no object", { steps: [null] }, [["/steps/0", "type"]]],
    ["an unknown substatus", step(progress("awaiting_carrier")), [["/steps/1/substatus", "enum"]]],
    ["no reason", step({ type: "undeliverable" }), [["/steps/1/reason_code", "required"]]],
    [
      "a member of another type",
      step({ type: "returned", substatus: "at_pickup" }),
      [["/steps/1/substatus", "unknown_field"]],
    ],
    [
      "a step before its time",
      step({ type: "returned", after_seconds: -1 }),
      [["/steps/1/after_seconds", "minimum"]],
    ],
    [
      "two times",
      step({ type: "returned", after_seconds: 1, at: later }),
      [["/steps/1/at", "contradictory"]],
    ],
    [
      "a time in the past",
      step({ type: "returned", at: "2020-01-01T00:00:00Z" }),
      [["/steps/1/at", "minimum"]],
    ],
    [
      "times out of order",
      { steps: [progress("picked_up", { at: later }), { type: "returned", at: late }] },
      [["/steps/1/at", "minimum"]],
    ],
    ["a wrong proof", step({ type: "delivered", proof: { pin: "1234" } }), [["/steps/1/proof/pin", "enum"]]],
    ["text that is markup", step({ type: "scan", message: "<b>" }), [["/steps/1/message", "pattern"]]],
    ["too many positions", { attempts: [[], [ride, ride]] }, [["/attempts/1/1/lasting_seconds", "maximum"]]],
    [
      "too many reports",
      { steps: Array(41).fill({ type: "signal_lost", times: 10 }) },
      [["/steps/40/times", "maximum"]],
    ],
    ["a ride backwards", step({ ...ride, from: 0.7, to: 0.2 }), [["/steps/1/to", "minimum"]]],
    ["too many steps", { steps: Array(201).fill(progress("picked_up")) }, [["/steps", "max_items"]]],
    ["too many attempts", { attempts: Array(6).fill([]) }, [["/attempts", "max_items"]]],
    ["too many bytes", { steps: Array(80).fill({ type: "scan", message: long }) }, [["", "too_large"]]],
    ["an unknown carrier", { quotes: [{ carrier: "pigeon" }] }, [["/quotes/0/carrier", "enum"]]],
    [
      "a carrier twice",
      { quotes: [{ carrier: "city_van" }, { carrier: "city_van" }] },
      [["/quotes/1/carrier", "repeated"]],
    ],
    [
      "a price without an offer",
      { quotes: [{ carrier: "city_van", answer: "error", price: { amount: 1, currency: "EUR" } }] },
      [["/quotes/0/price", "contradictory"]],
    ],
    [
      "a fee for a refusal",
      { cancellation: { answer: "refuse", fee: { amount: 1, currency: "EUR" } } },
      [["/cancellation/fee", "contradictory"]],
    ],
    [
      "faults in two steps",
      { steps: [{ type: "returned", times: 11 }], attempts: [[{ type: "withdrawn", reason_code: "mood" }]] },
      [
        ["/steps/0/times", "maximum"],
        ["/attempts/0/0/reason_code", "enum"],
      ],
    ],
  ])("%s", async (_, script, expected) => {
    const body = shipmentBody({ simulation: { speed: 1, script } });
    for (const path of ["/shipments", "/estimates"]) {
      const answer = await sandbox.post(platform + path, body);
      expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
      expect(answer.body.errors.map(({ pointer, code }: Body) => [pointer, code])).toEqual(
        expected.map(([pointer, code]) => [`#/simulation/script${pointer}`, code]),
      );
    }
  });

  test("times at a speed that knows none, asked for or the server's own", async () => {
    const script = { steps: [progress("picked_up"), { type: "returned", at: later }] };
    const own = await startServer({ config: { simulationSpeed: "instant" } });
    const { sandbox: instant } = await own.account();
    const post = (client: Client, path: string, speed?: unknown) =>
      client.post(
        platform + path,
        shipmentBody({ simulation: { ...(speed !== undefined && { speed }), script } }),
      );
    for (const path of ["/shipments", "/estimates"]) {
      for (const [client, speed, told] of [
        [sandbox, "instant", "instant"],
        [sandbox, "manual", "manual"],
        [instant, undefined, "instant"],
      ] as const) {
        const { status, body } = await post(client, path, speed);
        const detail = `must be left out at the speed ${told}, which ignores times: set simulation.speed to a number`;
        const errors = [{ pointer: "#/simulation/script/steps/1/at", code: "contradictory", detail }];
        expect([status, body.errors]).toMatchObject([422, errors]);
      }
    }
    const { status } = await post(instant, "/shipments", 1);
    expect(status).toBe(201);
    await own.stop();
  });

  test("an outcome beside it, and a live key", async () => {
    const simulation = { outcome: "lost", script: {} };
    const both = await sandbox.post(`${platform}/shipments`, shipmentBody({ simulation }));
    expect(both.body.errors).toMatchObject([{ pointer: "#/simulation/outcome", code: "contradictory" }]);
    const words = await sandbox.post(
      `${platform}/shipments`,
      shipmentBody({ simulation: { script: "lost" } }),
    );
    expect(words.body.errors).toEqual([
      {
        pointer: "#/simulation/script",
        code: "type",
        detail: "must be an object. To use a named script, send its name as outcome.",
      },
    ]);
    const { live: liveClient } = await server.account();
    const refused = await Promise.all([
      liveClient.post(`${platform}/shipments`, shipmentBody({ simulation: { script: {} } })),
      liveClient.get(`${platform}/sandbox/scripts`),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([403, "sandbox_only"]),
    );
  });
});

test("a script is part of the request: the same key with another script is refused", async () => {
  const key = { "idempotency-key": crypto.randomUUID() };
  const body = (amount: number) =>
    shipmentBody({
      simulation: { script: { quotes: [{ carrier: "city_van", price: { amount, currency: "EUR" } }] } },
    });
  const first = await sandbox.post(`${platform}/shipments`, body(1), key);
  const again = await sandbox.post(`${platform}/shipments`, body(1), key);
  const other = await sandbox.post(`${platform}/shipments`, body(2), key);
  expect([first.status, again.body.id]).toEqual([201, first.body.id]);
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  const estimate = await sandbox.post(`${platform}/estimates`, body(3));
  expect(estimate.body.data.map(({ price }: Body) => price.amount)).toEqual([3]);
});

test("a redaction deletes the script, and the shipment never shows it", async () => {
  const id = await live({
    driver: { name: "Zora Q." },
    steps: [progress("confirmed"), { type: "delivered" }],
  });
  const rows = () =>
    JSON.stringify(
      server.deps.stores.platform("sandbox").db.all(sql`SELECT simulation FROM shipments WHERE id = ${id}`),
    );
  expect(rows()).toContain("Zora Q.");
  expect((await shipmentOf(id)).simulation).toEqual({ speed: "instant", seed: "s", outcome: "scripted" });
  expect((await sandbox.post(`${platform}/shipments/${id}/redaction`)).status).toBe(200);
  expect(rows()).not.toContain("Zora Q.");
  expect(rows()).toContain("scripted");
});

test("a long script takes several transactions, and all of it happens", async () => {
  const ride = { type: "ride", leg: "delivery", lasting_seconds: 900 };
  const id = await live({
    steps: [progress("picked_up"), ride, { type: "delivered", after_seconds: 900 }],
  });
  expect((await shipmentOf(id)).status).toBe("delivered");
  const count = server.deps.stores
    .platform("sandbox")
    .db.all<{ n: number }>(sql`SELECT count(*) AS n FROM positions WHERE shipment_id = ${id}`);
  expect(count).toEqual([{ n: 451 }]);
});

test("an advance over many steps takes several transactions, and after a stop the same request goes on", async () => {
  const steps = [
    progress("picked_up"),
    { type: "ride", leg: "delivery", lasting_seconds: 900 },
    { type: "delivered", after_seconds: 900 },
    progress("at_pickup"),
  ];
  const { shipment } = await createQuoted(sandbox, { simulation: { speed: "manual", script: { steps } } });
  const { id } = shipment;
  await accept(id);
  const store = server.deps.stores.platform("sandbox");
  const progressOf = () =>
    store.db.all<{ step: number }>(sql`SELECT step FROM simulations WHERE shipment_id = ${id}`)[0]?.step;
  await eventually("a driver", () => progressOf() === 0 || undefined);

  const { write } = store;
  const seen = new Set<number | undefined>();
  store.write = (change) => {
    seen.add(progressOf());
    if (progressOf() === 400) return Promise.reject(new AppError("shutting_down"));
    return write.call(store, change) as ReturnType<typeof change> as never;
  };
  const path = `${platform}/sandbox/shipments/${id}/advance`;
  const key = { "idempotency-key": "advance-in-parts" };
  const stopped = await sandbox.post(path, { to: "delivered" }, key);
  store.write = write;
  expect([stopped.status, [...seen]]).toEqual([503, [0, 200, 400]]);
  expect(await shipmentOf(id)).toMatchObject({ status: "in_transit", substatus: "picked_up" });

  const other = await sandbox.post(path, {}, key);
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  const again = await sandbox.post(path, { to: "delivered" }, key);
  expect(again.body).toMatchObject({
    shipment: { status: "delivered" },
    made: ["picked_up", "delivered"],
    next: [],
    without_effect: [{ step: 3, code: "late_report" }],
  });
  expect((await sandbox.post(path, { to: "delivered" }, key)).body).toEqual(again.body);
  const count = store.db.all(sql`SELECT count(*) AS n FROM positions WHERE shipment_id = ${id}`);
  expect(count).toEqual([{ n: 451 }]);
});

test("a shipment without steps is delivered; with none nobody moves it", async () => {
  expect((await shipmentOf(await live({}))).status).toBe("delivered");
  expect(await shipmentOf(await live({ steps: [] }))).toMatchObject({ substatus: "awaiting_carrier" });
});
