import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import {
  checkTargetUrl,
  isHttpAllowed,
  type TargetProblem,
  targetProblems,
} from "../../../../src/infra/net/target-url.ts";
import type { SendRequest, SendResult, Transport } from "../../../../src/infra/net/transport.ts";
import { nextAttemptAt, parseRetryAfter } from "../../../../src/messaging/webhooks/deliveries/delivery.ts";
import { createClock, jobsAtRest, wakeJobs } from "../../../support/clock.ts";
import { platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { type Received, verify } from "../../../support/receiver.ts";

/** The network is replaced: what each attempt meets is set here, and time moves only when told to. */
const clock = createClock();
let meet: (request: SendRequest) => SendResult;
const sent: SendRequest[] = [];
const transport: Transport = {
  async judge({ url, ...rules }) {
    const target = checkTargetUrl(url, rules);
    const refused = (reason: TargetProblem) =>
      ({ allowed: false, reason, message: targetProblems[reason], detail: url }) as const;
    if (!target.ok) return refused(target.reason);
    const addresses = ["93.184.215.14"];
    if (!isHttpAllowed(target.url, addresses, rules)) return refused("https_required");
    return { allowed: true, url: target.url, addresses, serverName: undefined };
  },
  send: (request) => {
    sent.push(request);
    return Promise.resolve(meet(request));
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ config: { webhookSchedule: null }, replacements: { clock, transport } });
});
afterAll(() => server.stop());

const response = (status: number, headers: Record<string, string | string[]> = {}): SendResult => ({
  kind: "response",
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
  body: "",
  bytes: new Uint8Array(),
  truncated: false,
  durationMs: 3,
});
const trouble = (error: "timeout" | "connect" | "dns" | "tls"): SendResult => ({
  kind: "error",
  error,
  message: "",
  durationMs: 15_000,
});

let endpoints = 0;

async function register(client: Client, events = ["webhook.test"]) {
  endpoints += 1;
  const url = `https://shop-${endpoints}.example.com/hook`;
  const answer = await client.post(`${platform}/webhooks`, { url, events });
  expect(answer.status).toBe(201);
  return { ...(answer.body as { id: string; secret: string }), url };
}

async function sendTest(client: Client, webhookId: string): Promise<string> {
  const answer = await client.post(`${platform}/webhooks/${webhookId}/test`);
  expect(answer.status).toBe(202);
  await wakeJobs(server.deps);
  return answer.body.id;
}

async function deliveryOf(client: Client, webhookId: string, deliveryId: string) {
  return (await client.get(`${platform}/webhooks/${webhookId}/deliveries/${deliveryId}`)).body;
}

/** The delivery once it has had as many attempts. */
function attempted(client: Client, webhookId: string, deliveryId: string, count: number) {
  return eventually(`${count} attempts`, async () => {
    await wakeJobs(server.deps);
    const delivery = await deliveryOf(client, webhookId, deliveryId);
    return delivery.attempt_count >= count ? delivery : undefined;
  });
}

const secondsAhead = (timestamp: string) => (Date.parse(timestamp) - clock.now()) / 1000;

const schedules = {
  sandbox: [5, 300, 1800],
  live: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
};

for (const environment of ["sandbox", "live"] as const) {
  test(`${environment}: the waits between attempts are those of the contract, with at most 20 % added`, async () => {
    const client = (await server.account())[environment];
    meet = () => response(500);
    const { id, url } = await register(client);
    const deliveryId = await sendTest(client, id);
    for (const [index, seconds] of schedules[environment].entries()) {
      const delivery = await attempted(client, id, deliveryId, index + 1);
      expect(delivery.status).toBe("pending");
      const wait = secondsAhead(delivery.next_attempt_at);
      expect(wait).toBeGreaterThanOrEqual(seconds);
      expect(wait).toBeLessThanOrEqual(seconds * 1.2);
      clock.advance(wait - 0.001);
      await jobsAtRest(server.deps);
      expect((await deliveryOf(client, id, deliveryId)).attempt_count).toBe(index + 1);
      clock.advance(0.001);
    }
    const last = await attempted(client, id, deliveryId, schedules[environment].length + 1);
    expect(last).toMatchObject({ status: "failed", next_attempt_at: null });
    clock.advance(10 * 86_400);
    await jobsAtRest(server.deps);
    expect(sent.filter((request) => request.url === url)).toHaveLength(schedules[environment].length + 1);
  });
}

test("each attempt is stamped and signed anew over the same bytes, also after a rotation", async () => {
  const { sandbox } = await server.account();
  meet = () => response(500);
  const { id, secret: first, url } = await register(sandbox);
  const deliveryId = await sendTest(sandbox, id);
  await attempted(sandbox, id, deliveryId, 1);
  const rotated = await sandbox.post(`${platform}/webhooks/${id}/rotate-secret`, {
    grace_period_seconds: 60,
  });
  const second = rotated.body.secret;
  clock.advance(6);
  await attempted(sandbox, id, deliveryId, 2);
  clock.advance(360);
  await attempted(sandbox, id, deliveryId, 3);

  const [one, two, three] = sent.filter((request) => request.url === url).map(toReceived);
  if (!one || !two || !three) throw new Error("there were not three attempts");
  expect(new Set([one, two, three].map((request) => request.body)).size).toBe(1);
  expect(new Set([one, two, three].map((request) => request.headers["webhook-id"])).size).toBe(1);
  const stamps = [one, two, three].map((request) => Number(request.headers["webhook-timestamp"]));
  expect(stamps.map((stamp) => stamp - (stamps[0] ?? 0))).toEqual([0, 6, 366]);

  verifyThen(first, one);
  expect(() => verifyThen(second, one)).toThrow();
  verifyThen(first, two);
  verifyThen(second, two);
  expect(two.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  verifyThen(second, three);
  expect(() => verifyThen(first, three)).toThrow();
  expect(three.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
});

test("without a grace period the old secret is dead at once", async () => {
  const { sandbox } = await server.account();
  meet = () => response(200);
  const { id, secret, url } = await register(sandbox);
  const rotated = await sandbox.post(`${platform}/webhooks/${id}/rotate-secret`, { grace_period_seconds: 0 });
  await attempted(sandbox, id, await sendTest(sandbox, id), 1);
  const [request] = sent.filter((entry) => entry.url === url).map(toReceived);
  if (!request) throw new Error("nothing was sent");
  verifyThen(rotated.body.secret, request);
  expect(() => verifyThen(secret, request)).toThrow();
});

function toReceived(request: SendRequest): Received {
  return { headers: request.headers, body: new TextDecoder().decode(request.body), event: null };
}

/** Verifies as a receiver would have at that time: the public package refuses old timestamps. */
function verifyThen(secret: string, request: Received): void {
  setSystemTime(new Date(Number(request.headers["webhook-timestamp"]) * 1000));
  try {
    verify(secret, request);
  } finally {
    setSystemTime();
  }
}

const patience: [string, SendResult, number, number][] = [
  ["429", response(429), 60, 60],
  ["502", response(502), 60, 60],
  ["503", response(503), 60, 60],
  ["504", response(504), 60, 60],
  ["a timeout", trouble("timeout"), 60, 60],
  ["500", response(500), 5, 6],
  ["404", response(404), 5, 6],
  ["no connection", trouble("connect"), 5, 6],
  ["no name", trouble("dns"), 5, 6],
  ["bad TLS", trouble("tls"), 5, 6],
  ["Retry-After in seconds", response(503, { "retry-after": "120" }), 120, 120],
  ["a Retry-After shorter than the least", response(503, { "retry-after": "1" }), 60, 60],
  ["a Retry-After shorter than the schedule", response(500, { "retry-after": "2" }), 5, 6],
  ["a Retry-After of a year", response(503, { "retry-after": "31536000" }), 86_400, 86_400],
  ["a Retry-After beyond all numbers", response(503, { "retry-after": "99999999999999" }), 86_400, 86_400],
  ["a Retry-After without sense", response(503, { "retry-after": "soon" }), 60, 60],
  ["Retry-After twice", response(503, { "retry-after": ["200", "900"] }), 900, 900],
  ["a negative Retry-After", response(503, { "retry-after": "-5" }), 60, 60],
];
test.each(patience)("after %s the next attempt waits as long as it should", async (_, result, min, max) => {
  const { sandbox } = await server.account();
  meet = () => result;
  const { id } = await register(sandbox);
  const delivery = await attempted(sandbox, id, await sendTest(sandbox, id), 1);
  const wait = secondsAhead(delivery.next_attempt_at);
  expect(wait).toBeGreaterThanOrEqual(min);
  expect(wait).toBeLessThanOrEqual(max);
  expect(delivery.attempts[0].next_attempt_at).toBe(delivery.next_attempt_at);
});

test("Retry-After as a date", async () => {
  const { sandbox } = await server.account();
  const at = new Date(Math.ceil(clock.now() / 1000) * 1000 + 600_000);
  meet = () => response(503, { "retry-after": at.toUTCString() });
  const { id } = await register(sandbox);
  const delivery = await attempted(sandbox, id, await sendTest(sandbox, id), 1);
  expect(delivery.next_attempt_at).toBe(at.toISOString());
  expect(parseRetryAfter(new Date(0).toUTCString(), clock.now())).toBe(0);
});

test("a Retry-After does not add attempts to a schedule that is over", () => {
  const refused = { error: "status" as const, status: 503, retryAfterMs: 1000 };
  expect(nextAttemptAt([0, 5], 2, refused, 0, 0)).toBeNull();
  expect(nextAttemptAt([0, 5], 1, refused, 0, 0)).toBe(60_000);
});

/** Makes an endpoint fail until it has as many failures; sandbox schedule, four attempts for each event. */
async function failTimes(client: Client, webhookId: string, count: number): Promise<void> {
  const ids: string[] = [];
  for (let made = 0; made < Math.floor(count / 4); made += 1) ids.push(await sendTest(client, webhookId));
  for (const [index, seconds] of [0, 6, 360, 2160].entries()) {
    clock.advance(seconds);
    for (const id of ids) await attempted(client, webhookId, id, index + 1);
  }
  for (let made = 0; made < count % 4; made += 1) {
    await attempted(client, webhookId, await sendTest(client, webhookId), 1);
    // Before its second attempt, which would count too.
    await client.delete(`${platform}/sandbox/data`);
  }
}

const webhookOf = async (client: Client, id: string) => (await client.get(`${platform}/webhooks/${id}`)).body;

test("five days and twenty failures without a success: disabled, the others told, nothing dropped", async () => {
  const { sandbox } = await server.account();
  const told: string[] = [];
  const other = await register(sandbox, ["webhook.disabled"]);
  const { id, url } = await register(sandbox);
  meet = (request) => {
    if (request.url === url) return response(500);
    if (request.url === other.url) told.push(new TextDecoder().decode(request.body));
    return response(200);
  };
  await failTimes(sandbox, id, 24);
  expect(await webhookOf(sandbox, id)).toMatchObject({ enabled: true });
  clock.advance(5 * 86_400 - 2526 - 1);
  await attempted(sandbox, id, await sendTest(sandbox, id), 1);
  expect(await webhookOf(sandbox, id)).toMatchObject({ enabled: true });
  expect(told).toEqual([]);

  clock.advance(6);
  const deliveryId = await sendTest(sandbox, id).catch(() => "");
  await eventually("disabled", async () => ((await webhookOf(sandbox, id)).enabled ? undefined : true));
  expect(await webhookOf(sandbox, id)).toMatchObject({ enabled: false, disabled_reason: "failures" });
  await eventually("the other was told", () => (told.length > 0 ? true : undefined));
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0] ?? "")).toMatchObject({
    type: "webhook.disabled",
    data: { webhook: { id, disabled_reason: "failures" } },
  });
  const waiting = await sandbox.get(`${platform}/webhooks/${id}/deliveries?status=paused&limit=100`);
  expect(waiting.body.data.map((entry: { id: string }) => entry.id)).toContain(deliveryId);
  const before = sent.filter((request) => request.url === url).length;
  clock.advance(86_400);
  await jobsAtRest(server.deps);
  expect(sent.filter((request) => request.url === url)).toHaveLength(before);

  meet = () => response(200);
  await sandbox.patch(`${platform}/webhooks/${id}`, { enabled: true });
  await eventually("what waited", async () => {
    await wakeJobs(server.deps);
    return (await deliveryOf(sandbox, id, deliveryId)).status === "delivered" ? true : undefined;
  });
  expect(await webhookOf(sandbox, id)).toMatchObject({ enabled: true, disabled_reason: null });
});

test("nineteen failures are too few, however long ago the first was; the twentieth ends it", async () => {
  const { sandbox } = await server.account();
  meet = () => response(500);
  const { id } = await register(sandbox);
  await failTimes(sandbox, id, 18);
  clock.advance(6 * 86_400);
  await attempted(sandbox, id, await sendTest(sandbox, id), 1);
  expect((await webhookOf(sandbox, id)).enabled).toBe(true);
  await sendTest(sandbox, id);
  await eventually("disabled", async () => ((await webhookOf(sandbox, id)).enabled ? undefined : true));
});

test("one success in between forgets the failures", async () => {
  const { sandbox } = await server.account();
  meet = () => response(500);
  const { id } = await register(sandbox);
  await failTimes(sandbox, id, 20);
  meet = () => response(200);
  await attempted(sandbox, id, await sendTest(sandbox, id), 1);
  meet = () => response(500);
  clock.advance(6 * 86_400);
  await failTimes(sandbox, id, 20);
  expect((await webhookOf(sandbox, id)).enabled).toBe(true);
});

test("a changed address holds from the next attempt on", async () => {
  const { sandbox } = await server.account();
  meet = () => response(500);
  const { id } = await register(sandbox);
  const deliveryId = await sendTest(sandbox, id);
  await attempted(sandbox, id, deliveryId, 1);
  await sandbox.patch(`${platform}/webhooks/${id}`, { url: "https://moved.example.com/hook" });
  clock.advance(6);
  const { attempts } = await attempted(sandbox, id, deliveryId, 2);
  expect(attempts[1].request.url).toBe("https://moved.example.com/hook");
});

test("live sends to https, and plain http to allowed addresses only, and says so to the transport", async () => {
  const { live, sandbox } = await server.account();
  const refused = await live.post(`${platform}/webhooks`, { url: "http://shop.example.com/", events: ["*"] });
  expect([refused.status, refused.body.code]).toEqual([422, "destination_not_allowed"]);
  meet = () => response(200);
  for (const [client, allowed] of [
    [live, "to_allowed"],
    [sandbox, true],
  ] as const) {
    const { id, url } = await register(client);
    await attempted(client, id, await sendTest(client, id), 1);
    const [request] = sent.filter((entry) => entry.url === url);
    expect(request).toMatchObject({ httpAllowed: allowed, timeoutMs: 15_000 });
  }
});
