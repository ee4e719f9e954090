import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createClock, wakeJobs } from "../../support/clock.ts";
import { advance, createAssigned, createQuoted, createShipment, platform } from "../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";

const clock = createClock();
let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());

const manual = { simulation: { speed: "manual" } };
const assignmentsOf = (shipmentId: string) => `${platform}/shipments/${shipmentId}/assignments`;

async function shipmentOf(id: string) {
  return (await sandbox.get(`${platform}/shipments/${id}`)).body;
}

async function eventTypes(shipmentId: string): Promise<string[]> {
  const events = await sandbox.get(`${platform}/shipments/${shipmentId}/events?limit=100`);
  return events.body.data.map((event: { type: string }) => event.type);
}

async function quoteStatuses(shipmentId: string): Promise<Record<string, string>> {
  const answer = await sandbox.get(`${platform}/shipments/${shipmentId}/quotes`);
  return Object.fromEntries(
    answer.body.data.map((quote: { id: string; status: string }) => [quote.id, quote.status]),
  );
}

async function refusal(path: string, body: unknown) {
  const answer = await sandbox.post(path, body);
  return [answer.status, answer.body.code];
}

test("accepting an offer makes a pending assignment with its price, and declines the rivals", async () => {
  const { shipment, quotes } = await createQuoted(sandbox, manual);
  const [chosen, ...rivals] = quotes;
  const accepted = await sandbox.post(assignmentsOf(shipment.id), { quote_id: chosen.id });
  expect(accepted.status).toBe(201);
  expect(accepted.headers.get("location")).toBe(`${assignmentsOf(shipment.id)}/${accepted.body.id}`);
  expect(accepted.body).toEqual({
    id: expect.stringMatching(/^asg_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    shipment_id: shipment.id,
    quote_id: chosen.id,
    environment: "sandbox",
    status: "pending",
    carrier: chosen.carrier,
    service: chosen.service,
    price: chosen.price,
    driver: null,
    driver_id: null,
    cancellation_requested_at: null,
    tracking_numbers: {},
    label_status: "ready",
    auto_reassign: null,
    carrier_tracking_url: null,
    attempt: 1,
    assigned_at: new Date(clock.now()).toISOString(),
    released_at: null,
    release_reason: null,
  });
  const read = await shipmentOf(shipment.id);
  expect(read).toMatchObject({
    status: "assigned",
    substatus: "awaiting_carrier",
    price: chosen.price,
    estimated_pickup_at: chosen.estimated_pickup_at,
    estimated_delivery_at: chosen.estimated_delivery_at,
  });
  expect(read.assignment).toEqual(accepted.body);
  expect(await quoteStatuses(shipment.id)).toEqual({
    [chosen.id]: "accepted",
    [rivals[0].id]: "declined",
    [rivals[1].id]: "declined",
  });
  const one = await sandbox.get(`${assignmentsOf(shipment.id)}/${accepted.body.id}`);
  expect(one.body).toEqual(accepted.body);
  expect((await sandbox.get(assignmentsOf(shipment.id))).body.data).toEqual([accepted.body]);
});

test("twenty simultaneous accepts: one wins, the others learn that it is assigned", async () => {
  const { shipment, quotes } = await createQuoted(sandbox, manual);
  const bodies = Array.from({ length: 20 }, (_, index) =>
    index % 4 === 3 ? { strategy: "fastest" } : { quote_id: quotes[index % 3].id },
  );
  const answers = await Promise.all(bodies.map((body) => sandbox.post(assignmentsOf(shipment.id), body)));
  const won = answers.filter((answer) => answer.status === 201);
  expect(won).toHaveLength(1);
  const lost = answers.filter((answer) => answer.status !== 201);
  expect(lost.map((answer) => [answer.status, answer.body.code])).toEqual(
    Array(19).fill([409, "shipment_already_assigned"]),
  );
  expect((await sandbox.get(assignmentsOf(shipment.id))).body.data).toHaveLength(1);
  const statuses = Object.values(await quoteStatuses(shipment.id)).sort();
  expect(statuses).toEqual(["accepted", "declined", "declined"]);
  expect(await eventTypes(shipment.id)).toEqual(["shipment.created", "shipment.quoted", "shipment.assigned"]);
});

test("a strategy takes the offer that bears its label", async () => {
  for (const strategy of ["cheapest", "fastest"]) {
    const { shipment, quotes } = await createQuoted(sandbox, manual);
    const accepted = await sandbox.post(assignmentsOf(shipment.id), { strategy });
    const labeled = quotes.find((quote: { labels: string[] }) => quote.labels.includes(strategy));
    expect([strategy, accepted.body.quote_id]).toEqual([strategy, labeled.id]);
  }
});

test("either a quote or a strategy, and nothing else", async () => {
  const { shipment, quotes } = await createQuoted(sandbox, manual);
  for (const body of [
    {},
    { quote_id: quotes[0].id, strategy: "cheapest" },
    { strategy: "nicest" },
    { quote_id: 7 },
    { quote: quotes[0].id },
  ]) {
    expect([body, ...(await refusal(assignmentsOf(shipment.id), body))]).toEqual([
      body,
      422,
      "validation_failed",
    ]);
  }
  expect((await shipmentOf(shipment.id)).status).toBe("quoted");
});

describe("the refusals, in the order of the contract", () => {
  test("404 for an unknown quote and another shipment's, even where the state refuses too", async () => {
    const { shipment } = await createAssigned(sandbox);
    const other = await createQuoted(sandbox, manual);
    for (const quoteId of ["qte_00000000000000000000000000", "shp_x", other.quotes[0].id]) {
      expect(await refusal(assignmentsOf(shipment.id), { quote_id: quoteId })).toEqual([404, "not_found"]);
    }
    expect(Object.values(await quoteStatuses(other.shipment.id))).toEqual(["open", "open", "open"]);
  });

  test("already assigned comes before an expired and before a declined quote", async () => {
    const { shipment, quotes } = await createAssigned(sandbox);
    const declined = { quote_id: quotes[2].id };
    expect(await refusal(assignmentsOf(shipment.id), declined)).toEqual([409, "shipment_already_assigned"]);
    clock.advance(901);
    expect(await refusal(assignmentsOf(shipment.id), declined)).toEqual([409, "shipment_already_assigned"]);
    await advance(sandbox, shipment.id, "in_transit");
    expect(await refusal(assignmentsOf(shipment.id), declined)).toEqual([409, "shipment_already_assigned"]);
    await advance(sandbox, shipment.id, "delivered");
    const after = await sandbox.post(assignmentsOf(shipment.id), declined);
    expect([after.status, after.body.code]).toEqual([409, "transition_not_allowed"]);
    expect(after.body).toMatchObject({ from: "delivered", to: "assigned", allowed: [] });
  });

  test("the state comes before an expired quote", async () => {
    const { shipment, quotes } = await createQuoted(sandbox, manual);
    await sandbox.post(`${platform}/shipments/${shipment.id}/cancellation`);
    clock.advance(901);
    const answer = await sandbox.post(assignmentsOf(shipment.id), { quote_id: quotes[0].id });
    expect([answer.status, answer.body.code]).toEqual([409, "transition_not_allowed"]);
    expect(answer.body).toMatchObject({ from: "cancelled", to: "assigned", allowed: [] });
  });

  test("quote_expired to the second, and a strategy finds none open", async () => {
    const { shipment, quotes } = await createQuoted(sandbox, manual);
    clock.advance(899);
    expect(Object.values(await quoteStatuses(shipment.id))).toEqual(["open", "open", "open"]);
    clock.advance(1);
    expect(Object.values(await quoteStatuses(shipment.id))).toEqual(["expired", "expired", "expired"]);
    const path = assignmentsOf(shipment.id);
    expect(await refusal(path, { quote_id: quotes[0].id })).toEqual([409, "quote_expired"]);
    expect(await refusal(path, { strategy: "fastest" })).toEqual([409, "no_open_quotes"]);
    expect((await sandbox.get(path)).body.data).toEqual([]);
  });

  test("a shipment without offers", async () => {
    const shipment = await createShipment(sandbox, { simulation: { outcome: "no_carriers" } });
    await sandbox.get(`${platform}/shipments/${shipment.id}/quotes`);
    const path = assignmentsOf(shipment.id);
    expect(await refusal(path, { strategy: "cheapest" })).toEqual([409, "no_open_quotes"]);
    const quoteId = (await createQuoted(sandbox, manual)).quotes[0].id;
    expect(await refusal(path, { quote_id: quoteId })).toEqual([404, "not_found"]);
  });
});

describe("releasing", () => {
  const release = (shipmentId: string, assignmentId: string) =>
    sandbox.delete(`${assignmentsOf(shipmentId)}/${assignmentId}`);

  test("before the pickup: the rivals are open again, the released offer is not", async () => {
    const { shipment, quotes, assignment } = await createAssigned(sandbox);
    await advance(sandbox, shipment.id, "at_pickup");
    const released = await release(shipment.id, assignment.id);
    expect(released.status).toBe(200);
    expect(released.body).toMatchObject({
      id: assignment.id,
      status: "released",
      released_at: new Date(clock.now()).toISOString(),
      release_reason: "released_by_client",
    });
    const read = await shipmentOf(shipment.id);
    expect(read).toMatchObject({ status: "quoted", substatus: null, assignment: null, price: null });
    expect(await quoteStatuses(shipment.id)).toEqual({
      [quotes[0].id]: "withdrawn",
      [quotes[1].id]: "open",
      [quotes[2].id]: "open",
    });
    const path = assignmentsOf(shipment.id);
    expect(await refusal(path, { quote_id: quotes[0].id })).toEqual([409, "quote_not_open"]);

    const again = await sandbox.post(path, { quote_id: quotes[2].id });
    expect([again.status, again.body.attempt]).toEqual([201, 2]);
    const list = (await sandbox.get(path)).body.data;
    expect(list.map((entry: { status: string }) => entry.status)).toEqual(["released", "pending"]);
    const delivered = await advance(sandbox, shipment.id, "delivered");
    expect(delivered.body.shipment.status).toBe("delivered");
    expect(delivered.body.shipment.assignment.id).toBe(again.body.id);
  });

  test("a second release shows the first one and changes nothing", async () => {
    const { shipment, assignment } = await createAssigned(sandbox);
    const first = await release(shipment.id, assignment.id);
    const events = await eventTypes(shipment.id);
    clock.advance(5);
    const second = await release(shipment.id, assignment.id);
    expect([second.status, second.body]).toEqual([200, first.body]);
    await sandbox.post(assignmentsOf(shipment.id), { strategy: "cheapest" });
    expect((await release(shipment.id, assignment.id)).body).toEqual(first.body);
    expect((await shipmentOf(shipment.id)).status).toBe("assigned");
    expect(await eventTypes(shipment.id)).toEqual([...events, "shipment.assigned"]);
  });

  test("ten at once release once", async () => {
    const { shipment, assignment } = await createAssigned(sandbox);
    const answers = await Promise.all(Array.from({ length: 10 }, () => release(shipment.id, assignment.id)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect((await eventTypes(shipment.id)).filter((type) => type === "shipment.quoted")).toHaveLength(2);
  });

  test("with no offer left: created, and quoting starts anew", async () => {
    const { shipment, quotes, assignment } = await createAssigned(sandbox);
    clock.advance(901);
    await release(shipment.id, assignment.id);
    const fresh = await sandbox.get(`${platform}/shipments/${shipment.id}/quotes`);
    expect(fresh.body.status).toBe("complete");
    expect(fresh.body.data).toHaveLength(3);
    const ids = quotes.map((quote: { id: string }) => quote.id);
    for (const quote of fresh.body.data) expect(ids).not.toContain(quote.id);
    expect((await shipmentOf(shipment.id)).status).toBe("quoted");
    expect(await eventTypes(shipment.id)).toEqual([
      "shipment.created",
      "shipment.quoted",
      "shipment.assigned",
      "shipment.updated",
      "shipment.quoted",
    ]);
    const old = await refusal(assignmentsOf(shipment.id), { quote_id: quotes[1].id });
    expect(old[0]).toBe(409);
    const entries = (await sandbox.get(`${platform}/tracking/${shipment.id}`)).body.entries;
    expect(entries.map((entry: { status: string }) => entry.status)).toEqual([
      "created",
      "quoted",
      "assigned",
      "created",
      "quoted",
    ]);
  });

  test("after the pickup it is refused and nothing changes", async () => {
    const { shipment, assignment } = await createAssigned(sandbox);
    for (const state of ["in_transit", "delivered"]) {
      await advance(sandbox, shipment.id, state);
      const before = await shipmentOf(shipment.id);
      const refused = await release(shipment.id, assignment.id);
      expect([refused.status, refused.body.code]).toEqual([409, "transition_not_allowed"]);
      expect(refused.body.from).toBe(state);
      expect(await shipmentOf(shipment.id)).toEqual(before);
    }
  });

  test("another shipment's assignment, another account's, an unknown one: 404", async () => {
    const { shipment, assignment } = await createAssigned(sandbox);
    const other = await createAssigned(sandbox);
    const stranger = (await server.account()).sandbox;
    expect((await release(other.shipment.id, assignment.id)).status).toBe(404);
    expect((await release(shipment.id, "asg_00000000000000000000000000")).status).toBe(404);
    expect((await stranger.delete(`${assignmentsOf(shipment.id)}/${assignment.id}`)).status).toBe(404);
    expect((await stranger.get(`${assignmentsOf(shipment.id)}/${assignment.id}`)).status).toBe(404);
    expect((await stranger.get(assignmentsOf(shipment.id))).status).toBe(404);
    expect((await stranger.post(assignmentsOf(shipment.id), { strategy: "cheapest" })).status).toBe(404);
    expect((await sandbox.get(`${assignmentsOf(other.shipment.id)}/${assignment.id}`)).status).toBe(404);
    expect((await shipmentOf(shipment.id)).status).toBe("assigned");
  });
});

test("the shipment's end is the assignment's: completed, failed, cancelled", async () => {
  const ends: [string, Record<string, unknown>, string][] = [
    ["delivered", {}, "completed"],
    ["returned", { simulation: { speed: "manual", outcome: "recipient_refused" } }, "completed"],
    ["failed", { simulation: { speed: "manual", outcome: "lost" } }, "failed"],
  ];
  for (const [end, change, status] of ends) {
    const { shipment, assignment } = await createAssigned(sandbox, change);
    const answer = await advance(sandbox, shipment.id, end);
    expect([end, answer.body.shipment.status]).toEqual([end, end]);
    const read = await sandbox.get(`${assignmentsOf(shipment.id)}/${assignment.id}`);
    expect([end, read.body.status]).toEqual([end, status]);
  }
  const { shipment, assignment } = await createAssigned(sandbox);
  await sandbox.post(`${platform}/shipments/${shipment.id}/cancellation`, { reason_code: "duplicate" });
  const read = await sandbox.get(`${assignmentsOf(shipment.id)}/${assignment.id}`);
  expect(read.body).toMatchObject({ status: "cancelled", released_at: expect.any(String) });
});

test("the PIN exists from the acceptance on, can be read there only, and stays when reassigned", async () => {
  const delivery = {
    contact: { name: "Alex Example" },
    address: { line1: "Oranienstr. 25", city: "Berlin", country: "DE" },
    requirements: { pin: true },
  };
  const { shipment } = await createQuoted(sandbox, { ...manual, delivery });
  const pinOf = async () => (await sandbox.get(`${platform}/shipments/${shipment.id}/pin`)).body.pin;
  expect(await pinOf()).toBeNull();
  const accepted = await sandbox.post(assignmentsOf(shipment.id), { strategy: "cheapest" });
  const pin = await pinOf();
  expect(pin).toMatch(/^\d{4}$/);
  await sandbox.delete(`${assignmentsOf(shipment.id)}/${accepted.body.id}`);
  await sandbox.post(assignmentsOf(shipment.id), { strategy: "cheapest" });
  expect(await pinOf()).toBe(pin);
  await wakeJobs(server.deps);
  await eventually("confirmed", async () => {
    await advance(sandbox, shipment.id, "confirmed");
    return true;
  });
  const said = JSON.stringify([
    accepted.body,
    await shipmentOf(shipment.id),
    (await sandbox.get(`${platform}/tracking/${shipment.id}`)).body,
    (await sandbox.get(`${platform}/shipments/${shipment.id}/events?limit=100`)).body,
  ]);
  expect(said).not.toContain(`"${pin}"`);
});
