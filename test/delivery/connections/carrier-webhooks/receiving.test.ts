import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { changeAccount } from "../../../../src/access/accounts/operator/administration.ts";
import { changeTier } from "../../../../src/access/limits/tiers.ts";
import { chargeWork } from "../../../../src/access/limits/work.ts";
import type { WebhookReading, WebhookRequest } from "../../../../src/delivery/carriers/carrier-webhook.ts";
import type { TrackedUpdate } from "../../../../src/delivery/carriers/tracked.ts";
import { forgetOldWebhooks } from "../../../../src/delivery/connections/carrier-webhooks/forgetting.ts";
import {
  droppedInFullStorage,
  keptInFullStorage,
  keptWebhooksMax,
  webhookBytesMax,
  webhooksWithoutBookingMax,
} from "../../../../src/delivery/connections/carrier-webhooks/inbox.ts";
import { carrierWebhookStore } from "../../../../src/delivery/connections/carrier-webhooks/store.ts";
import { write } from "../../../../src/infra/deps.ts";
import { operatorIn } from "../../../../src/infra/http/principal.ts";
import { createLog, type Log } from "../../../../src/infra/log/log.ts";
import { dayMs } from "../../../../src/infra/units.ts";
import { expectProblem } from "../../../api/problem.ts";
import type { PlayedCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { playKind } from "../../../support/played-kind.ts";

/** What carriers send to their webhook addresses: kept before the response, applied after it. */

const carriers = `${platform}/carriers`;
const ofOperator = "/api/v1/operator/carriers";
const live = "?environment=live";
const settings = { base_url: "https://example.com/waybill" };
const json = { "content-type": "application/json" };
const signature = "a-signature-that-nobody-may-see";
/** By the carrier's settings. */
let accepted = signature;

/**
 * The played carrier's webhook is JSON: `booking`, and `updates` if it is signed. A body without a booking is about
 * none.
 */
function read({ headers, body }: WebhookRequest): WebhookReading {
  const told = JSON.parse(body);
  if (told.booking === undefined) return { kind: "ignored", reason: "It is about no shipment." };
  if (told.updates === undefined) return { kind: "hint", booking: told.booking };
  if (headers["x-signature"] !== accepted) return { kind: "refused", reason: "Its signature is wrong." };
  return { kind: "tracked", id: told.id, booking: told.booking, tracked: { updates: told.updates } };
}

const clock = createClock();
const played = playKind();
played.readWebhook = read;
let server: TestServer;
let account: TestAccount;
let other: TestAccount;
let operator: TestOperator;
/** Lines of the process's log. */
const lines: string[] = [];
const log: Log = Object.assign(Object.create(createLog("silent")), {
  line: (fields: object) => lines.push(JSON.stringify(fields)),
});
beforeAll(async () => {
  server = await startServer({
    config: { secretKey: new Uint8Array(32).fill(7) },
    replacements: { kinds: played.kinds, clock, log },
  });
  account = await server.account();
  other = await server.account();
  operator = await createOperator(server);
});
afterAll(() => server.stop());

let count = 0;
async function setUp(client: Client = account.live, path = carriers): Promise<Answer["body"]> {
  count += 1;
  const body = { kind: "played", code: `played_${count}`, name: "City Riders", settings };
  const { status, body: carrier } = await client.post(path, body);
  expect([status, carrier.receives_hooks]).toEqual([201, true]);
  return carrier;
}

/** The path of the carrier's webhook address. */
async function addressOf(carrierId: string, client: Client = account.live): Promise<string> {
  const { status, body } = await client.get(`${carriers}/${carrierId}/hook-address`);
  expect(status).toBe(200);
  expect(body.url).toStartWith(`${server.deps.publicUrl()}/hooks/${carrierId}/`);
  return new URL(body.url).pathname;
}

function send(
  address: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = { ...json, "x-signature": signature, ...headers };
  return server.client().send(address, { method: "POST", body, headers: sent });
}

/** The carrier as Waybill asks it, for a test to change what it does. */
function connected(carrierId: string): PlayedCarrier {
  server.deps.carrier("live", carrierId);
  const carrier = played.connected.get(carrierId);
  if (!carrier) throw new Error("the carrier is not connected");
  return carrier;
}

/** Sends a webhook that must be taken. */
async function deliver(address: string, told: object, headers = {}): Promise<void> {
  expect((await send(address, JSON.stringify(told), headers)).status).toBe(200);
}

const hooksOf = async (carrierId: string, query = "", client = account.live) =>
  (await client.get(`${carriers}/${carrierId}/hooks${query}`)).body.data;

/** A shipment that the carrier has booked. The other carriers of the test are paused. */
async function bookedWith(carrierId: string) {
  const { shipment, quotes } = await createQuoted(account.live);
  const quote = quotes.find((one: { carrier: { id: string } }) => one.carrier.id === carrierId);
  const path = `${platform}/shipments/${shipment.id}/assignments`;
  const { status, body: assignment } = await account.live.post(path, { quote_id: quote.id });
  expect(status).toBe(201);
  return { shipmentId: shipment.id as string, assignmentId: assignment.id as string };
}

const statusOf = async (shipmentId: string) => {
  const { body } = await account.live.get(`${platform}/shipments/${shipmentId}`);
  return [body.status, body.substatus];
};
const update = (key: string, substatus: string, at = clock.now()) => ({
  key,
  at,
  update: { kind: "progress", substatus },
});

describe("the address", () => {
  test("keeps what comes byte for byte, before it is applied", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('{ "b": 1,\r\n"a":"ü" }\n')]);
    expect(await send(address, bytes)).toMatchObject({ status: 200, text: "" });
    const [hook] = await hooksOf(id);
    expect(hook).toMatchObject({
      carrier_id: id,
      environment: "live",
      bytes: bytes.length,
      shipment_id: null,
    });
    const row = carrierWebhookStore(server.deps.stores.platform("live").db).find(hook.id);
    expect(row?.body.equals(bytes)).toBe(true);
  });

  test("gives an unknown carrier, a wrong secret and a deleted carrier the same response", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const wrong = `/hooks/${id}/${"x".repeat(43)}`;
    const unknown = address.replace(/car_\w+/, "car_01m7x5rdwme1ct34p92xd7wpnk");
    const answers = [await send(wrong, "{}"), await send(unknown, "{}"), await send(`${address}x`, "{}")];
    expect((await account.live.delete(`${carriers}/${id}`)).status).toBe(204);
    answers.push(await send(address, "{}"));
    const told = answers.map(({ body: { request_id: _, ...body } }) => body);
    for (const one of told) expect(one).toEqual(told[0]);
    expect(told[0].code).toBe("not_found");
    expect(JSON.stringify(answers)).not.toContain("x".repeat(43));
  });

  test("of a hostile path is unknown, whatever stands in it", async () => {
    const { id } = await setUp();
    const secret = (await addressOf(id)).split("/").at(-1) ?? "";
    const paths = [
      `/hooks/${id}/`,
      `/hooks/${id}`,
      `/hooks//${secret}`,
      `/hooks/${id}/%00`,
      `/hooks/${id}/%ff`,
      `/hooks/${id}/..%2f${secret}`,
      `/hooks/${id}/${secret}/`,
      `/hooks/${id}/${"s".repeat(5_000)}`,
      `/hooks/%27%20OR%201=1/${secret}`,
      `/hooks/__proto__/${secret}`,
    ];
    for (const path of paths) {
      const { status, text } = await send(path, "{}");
      expect([path, [400, 404].includes(status), text.includes(secret)]).toEqual([path, true, false]);
    }
    expectProblem(server, await server.client().get(`/hooks/${id}/${secret}`), {
      status: 405,
      code: "method_not_allowed",
    });
    expect(await hooksOf(id)).toEqual([]);
  });

  test("takes 64 KiB of any kind, uncompressed, and nothing empty", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    expect(
      (await send(address, new Uint8Array(webhookBytesMax).fill(1), { "content-type": "" })).status,
    ).toBe(200);
    expect((await send(address, "a=1", { "content-type": "text/plain; charset=latin1" })).status).toBe(200);
    expectProblem(server, await send(address, new Uint8Array(webhookBytesMax + 1)), {
      status: 413,
      code: "body_too_large",
    });
    expectProblem(server, await send(address, "x", { "content-encoding": "gzip" }), {
      status: 415,
      code: "unsupported_media_type",
    });
    expectProblem(server, await send(address, ""), {
      status: 422,
      code: "validation_failed",
      at: { "#": "required" },
    });
    expect(await hooksOf(id)).toHaveLength(2);
    await jobsAtRest(server.deps);
    const reasons = (await hooksOf(id, "?status=failed")).map(({ reason }: { reason: string }) => reason);
    expect(reasons).toHaveLength(2);
  });

  test("is one of a paused carrier too, and of no carrier whose kind sends nothing", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    expect((await account.live.patch(`${carriers}/${id}`, { status: "paused" })).status).toBe(200);
    await deliver(address, { paused: true });
    const fleet = { kind: "fleet", code: "own", name: "Own", settings: {} };
    const { body: carrier } = await account.live.post(carriers, fleet);
    expect(carrier.receives_hooks).toBe(false);
    expectProblem(server, await account.live.get(`${carriers}/${carrier.id}/hook-address`), {
      status: 404,
      code: "not_found",
    });
    expectProblem(server, await account.live.post(`${carriers}/${carrier.id}/hook-address/rotation`), {
      status: 404,
      code: "not_found",
    });
    expect((await send(`/hooks/${carrier.id}/${"x".repeat(43)}`, "{}")).status).toBe(404);
  });

  test("ends when it is replaced, which the audit log tells", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const rotated = await account.live.post(`${carriers}/${id}/hook-address/rotation`);
    expect([rotated.status, rotated.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect((await send(address, "{}")).status).toBe(404);
    const next = await addressOf(id);
    expect(rotated.body.url).toEndWith(next);
    await deliver(next, {});
    const { body: audit } = await eventually("the entry", async () => {
      const answer = await account.session.get(`/api/v1/audit?target_id=${id}`);
      return answer.body.data.length === 2 ? answer : undefined;
    });
    expect(audit.data[0].details.changed).toEqual(["hook_address"]);
  });

  test("limits the rate of a carrier, and of no other", async () => {
    const [one, two] = [await setUp(operator.session, `${ofOperator}${live}`), await setUp()];
    const { body } = await operator.session.get(`${ofOperator}/${one.id}/hook-address${live}`);
    const address = new URL(body.url).pathname;
    const answers = await Promise.all(Array.from({ length: 210 }, () => send(address, "{}")));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(10);
    expectProblem(server, limited[0] as Answer, { status: 429, code: "rate_limited" });
    await deliver(await addressOf(two.id), {});
  });

  test("stands in no log, and what comes to it is sealed", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const secret = address.split("/").at(-1) ?? "";
    await deliver(address, { api_key: "a-key-of-the-carrier", name: "Kim" });
    await server.client().post(`${address}/more`, {});
    const { body: requests } = await eventually("the request log", async () => {
      const answer = await account.live.get(`${platform}/requests?limit=100`);
      return answer.text.includes("hook-address") ? answer : undefined;
    });
    expect(JSON.stringify(requests)).not.toContain(secret);
    const { db } = server.deps.stores.platform("live");
    const rows = JSON.stringify([
      db.all(sql`SELECT * FROM carrier_inboxes WHERE carrier_id = ${id}`),
      db.all(sql`SELECT headers FROM carrier_hooks WHERE carrier_id = ${id}`),
      db.all(sql`SELECT * FROM idempotency_keys`),
    ]);
    expect([rows.includes(secret), rows.includes(signature)]).toEqual([false, false]);
    const [hook] = await hooksOf(id);
    const { body } = await account.live.get(`${carriers}/${id}/hooks/${hook.id}`);
    expect(body.headers).toMatchObject({ "content-type": "application/json", "x-signature": "***" });
    expect(JSON.parse(body.body)).toEqual({ api_key: "***", name: "Kim" });
    const logged = lines.filter((line) => line.includes(id));
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join("\n")).not.toContain(secret);
  });
});

describe("what was kept", () => {
  test("is applied once, however often it comes", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const { shipmentId, assignmentId } = await bookedWith(id);
    await jobsAtRest(server.deps);
    const booking = { bookingReference: `ref-${assignmentId}` };
    const first = { id: "e-1", booking, updates: [update("k-1", "picked_up")] };
    await deliver(address, first);
    await deliver(address, first);
    await jobsAtRest(server.deps);
    await deliver(address, first);
    // The same by its own id, in other bytes.
    await deliver(address, { ...first, tries: 2 });
    // The same update, in another webhook.
    await deliver(address, { ...first, id: "e-2" });
    await jobsAtRest(server.deps);
    expect(await statusOf(shipmentId)).toEqual(["in_transit", "picked_up"]);
    const hooks = await hooksOf(id);
    expect(hooks).toHaveLength(2);
    for (const hook of hooks)
      expect(hook).toMatchObject({ status: "applied", reason: null, shipment_id: shipmentId });
    const { body } = await account.live.get(`${platform}/tracking/${shipmentId}`);
    expect(
      body.entries.filter((entry: { substatus: string }) => entry.substatus === "picked_up"),
    ).toHaveLength(1);
  });

  test("outlives a kill after the commit: the next start applies it", async () => {
    const dataDir = await makeDataFolder();
    const key = new Uint8Array(32).fill(7);
    const options = { dataDir, config: { secretKey: key }, replacements: { kinds: played.kinds } };
    const before = await startServer(options);
    const one = await before.account();
    const body = { kind: "played", code: "kept", name: "Kept", settings };
    const { body: carrier } = await one.live.post(carriers, body);
    const { body: address } = await one.live.get(`${carriers}/${carrier.id}/hook-address`);
    await before.stop();
    const secret = address.url.split("/").at(-1);
    const script = join(import.meta.dir, "receive-and-die.ts");
    const args = [script, dataDir, Buffer.from(key).toString("hex"), carrier.id, secret];
    const child = Bun.spawn([process.execPath, ...args], { stdout: "ignore", stderr: "inherit" });
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    const after = await startServer(options);
    const client = after.client({ authorization: `Bearer ${one.liveKey}` });
    const hook = await eventually("the webhook to be read", async () => {
      const [found] = await hooksOf(carrier.id, "", client);
      return found.status === "ignored" ? found : undefined;
    });
    expect(hook).toMatchObject({ reason: "It is about no shipment.", next_attempt_at: null });
    await after.stop();
    rmSync(dataDir, { recursive: true });
  });

  test("that cannot be applied says why, to apply again or dismiss", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const { shipmentId, assignmentId } = await bookedWith(id);
    await jobsAtRest(server.deps);
    const booking = { idempotencyKey: assignmentId };
    const refusal = { kind: "cancellation_refused", reason: "other", message: "Too late." };
    const unasked = { booking, updates: [{ key: "k-0", at: clock.now(), update: refusal }] };
    const first = { booking, updates: [update("k-1", "picked_up")] };
    const second = { booking, updates: [update("k-2", "en_route_to_delivery")] };
    await deliver(address, first, { "x-signature": "new-signature" });
    await deliver(address, second, { "x-signature": "new-signature" });
    await deliver(address, unasked);
    expect((await send(address, "no JSON")).status).toBe(200);
    await jobsAtRest(server.deps);
    const failed = await hooksOf(id, "?status=failed");
    const wrong = "Its signature is wrong.";
    const reasons = failed.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual([
      expect.stringContaining("cannot read"),
      expect.stringContaining("is not asking to cancel"),
      wrong,
      wrong,
    ]);
    expect(await statusOf(shipmentId)).toEqual(["assigned", "confirmed"]);
    expect((await account.live.get(`${carriers}/${id}`)).body.failed_hooks).toBe(4);

    // The carrier sends the same bytes again, with a signature that counts.
    await deliver(address, first);
    await jobsAtRest(server.deps);
    expect(await statusOf(shipmentId)).toEqual(["in_transit", "picked_up"]);
    // Somebody corrects the settings, so the webhook that was kept counts, too.
    accepted = "new-signature";
    const at = (index: number, verb: string) => `${carriers}/${id}/hooks/${failed[index].id}/${verb}`;
    const again = await account.live.post(at(2, "retry"));
    expect([again.status, again.body.status, again.body.reason]).toEqual([202, "received", null]);
    await jobsAtRest(server.deps);
    accepted = signature;
    expect(await statusOf(shipmentId)).toEqual(["in_transit", "en_route_to_delivery"]);
    const dismissed = await account.live.post(at(0, "dismiss"));
    expect([dismissed.status, dismissed.body.status]).toEqual([200, "dismissed"]);
    expect((await account.live.post(at(2, "dismiss"))).body.status).toBe("applied");
    const statuses = (await hooksOf(id)).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["dismissed", "failed", "applied", "applied"]);
  });

  test("that does not fit what carriers may tell changes nothing", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const { shipmentId, assignmentId } = await bookedWith(id);
    await jobsAtRest(server.deps);
    const booking = { idempotencyKey: assignmentId };
    await deliver(address, { booking, updates: [update("k-1", "picked_up"), update("k-2", "beamed_up")] });
    await jobsAtRest(server.deps);
    const [hook] = await hooksOf(id);
    expect(hook).toMatchObject({ status: "failed", reason: expect.stringContaining("cannot read") });
    expect(await statusOf(shipmentId)).toEqual(["assigned", "confirmed"]);
  });

  test("as a hint asks the carrier what is true", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const carrier = connected(id);
    let updates: TrackedUpdate[] = [];
    let asked = 0;
    carrier.track = async () => {
      asked += 1;
      return { updates };
    };
    const { shipmentId, assignmentId } = await bookedWith(id);
    await jobsAtRest(server.deps);
    const before = asked;
    updates = [update("k-1", "picked_up") as TrackedUpdate];
    // Whatever an unsigned webhook claims, only the carrier's own answer counts.
    await deliver(address, { booking: { idempotencyKey: assignmentId }, claims: "delivered" });
    await jobsAtRest(server.deps);
    expect(asked).toBeGreaterThan(before);
    expect(await statusOf(shipmentId)).toEqual(["in_transit", "picked_up"]);
    expect(await hooksOf(id)).toEqual([
      expect.objectContaining({ status: "applied", shipment_id: shipmentId }),
    ]);
  });

  test("of one carrier never reaches the booking of another", async () => {
    const [victim, attacker] = [await setUp(), await setUp(other.live)];
    const { shipmentId, assignmentId } = await bookedWith(victim.id);
    await jobsAtRest(server.deps);
    const names = [{ idempotencyKey: assignmentId }, { bookingReference: `ref-${assignmentId}` }];
    const address = await addressOf(attacker.id, other.live);
    for (const booking of names) await deliver(address, { booking, updates: [update("k-1", "picked_up")] });
    await jobsAtRest(server.deps);
    expect(await statusOf(shipmentId)).toEqual(["assigned", "confirmed"]);
    const [hook] = await hooksOf(attacker.id, "", other.live);
    expect(hook).toMatchObject({ status: "waiting", shipment_id: null });
    const paths = [`/hooks`, `/hooks/${hook.id}`, `/hook-address`].map(
      (path) => `${carriers}/${attacker.id}${path}`,
    );
    for (const path of [...paths, `${carriers}/${victim.id}/hooks/${hook.id}`])
      expectProblem(server, await account.live.get(path), { status: 404, code: "not_found" });
    expect((await other.sandbox.get(`${carriers}/${attacker.id}/hooks`)).status).toBe(404);
    for (const path of [`/hooks/${hook.id}/retry`, `/hooks/${hook.id}/dismiss`, "/hook-address/rotation"]) {
      const refused = await account.live.post(`${carriers}/${attacker.id}${path}`);
      expectProblem(server, refused, { status: 404, code: "not_found" });
    }
  });

  test("is the operator's for the installation's carriers, and no account's", async () => {
    const { id } = await setUp(operator.session, `${ofOperator}${live}`);
    const { body } = await operator.session.get(`${ofOperator}/${id}/hook-address${live}`);
    await deliver(new URL(body.url).pathname, {});
    await jobsAtRest(server.deps);
    const { body: list } = await operator.session.get(`${ofOperator}/${id}/hooks${live}&status=ignored`);
    expect(list.data).toHaveLength(1);
    const [hook] = list.data;
    const read = await operator.session.get(`${ofOperator}/${id}/hooks/${hook.id}${live}`);
    expect(read.body.reason).toBe("It is about no shipment.");
    const retried = await operator.session.post(`${ofOperator}/${id}/hooks/${hook.id}/retry${live}`);
    expect(retried.status).toBe(202);
    for (const path of ["/hooks", `/hooks/${hook.id}`, "/hook-address"])
      expectProblem(server, await account.live.get(`${carriers}/${id}${path}`), {
        status: 404,
        code: "not_found",
      });
    expect((await account.live.get(`${carriers}/${id}`)).status).toBe(200);
  });

  test("of a suspended account is applied: its goods are on their way", async () => {
    const suspended = await server.account();
    const { id } = await setUp(suspended.live);
    const address = await addressOf(id, suspended.live);
    const path = `/api/v1/operator/accounts/${suspended.accountId}`;
    expect((await operator.session.patch(path, { suspended: true })).status).toBe(200);
    await deliver(address, {});
    await jobsAtRest(server.deps);
    const [row] = carrierWebhookStore(server.deps.stores.platform("live").db).list({
      carrierId: id,
      limit: 2,
    });
    expect(row?.status).toBe("ignored");
  });

  test("waits for the answer to its booking, and is ignored after a day without one", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const answer = Promise.withResolvers<void>();
    const carrier = connected(id);
    const { book } = carrier;
    carrier.book = async (request, signal) => {
      await answer.promise;
      return book(request, signal);
    };
    const { shipmentId, assignmentId } = await bookedWith(id);
    await deliver(address, {
      booking: { bookingReference: `ref-${assignmentId}` },
      updates: [update("k-1", "picked_up")],
    });
    await deliver(address, { booking: { trackingNumber: "of-nobody" }, updates: [] });
    const waiting = await eventually("both to wait", async () => {
      const found = await hooksOf(id, "?status=waiting");
      return found.length === 2 ? found : undefined;
    });
    expect(waiting[0]).toMatchObject({ reason: expect.stringContaining("No booking"), shipment_id: null });
    expect(waiting[0].next_attempt_at).not.toBeNull();
    answer.resolve();
    await eventually("the booking", async () =>
      (await statusOf(shipmentId))[1] === "confirmed" ? true : undefined,
    );
    clock.advance(3_600);
    await jobsAtRest(server.deps);
    expect(await statusOf(shipmentId)).toEqual(["in_transit", "picked_up"]);
    clock.advance(dayMs / 1_000);
    await jobsAtRest(server.deps);
    const statuses = (await hooksOf(id)).map(({ status, next_attempt_at }: Record<string, unknown>) => [
      status,
      next_attempt_at,
    ]);
    expect(statuses).toEqual([
      ["ignored", null],
      ["applied", null],
    ]);
  });

  test("as a hint before the answer to its booking asks the carrier after that", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const answer = Promise.withResolvers<void>();
    const carrier = connected(id);
    const { book } = carrier;
    carrier.book = async (request, signal) => {
      await answer.promise;
      return book(request, signal);
    };
    let asked = 0;
    carrier.track = async () => {
      asked += 1;
      return { updates: [update("k-1", "picked_up") as TrackedUpdate] };
    };
    const { shipmentId, assignmentId } = await bookedWith(id);
    await deliver(address, { booking: { idempotencyKey: assignmentId } });
    const waiting = await eventually("the hint to be read", async () => {
      const [found] = await hooksOf(id);
      return found.status === "received" ? undefined : found;
    });
    expect(waiting).toMatchObject({
      status: "waiting",
      reason: "The carrier has not answered the booking itself.",
      shipment_id: shipmentId,
    });
    answer.resolve();
    await eventually("the booking", async () => (await statusOf(shipmentId))[1] === "confirmed");
    expect(asked).toBe(0);
    // Far sooner than the poll.
    clock.advance(10);
    await eventually("the carrier was asked", async () => (await statusOf(shipmentId))[1] === "picked_up");
    expect(asked).toBe(1);
    expect(await hooksOf(id)).toEqual([expect.objectContaining({ status: "applied", reason: null })]);
  });

  test("is no more than the newest 5,000 of a carrier, of which 500 wait for an unknown booking", async () => {
    const { id, account_id } = await setUp();
    const address = await addressOf(id);
    const never = Date.UTC(2100, 0);
    await write(server.deps, "live", ({ tx }) =>
      tx.run(sql`WITH RECURSIVE old (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM old WHERE n < ${keptWebhooksMax + 5})
        INSERT INTO carrier_hooks (id, carrier_id, account_id, headers, body, body_hash, status, received_at, queued_at, due_at)
        SELECT printf('hook_%026d', n), ${id}, ${account_id ?? null}, '""', x'00', n, 'waiting', 1, 1, ${never} FROM old`),
    );
    await deliver(address, { booking: { trackingNumber: "of-nobody" }, updates: [] });
    await jobsAtRest(server.deps);
    const { db } = server.deps.stores.platform("live");
    const counts = db.all(
      sql`SELECT status, count(*) AS count FROM carrier_hooks WHERE carrier_id = ${id} GROUP BY status`,
    );
    expect(counts).toEqual([
      { status: "ignored", count: keptWebhooksMax - webhooksWithoutBookingMax },
      { status: "waiting", count: webhooksWithoutBookingMax },
    ]);
    const [newest] = await hooksOf(id);
    expect(newest).toMatchObject({ status: "waiting", reason: expect.stringContaining("No booking") });
    expect((await account.live.delete(`${carriers}/${id}`)).status).toBe(204);
  });

  test("is taken and applied in a full storage, where the oldest of the account make room for it", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const { shipmentId, assignmentId } = await bookedWith(id);
    await jobsAtRest(server.deps);
    const { id: second } = await setUp();
    const { id: strange } = await setUp(other.live);
    const insertOld = (carrierId: string, accountId: string, many: number) =>
      write(server.deps, "live", ({ tx }) =>
        tx.run(sql`WITH RECURSIVE old (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM old WHERE n < ${many})
          INSERT INTO carrier_hooks (id, carrier_id, account_id, headers, body, body_hash, status, received_at, queued_at)
          SELECT printf('hook_%026d', n + ${many * 10_000}), ${carrierId}, ${accountId}, '""', zeroblob(1000), n, 'failed', ${clock.now()}, 1 FROM old`),
      );
    await insertOld(second, account.accountId, keptInFullStorage + 100);
    await insertOld(strange, other.accountId, 30);
    const idsOf = (of: string) =>
      server.deps.stores
        .platform("live")
        .db.values<[string]>(sql`SELECT id FROM carrier_hooks WHERE carrier_id = ${of} ORDER BY id`)
        .flat();
    const [before, theirs] = [idsOf(second), idsOf(strange)];
    await changeTier(server.deps, operatorIn(account.accountId), "free", { storage_bytes: 1 });
    await changeAccount(server.deps, account.accountId, { tier: "free" });
    try {
      const booking = { idempotencyKey: assignmentId };
      await deliver(address, { id: "full-1", booking, updates: [update("k-1", "picked_up")] });
      await jobsAtRest(server.deps);
      expect((await statusOf(shipmentId))[1]).toBe("picked_up");
      expect(idsOf(second)).toEqual(before.slice(droppedInFullStorage));
      for (let more = 0; more < 8; more += 1) await deliver(address, { more });
      expect(idsOf(id).length).toBe(9);
      const left = server.deps.stores
        .platform("live")
        .db.values(sql`SELECT id FROM carrier_hooks WHERE account_id = ${account.accountId}`);
      expect(left.length).toBe(keptInFullStorage);
      const [kept, all] = [idsOf(second), before.length];
      expect(kept).toEqual(before.slice(all - kept.length));
      expect(idsOf(strange)).toEqual(theirs);
      expect(await storedRows()).toEqual([]);
    } finally {
      await changeAccount(server.deps, account.accountId, { tier: "unlimited" });
    }
  });

  test("is kept beyond the account's budget, and read when there is room again", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const { shipmentId, assignmentId } = await bookedWith(id);
    await jobsAtRest(server.deps);
    await changeAccount(server.deps, account.accountId, { tier: "free" });
    try {
      // 20 a second, and 1,200 at once.
      chargeWork(server.deps, { accountId: account.accountId, id: "another" }, 1_400);
      await deliver(address, {
        id: "later-1",
        booking: { idempotencyKey: assignmentId },
        updates: [update("k-1", "picked_up")],
      });
      await jobsAtRest(server.deps);
      expect(await hooksOf(id)).toEqual([expect.objectContaining({ status: "received" })]);
      expect((await statusOf(shipmentId))[1]).toBe("confirmed");
      clock.advance(11);
      await jobsAtRest(server.deps);
      expect((await statusOf(shipmentId))[1]).toBe("picked_up");
      expect(await hooksOf(id)).toEqual([expect.objectContaining({ status: "applied" })]);
    } finally {
      await changeAccount(server.deps, account.accountId, { tier: "unlimited" });
    }
  });

  test("without a known shipment loses its body after a day, and has it again when it comes again", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const { shipmentId, assignmentId } = await bookedWith(id);
    await jobsAtRest(server.deps);
    const booking = { idempotencyKey: assignmentId };
    const unsigned = { booking, updates: [update("k-1", "picked_up")], name: "Kim Recipient" };
    await deliver(address, { name: "Kim Recipient elsewhere" });
    await deliver(address, unsigned, { "x-signature": "wrong" });
    await deliver(address, { booking, updates: [], name: "Kim Recipient" });
    await jobsAtRest(server.deps);
    const bytesLeft = async () => (await hooksOf(id)).map(({ bytes }: { bytes: number }) => bytes > 0);
    await forgetOldWebhooks(server.deps, clock.now() + dayMs - 3_600_000);
    expect(await bytesLeft()).toEqual([true, true, true]);
    await forgetOldWebhooks(server.deps, clock.now() + dayMs + 3_600_000);
    expect(await bytesLeft()).toEqual([true, false, false]);
    expect(await storedRows()).toEqual([]);
    const [, failed, ignored] = await hooksOf(id);
    expect([failed.status, ignored.status]).toEqual(["failed", "ignored"]);
    expect((await account.live.post(`${carriers}/${id}/hooks/${failed.id}/retry`)).status).toBe(202);
    await jobsAtRest(server.deps);
    expect((await hooksOf(id))[1]).toMatchObject({
      status: "failed",
      reason: "Waybill erased its body after a day. Ask the carrier to send it again.",
    });
    await deliver(address, unsigned);
    await jobsAtRest(server.deps);
    expect(await statusOf(shipmentId)).toEqual(["in_transit", "picked_up"]);
    expect(await bytesLeft()).toEqual([true, true, false]);
    expect(await storedRows()).toEqual([]);
  });

  test("is forgotten with its shipment's personal data, after 30 days, and with its carrier", async () => {
    const { id } = await setUp();
    const address = await addressOf(id);
    const { shipmentId, assignmentId } = await bookedWith(id);
    await jobsAtRest(server.deps);
    const booking = { idempotencyKey: assignmentId };
    await deliver(address, { booking, updates: [], name: "Kim Recipient" });
    await deliver(address, {});
    await jobsAtRest(server.deps);
    expect((await account.live.post(`${platform}/shipments/${shipmentId}/cancellation`, {})).status).toBe(
      200,
    );
    const redacted = await account.live.post(`${platform}/shipments/${shipmentId}/redaction`);
    expect(redacted.status).toBeLessThan(300);
    await jobsAtRest(server.deps);
    expect(await hooksOf(id)).toHaveLength(1);
    // News of a redacted shipment leaves nothing either.
    await deliver(address, { booking, updates: [], name: "Kim Recipient again" });
    await jobsAtRest(server.deps);
    expect(await hooksOf(id)).toEqual([expect.objectContaining({ status: "ignored" })]);

    await deliver(address, { later: true });
    await forgetOldWebhooks(server.deps, clock.now() + 29 * dayMs);
    expect((await hooksOf(id)).length).toBe(2);
    expect(await storedRows()).toEqual([]);
    await forgetOldWebhooks(server.deps, clock.now() + 31 * dayMs);
    expect(await hooksOf(id)).toEqual([]);

    await deliver(address, { last: true });
    expect((await account.live.delete(`${carriers}/${id}`)).status).toBe(204);
    const { db } = server.deps.stores.platform("live");
    expect(db.all(sql`SELECT 1 FROM carrier_hooks WHERE carrier_id = ${id}`)).toEqual([]);
    expect(db.all(sql`SELECT 1 FROM carrier_inboxes WHERE carrier_id = ${id}`)).toEqual([]);
    expect(await storedRows()).toEqual([]);
  });
});

/** Accounts whose counted bytes differ from their rows'. */
async function storedRows(): Promise<unknown[]> {
  return server.deps.stores.platform("live").db.all(
    sql`SELECT account_id, sum(bytes) FROM stored_rows GROUP BY account_id
      EXCEPT SELECT account_id, bytes FROM storage_use`,
  );
}
