import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { BookRequest, QuoteRequest } from "../../../../src/delivery/carriers/carrier.ts";
import { isFinal } from "../../../../src/delivery/lifecycle/state/status.ts";
import { statuses } from "../../../../src/delivery/model/model.ts";
import { booked, offers, playCarrier } from "../../../support/carriers.ts";
import {
  advance,
  berlinMitte,
  createAssigned,
  createQuoted,
  kreuzberg,
  platform,
} from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

/** Shipments that bring delivered goods back: what they copy, how both are linked, and when there is none. */

let server: TestServer;
let account: TestAccount;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  ({ sandbox } = account);
});
afterAll(() => server.stop());

const shipments = `${platform}/shipments`;
const returnOf = (id: string, body?: unknown, headers = {}, client = sandbox) =>
  client.post(`${shipments}/${id}/return`, body, headers);
const read = async (id: string, client = sandbox): Promise<Answer["body"]> =>
  (await client.get(`${shipments}/${id}`)).body;

const sentBody = {
  reference: "ORD-7",
  pickup: {
    contact: { name: "Shop", company: "Shop GmbH", phone: "+4930123456", email: "shop@example.com" },
    address: berlinMitte,
    instructions: "Ramp 3",
  },
  delivery: {
    contact: { name: "Ada Example", phone: "+4915112345678", language: "de-AT" },
    address: { ...kreuzberg, line2: "Third floor" },
    instructions: "The key is under the mat",
    requirements: { signature: true, min_age: 18 },
  },
  parcels: [
    { description: "Books", weight_grams: 1200, quantity: 2, length_mm: 300, reference: "SKU-1" },
    { weight_grams: 1, value: { amount: 100, currency: "EUR" } },
  ],
  if_undeliverable: "discard",
  metadata: { cart: "17" },
  simulation: { speed: "instant", seed: "known" },
};

async function delivered(change: Record<string, unknown> = {}, client = sandbox): Promise<Answer["body"]> {
  const { shipment } = await createAssigned(client, { simulation: { speed: "manual" }, ...change });
  await advance(client, shipment.id, "delivered");
  return eventually("delivered", async () => {
    const found = await read(shipment.id, client);
    return found.status === "delivered" ? found : undefined;
  });
}

function setStatus(id: string, status: string): Promise<unknown> {
  return server.deps.stores
    .platform("sandbox")
    .write((tx) => tx.run(sql`UPDATE shipments SET status = ${status} WHERE id = ${id}`));
}

test("the goods go from the recipient to the sender, and both shipments name each other everywhere", async () => {
  const sent = await delivered(sentBody);
  const { status, body, headers } = await returnOf(sent.id);
  expect([status, headers.get("location")]).toEqual([201, `${shipments}/${body.id}`]);
  expect(body).toMatchObject({
    status: "created",
    reference: "ORD-7",
    if_undeliverable: "return",
    metadata: {},
    return_of: sent.id,
    return_shipment_id: null,
    recipient_instructions: null,
    rating: null,
    simulation: { speed: "instant", outcome: "delivered" },
  });
  const without = { instructions: null, window: null, waited_minutes: null };
  expect(body.pickup).toEqual({
    contact: sent.delivery.contact,
    address: sent.delivery.address,
    ...without,
  });
  expect(body.delivery).toEqual({
    contact: sent.pickup.contact,
    address: sent.pickup.address,
    ...without,
    requirements: { signature: false, photo: false, pin: false, min_age: null },
  });
  const contents = (parcels: { id: string }[]) => parcels.map(({ id: _, ...parcel }) => parcel);
  expect(contents(body.parcels)).toEqual(contents(sent.parcels));
  expect(body.parcels[0].id).not.toBe(sent.parcels[0].id);
  expect(body.tracking_number).not.toBe(sent.tracking_number);
  expect(["known", sent.simulation.seed]).not.toContain(body.simulation.seed);

  const linked = await read(sent.id);
  expect([linked.return_shipment_id, linked.return_of, linked.version]).toEqual([
    body.id,
    null,
    sent.version + 1,
  ]);
  const eventsOf = async (id: string) => (await sandbox.get(`${shipments}/${id}/events?limit=100`)).body.data;
  const told = (await eventsOf(sent.id)).at(-1);
  expect([told.type, told.data.shipment.return_shipment_id]).toEqual(["shipment.updated", body.id]);
  const [created] = await eventsOf(body.id);
  expect([created.type, created.data.shipment.return_of]).toEqual(["shipment.created", sent.id]);
  const { body: list } = await sandbox.get(`${shipments}?return_of=${sent.id}`);
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);

  // The recipient's page of the delivery knows nothing of it.
  const token = linked.tracking_url.split("/").at(-1);
  const { text } = await server.client().get(`/api/v1/track/${token}`);
  expect(text).not.toContain(body.id);
  expect(text).not.toContain("return_");
});

test("an agreed price that contradicts the carriers or services of the return makes none", async () => {
  const { sandbox: own, accountId } = await server.account();
  await addOpenFleet(server, accountId);
  const sent = await delivered(sentBody, own);
  const accept = { price: { amount: 900, currency: "EUR" }, service: "plain" };
  for (const picks of [{ services: ["night"] }, { carriers: ["swift_bike"] }]) {
    const refused = await returnOf(sent.id, { ...picks, accept }, {}, own);
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ pointer: "#/accept/service", code: "contradictory" }],
    ]);
  }
  expect((await read(sent.id, own)).return_shipment_id).toBeNull();
  const { body: back } = await returnOf(sent.id, { services: ["plain"], accept }, {}, own);
  expect([back.accept_problem, back.price]).toEqual([null, accept.price]);
});

test("a return is carried like any shipment, with a label of its own, and a later one may follow", async () => {
  const sent = await delivered(sentBody);
  const { body: back } = await returnOf(sent.id, { accept: { strategy: "cheapest" } });
  expect(back.accept_problem).toBeNull();
  const label = await sandbox.get(`${shipments}/${back.id}/label`);
  expect([label.status, label.headers.get("content-disposition")]).toEqual([
    200,
    `inline; filename="${back.tracking_number}.pdf"`,
  ]);
  await eventually("delivered", async () => (await read(back.id)).status === "delivered" || undefined);
  const second = await returnOf(sent.id, { parcels: [{ weight_grams: 10 }], reference: null });
  expect([second.status, second.body.reference, second.body.parcels.length]).toEqual([201, null, 1]);
  expect((await read(sent.id)).return_shipment_id).toBe(second.body.id);
  const { body: list } = await sandbox.get(`${shipments}?return_of=${sent.id}`);
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual([second.body.id, back.id]);
  // What came back can be sent out again, as after a repair.
  const again = await returnOf(back.id);
  expect([again.status, again.body.return_of, again.body.delivery.contact.name]).toEqual([
    201,
    back.id,
    "Ada Example",
  ]);
});

describe("states", () => {
  test.each(statuses.map((status) => [status]))("a shipment that is %s", async (status) => {
    const { id } = (await createQuoted(sandbox)).shipment;
    const { version } = await read(id);
    await setStatus(id, status);
    const { status: code, body } = await returnOf(id);
    if (status === "delivered") return expect(code).toBe(201);
    expect([code, body.code, body.shipment_status]).toEqual([409, "shipment_not_returnable", status]);
    expect(await read(id)).toMatchObject({ version, return_shipment_id: null });
  });

  test.each(statuses.map((status) => [status]))("a shipment whose return is %s", async (status) => {
    const { shipment } = await createQuoted(sandbox);
    await setStatus(shipment.id, "delivered");
    const first = await returnOf(shipment.id);
    await sandbox.get(`${shipments}/${first.body.id}/quotes`);
    await setStatus(first.body.id, status);
    const { status: code, body } = await returnOf(shipment.id);
    if (isFinal(status)) {
      expect([code, body.return_of]).toEqual([201, shipment.id]);
      return;
    }
    expect([code, body.code, body.return_shipment_id]).toEqual([409, "return_open", first.body.id]);
  });

  test("one whose personal data was erased", async () => {
    const sent = await delivered();
    expect((await sandbox.post(`${shipments}/${sent.id}/redaction`)).status).toBe(200);
    const { status, body } = await returnOf(sent.id);
    expect([status, body.code]).toEqual([409, "shipment_not_returnable"]);
    expect(body.detail).toContain("erased");
  });
});

test("the body replaces what it names, and is judged as that of any shipment", async () => {
  const sent = await delivered(sentBody);
  const depot = { line1: "Lagerstr. 9", city: "Hamburg", country: "DE" };
  const start = new Date(Date.now() + 3_600_000).toISOString();
  const end = new Date(Date.now() + 7_200_000).toISOString();
  const refused: [object, string][] = [
    [{ pickup: { window: { start: end, end: start } } }, "#/pickup/window/end"],
    [{ delivery: { address: { ...depot, latitude: 53.5 } } }, "#/delivery/address/longitude"],
    [{ delivery: { address: { city: "Hamburg" } } }, "#/delivery/address/line1"],
    [{ parcels: [] }, "#/parcels"],
    [{ quantity: 1 }, "#/quantity"],
    [
      { if_undeliverable: "leave_at_door", delivery: { requirements: { signature: true } } },
      "#/if_undeliverable",
    ],
  ];
  for (const [body, pointer] of refused) {
    const answer = await returnOf(sent.id, body);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
  }
  expect((await read(sent.id)).return_shipment_id).toBeNull();
  const { status, body } = await returnOf(sent.id, {
    reference: "RMA-1",
    pickup: { instructions: "Ring twice", window: { start, end } },
    delivery: { address: depot, requirements: { signature: true } },
    metadata: { reason: "too small" },
    simulation: null,
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    reference: "RMA-1",
    metadata: { reason: "too small" },
    pickup: { contact: { name: "Ada Example" }, instructions: "Ring twice", window: { start, end } },
    delivery: {
      contact: { name: "Shop" },
      address: { ...depot, line2: null, geocode_source: "town" },
      requirements: { signature: true },
    },
  });
});

test("a repetition with the same key is the same return, and of two at once one wins", async () => {
  const sent = await delivered();
  const key = { "idempotency-key": "return-once" };
  const answers = await Promise.all([1, 2, 3].map(() => returnOf(sent.id, undefined, key)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect((await read(sent.id)).return_shipment_id).toBe(answers[0]?.body.id);
  const other = await delivered();
  const rivals = await Promise.all([1, 2, 3].map(() => returnOf(other.id)));
  expect(rivals.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const { body: list } = await sandbox.get(`${shipments}?return_of=${other.id}`);
  expect(list.data).toHaveLength(1);
});

test("nobody returns, or finds returns of, a shipment that is not theirs", async () => {
  const sent = await delivered();
  const stranger = await server.account();
  for (const client of [stranger.sandbox, account.live]) {
    const { status, body } = await returnOf(sent.id, undefined, {}, client);
    expect([status, body.code]).toEqual([404, "not_found"]);
  }
  expect((await returnOf(sent.id)).status).toBe(201);
  const { body: list } = await stranger.sandbox.get(`${shipments}?return_of=${sent.id}`);
  expect(list.data).toEqual([]);
  const live = await returnOf(sent.id, { simulation: {} }, {}, account.live);
  expect([live.status, live.body.code]).toEqual([403, "sandbox_only"]);
  const scopes = ["shipments:read", "shipments:write"];
  const made = await account.session.post("/api/v1/keys", { name: "narrow", environment: "sandbox", scopes });
  const narrow = server.client({ "x-api-key": made.body.secret });
  const accepting = await returnOf(sent.id, { accept: { strategy: "cheapest" } }, {}, narrow);
  expect([accepting.status, accepting.body.code]).toEqual([403, "scope_missing"]);
});

test("the same shipment and seed give the same return: seed, quotes and prices", async () => {
  const told = async () => {
    const sent = await delivered(sentBody);
    const { body } = await returnOf(sent.id);
    const { body: quotes } = await sandbox.get(`${shipments}/${body.id}/quotes`);
    const prices = quotes.data.map(({ carrier, price }: { carrier: { code: string }; price: object }) => [
      carrier.code,
      price,
    ]);
    return { seed: body.simulation.seed, prices };
  };
  const [one, other] = [await told(), await told()];
  expect(one.prices.length).toBeGreaterThan(1);
  expect(other).toEqual(one);
});

test("carriers hear that it is a return, with the quote and with the booking", async () => {
  const quoted: QuoteRequest[] = [];
  const jobs: BookRequest[] = [];
  const carrier = playCarrier("post", {
    quote: async (request) => {
      quoted.push(request);
      return offers({ amount: 500 });
    },
    book: async (request) => {
      jobs.push(request);
      return booked(request);
    },
  });
  const playing = await startServer({ replacements: { carriers: () => [carrier] } });
  const { sandbox: client } = await playing.account();
  const { shipment } = await createQuoted(client);
  const { db } = playing.deps.stores.platform("sandbox");
  db.run(sql`UPDATE shipments SET status = 'delivered' WHERE id = ${shipment.id}`);
  const { body } = await returnOf(shipment.id, { accept: { strategy: "cheapest" } }, {}, client);
  await eventually("the booking", () => jobs.length > 0 || undefined);
  const isReturn = (id: string) =>
    quoted.filter(({ shipmentId }) => shipmentId === id).map((one) => one.isReturn);
  expect([isReturn(shipment.id), isReturn(body.id)]).toEqual([[false], [true]]);
  expect(jobs.map(({ shipmentId, isReturn: is }) => [shipmentId, is])).toEqual([[body.id, true]]);

  // What came back goes to the recipient again.
  db.run(sql`UPDATE shipments SET status = 'delivered' WHERE id = ${body.id}`);
  const { body: repaired } = await returnOf(body.id, { accept: { strategy: "cheapest" } }, {}, client);
  const rebooked = await eventually("the second booking", () => jobs[1]);
  expect([isReturn(repaired.id), rebooked.shipmentId, rebooked.isReturn]).toEqual([
    [false],
    repaired.id,
    false,
  ]);
  await playing.stop();
});
