import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { expectProblem, secretValue } from "../../api/problem.ts";
import { createClock, jobsAtRest, type TestClock, wakeJobs } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { createShipment, platform } from "../../support/fixtures.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { type Receiver, startReceiver, verify } from "../../support/receiver.ts";

let server: TestServer;
let clock: TestClock;
let account: TestAccount;
let receiver: Receiver;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({
    replacements: { clock },
    config: { webhookEndpoints: 3, webhookSchedule: [0, 30, 30] },
  });
});
beforeAll(async () => {
  receiver = startReceiver();
  account = await server.account();
});
afterEach(async () => {
  receiver.received.length = 0;
  for (const { id } of (await account.sandbox.get(path)).body.data)
    await account.sandbox.delete(`${path}/${id}`);
  await eventually("their rows gone", () =>
    databaseRows(server)["sandbox.webhook_endpoints"]?.length === 0 ? true : undefined,
  );
});
afterAll(async () => {
  await receiver.stop();
  await server.stop();
});

const path = `${platform}/webhooks`;

async function register(change: object = {}): Promise<Answer["body"]> {
  const answer = await account.sandbox.post(path, { url: receiver.url, events: ["webhook.test"], ...change });
  expect(`${answer.status} ${answer.status === 201 ? "" : answer.text}`).toBe("201 ");
  return answer.body;
}

const change = async (id: string, patch: object) =>
  (await account.sandbox.patch(`${path}/${id}`, patch)).body;
const sendTest = async (id: string) => (await account.sandbox.post(`${path}/${id}/test`)).body;
const request = (index = 0) => eventually("a delivery", () => receiver.received[index]);
const detailOf = async (id: string, deliveryId: string) =>
  (await account.sandbox.get(`${path}/${id}/deliveries/${deliveryId}`)).body;

describe("headers of one's own", () => {
  const headers = { Authorization: `Bearer ${secretValue}`, "X-Tenant": `tenant ${secretValue}` };

  test("are sent with every delivery, with the signature after them", async () => {
    clock.advance((Date.now() - clock.now()) / 1000);
    const { id, secret } = await register({ headers });
    await sendTest(id);
    const received = await request();
    expect(received.headers).toMatchObject({
      authorization: headers.Authorization,
      "x-tenant": headers["X-Tenant"],
    });
    verify(secret, received);
    const names = Object.keys(received.headers);
    expect(names.indexOf("authorization")).toBeLessThan(names.indexOf("webhook-signature"));
  });

  test("are shown by their names: no answer, event, attempt or logged request has a value", async () => {
    const told = await account.sandbox.post(path, { url: receiver.url, events: ["webhook.test"], headers });
    const { id } = told.body;
    expect(told.body.header_names).toEqual(["authorization", "x-tenant"]);
    const { id: deliveryId } = await sendTest(id);
    await request();
    const attempt = await eventually("the attempt", async () => {
      const detail = await detailOf(id, deliveryId);
      return detail.attempts[0];
    });
    expect(attempt.request.headers).toMatchObject({
      authorization: "***",
      "x-tenant": "***",
      "webhook-signature": expect.stringMatching(/^v1,/),
    });
    const patched = await account.sandbox.patch(`${path}/${id}`, { headers: { "x-tenant": secretValue } });
    const list = await account.sandbox.get(path);
    const one = await account.sandbox.get(`${path}/${id}`);
    for (const { text } of [told, patched, list, one]) expect(text).not.toContain(secretValue);
    expect(JSON.stringify(receiver.received.map(({ event }) => event))).not.toContain(secretValue);
    const logged = await eventually("the log of requests", async () => {
      const { text } = await account.sandbox.get(`${platform}/requests?limit=100`);
      return text.includes("/webhooks") ? text : undefined;
    });
    expect(logged).not.toContain(secretValue);
  });

  test("are taken out of what a receiver echoes", async () => {
    receiver.answer = () =>
      new Response(`you sent ${secretValue}`, { headers: { "x-echo": headers.Authorization } });
    const { id } = await register({ headers });
    const { id: deliveryId } = await sendTest(id);
    const attempt = await eventually("the attempt", async () => (await detailOf(id, deliveryId)).attempts[0]);
    receiver.answer = () => new Response("ok");
    expect(attempt.response).toMatchObject({ body: "you sent ***", headers: { "x-echo": "***" } });
    expect(JSON.stringify(databaseRows(server)["sandbox.webhook_attempts"])).not.toContain(secretValue);
  });

  test("are changed by merge patch: null removes one, or all", async () => {
    const { id } = await register({ headers: { a: "1", b: "2" } });
    expect((await change(id, { headers: { B: null, C: "3" } })).header_names).toEqual(["a", "c"]);
    expect((await change(id, { description: "d" })).header_names).toEqual(["a", "c"]);
    await sendTest(id);
    const first = await request();
    expect(first.headers).toMatchObject({ a: "1", c: "3" });
    expect(first.headers.b).toBeUndefined();
    expect((await change(id, { headers: null })).header_names).toEqual([]);
    await sendTest(id);
    expect((await request(1)).headers.a).toBeUndefined();
  });

  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "v"]));

  test("there can be ten, however they came", async () => {
    const { id } = await register({ headers: many(10) });
    const more = await account.sandbox.patch(`${path}/${id}`, { headers: { "x-10": "v" } });
    expectProblem(server, more, {
      status: 422,
      code: "validation_failed",
      at: { "#/headers": "max_properties" },
    });
    expect((await change(id, { headers: { "x-0": null, "x-10": "v" } })).header_names).toHaveLength(10);
  });

  const wrong: [string, object, Record<string, string>][] = [
    ["eleven", many(11), { "#/headers": "max_properties" }],
    ["one of Waybill's", { "Webhook-Id": secretValue }, { "#/headers/Webhook-Id": "reserved" }],
    ["a line break", { a: `v\r\nx: ${secretValue}` }, { "#/headers/a": "characters" }],
    ["a name with a space", { "a b": "v" }, { "#/headers/a b": "format" }],
    ["a number", { a: 1 }, { "#/headers/a": "type" }],
    ["a long value", { a: "v".repeat(4097) }, { "#/headers/a": "max_length" }],
    ["a long name", { ["n".repeat(65)]: "v" }, { [`#/headers/${"n".repeat(65)}`]: "key_length" }],
  ];
  test.each(wrong)("%s is refused, and nothing is changed", async (_, own, at) => {
    const before = databaseRows(server);
    const answer = await account.sandbox.post(path, { url: receiver.url, events: ["*"], headers: own });
    expectProblem(server, answer, { status: 422, code: "validation_failed", at });
    expect(databaseRows(server)).toEqual(before);
  });
});

describe("a change holds from the next attempt on", () => {
  test("of the URL, the headers and the secret, also for what waits to be tried again", async () => {
    clock.advance((Date.now() - clock.now()) / 1000);
    receiver.answer = () => new Response("no", { status: 500 });
    const { id } = await register({ headers: { a: "1" } });
    const { id: deliveryId } = await sendTest(id);
    await request();
    await eventually("the attempt", async () => (await detailOf(id, deliveryId)).attempts[0]);
    receiver.answer = () => new Response("ok");
    const other = startReceiver();
    await change(id, { url: other.url, headers: { a: "2" } });
    const { body } = await account.sandbox.post(`${path}/${id}/rotate-secret`, { grace_period_seconds: 0 });
    clock.advance(120);
    await wakeJobs(server.deps);
    const moved = await eventually("the delivery at the new URL", () => other.received[0]);
    expect(moved.headers.a).toBe("2");
    expect(receiver.received).toHaveLength(1);
    const {
      "webhook-id": sentId = "",
      "webhook-timestamp": seconds,
      "webhook-signature": signature,
    } = moved.headers;
    const signed = new Webhook(body.secret).sign(sentId, new Date(Number(seconds) * 1000), moved.body);
    expect(signature).toBe(signed);
    await other.stop();
  });

  test("of the filter, for the next event", async () => {
    const { id } = await register({ events: ["shipment.created"] });
    await createShipment(account.sandbox);
    await request();
    await change(id, { events: ["webhook.test"] });
    await createShipment(account.sandbox);
    await sendTest(id);
    expect((await request(1)).event.type).toBe("webhook.test");
    expect(receiver.received).toHaveLength(2);
  });
});

describe("a filter that changes", () => {
  async function failOnce(id: string): Promise<{ id: string; event_id: string }> {
    const found = await eventually("a failed attempt", async () => {
      const { body } = await account.sandbox.get(`${path}/${id}/deliveries`);
      return body.data.find((entry: { attempt_count: number }) => entry.attempt_count === 1);
    });
    return found;
  }
  const comesTo = (id: string, deliveryId: string, status: string) =>
    eventually(status, async () => {
      await wakeJobs(server.deps);
      return (await detailOf(id, deliveryId)).status === status ? true : undefined;
    });

  test("holds for what waits: an unsubscribed type is discarded instead of sent", async () => {
    receiver.answer = () => new Response("no", { status: 500 });
    const { id } = await register({ events: ["shipment.created"] });
    await createShipment(account.sandbox);
    const waiting = await failOnce(id);
    await change(id, { events: ["webhook.test"] });
    receiver.answer = () => new Response("ok");
    clock.advance(60);
    await comesTo(id, waiting.id, "discarded");
    expect((await detailOf(id, waiting.id)).next_attempt_at).toBeNull();
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    ["a test", async () => {}],
    [
      "one that is retried",
      async (id: string, deliveryId: string) => {
        await change(id, { events: ["shipment.quoted"] });
        await account.sandbox.post(`${path}/${id}/deliveries/${deliveryId}/retry`);
      },
    ],
    [
      "an event sent again",
      async (id: string, _: string, eventId: string) => {
        await change(id, { events: ["shipment.quoted"] });
        await account.sandbox.post(`${platform}/events/${eventId}/resend`, { webhook_id: id });
      },
    ],
  ])("does not hold for %s", async (what, ask) => {
    receiver.answer = () => new Response("no", { status: 500 });
    const { id } = await register({ events: ["shipment.created"] });
    if (what === "a test") await sendTest(id);
    else await createShipment(account.sandbox);
    const waiting = await failOnce(id);
    receiver.answer = () => new Response("ok");
    await ask(id, waiting.id, waiting.event_id);
    clock.advance(60);
    await comesTo(id, waiting.id, "delivered");
    expect(receiver.received).toHaveLength(2);
  });
});

describe("how it is sent to", () => {
  test("defaults, and what was set is shown and changed in part", async () => {
    const plain = await register();
    expect(plain).toMatchObject({ ordering: "none", max_per_second: null, faults: null, header_names: [] });
    const { id } = await register({
      ordering: "per_shipment",
      max_per_second: 5,
      faults: { duplicate: 0.5 },
    });
    const set = {
      ordering: "per_shipment",
      max_per_second: 5,
      faults: { duplicate: 0.5, reorder: 0, delay_seconds: 0, drop_first_attempt: false },
    };
    expect(await change(id, { description: "d" })).toMatchObject(set);
    const faults = { ...set.faults, delay_seconds: 7 };
    expect(await change(id, { faults: { delay_seconds: 7 } })).toMatchObject({ ...set, faults });
    const cleared = { ordering: "none", max_per_second: null, faults: null };
    expect(await change(id, cleared)).toMatchObject(cleared);
  });

  const wrong: [string, object, Record<string, string>][] = [
    ["an unknown ordering", { ordering: secretValue }, { "#/ordering": "enum" }],
    ["no pace at all", { max_per_second: 0 }, { "#/max_per_second": "minimum" }],
    ["too fast a pace", { max_per_second: 1001 }, { "#/max_per_second": "maximum" }],
    ["half a delivery", { max_per_second: 0.5 }, { "#/max_per_second": "type" }],
    ["more than certain", { faults: { duplicate: 1.1 } }, { "#/faults/duplicate": "maximum" }],
    ["a delay of hours", { faults: { delay_seconds: 3601 } }, { "#/faults/delay_seconds": "maximum" }],
    ["an unknown fault", { faults: { explode: true } }, { "#/faults/explode": "unknown_field" }],
    ["a secret of one's own", { secret: secretValue }, { "#/secret": "not_accepted" }],
  ];
  test.each(wrong)("%s is refused, and nothing is changed", async (_, part, at) => {
    const before = databaseRows(server);
    const answer = await account.sandbox.post(path, { url: receiver.url, events: ["*"], ...part });
    expectProblem(server, answer, { status: 422, code: "validation_failed", at });
    expect(databaseRows(server)).toEqual(before);
  });

  test("a secret of one's own says where secrets come from, at rotation and in a change too", async () => {
    const { id } = await register();
    for (const answer of [
      await account.sandbox.post(`${path}/${id}/rotate-secret`, { secret: secretValue }),
      await account.sandbox.patch(`${path}/${id}`, { secret: secretValue }),
    ]) {
      expectProblem(server, answer, {
        status: 422,
        code: "validation_failed",
        at: { "#/secret": "not_accepted" },
      });
      expect(answer.body.errors[0].detail).toContain("Waybill creates the secret");
    }
  });

  test("faults are for the sandbox: in live 403, before what else is wrong; null is nothing", async () => {
    const url = "https://1.1.1.1/hook";
    const refusal = { status: 403, code: "sandbox_only" } as const;
    const refused = await account.live.post(path, { url: 5, faults: { duplicate: 1 } });
    expectProblem(server, refused, refusal);
    const made = await account.live.post(path, { url, events: ["*"], faults: null });
    expect([made.status, made.body.faults]).toEqual([201, null]);
    const before = databaseRows(server);
    const patched = await account.live.patch(`${path}/${made.body.id}`, { faults: { duplicate: 1 } });
    expectProblem(server, patched, refusal);
    expect(databaseRows(server)).toEqual(before);
  });

  test("an account has as many as the setting says, in each environment", async () => {
    for (let count = 0; count < 3; count += 1) await register();
    const answer = await account.sandbox.post(path, { url: receiver.url, events: ["*"] });
    expectProblem(server, answer, { status: 409, code: "limit_reached" });
    expect(answer.body.detail).toBe(
      "An account may have at most 3 webhook endpoints in each environment. Delete one first.",
    );
  });
});

describe("fault injection", () => {
  const events = ["shipment.created"];
  const typesOf = () => receiver.received.map(({ event }) => event.id);

  test("a duplicate is the same event twice, in two deliveries", async () => {
    const { id } = await register({ events, faults: { duplicate: 1 } });
    await createShipment(account.sandbox);
    await request(1);
    const [first, second] = receiver.received;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"] ?? "");
    expect(second?.body).toBe(first?.body ?? "");
    const log = await account.sandbox.get(`${path}/${id}/deliveries`);
    expect(log.body.data).toHaveLength(2);
  });

  test("a delivery that is held is overtaken by a later one", async () => {
    const { id } = await register({ events, faults: { reorder: 1 } });
    const held = await createShipment(account.sandbox);
    await change(id, { faults: null });
    const later = await createShipment(account.sandbox);
    await request();
    expect(receiver.received.map(({ event }) => event.data.shipment.id)).toEqual([later.id]);
    clock.advance(10);
    await wakeJobs(server.deps);
    await request(1);
    expect(receiver.received.map(({ event }) => event.data.shipment.id)).toEqual([later.id, held.id]);
  });

  test("a delay is kept to the second", async () => {
    const { id } = await register({ faults: { delay_seconds: 60 } });
    const { next_attempt_at: at } = await sendTest(id);
    expect(Date.parse(at) - clock.now()).toBe(60_000);
    clock.advance(59);
    await jobsAtRest(server.deps);
    expect(typesOf()).toEqual([]);
    clock.advance(1);
    await wakeJobs(server.deps);
    await request();
  });

  test("a dropped first attempt is in the log as such, is repeated, and tells nothing of the endpoint", async () => {
    const { id } = await register({ faults: { drop_first_attempt: true } });
    const { id: deliveryId } = await sendTest(id);
    const dropped = await eventually("the attempt", async () => {
      const detail = await detailOf(id, deliveryId);
      return detail.attempts.length > 0 ? detail : undefined;
    });
    expect(dropped).toMatchObject({ status: "pending", attempt_count: 1 });
    expect(dropped.attempts[0]).toMatchObject({ error: "fault", response: null, duration_ms: 0 });
    expect(dropped.attempts[0].message).toContain("fault injection");
    expect(receiver.received).toEqual([]);
    const rows = databaseRows(server)["sandbox.webhook_endpoints"]?.filter((row) => row.id === id);
    expect(rows).toMatchObject([{ failure_count: 0, failing_since: null }]);
    clock.advance(60);
    await wakeJobs(server.deps);
    await request();
    await eventually("delivered", async () =>
      (await detailOf(id, deliveryId)).status === "delivered" ? true : undefined,
    );
    const statistics = await account.sandbox.get(`${path}/${id}/statistics`);
    expect(statistics.body).toMatchObject({ attempts: 1, success_rate: 1, last_failure_at: null });
    expect(receiver.received).toHaveLength(1);
  });
});
