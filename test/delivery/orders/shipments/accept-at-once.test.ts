import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Carrier } from "../../../../src/delivery/carriers/carrier.ts";
import type { CreateShipment } from "../../../../src/delivery/orders/shipments/schema.ts";
import { createShipment } from "../../../../src/delivery/orders/shipments/service.ts";
import { never, offers, playCarrier } from "../../../support/carriers.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { databaseRows, settledRows } from "../../../support/database.ts";
import { callerOf, lateCaller, platform, shipmentBody } from "../../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

/** Creating a shipment and accepting its best offer in one call. */

const shipments = `${platform}/shipments`;

let folder: string;
let carriers: Carrier[] = [];
let server: TestServer;
let account: TestAccount;
const start = () => startServer({ dataDir: folder, replacements: { carriers: () => carriers } });
beforeAll(async () => {
  folder = await makeDataFolder();
  server = await start();
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const market = () =>
  playCarrier("market", { quote: async () => offers({ amount: 500 }, { amount: 900, minutes: 5 }) });
const body = (accept: object) => shipmentBody({ accept });
const create = (accept: object, headers = {}) => account.live.post(shipments, body(accept), headers);
const count = async () => (await account.live.get(`${shipments}?limit=100`)).body.data.length;

test("the shipment comes back assigned to the best offer", async () => {
  carriers = [market()];
  const cheapest = await create({ strategy: "cheapest" });
  expect([cheapest.status, cheapest.body.status, cheapest.body.price.amount]).toEqual([201, "assigned", 500]);
  expect(cheapest.body.accept_problem).toBeNull();
  expect(cheapest.headers.get("location")).toBe(`${shipments}/${cheapest.body.id}`);
  const { accept_problem: _, ...shown } = cheapest.body;
  const read = (await account.live.get(`${shipments}/${shown.id}`)).body;
  expect(read).toMatchObject({ id: shown.id, assignment: { id: shown.assignment.id } });
  const fastest = await create({ strategy: "fastest", max_price: { amount: 900, currency: "EUR" } });
  expect([fastest.body.status, fastest.body.price.amount]).toEqual(["assigned", 900]);
});

test("where no offer fits, the shipment stands and says why", async () => {
  carriers = [market()];
  for (const max_price of [
    { amount: 499, currency: "EUR" },
    { amount: 5000, currency: "CHF" },
  ]) {
    const { status, body: made } = await create({ strategy: "cheapest", max_price });
    expect([status, made.status, made.assignment]).toEqual([201, "quoted", null]);
    expect(made.accept_problem).toEqual({
      code: "no_open_quotes",
      title: expect.any(String),
      detail: expect.stringContaining("max_price"),
    });
  }
  carriers = [];
  const nobody = await create({ strategy: "cheapest" });
  expect([nobody.status, nobody.body.status, nobody.body.accept_problem.code]).toEqual([
    201,
    "created",
    "no_open_quotes",
  ]);
  const plain = await account.live.post(shipments, shipmentBody());
  expect(plain.body).not.toHaveProperty("accept_problem");
});

test("one key makes one shipment with one assignment, at the same time and later", async () => {
  carriers = [market()];
  const before = await count();
  const key = { "idempotency-key": "at-once" };
  const answers = await Promise.all(Array.from({ length: 4 }, () => create({ strategy: "cheapest" }, key)));
  answers.push(await create({ strategy: "cheapest" }, key));
  const [first] = answers;
  for (const answer of answers) expect([answer.status, answer.text]).toEqual([201, first?.text ?? ""]);
  expect(await count()).toBe(before + 1);
  const { data } = (await account.live.get(`${shipments}/${first?.body.id}/assignments`)).body;
  expect(data).toHaveLength(1);
  const other = await create({ strategy: "fastest" }, key);
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
});

test("a key without the scope to accept is refused before anything else, and bad wishes change nothing", async () => {
  const made = await account.session.post("/api/v1/keys", {
    name: "creates only",
    environment: "live",
    scopes: ["shipments:write"],
  });
  const client = server.client({ "x-api-key": made.body.secret });
  const rows = await settledRows(server);
  const refused = await client.post(shipments, { ...body({ strategy: "cheapest" }), parcels: [] });
  expect([refused.status, refused.body.code]).toEqual([403, "scope_missing"]);
  for (const accept of [
    {},
    { strategy: "best" },
    { strategy: "cheapest", max_price: { amount: 1.5, currency: "EUR" } },
    { strategy: "cheapest", quote_id: "qte_none" },
  ]) {
    const answer = await account.live.post(shipments, { ...shipmentBody(), accept });
    expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
  }
  expect(databaseRows(server)).toEqual(rows);
  expect((await client.post(shipments, shipmentBody())).status).toBe(201);
});

test("a stop while it waits: the same request goes on after the restart", async () => {
  carriers = [playCarrier("market", { quote: never })];
  const before = await count();
  const key = { "idempotency-key": "interrupted" };
  const waiting = create({ strategy: "cheapest" }, key);
  await eventually("the shipment", async () => (await count()) === before + 1 || undefined);
  await server.stop();
  const stopped = await waiting;
  expect([stopped.status, stopped.body.code]).toEqual([503, "shutting_down"]);

  carriers = [market()];
  server = await start();
  const again = server.client({ "x-api-key": account.liveKey });
  const { status, body: made } = await again.post(shipments, body({ strategy: "cheapest" }), key);
  expect([status, made.status, made.accept_problem]).toEqual([201, "assigned", null]);
  expect((await again.get(`${shipments}?limit=100`)).body.data).toHaveLength(before + 1);
});

const assignmentsOf = async (id: string, client: Client) =>
  (await client.get(`${shipments}/${id}/assignments`)).body.data.length;

test("a stop between the acceptance and its answer: the same request accepts nothing again", async () => {
  carriers = [market()];
  const client = server.client({ "x-api-key": account.liveKey });
  const key = { "idempotency-key": "unanswered" };
  const { body: made } = await client.post(shipments, body({ strategy: "cheapest" }), key);
  expect(made.status).toBe("assigned");
  const { id, assignment } = made;
  expect((await client.delete(`${shipments}/${id}/assignments/${assignment.id}`)).status).toBe(200);
  // What a kill leaves before the answer is stored.
  const { db } = server.deps.stores.platform("live");
  db.run(sql`UPDATE idempotency_keys SET final = 0 WHERE key = 'unanswered'`);
  const { body: again } = await client.post(shipments, body({ strategy: "cheapest" }), key);
  expect([again.id, again.status, again.assignment, again.accept_problem]).toEqual([
    id,
    "quoted",
    null,
    null,
  ]);
  expect(await assignmentsOf(id, client)).toBe(1);
});

test("a request that an equal one has answered meanwhile accepts nothing", async () => {
  carriers = [];
  const client = server.client({ "x-api-key": account.liveKey });
  const key = { "idempotency-key": "overtaken" };
  const { body: first } = await client.post(shipments, body({ strategy: "cheapest" }), key);
  expect(first.accept_problem.code).toBe("no_open_quotes");
  const { id } = first;
  carriers = [market()];
  expect((await client.post(`${shipments}/${id}/quotes`, {})).status).toBe(201);
  const isQuoted = async () => (await client.get(`${shipments}/${id}`)).body.status === "quoted";
  await eventually("a quote", async () => (await isQuoted()) || undefined);
  const caller = lateCaller(server.deps, callerOf(account.accountId, "live"), "overtaken");
  const input = body({ strategy: "cheapest" }) as unknown as CreateShipment;
  const late = await createShipment(server.deps, { ...caller, scopes: ["assignments:write"] }, input);
  expect(late.accept_problem?.code).toBe("no_open_quotes");
  expect(await assignmentsOf(id, client)).toBe(0);
});
