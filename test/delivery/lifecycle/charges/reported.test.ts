import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { addCarrier } from "../../../support/carrier-rows.ts";
import { platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";
import { type ReportWorld, startReportWorld, type Trip } from "../../../support/reports.ts";

/** What a carrier charges after the booking, or gives back: once for each of its ids, and never more than was agreed. */

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
  await agree(100);
  // The operator adds a quarter to the prices of this one.
  const margin = { percent: 25, amount: null };
  await addCarrier(world.server, "sandbox", null, { id: world.carriers.b, margin });
});
afterAll(() => world.server.stop());

type Body = Answer["body"];
const dayMs = 86_400_000;
const description = "Meyer let the rider wait for 20 minutes.";
const money = (amount: number, currency = "EUR") => ({ amount, currency });

const agree = async (percent: number) => {
  const answer = await world.account.session.patch(
    `${platform}/account`,
    { later_charges_percent: percent },
    { "x-environment": "sandbox" },
  );
  expect(answer.status).toBe(200);
};
const charge = (trip: Trip, change: object = {}) => ({
  id: "waiting-1",
  assignment_id: trip.assignmentId,
  at: new Date(world.clock.now()).toISOString(),
  type: "charge",
  kind: "waiting",
  amount: money(250),
  description,
  ...change,
});
const step = (trip: Trip, type: string, change: object = {}) => ({
  id: type,
  assignment_id: trip.assignmentId,
  at: new Date(world.clock.now()).toISOString(),
  type,
  ...change,
});
const chargesOf = async ({ id }: Trip): Promise<Body[]> =>
  (await world.account.sandbox.get(`${platform}/charges?shipment_id=${id}&sort=oldest&limit=100`)).body.data;
const amountsOf = async (trip: Trip) =>
  (await chargesOf(trip)).map(({ kind, amount }) => [kind, amount.amount]);
const codesOf = (results: { result: string; problem: { code: string } | null }[]) =>
  results.map(({ result, problem }) => problem?.code ?? result);
const run = (statement: ReturnType<typeof sql>) =>
  world.server.deps.stores.platform("sandbox").db.run(statement);

describe("a carrier", () => {
  test("charges waiting and the way back, and gives back, and the account hears of each", async () => {
    const trip = await world.accept();
    const sent = [
      charge(trip),
      charge(trip, { id: "back", kind: "other", amount: money(300) }),
      charge(trip, { id: "refund", kind: "discount", amount: money(500), description: "Sorry." }),
    ];
    expect(codesOf(await world.send(sent))).toEqual(["applied", "applied", "applied"]);
    const all = await chargesOf(trip);
    expect(all.map(({ kind, amount, reason }) => [kind, amount.amount, reason])).toEqual([
      ["delivery", 1000, null],
      ["waiting", 250, description],
      ["other", 300, description],
      ["discount", -500, "Sorry."],
    ]);
    expect(all[1]).toMatchObject({
      assignment_id: trip.assignmentId,
      carrier_id: trip.carrierId,
      billed_by: "installation",
      reverses: null,
    });
    const { body } = await world.account.sandbox.get(`${platform}/events?type=charge.created&limit=100`);
    const told = body.data.map(({ data }: Body) => data.charge);
    for (const { shipment: _, ...each } of all) expect(told).toContainEqual({ ...each, reason: null });
    // Money is no step of the trip: neither the timeline nor the shipment changes.
    expect((await world.eventsOf(trip)).map(({ type }) => type)).not.toContain("charge.created");
    expect(JSON.stringify(await world.trackingOf(trip))).not.toContain("Meyer");
  });

  test("charges once for each id, and another carrier charges nothing", async () => {
    const trip = await world.accept();
    const sent = charge(trip);
    expect(codesOf(await world.send([sent, sent]))).toEqual(["applied", "duplicate"]);
    expect(codesOf(await world.send([sent]))).toEqual(["duplicate"]);
    const others = [
      charge(trip, { amount: money(251) }),
      charge(trip, { kind: "attempt" }),
      charge(trip, { kind: "discount" }),
    ];
    expect(codesOf(await world.send(others))).toEqual(Array(3).fill("report_id_reused"));
    const [foreign] = await world.send([charge(trip, { id: "b" })], world.carriers.b);
    expect(foreign?.problem).toMatchObject({ code: "assignment_not_found" });
    expect(await amountsOf(trip)).toEqual([
      ["delivery", 1000],
      ["waiting", 250],
    ]);
  });

  test("uses an id once, whether it charges or moves", async () => {
    const trip = await world.accept();
    const scan = { message: "Sorted.", location: null };
    expect(codesOf(await world.send([charge(trip), step(trip, "scan", scan)]))).toEqual([
      "applied",
      "applied",
    ]);
    const reused = [
      step(trip, "scan", { ...scan, id: "waiting-1" }),
      step(trip, "delivered", { proof: {}, id: "waiting-1" }),
      charge(trip, { description: "Another reason." }),
      charge(trip, { id: "scan" }),
    ];
    expect(codesOf(await world.send(reused))).toEqual(Array(4).fill("report_id_reused"));
    expect((await world.shipmentOf(trip)).status).toBe("assigned");
    expect(await amountsOf(trip)).toEqual([
      ["delivery", 1000],
      ["waiting", 250],
    ]);
  });

  test("is refused what is no charge, each report alone", async () => {
    const trip = await world.accept();
    const faults: [change: object, pointer: string][] = [
      [{ amount: money(0) }, "/amount/amount"],
      [{ amount: money(-1) }, "/amount/amount"],
      [{ amount: money(1.5) }, "/amount/amount"],
      [{ amount: money(1e12 + 1) }, "/amount/amount"],
      [{ amount: money(1, "USD") }, "/amount/currency"],
      [{ kind: "discount", amount: money(1001) }, "/amount/amount"],
      [{ kind: "delivery" }, "/kind"],
      [{ kind: "adjustment" }, "/kind"],
      [{ kind: "cancellation" }, "/kind"],
      [{ kind: "return" }, "/kind"],
      [{ description: "" }, "/description"],
      [{ description: undefined }, "/description"],
      [{ at: new Date(world.clock.now() + dayMs).toISOString() }, "/at"],
      [{ tip: 1 }, "/tip"],
    ];
    const sent = faults.map(([change], index) => charge(trip, { id: `f-${index}`, ...change }));
    const results = await world.send([...sent, charge(trip)]);
    expect(results.map(({ problem }) => problem?.errors?.[0]?.pointer ?? null)).toEqual([
      ...faults.map(([, pointer], index) => `#/${index}${pointer}`),
      null,
    ]);
    expect(await amountsOf(trip)).toEqual([
      ["delivery", 1000],
      ["waiting", 250],
    ]);
  });

  test("charges after the end for 60 days, and after an erasure without words", async () => {
    const trip = await world.accept();
    await world.send([step(trip, "delivered", { proof: {} })]);
    expect(codesOf(await world.send([charge(trip)]))).toEqual(["applied"]);
    const erased = await world.account.sandbox.post(`${platform}/shipments/${trip.id}/redaction`);
    expect(erased.status).toBeLessThan(300);
    // What is kept of reports is deleted; the charge still knows whose report it was.
    const results = await world.send([charge(trip), charge(trip, { id: "waiting-2", amount: money(90) })]);
    expect(codesOf(results)).toEqual(["duplicate", "applied"]);
    expect((await chargesOf(trip)).map(({ amount, reason }) => [amount.amount, reason])).toEqual([
      [1000, null],
      [250, null],
      [90, null],
    ]);
    const ended = world.clock.now() - 61 * dayMs;
    run(
      sql`UPDATE assignments SET ended_at = ${ended}, assigned_at = ${ended} WHERE id = ${trip.assignmentId}`,
    );
    const late = await world.send([charge(trip, { id: "waiting-3" }), charge(trip)]);
    expect(codesOf(late)).toEqual(["charge_too_late", "duplicate"]);
    expect((await chargesOf(trip)).length).toBe(3);
  });

  test("charges nothing for a job that was taken back, but can give a fee back", async () => {
    const trip = await world.accept();
    await world.send([charge(trip, { id: "discount", kind: "discount", amount: money(100) })]);
    const { status } = await world.account.sandbox.post(`${platform}/shipments/${trip.id}/cancellation`, {});
    expect(status).toBe(200);
    const [more, less] = await world.send([
      charge(trip),
      charge(trip, { id: "d-2", kind: "discount", amount: money(1) }),
    ]);
    expect([more?.problem?.code, less?.problem?.errors?.[0]?.pointer]).toEqual([
      "assignment_ended",
      "#/1/amount/amount",
    ]);
    expect((await amountsOf(trip)).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0);
  });

  test("of the installation takes no more than the account agreed to, and learns no price", async () => {
    const trip = await world.accept({}, { carrier: world.carriers.b });
    await agree(10);
    const [within, beyond] = await world.send(
      [charge(trip, { amount: money(80) }), charge(trip, { id: "w-2", amount: money(21) })],
      world.carriers.b,
    );
    await agree(100);
    expect([within?.result, beyond?.problem?.code]).toEqual(["applied", "charge_unagreed"]);
    expect(beyond?.problem).toMatchObject({ later_charges_percent: 10 });
    // The account pays the same share: 100 of its 1250, as 80 of the carrier's 1000.
    expect(await amountsOf(trip)).toEqual([
      ["delivery", 1250],
      ["waiting", 100],
    ]);
    const [tooMuch, all] = await world.send(
      [
        charge(trip, { id: "d-1", kind: "discount", amount: money(1081) }),
        charge(trip, { id: "d-2", kind: "discount", amount: money(1080) }),
      ],
      world.carriers.b,
    );
    expect(tooMuch?.problem?.errors).toMatchObject([{ detail: expect.stringContaining("at most 1080") }]);
    expect(all?.result).toBe("applied");
    expect((await amountsOf(trip)).at(-1)).toEqual(["discount", -1350]);
    for (const each of [beyond, tooMuch]) {
      const { detail, errors } = each?.problem ?? {};
      expect(JSON.stringify([detail, errors])).not.toMatch(/1250|1350|125|25 /);
    }
  });

  test("reads its own charges where it reads the assignment, as it reported them", async () => {
    const trip = await world.accept({}, { carrier: world.carriers.b });
    const path = `/api/v1/carrier/assignments/${trip.assignmentId}`;
    const read = async () => (await world.clients.b.get(path)).body;
    expect((await read()).charges).toEqual([]);
    const sent = [
      charge(trip, { amount: money(80) }),
      charge(trip, { id: "d-1", kind: "discount", amount: money(30), description: "Sorry." }),
    ];
    await world.send([...sent, ...sent, charge(trip, { id: "none", amount: money(1e9) })], world.carriers.b);
    const stored = (await chargesOf(trip)).slice(1);
    // The account pays 100 and gets back 38: of both the carrier reads what it takes.
    expect(stored.map(({ amount }) => amount.amount)).toEqual([100, -38]);
    const { charges, price } = await read();
    expect(price).toEqual(money(1000));
    expect(charges).toEqual(
      sent.map(({ id, kind, amount, description: told }, index) => ({
        id: stored[index].id,
        report_id: id,
        kind,
        amount,
        description: told,
        created_at: stored[index].created_at,
      })),
    );
    const { body } = await world.clients.b.get("/api/v1/carrier/assignments?limit=1");
    expect(body.data[0].charges).toEqual(charges);
    expect((await world.clients.a.get(path)).status).toBe(404);
    // A cancellation takes a discount back from the account; that is no report.
    expect(
      (await world.account.sandbox.post(`${platform}/shipments/${trip.id}/cancellation`, {})).status,
    ).toBe(200);
    expect((await read()).charges).toEqual(charges);
    expect(
      (await world.account.sandbox.post(`${platform}/shipments/${trip.id}/redaction`)).status,
    ).toBeLessThan(300);
    const erased = { report_id: null, description: null };
    expect((await read()).charges).toEqual(charges.map((each: Body) => ({ ...each, ...erased })));
    expect(codesOf(await world.send(sent, world.carriers.b))).toEqual(["duplicate", "duplicate"]);
  });

  test("of the installation gives back the same share that it charges, rounded alike", async () => {
    const trip = await world.accept({}, { carrier: world.carriers.b });
    for (const amount of [100, 2, 1]) {
      const sent = [
        charge(trip, { id: `w-${amount}`, amount: money(amount) }),
        charge(trip, { id: `d-${amount}`, kind: "discount", amount: money(amount) }),
      ];
      expect(codesOf(await world.send(sent, world.carriers.b))).toEqual(["applied", "applied"]);
    }
    expect((await amountsOf(trip)).map(([, amount]) => amount)).toEqual([1250, 125, -125, 3, -3, 1, -1]);
  });

  test("takes at most a hundred charges of one job", async () => {
    const trip = await world.accept();
    const many = Array.from({ length: 101 }, (_, index) =>
      charge(trip, { id: `c-${index}`, amount: money(1) }),
    );
    const results = await world.send(many);
    expect(codesOf(results).slice(98)).toEqual(["applied", "applied", "limit_reached"]);
    expect((await chargesOf(trip)).filter(({ kind }) => kind === "waiting").length).toBe(99);
  });
});

test("whatever a carrier reports, a job costs neither less than nothing nor more than was agreed", async () => {
  const kind = fc.constantFrom("waiting", "attempt", "discount", "other");
  const report = fc.record({ id: fc.nat(8), kind, amount: fc.nat(900) });
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 12 }), async (sent) => {
      const trip = await world.accept({}, { carrier: world.carriers.b });
      const batch = sent.map(({ id, kind: of, amount }) =>
        charge(trip, { id: `c-${id}`, kind: of, amount: money(amount) }),
      );
      const results = await world.send(batch, world.carriers.b);
      const applied = batch.filter((_, index) => results[index]?.result === "applied");
      const amounts = (await amountsOf(trip)).map(([, amount]) => Number(amount));
      const sum = amounts.reduce((total, amount) => total + amount, 0);
      expect(sum).toBeGreaterThanOrEqual(0);
      expect(sum).toBeLessThanOrEqual(2500);
      expect(amounts.length).toBe(1 + applied.length);
      if (applied.length === 0) return;
      expect(new Set(codesOf(await world.send(applied, world.carriers.b)))).toEqual(new Set(["duplicate"]));
      expect((await chargesOf(trip)).length).toBe(amounts.length);
    }),
    { numRuns: 25 },
  );
});
