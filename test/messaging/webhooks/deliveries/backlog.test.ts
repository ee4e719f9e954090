import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { write } from "../../../../src/infra/deps.ts";
import { restartDelivery } from "../../../../src/messaging/webhooks/deliveries/queue.ts";
import { requireEnabled } from "../../../../src/messaging/webhooks/endpoints/lookup.ts";
import { expectProblem } from "../../../api/problem.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { platform } from "../../../support/fixtures.ts";
import { freePort } from "../../../support/free-port.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { type Receiver, startReceiver } from "../../../support/receiver.ts";

let server: TestServer;
let account: TestAccount;
let receiver: Receiver;

beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer();
  account = await server.account();
});
afterAll(async () => {
  await receiver.stop();
  await server.stop();
});

const path = `${platform}/webhooks`;

async function registerDisabled(): Promise<string> {
  receiver.received.length = 0;
  const made = await account.sandbox.post(path, { url: receiver.url, events: ["webhook.test"] });
  await account.sandbox.patch(`${path}/${made.body.id}`, { enabled: false });
  return made.body.id;
}

/** Deliveries that wait for an endpoint, of one event, without a request for each. */
async function hold(webhookId: string, count: number, shipmentId: string | null = null): Promise<void> {
  await write(server.deps, "sandbox", ({ tx, now }) => {
    const eventId = server.deps.ids.make("evt");
    tx.run(sql`INSERT INTO events (id, account_id, type, body, sample, created_at)
      VALUES (${eventId}, ${account.accountId}, 'webhook.test', ${`{"id":"${eventId}"}`}, 0, ${now})`);
    const ids = JSON.stringify(Array.from({ length: count }, () => server.deps.ids.make("dlv")));
    tx.run(sql`INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, status, attempt_count,
        round_attempts, created_at, shipment_id)
      SELECT value, ${webhookId}, ${eventId}, 'webhook.test', 'paused', 0, 0, ${now}, ${shipmentId} FROM json_each(${ids})`);
  });
}

function statusesOf(webhookId: string): Record<string, number> {
  const rows = server.deps.stores
    .platform("sandbox")
    .db.all<{ status: string; count: number }>(
      sql`SELECT status, count(*) AS count FROM webhook_deliveries WHERE webhook_id = ${webhookId} GROUP BY status`,
    );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const enable = (id: string, enabled: boolean) => account.sandbox.patch(`${path}/${id}`, { enabled });
const discard = (id: string) => account.sandbox.post(`${path}/${id}/discard`);
const cameTo = (id: string, statuses: Record<string, number>) =>
  eventually(JSON.stringify(statuses), () => (Bun.deepEquals(statusesOf(id), statuses) ? true : undefined));

describe("a backlog longer than a step", () => {
  test("is sent whole on enabling", async () => {
    const id = await registerDisabled();
    await hold(id, 1203);
    expect((await enable(id, true)).body).toMatchObject({ enabled: true, disabled_reason: null });
    await cameTo(id, { delivered: 1203 });
    expect(receiver.received).toHaveLength(1203);
  });

  test("that is disabled again on its way stops, and loses nothing", async () => {
    const id = await registerDisabled();
    await hold(id, 2000);
    await enable(id, true);
    await enable(id, false);
    await eventually("nothing on its way", () => {
      const { pending = 0, paused = 0, delivered = 0 } = statusesOf(id);
      return pending === 0 && paused + delivered === 2000 ? true : undefined;
    });
    const { paused = 0 } = statusesOf(id);
    expect(paused).toBeGreaterThan(0);
    // What was on its way when its row was paused arrives too.
    await jobsAtRest(server.deps);
    const sent = receiver.received.length;
    await account.sandbox.get(`${path}/${id}`);
    expect(receiver.received).toHaveLength(sent);
    await enable(id, true);
    await cameTo(id, { delivered: 2000 });
  });

  test("of an endpoint that nobody listens at is paused while it is being tried", async () => {
    const dead = `http://127.0.0.1:${freePort()}/`;
    const id = await registerDisabled();
    await account.sandbox.patch(`${path}/${id}`, { url: dead });
    await hold(id, 2000);
    await enable(id, true);
    await eventually("an attempt", () =>
      databaseRows(server)["sandbox.webhook_attempts"]?.some(({ url }) => url === dead) ? true : undefined,
    );
    expect((await enable(id, false)).status).toBe(200);
    await eventually("all paused or given up", () => {
      const { pending = 0, paused = 0, failed = 0 } = statusesOf(id);
      return pending === 0 && paused > 0 && paused + failed === 2000 ? true : undefined;
    });
  });

  test("is discarded on request: all that waited is counted, nothing of it is sent, what comes later is", async () => {
    const id = await registerDisabled();
    await hold(id, 1203);
    const steps: string[][] = [];
    const unsubscribe = server.deps.stores
      .platform("sandbox")
      .onSynced(() => steps.push(Object.keys(statusesOf(id)).sort()));
    const answer = await discard(id);
    expect([answer.status, answer.body]).toEqual([202, { discarded: 1203 }]);
    unsubscribe();
    expect(steps).toContainEqual(["discarded", "paused"]);
    await enable(id, true);
    const sent = await eventually("the endpoint's next test", async () => {
      const tried = await account.sandbox.post(`${path}/${id}/test`);
      return tried.status === 202 ? tried.body : undefined;
    });
    await cameTo(id, { discarded: 1203, delivered: 1 });
    expect(receiver.received.map(({ event }) => event.id)).toEqual([sent.event_id]);
  });

  test("that is being discarded lets go of what is sent again meanwhile", async () => {
    const id = await registerDisabled();
    await hold(id, 3);
    const [delivery] = (await account.sandbox.get(`${path}/${id}/deliveries`)).body.data;
    await write(server.deps, "sandbox", (writing) => {
      writing.tx.run(sql`UPDATE webhook_endpoints SET disabled_reason = NULL, unsettled = 1,
        discard_through = (SELECT max(rowid) FROM webhook_deliveries) WHERE id = ${id}`);
      const endpoint = requireEnabled(writing, account.accountId, id);
      restartDelivery(writing, endpoint, { id: delivery.id, shipmentId: null });
    });
    await cameTo(id, { discarded: 2, delivered: 1 });
    const again = await account.sandbox.get(`${path}/${id}/deliveries/${delivery.id}`);
    expect(again.body.status).toBe("delivered");
  });

  test("that waits for order is sent when none is asked for any more", async () => {
    const failing = startReceiver();
    failing.answer = () => new Response("no", { status: 503 });
    const input = { url: failing.url, events: ["webhook.test"], ordering: "per_shipment" };
    const { body } = await account.sandbox.post(path, input);
    await account.sandbox.patch(`${path}/${body.id}`, { enabled: false });
    await hold(body.id, 1203, "shp_one");
    await enable(body.id, true);
    await eventually("the first attempt", () => failing.received[0]);
    failing.answer = () => new Response("ok");
    expect((await account.sandbox.patch(`${path}/${body.id}`, { ordering: "none" })).status).toBe(200);
    await eventually("all others", () => (statusesOf(body.id).delivered === 1202 ? true : undefined));
    await failing.stop();
  });

  test("goes on where a crash has left it", async () => {
    const id = await registerDisabled();
    await hold(id, 3);
    await write(
      server.deps,
      "sandbox",
      ({ tx }) =>
        void tx.run(sql`UPDATE webhook_endpoints SET disabled_reason = NULL, unsettled = 1 WHERE id = ${id}`),
    );
    await cameTo(id, { delivered: 3 });
    const row = databaseRows(server)["sandbox.webhook_endpoints"]?.find((endpoint) => endpoint.id === id);
    expect(row).toMatchObject({ unsettled: 0, discard_through: null });
  });
});

test("what waits keeps its place when its file is written anew, and in a copy", async () => {
  const id = await registerDisabled();
  await hold(id, 5);
  const { db } = server.deps.stores.platform("sandbox");
  // A gap, which numbering anew would close.
  db.run(sql`DELETE FROM webhook_deliveries WHERE rowid = (SELECT min(rowid) + 1 FROM webhook_deliveries
    WHERE webhook_id = ${id})`);
  const places = sql`SELECT id, rowid AS place FROM webhook_deliveries ORDER BY id`;
  const before = db.all(places);
  const copy = join(mkdtempSync(join(tmpdir(), "waybill-copy-")), "copy.db");
  db.run(sql`VACUUM INTO ${copy}`);
  db.run(sql`VACUUM`);
  expect(db.all(places)).toEqual(before);
  using copied = new Database(copy, { readonly: true });
  expect(copied.query("SELECT id, rowid AS place FROM webhook_deliveries ORDER BY id").all()).toEqual(before);
  rmSync(dirname(copy), { recursive: true });
});

describe("discarding", () => {
  test("nothing that waits is no fault; another endpoint keeps what it has", async () => {
    const [id, other] = [await registerDisabled(), await registerDisabled()];
    await hold(other, 5);
    expect((await discard(id)).body).toEqual({ discarded: 0 });
    expect(statusesOf(other)).toEqual({ paused: 5 });
  });

  test("an enabled endpoint gives up what is still to be tried again", async () => {
    const failing = startReceiver();
    failing.answer = () => new Response("no", { status: 503 });
    const { body } = await account.sandbox.post(path, { url: failing.url, events: ["webhook.test"] });
    await account.sandbox.post(`${path}/${body.id}/test`);
    await eventually("an attempt", () => failing.received[0]);
    await eventually("the wait after it", async () => {
      const log = await account.sandbox.get(`${path}/${body.id}/deliveries`);
      return log.body.data[0].attempt_count === 1 ? true : undefined;
    });
    expect((await discard(body.id)).body).toEqual({ discarded: 1 });
    expect(statusesOf(body.id)).toEqual({ discarded: 1 });
    await failing.stop();
  });

  test("a discarded delivery can be retried", async () => {
    const id = await registerDisabled();
    await hold(id, 1);
    await discard(id);
    await enable(id, true);
    expect(statusesOf(id)).toEqual({ discarded: 1 });
    const [delivery] = (await account.sandbox.get(`${path}/${id}/deliveries`)).body.data;
    await account.sandbox.post(`${path}/${id}/deliveries/${delivery.id}/retry`);
    await cameTo(id, { delivered: 1 });
  });

  test("somebody else's endpoint is not there", async () => {
    const id = await registerDisabled();
    await hold(id, 1);
    const other = await server.account();
    const before = databaseRows(server);
    expectProblem(server, await other.sandbox.post(`${path}/${id}/discard`), {
      status: 404,
      code: "not_found",
    });
    expectProblem(server, await account.live.post(`${path}/${id}/discard`), {
      status: 404,
      code: "not_found",
    });
    expect(databaseRows(server)).toEqual(before);
  });
});
