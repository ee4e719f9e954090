import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../../src/infra/deps.ts";
import { kreuzberg, platform } from "../../../support/fixtures.ts";
import { type ReportWorld, startReportWorld, type Trip } from "../../../support/reports.ts";
import { watchStatements } from "../../../support/statements.ts";

/** Reports with results: each is judged on its own, and applied by its own time. */

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
});
afterAll(() => world.server.stop());

let count = 0;
/** A report of a trip, `second` seconds from now. */
function report(
  trip: Trip,
  type: string,
  second: number,
  members: Record<string, unknown> = {},
  now = world.clock.now(),
) {
  count += 1;
  const at = new Date(now + second * 1000).toISOString();
  return { id: `r-${count}`, assignment_id: trip.assignmentId, at, type, ...members };
}
const progress = (trip: Trip, substatus: string, second: number) =>
  report(trip, "progress", second, { substatus });
const position = (trip: Trip, second: number, latitude = 52.5) =>
  report(trip, "position", second, { latitude, longitude: 13.4 });

const resultsOf = async (reports: unknown[], carrier?: string) =>
  (await world.send(reports, carrier)).map(({ result, problem }) => problem?.code ?? result);

const requiring = (requirements: Record<string, unknown>) => ({
  delivery: { contact: { name: "Alex Example" }, address: kreuzberg, requirements },
});

test("one request tells a whole life, in any order; results stand in the order sent", async () => {
  const trip = await world.accept();
  const sent = [
    report(trip, "delivered", 60, { proof: { recipient_name: "Alex E.", handed_to: "reception" } }),
    progress(trip, "at_pickup", 20),
    report(trip, "progress", 10, {
      substatus: "confirmed",
      driver: { name: "Kim", phone: "+4930123456", vehicle: { type: "van", plate: "B-X 1" } },
    }),
    position(trip, 35),
    report(trip, "attempt_failed", 40, { reason_code: "recipient_unavailable" }),
    report(trip, "scan", 15, {
      message: "Sorted at the depot.",
      location: { latitude: 52.5, longitude: 13.4 },
    }),
    progress(trip, "picked_up", 30),
    report(trip, "estimate", 31, {
      estimated_delivery_at: new Date(world.clock.now() + 3_600_000).toISOString(),
    }),
    report(trip, "signal_lost", 36),
  ];
  const results = await world.send(sent);
  expect(results).toEqual(sent.map(({ id }) => ({ id, result: "applied", problem: null })));
  const { entries, driver, proof_of_delivery, eta } = await world.trackingOf(trip);
  const told = entries
    .slice(3)
    .map((entry: { substatus: string; code: string; status: string }) =>
      [entry.substatus ?? entry.status, entry.code].filter(Boolean).join(" "),
    );
  expect(told).toEqual([
    "confirmed",
    "confirmed scanned",
    "at_pickup",
    "picked_up",
    "picked_up recipient_unavailable",
    "delivered",
  ]);
  expect(driver).toMatchObject({ name: "Kim", vehicle: { type: "van" } });
  expect(proof_of_delivery).toMatchObject({ recipient_name: "Alex E.", missing: [] });
  expect(eta.source).toBe("carrier");
  const types = (await world.eventsOf(trip)).map(({ type }) => type);
  expect(types).toContain("tracking.scanned");
  expect(types).toContain("tracking.attempt_failed");
});

test("a report is read as a request is: empty texts are none, and a driver's number is stored as E.164", async () => {
  const trip = await world.accept();
  const driver = { name: "Kim", phone: "0049 (30) 12 34-56", vehicle: { type: "van", plate: "" } };
  const sent = [
    report(trip, "progress", 10, { substatus: "confirmed", driver }),
    progress(trip, "picked_up", 20),
    report(trip, "delivered", 30, { proof: { recipient_name: "", note: "", handed_to: "" } }),
    report(trip, "progress", 40, { substatus: "confirmed", driver: { ...driver, phone: "030 123456" } }),
  ];
  const results = await world.send(sent);
  expect(results.map(({ result }) => result)).toEqual(["applied", "applied", "applied", "refused"]);
  expect<unknown>(results[3]?.problem?.errors).toEqual([
    {
      pointer: "#/3/driver/phone",
      code: "format",
      detail: "must include the country code, such as +4930123456",
    },
  ]);
  const told = await world.trackingOf(trip);
  expect(told.driver).toMatchObject({ phone: "+4930123456", vehicle: { plate: null } });
  expect(told.proof_of_delivery).toMatchObject({ recipient_name: null, note: null });
  // Sent again, it is the same report.
  expect((await world.send(sent.slice(0, 1))).map(({ result }) => result)).toEqual(["duplicate"]);
});

test("a carrier that knows only days changes the expected day, and a failed attempt names the next", async () => {
  const trip = await world.accept();
  const days = [1, 2, 3].map((ahead) =>
    new Date(world.clock.now() + ahead * 86_400_000).toISOString().slice(0, 10),
  );
  const etaOf = async () => (await world.trackingOf(trip)).eta;
  const estimate = (second: number, members: Record<string, unknown>) =>
    report(trip, "estimate", second, members);
  await world.send([estimate(5, { estimated_delivery_date: days[0] })]);
  expect(await etaOf()).toMatchObject({ delivery: null, delivery_date: days[0], source: "carrier" });
  const again = [estimate(6, { estimated_delivery_date: days[0] }), progress(trip, "picked_up", 7)];
  await world.send([...again, estimate(8, { estimated_delivery_date: days[1] })]);
  const attempt = {
    reason_code: "recipient_unavailable",
    next_attempt_date: days[2],
  };
  await world.send([report(trip, "attempt_failed", 9, attempt)]);
  expect(await etaOf()).toMatchObject({ delivery: null, delivery_date: days[2] });
  expect(await resultsOf([estimate(10, { estimated_delivery_date: "2026-02-30" })])).toEqual([
    "validation_failed",
  ]);
  const noon = `${days[2]}T12:00:00.000Z`;
  await world.send([estimate(11, { estimated_delivery_at: noon, estimated_delivery_date: days[1] })]);
  expect(await etaOf()).toMatchObject({ delivery: noon, delivery_date: null });

  const events = await world.eventsOf(trip);
  const told = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
  expect(told("tracking.eta_changed")).toMatchObject(
    [
      ...days.map((day) => ({ delivery: null, delivery_date: day })),
      { delivery: noon, delivery_date: null },
    ].map((eta) => ({ eta })),
  );
  expect(told("tracking.attempt_failed")).toMatchObject([
    { next_attempt_at: null, next_attempt_date: days[2] },
  ]);
  await world.send([report(trip, "delivered", 60, { proof: {} })]);
  expect(await etaOf()).toMatchObject({ delivery: expect.any(String), delivery_date: null });
});

test("goods held by customs need the sender until the carrier sees them again, in any order", async () => {
  const held = { message: "Held by customs.", reason_code: "customs_hold" };
  const trips = [await world.accept(), await world.accept(), await world.accept()] as const;
  const setbackOf = async (trip: Trip) => (await world.trackingOf(trip)).setback;
  for (const trip of trips) await world.send([progress(trip, "picked_up", 1), report(trip, "scan", 2, held)]);
  const [scanned, stepped, missed] = trips;
  expect(await setbackOf(scanned)).toMatchObject({ kind: "held", reason_code: "customs_hold" });
  const { entries } = await world.trackingOf(scanned);
  expect(entries.at(-1)).toMatchObject({ code: "customs_hold", message: "Held by customs." });
  const [scan] = (await world.eventsOf(scanned)).filter(({ type }) => type === "tracking.scanned");
  expect(scan?.data).toMatchObject({ reason_code: "customs_hold" });

  await world.send([report(scanned, "scan", 4, { message: "Left customs." })]);
  expect(await setbackOf(scanned)).toBeNull();
  // What happened before is no news.
  await world.send([report(scanned, "scan", 3, held)]);
  expect(await setbackOf(scanned)).toBeNull();
  await world.send([progress(stepped, "en_route_to_delivery", 4)]);
  expect(await setbackOf(stepped)).toBeNull();

  const attempt = { reason_code: "recipient_unavailable" };
  await world.send([
    progress(missed, "en_route_to_delivery", 4),
    report(missed, "attempt_failed", 5, attempt),
  ]);
  await world.send([report(missed, "scan", 6, { message: "Back at the depot." })]);
  expect(await setbackOf(missed)).toMatchObject({ kind: "attempt_failed", ...attempt });
  // The next day it is out for delivery again.
  expect(await resultsOf([progress(missed, "en_route_to_delivery", 7)])).toEqual(["late"]);
  expect(await setbackOf(missed)).toBeNull();
});

describe("a report that comes again", () => {
  test("is a duplicate, whatever the order of its members, and adds nothing; with other content it is refused", async () => {
    const trip = await world.accept();
    const first = report(trip, "scan", 5, { message: "Seen." });
    expect(await resultsOf([first, first])).toEqual(["applied", "duplicate"]);
    const before = [await world.shipmentOf(trip), await world.trackingOf(trip), await world.eventsOf(trip)];
    const turned = Object.fromEntries(Object.entries(first).toReversed());
    expect(await resultsOf([turned])).toEqual(["duplicate"]);
    expect(await resultsOf([{ ...first, message: "Something else." }])).toEqual(["report_id_reused"]);
    // Years late, it is still the same report.
    world.clock.advance(3 * 365 * 86_400);
    expect(await resultsOf([first])).toEqual(["duplicate"]);
    world.clock.advance(-3 * 365 * 86_400);
    expect([await world.shipmentOf(trip), await world.trackingOf(trip), await world.eventsOf(trip)]).toEqual(
      before,
    );
    // The id belongs to the assignment.
    const other = await world.accept();
    expect(await resultsOf([{ ...first, assignment_id: other.assignmentId }])).toEqual(["applied"]);
  });

  test("after a refusal is judged anew, with the same content or another", async () => {
    const trip = await world.accept(requiring({ signature: true }));
    const early = report(trip, "delivered", 5);
    expect(await resultsOf([early])).toEqual(["proof_required"]);
    expect(await resultsOf([early])).toEqual(["proof_required"]);
    const ahead = progress(trip, "picked_up", 301);
    expect(await resultsOf([ahead])).toEqual(["validation_failed"]);
    world.clock.advance(1);
    expect(await resultsOf([ahead])).toEqual(["applied"]);
  });
});

test("a refused report refuses no other", async () => {
  const trip = await world.accept();
  const foreign = await world.accept({}, { carrier: world.carriers.b });
  const other = await world.server.account();
  const others = await world.accept({}, { client: other.sandbox });
  const before = [await world.shipmentOf(foreign), await world.trackingOf(foreign)];
  const results = await world.send([
    null,
    { ...progress(trip, "at_pickup", 1), type: "flown" },
    { ...progress(trip, "at_pickup", 1), unknown: 1 },
    { ...progress(trip, "at_pickup", 1), at: "yesterday" },
    { ...report(trip, "scan", 1), message: "half a \ud800 pair" },
    { ...report(trip, "scan", 1), message: "<b>Seen</b>" },
    { ...progress(trip, "at_pickup", 1), id: "x".repeat(65) },
    progress(trip, "at_pickup", 301),
    progress(trip, "at_pickup", -301),
    progress(foreign, "at_pickup", 1),
    progress({ ...trip, assignmentId: "asg_00000000000000000000000000" }, "at_pickup", 1),
    progress({ ...trip, assignmentId: "' OR 1=1" }, "at_pickup", 1),
    report(trip, "delivered", 1, { proof: { image_ids: ["img_none"] } }),
    progress(trip, "at_pickup", 2),
    progress(others, "at_pickup", 2),
  ]);
  expect(results.map(({ result, problem }) => problem?.code ?? result)).toEqual([
    ...Array(9).fill("validation_failed"),
    ...Array(3).fill("assignment_not_found"),
    "image_unknown",
    "applied",
    "applied",
  ]);
  const pointers = results.slice(0, 9).map(({ problem }) => problem?.errors?.[0]?.pointer);
  expect(pointers).toEqual([
    "#/0",
    "#/1/type",
    "#/2/unknown",
    "#/3/at",
    "#/4/message",
    "#/5/message",
    "#/6/id",
    "#/7/at",
    "#/8/at",
  ]);
  expect(results[6]?.id).toBeNull();
  expect([await world.shipmentOf(foreign), await world.trackingOf(foreign)]).toEqual(before);
});

describe("a required PIN", () => {
  const pinOf = async ({ id }: Trip) =>
    (await world.account.sandbox.get(`${platform}/shipments/${id}/pin`)).body.pin as string;
  const withPin = (trip: Trip, second: number, pin?: string) =>
    report(trip, "delivered", second, { proof: pin === undefined ? {} : { pin } });

  test("wrong: refused, and counted once however often the report comes", async () => {
    const trip = await world.accept(requiring({ pin: true }));
    const wrong = withPin(trip, 1, "no");
    expect(await resultsOf(Array(8).fill(wrong))).toEqual(Array(8).fill("pin_wrong"));
    expect(await resultsOf([withPin(trip, 1)])).toEqual(["proof_required"]);
    // The same id with another PIN is another try.
    for (const pin of ["n2", "n3", "n4"]) {
      expect(await resultsOf([{ ...wrong, proof: { pin } }])).toEqual(["pin_wrong"]);
    }
    expect((await world.shipmentOf(trip)).status).toBe("assigned");
    expect(await resultsOf([withPin(trip, 2, await pinOf(trip))])).toEqual(["applied"]);
    expect((await world.trackingOf(trip)).proof_of_delivery.pin).toEqual({ verified: true, attempts: 5 });
  });

  test("in other digits, or with blanks between them: verified", async () => {
    const written = [
      (pin: string) => pin.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))),
      (pin: string) => ` ${pin.slice(0, 2)} ${pin.slice(2)}`,
    ];
    for (const write of written) {
      const trip = await world.accept(requiring({ pin: true }));
      expect(await resultsOf([withPin(trip, 1, write(await pinOf(trip)))])).toEqual(["applied"]);
      expect((await world.trackingOf(trip)).proof_of_delivery.pin).toEqual({ verified: true, attempts: 1 });
    }
  });

  test("five times wrong: locked, and only a failed verification is left", async () => {
    const trip = await world.accept(requiring({ pin: true }));
    const tries = ["a", "b", "c", "d", "e", "f"].map((pin, second) => withPin(trip, second, pin));
    const expected = [...Array(5).fill("pin_wrong"), "pin_locked"];
    expect(await resultsOf(tries)).toEqual(expected);
    expect(await resultsOf(tries.slice(5))).toEqual(["pin_locked"]);
    expect(await resultsOf([withPin(trip, 9, await pinOf(trip))])).toEqual(["pin_locked"]);
    // A new carrier gets no new tries.
    const { body: quotes } = await world.account.sandbox.delete(
      `${platform}/shipments/${trip.id}/assignments/${trip.assignmentId}`,
    );
    expect(quotes.status).toBe("released");
    const again = await world.account.sandbox.post(`${platform}/shipments/${trip.id}/assignments`, {
      strategy: "cheapest",
    });
    const second = { ...trip, assignmentId: again.body.id };
    const carrier = again.body.carrier.id;
    expect(await resultsOf([withPin(second, 10, await pinOf(trip))], carrier)).toEqual(["pin_locked"]);
    const failed = report(second, "undeliverable", 11, { reason_code: "verification_failed" });
    expect(await resultsOf([failed], carrier)).toEqual(["applied"]);
    expect((await world.shipmentOf(trip)).status).toBe("returning");
  });
});

test("500 positions in one request; a repetition is found", async () => {
  const trip = await world.accept();
  const many = Array.from({ length: 500 }, (_, second) => position(trip, -second / 2, 52 + second / 10_000));
  expect(await resultsOf(many)).toEqual(Array(500).fill("applied"));
  expect(await resultsOf(many)).toEqual(Array(500).fill("duplicate"));
  const { position: last } = await world.trackingOf(trip);
  expect(last.latitude).toBe(52);
  const { db } = world.server.deps.stores.platform("sandbox");
  const rows = db.get<{ n: number }>(sql`SELECT count(*) AS n FROM positions WHERE shipment_id = ${trip.id}`);
  expect(rows?.n).toBe(500);
});

describe("a cancellation that the carrier answers later", () => {
  const cancel = ({ id }: Trip) =>
    world.account.sandbox.post(`${platform}/shipments/${id}/cancellation`, { message: "No more." });
  const requested = async () => {
    const trip = await world.accept({}, { carrier: world.carriers.slow });
    const asked = await cancel(trip);
    expect([asked.status, asked.body.status]).toEqual([202, "assigned"]);
    return trip;
  };
  const send = (reports: unknown[]) => resultsOf(reports, world.carriers.slow);

  test("cancelled: the shipment is; once, however often it is reported", async () => {
    const trip = await requested();
    const said = report(trip, "cancelled", 0, { fee: { amount: 100, currency: "EUR" } });
    expect(await send([said, said])).toEqual(["applied", "duplicate"]);
    expect((await world.shipmentOf(trip)).status).toBe("cancelled");
    const { entries } = await world.trackingOf(trip);
    // Carriers tell of their own cancellations, too.
    const repeated = report(trip, "withdrawn", 2, { reason_code: "carrier_cancelled" });
    expect(await send([report(trip, "cancelled", 1), repeated])).toEqual(["late", "late"]);
    expect((await world.trackingOf(trip)).entries).toEqual(entries);
  });

  test("the request and a refusal stand in the timeline, as sentences", async () => {
    const trip = await requested();
    const said = [
      report(trip, "cancellation_refused", 0, { reason_code: "vehicle_breakdown" }),
      report(trip, "cancellation_refused", 1, { reason_code: "other", message: "It is on its way." }),
    ];
    expect(await send(said)).toEqual(["applied", "late"]);
    await cancel(trip);
    expect(await send(said.slice(1).map((each) => ({ ...each, id: `${each.id}-again` })))).toEqual([
      "applied",
    ]);
    const { entries } = await world.trackingOf(trip);
    const told = entries.filter(({ code }: { code: string }) => code !== "late_report");
    expect(
      told.slice(-4).map(({ message, source }: Record<string, string>) => `${source}: ${message}`),
    ).toEqual([
      "client: A cancellation was requested.",
      "carrier: The carrier refused the cancellation. The reason is: vehicle breakdown.",
      "client: A cancellation was requested.",
      "carrier: The carrier refused the cancellation. It is on its way.",
    ]);
  });

  test("refused: the shipment goes on, and its sender is told", async () => {
    const trip = await requested();
    expect(await send([report(trip, "cancellation_refused", 0, { reason_code: "other" })])).toEqual([
      "applied",
    ]);
    expect(await world.shipmentOf(trip)).toMatchObject({
      status: "assigned",
      cancellation_requested_at: null,
    });
    const types = (await world.eventsOf(trip)).map(({ type }) => type);
    expect(types.at(-1)).toBe("shipment.cancellation_refused");
    expect(await send([report(trip, "delivered", 1)])).toEqual(["applied"]);
  });

  test("nobody asked for: refused, with the report that fits, and nothing changes", async () => {
    const trip = await world.accept();
    const before = [await world.shipmentOf(trip), await world.trackingOf(trip), await world.eventsOf(trip)];
    const sent = [
      report(trip, "cancelled", 0),
      report(trip, "cancellation_refused", 0, { reason_code: "other" }),
    ];
    const detailsOf = async (reports: unknown[]) =>
      (await world.send(reports)).map(
        ({ result, problem }) => `${result} ${problem?.code} ${problem?.detail}`,
      );
    const told = await detailsOf(sent);
    expect(told).toEqual([
      expect.stringMatching(/^refused cancellation_not_pending .* withdrawn /),
      expect.stringMatching(/^refused cancellation_not_pending .* Continue the job/),
    ]);
    expect([await world.shipmentOf(trip), await world.trackingOf(trip), await world.eventsOf(trip)]).toEqual(
      before,
    );
    await world.send([progress(trip, "picked_up", 1)]);
    expect(await detailsOf([report(trip, "cancelled", 2)])).toEqual([
      expect.stringMatching(/ undeliverable /),
    ]);
  });
});

test("a driver is named with a state or after it, and an older report names no other", async () => {
  const trip = await world.accept();
  const driver = (name: string) => ({ name, phone: null, vehicle: { type: "van", plate: null } });
  const named = (name: string, substatus: string, second: number) =>
    report(trip, "progress", second, { substatus, driver: driver(name) });
  expect(await resultsOf([progress(trip, "at_pickup", 10)])).toEqual(["applied"]);
  expect(await resultsOf([named("Kim", "at_pickup", 11)])).toEqual(["applied"]);
  expect((await world.trackingOf(trip)).driver.name).toBe("Kim");
  expect(await resultsOf([named("Alex", "confirmed", 1)])).toEqual(["late"]);
  expect((await world.trackingOf(trip)).driver.name).toBe("Kim");
});

test("a failure of the disk in the middle refuses the whole request, and sending it again applies all of it", async () => {
  const trip = await world.accept();
  const sent = [
    progress(trip, "picked_up", 1),
    position(trip, 2),
    report(trip, "scan", 3, { message: "Seen." }),
    report(trip, "delivered", 4),
  ];
  const { write } = world.server.deps.stores.platform("sandbox");
  await write((tx) => {
    tx.run(
      sql`CREATE TRIGGER broken BEFORE INSERT ON proofs_of_delivery BEGIN SELECT raise(ABORT, 'broken'); END`,
    );
  });
  const before = [await world.shipmentOf(trip), await world.trackingOf(trip), await world.eventsOf(trip)];
  const refused = await world.clients.a.post("/api/v1/carrier/reports", sent);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect([await world.shipmentOf(trip), await world.trackingOf(trip), await world.eventsOf(trip)]).toEqual(
    before,
  );
  await write((tx) => void tx.run(sql`DROP TRIGGER broken`));
  expect(await resultsOf(sent)).toEqual(Array(4).fill("applied"));
  // The response was lost: the carrier sends all of it once more.
  const after = [await world.shipmentOf(trip), await world.trackingOf(trip), await world.eventsOf(trip)];
  expect(await resultsOf(sent)).toEqual(Array(4).fill("duplicate"));
  expect([await world.shipmentOf(trip), await world.trackingOf(trip), await world.eventsOf(trip)]).toEqual(
    after,
  );
});

test("a carrier that Waybill polls has delivered without the required proof: it stands, and says what is missing", async () => {
  const trip = await world.accept(requiring({ signature: true, pin: true, min_age: 18 }));
  const nothing = {
    recipientName: null,
    handedTo: null,
    signature: null,
    photos: [],
    pin: null,
    note: null,
    location: null,
  };
  const { deps } = world.server;
  const found = await write(deps, "sandbox", (writing) =>
    applyReport(writing, trip.id, {
      assignmentId: trip.assignmentId,
      by: "carrier",
      at: world.clock.now(),
      update: { kind: "delivered", proof: { ...nothing, ageVerified: true } },
      standsUnproven: true,
    }),
  );
  expect(found).toBe("applied");
  const missing = ["signature", "pin"];
  expect((await world.trackingOf(trip)).proof_of_delivery).toMatchObject({ types: ["age"], missing });
  const events = await world.eventsOf(trip);
  expect(events.slice(-2).map(({ type }) => type)).toEqual(["shipment.delivered", "tracking.proof_missing"]);
  expect(events.at(-1)?.data).toMatchObject({ status: "delivered", missing });
});

test("a shipment with 1,000 events takes no more reports that make one and move nothing", async () => {
  const trip = await world.accept();
  const named = (name: string, substatus: string, second: number) =>
    report(trip, "progress", second, { substatus, driver: { name, vehicle: { type: "van" } } });
  expect(await resultsOf([named("Kim", "at_pickup", 1)])).toEqual(["applied"]);
  await world.server.deps.stores
    .platform("sandbox")
    .write((tx) => void tx.run(sql`UPDATE shipments SET event_count = 999 WHERE id = ${trip.id}`));
  const estimated = new Date(world.clock.now() + 7_200_000).toISOString();
  const sent = [
    named("Alex", "at_pickup", 2),
    named("Kim", "at_pickup", 3),
    report(trip, "estimate", 4, { estimated_delivery_at: estimated }),
    report(trip, "scan", 5, { message: "Seen." }),
    report(trip, "attempt_failed", 6, { reason_code: "recipient_unavailable" }),
    progress(trip, "at_pickup", 7),
    position(trip, 8),
    named("Kim", "picked_up", 9),
    report(trip, "delivered", 10),
  ];
  expect(await resultsOf(sent)).toEqual([
    "applied",
    ...Array(4).fill("limit_reached"),
    "late",
    ...Array(3).fill("applied"),
  ]);
});

test("a late report needs no images, which may be deleted by then", async () => {
  const trip = await world.accept();
  const proof = { image_ids: ["img_deleted"], signature_image_id: "img_deleted" };
  const gone = { reason_code: "recipient_refused", image_id: "img_deleted" };
  expect(await resultsOf([report(trip, "delivered", 1, { proof })])).toEqual(["image_unknown"]);
  expect(await resultsOf([report(trip, "undeliverable", 1, gone)])).toEqual(["image_unknown"]);
  const returning = report(trip, "undeliverable", 2, { reason_code: "recipient_refused" });
  const late = [report(trip, "delivered", 1, { proof }), report(trip, "undeliverable", 4, gone)];
  expect(await resultsOf([returning])).toEqual(["applied"]);
  expect(await resultsOf(late)).toEqual(["late", "late"]);
  expect(await resultsOf([report(trip, "undeliverable", 5, { ...gone, reason_code: "lost" })])).toEqual([
    "image_unknown",
  ]);
  expect(await resultsOf([report(trip, "returned", 6), report(trip, "delivered", 7, { proof })])).toEqual([
    "applied",
    "late",
  ]);
});

test("a late report looks its entry up, and does not read the timeline", async () => {
  // The watch sees statements that are prepared after its start.
  const watch = watchStatements();
  const watched = await startReportWorld();
  const trip = await watched.accept();
  await watched.send([report(trip, "delivered", 1, {}, watched.clock.now())]);
  watch.take();
  const kinds = ["delivered", "returned", "withdrawn"].map((type) => report(trip, type, 2));
  const named = report(trip, "delivered", 2, { proof: { handed_to: "recipient" } });
  const failed = report(trip, "undeliverable", 2, { reason_code: "recipient_refused" });
  const late = [...kinds, failed, progress(trip, "at_pickup", 2), named];
  const results = await watched.send(late);
  expect(results.map(({ result }) => result)).toEqual([...Array(5).fill("late"), "applied"]);
  const reads = watch
    .take()
    .filter(({ source }) => /^select .* from "shipment_entries"/i.test(source))
    // The last entry, which the next one is chained to, is read alone.
    .filter(({ source }) => !/order by \S*"sequence" desc limit \+\?$/i.test(source))
    .map(({ database, source, args }) => {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${source}`).all(...args) as { detail: string }[];
      return plan.map(({ detail }) => detail).join("; ");
    });
  watch.stop();
  await watched.server.stop();
  expect(reads.length).toBeGreaterThan(0);
  for (const plan of reads)
    expect(plan).toMatch(
      /^SEARCH .* USING ((COVERING )?INDEX shipment_entries_(told|late) |PRIMARY KEY \(shipment_id=\? AND sequence=\?\))/,
    );
});

interface Told {
  type: string;
  second: number;
  members?: Record<string, unknown>;
}

/** Lives as carriers tell them, with whatever they leave out. */
const steps = [
  "confirmed",
  "en_route_to_pickup",
  "at_pickup",
  "picked_up",
  "en_route_to_delivery",
  "at_delivery",
];
const ends: Told[][] = [
  [{ type: "delivered", second: 90 }],
  [{ type: "undeliverable", second: 90, members: { reason_code: "lost" } }],
  [
    { type: "undeliverable", second: 90, members: { reason_code: "recipient_refused" } },
    { type: "returned", second: 95 },
  ],
  [],
];
const life = fc
  .record({
    steps: fc.subarray(steps),
    end: fc.constantFrom(...ends),
    scans: fc.array(fc.nat({ max: 100 }), { maxLength: 3 }),
    tries: fc.array(fc.nat({ max: 89 }), { maxLength: 2 }),
    positions: fc.array(fc.nat({ max: 89 }), { maxLength: 4 }),
  })
  .map(({ steps: made, end, scans, tries, positions }): Told[] => [
    ...made.map((substatus) => ({
      type: "progress",
      second: 10 * (steps.indexOf(substatus) + 1),
      members: { substatus },
    })),
    ...scans.map((second) => ({ type: "scan", second, members: { message: "Seen." } })),
    ...tries.map((second) => ({
      type: "attempt_failed",
      second,
      members: { reason_code: "recipient_unavailable" },
    })),
    ...positions.map((second) => ({
      type: "position",
      second,
      members: { latitude: 52.5, longitude: 13.4 },
    })),
    ...end,
  ])
  .filter((told) => told.length > 0);

test("a life ends alike in whatever order, pieces and repetitions its reports come", async () => {
  const shape = async (trip: Trip) => {
    const shipment = await world.shipmentOf(trip);
    const { entries } = await world.trackingOf(trip);
    return { status: shipment.status, substatus: shipment.substatus, entries: entries.length };
  };
  await fc.assert(
    fc.asyncProperty(
      life.chain((told) =>
        fc.record({
          told: fc.constant(told),
          order: fc.shuffledSubarray([...told.keys(), ...told.keys()], { minLength: 2 * told.length }),
          cuts: fc.array(fc.nat({ max: 2 * told.length }), { maxLength: 3 }),
        }),
      ),
      async ({ told, order, cuts }) => {
        const now = world.clock.now();
        const make = (trip: Trip) =>
          told.map(({ type, second, members }) => report(trip, type, second, members, now));
        const [inOrder, shuffled, cut] = [await world.accept(), await world.accept(), await world.accept()];
        await world.send(make(inOrder));
        const expected = await shape(inOrder);

        const mixed = make(shuffled);
        const results = await resultsOf(order.map((index) => mixed[index]));
        expect(results.filter((result) => result === "duplicate")).toHaveLength(told.length);
        expect(await shape(shuffled)).toEqual(expected);
        const entriesOf = async (trip: Trip) =>
          (await world.trackingOf(trip)).entries.slice(3).map((entry: Record<string, unknown>) => ({
            ...entry,
            recorded_at: null,
            // It has a salt of its own.
            hash: null,
          }));
        expect(await entriesOf(shuffled)).toEqual(await entriesOf(inOrder));

        const pieces = make(cut);
        const bounds = [0, ...cuts.toSorted((one, other) => one - other), order.length];
        for (const [piece, from] of bounds.slice(0, -1).entries()) {
          const part = order.slice(from, bounds[piece + 1]);
          if (part.length > 0) await world.send(part.map((index) => pieces[index]));
        }
        expect(await shape(cut)).toEqual(expected);
      },
    ),
    { numRuns: 30 },
  );
});
