import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createTransport } from "../../../src/infra/net/transport.ts";
import { expectProblem, refuses, secretValue, type WrongRequest } from "../../api/problem.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { databaseRows, settledRows } from "../../support/database.ts";
import { platform } from "../../support/fixtures.ts";
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
  receiver = startReceiver();
  clock = createClock();
  server = await startServer({ replacements: { clock } });
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const path = `${platform}/webhooks`;
const secretShape = /^whsec_[A-Za-z0-9+/]{43}=$/;
const now = () => new Date(clock.now()).toISOString();

async function register(change: object = {}): Promise<Answer["body"]> {
  const answer = await account.sandbox.post(path, { url: receiver.url, events: ["webhook.test"], ...change });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe("an endpoint", () => {
  test("is answered whole with its secret, which nothing shows again", async () => {
    const answer = await account.sandbox.post(path, { url: receiver.url, events: ["*"] });
    const { secret, ...endpoint } = answer.body;
    expect(answer.status).toBe(201);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      environment: "sandbox",
      url: receiver.url,
      description: null,
      events: ["*"],
      enabled: true,
      disabled_reason: null,
      header_names: [],
      ordering: "none",
      max_per_second: null,
      faults: null,
      created_at: now(),
      created_by: { kind: "key", id: expect.stringMatching(/^key_/), name: expect.any(String) },
      updated_at: now(),
    });
    expect(secret).toMatch(secretShape);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    expect(answer.headers.get("location")).toBe(`${path}/${endpoint.id}`);
    const seen = [
      await account.sandbox.get(`${path}/${endpoint.id}`),
      await account.sandbox.get(path),
      await account.sandbox.patch(`${path}/${endpoint.id}`, { description: "d" }),
    ];
    expect(seen[0]?.body).toEqual(endpoint);
    for (const { text } of seen) expect(text).not.toContain("whsec_");
    await account.sandbox.delete(`${path}/${endpoint.id}`);
  });

  test("has its URL in the one form that is sent to", async () => {
    const own = await server.account();
    const url = "HTTPS://Shop.Example.com:443/a/../hook#part";
    const made = await own.sandbox.post(path, { url, events: ["*"] });
    expect([made.status, made.body.url]).toEqual([201, "https://shop.example.com/hook"]);
    const changed = await own.sandbox.patch(`${path}/${made.body.id}`, { url: "https://shop.example.com" });
    expect([changed.status, changed.body.url]).toEqual([200, "https://shop.example.com/"]);
  });

  test("has a secret of its own", async () => {
    const [one, two] = [await register(), await register()];
    expect(one.secret).not.toBe(two.secret);
  });

  test("is changed in part, and stays otherwise", async () => {
    const {
      id,
      secret: _secret,
      ...before
    } = await register({ description: "d", events: ["shipment.created"] });
    clock.advance(1);
    const url = `${receiver.url}/other`;
    const { body } = await account.sandbox.patch(`${path}/${id}`, {
      url,
      events: ["*", "tracking.position_updated"],
    });
    expect(body).toEqual({
      ...before,
      id,
      url,
      events: ["*", "tracking.position_updated"],
      updated_at: now(),
    });
    const cleared = await account.sandbox.patch(`${path}/${id}`, { description: null });
    expect(cleared.body.description).toBeNull();
    await account.sandbox.delete(`${path}/${id}`);
  });

  test("is disabled and enabled by its owner", async () => {
    const { id } = await register();
    const set = async (enabled: boolean) => (await account.sandbox.patch(`${path}/${id}`, { enabled })).body;
    expect(await set(false)).toMatchObject({ enabled: false, disabled_reason: "owner" });
    expect(await set(false)).toMatchObject({ enabled: false, disabled_reason: "owner" });
    const tried = await account.sandbox.post(`${path}/${id}/test`);
    expectProblem(server, tried, { status: 409, code: "webhook_disabled" });
    expect(await set(true)).toMatchObject({ enabled: true, disabled_reason: null });
  });

  test("is gone after removal, with its deliveries; a second removal finds nothing", async () => {
    const { id } = await register();
    const { body } = await account.sandbox.post(`${path}/${id}/test`);
    const removed = await account.sandbox.delete(`${path}/${id}`);
    expect([removed.status, removed.text]).toEqual([204, ""]);
    for (const gone of ["", "/deliveries", `/deliveries/${body.id}`]) {
      expect((await account.sandbox.get(`${path}/${id}${gone}`)).status).toBe(404);
    }
    expect((await account.sandbox.delete(`${path}/${id}`)).status).toBe(404);
    await eventually("no row of it", () => {
      const { "sandbox.webhook_endpoints": endpoints, "sandbox.webhook_deliveries": deliveries } =
        databaseRows(server);
      return !JSON.stringify([endpoints, deliveries]).includes(id);
    });
  });

  test("the list is newest first, in pages", async () => {
    const other = await server.account();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const answer = await other.sandbox.post(path, { url: receiver.url, events: ["webhook.test"] });
      made.unshift(answer.body.id);
    }
    const seen: string[] = [];
    let next: string | undefined = `${path}?limit=2`;
    while (next !== undefined) {
      const answer: Answer = await other.sandbox.get(next);
      seen.push(...answer.body.data.map((endpoint: { id: string }) => endpoint.id));
      next = /^<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(made);
  });

  test("an account has at most 50", async () => {
    const other = await server.account();
    const post = () => other.sandbox.post(path, { url: receiver.url, events: ["webhook.test"] });
    const answers = await Promise.all(Array.from({ length: 51 }, post));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toBeDefined();
    if (refused) expectProblem(server, refused, { status: 409, code: "limit_reached" });
  });
});

describe("rotating the secret", () => {
  const rotate = (id: string, body?: unknown) => account.sandbox.post(`${path}/${id}/rotate-secret`, body);
  const sign = async (id: string) => {
    const before = receiver.received.length;
    await account.sandbox.post(`${path}/${id}/test`);
    return eventually("a delivery", () => receiver.received[before]);
  };

  test("signs with both for a day, unless said otherwise", async () => {
    const { id, secret: old } = await register();
    const answer = await rotate(id);
    expect(answer.body.secret).toMatch(secretShape);
    const received = await sign(id);
    expect(received.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    clock.advance(86_400);
    const later = await sign(id);
    expect(later.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    expect(old).not.toBe(answer.body.secret);
  });

  test("without grace the old one signs no more", async () => {
    const { id, secret: old } = await register();
    // The public library compares with the time of the day.
    clock.advance((Date.now() - clock.now()) / 1000);
    const { secret } = (await rotate(id, { grace_period_seconds: 0 })).body;
    const received = await sign(id);
    verify(secret, received);
    expect(() => verify(old, received)).toThrow();
  });

  test("at most five sign at once", async () => {
    const { id } = await register();
    for (let count = 0; count < 4; count += 1) expect((await rotate(id)).status).toBe(200);
    const rows = databaseRows(server);
    expectProblem(server, await rotate(id), { status: 409, code: "too_many_secrets" });
    expect(databaseRows(server)).toEqual(rows);
    expect((await rotate(id, { grace_period_seconds: 0 })).status).toBe(200);
  });
});

describe("testing", () => {
  test("sends a signed sample of any type to this endpoint alone", async () => {
    clock.advance((Date.now() - clock.now()) / 1000);
    const { id, secret } = await register();
    await register();
    for (const type of ["webhook.test", "shipment.delivered", "tracking.position_updated"] as const) {
      const before = receiver.received.length;
      const answer = await account.sandbox.post(`${path}/${id}/test`, { type });
      expect(answer.status).toBe(202);
      expect(answer.body).toMatchObject({
        webhook_id: id,
        event_type: type,
        status: "pending",
        attempt_count: 0,
      });
      const received = await eventually("the test", () => receiver.received[before]);
      verify(secret, received);
      expect(received.event).toMatchObject({ id: answer.body.event_id, type, environment: "sandbox" });
      // Events name no person: they stay when the person has left.
      const { created_by: _, ...own } = (await account.sandbox.get(`${path}/${id}`)).body;
      const data = type === "webhook.test" ? { webhook: own } : server.deps.eventDefinition(type).example;
      expect(received.event.data).toEqual(data);
    }
    // A sample tells of nothing that happened: only the test itself is in the log.
    const log = await account.sandbox.get(`${platform}/events?limit=100`);
    const types = log.body.data.map((event: { type: string }) => event.type);
    expect([types.includes("webhook.test"), types.includes("shipment.delivered")]).toEqual([true, false]);
    await settledRows(server);
  });
});

describe("what can be wrong", () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = await register());
  });
  const url = () => receiver.url;
  const post = (
    name: string,
    body: () => unknown,
    at: Record<string, string>,
    code?: WrongRequest["code"],
  ): WrongRequest => ({
    name,
    send: () => account.sandbox.post(path, body()),
    status: 422,
    code: code ?? "validation_failed",
    at,
  });
  const on = (name: string, send: WrongRequest["send"], at: Record<string, string>): WrongRequest => ({
    name,
    send,
    status: 422,
    code: "validation_failed",
    at,
  });
  refuses(
    () => server,
    [
      post("nothing", () => ({}), { "#/url": "required", "#/events": "required" }),
      post("no events", () => ({ url: url(), events: [] }), { "#/events": "min_items" }),
      post("an unknown event", () => ({ url: url(), events: ["*", secretValue] }), {
        "#/events/1": "enum",
      }),
      post("an unknown pattern", () => ({ url: url(), events: ["parcel.*"] }), { "#/events/0": "enum" }),
      post("an event twice", () => ({ url: url(), events: ["*", "*"] }), { "#/events": "unique_items" }),
      post("events as a text", () => ({ url: url(), events: "*" }), { "#/events": "type" }),
      post("a secret of one's own", () => ({ url: url(), events: ["*"], secret: secretValue }), {
        "#/secret": "not_accepted",
      }),
      post("a long description", () => ({ url: url(), events: ["*"], description: "d".repeat(501) }), {
        "#/description": "max_length",
      }),
      post("a URL of 2049", () => ({ url: `${url()}/${"u".repeat(2049)}`, events: ["*"] }), {
        "#/url": "max_length",
      }),
      on(
        "a patch with an unknown event",
        () => account.sandbox.patch(`${path}/${id}`, { events: [secretValue] }),
        {
          "#/events/0": "enum",
        },
      ),
      on("a patch of the reason", () => account.sandbox.patch(`${path}/${id}`, { disabled_reason: null }), {
        "#/disabled_reason": "unknown_field",
      }),
      on("enabled as a text", () => account.sandbox.patch(`${path}/${id}`, { enabled: "true" }), {
        "#/enabled": "type",
      }),
      on(
        "a test of an unknown type",
        () => account.sandbox.post(`${path}/${id}/test`, { type: secretValue }),
        {
          "#/type": "enum",
        },
      ),
      on(
        "a grace of 8 days",
        () => account.sandbox.post(`${path}/${id}/rotate-secret`, { grace_period_seconds: 691_200 }),
        {
          "#/grace_period_seconds": "maximum",
        },
      ),
    ],
  );
});

describe("forbidden destinations", () => {
  let strict: TestServer;
  let owner: TestAccount;
  beforeAll(async () => {
    strict = await startServer({ config: { webhookAllowCidrs: [] } });
    owner = await strict.account();
  });
  afterAll(() => strict.stop());

  const forbidden = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://168.63.129.16/",
    "http://224.0.0.1/",
    "https://203.0.113.7/",
    "http://[::1]/",
    "http://[::]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://localhost/",
    "http://localhost./",
    "https://user:secret@example.com/",
    "https://example.com:22/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "//example.com/",
    "example.com",
    "https://",
    "https://exa mple.com/",
  ];
  const destination = (send: WrongRequest["send"], name: string): WrongRequest => ({
    name,
    send,
    status: 422,
    code: "destination_not_allowed",
    at: { "#/url": "destination_not_allowed" },
  });
  refuses(
    () => strict,
    forbidden.map((url) =>
      destination(() => owner.sandbox.post(path, { url, events: ["*"] }), `registering ${url}`),
    ),
  );

  test("are refused when an endpoint is changed, and when it is tested", async () => {
    // Registered while it was allowed: what the operator takes back later.
    const endpoint = await owner.sandbox.post(path, { url: "https://1.1.1.1/", events: ["webhook.test"] });
    expect(endpoint.status).toBe(201);
    const one = `${path}/${endpoint.body.id}`;
    const rows = databaseRows(strict);
    for (const url of forbidden) {
      expectProblem(strict, await owner.sandbox.patch(one, { url }), {
        status: 422,
        code: "destination_not_allowed",
        at: { "#/url": "destination_not_allowed" },
      });
    }
    expect(databaseRows(strict)).toEqual(rows);
    await strict.deps.stores
      .platform("sandbox")
      .write((tx) => void tx.run(sql`UPDATE webhook_endpoints SET url = 'http://127.0.0.1:1/'`));
    const moved = databaseRows(strict);
    expectProblem(strict, await owner.sandbox.post(`${one}/test`), {
      status: 422,
      code: "destination_not_allowed",
    });
    expect(databaseRows(strict)).toEqual(moved);
  });

  test("are refused at each use where they have become this machine's own", async () => {
    const machine: string[] = [];
    const transport = createTransport({ now: clock.monotonic, machine: () => machine });
    const here = await startServer({ config: { webhookAllowCidrs: [] }, replacements: { transport } });
    const { sandbox } = await here.account();
    const url = "http://93.184.216.34:2375/containers/json";
    const one = await sandbox.post(path, { url, events: ["shipment.created"] });
    const other = await sandbox.post(path, { url: "https://1.1.1.1/", events: ["webhook.disabled"] });
    expect([one.status, other.status]).toEqual([201, 201]);
    machine.push("93.184.216.34");
    const rows = databaseRows(here);
    const refusal = { status: 422, code: "destination_not_allowed" } as const;
    const at = { "#/url": "destination_not_allowed" };
    expectProblem(here, await sandbox.post(path, { url, events: ["*"] }), { ...refusal, at });
    expectProblem(here, await sandbox.patch(`${path}/${other.body.id}`, { url }), { ...refusal, at });
    expectProblem(here, await sandbox.post(`${path}/${one.body.id}/test`), refusal);
    expect(databaseRows(here)).toEqual(rows);
    await sandbox.post(`${platform}/sandbox/events`, { type: "shipment.created" });
    const attempt = await eventually("an attempt", async () => {
      const { body } = await sandbox.get(`${path}/${one.body.id}/deliveries`);
      const found = await sandbox.get(`${path}/${one.body.id}/deliveries/${body.data[0]?.id}`);
      return found.body.attempts?.[0];
    });
    expect(attempt).toMatchObject({ error: "refused_address", response: null });
    await here.stop();
  });

  refuses(
    () => server,
    ["http://1.1.1.1/", "http://10.0.0.1/", "http://no-such-host.example/"].map((url) => ({
      name: `in live ${url}`,
      send: () => account.live.post(path, { url, events: ["*"] }),
      status: 422,
      code: "destination_not_allowed",
      at: { "#/url": "destination_not_allowed" },
    })),
  );

  test("https is taken in live", async () => {
    const answer = await account.live.post(path, { url: "https://1.1.1.1/", events: ["webhook.test"] });
    expect([answer.status, answer.body.environment]).toEqual([201, "live"]);
  });
});
