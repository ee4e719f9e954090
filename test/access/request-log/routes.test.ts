import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { flushRequests } from "../../../src/access/request-log/recording.ts";
import { expectProblem } from "../../api/problem.ts";
import { readApart } from "../../support/bytes.ts";
import { carrierClient } from "../../support/carrier-client.ts";
import { addCarrier } from "../../support/carrier-rows.ts";
import { createClock } from "../../support/clock.ts";
import { createAssigned, createShipment, platform, shipmentBody } from "../../support/fixtures.ts";
import { type Answer, type Client, startServer, type TestServer } from "../../support/harness.ts";

const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

const log = `${platform}/requests`;

async function logOf(client: Client, query = ""): Promise<Answer["body"][]> {
  const answer = await client.get(`${log}${query}`);
  expect(`${query} ${answer.status}`).toBe(`${query} 200`);
  return answer.body.data;
}

const idOf = (answer: Answer) => answer.headers.get("x-request-id") ?? "";

describe("a request in the log", () => {
  test("shows the request, the caller and the answer", async () => {
    const { sandbox, sandboxKey, session } = await server.account();
    const answer = await sandbox.get(`${platform}/shipments?limit=5&q=Books`);
    const keys = await session.get("/api/v1/keys");
    const key = keys.body.data.find(({ last4 }: { last4: string }) => sandboxKey.endsWith(last4));
    const logged = await sandbox.get(`${log}/${idOf(answer)}`);
    expect(logged.body).toEqual({
      id: idOf(answer),
      environment: "sandbox",
      method: "GET",
      path: `${platform}/shipments?limit=5&q=***`,
      route: "listShipments",
      status: 200,
      code: null,
      fault: null,
      duration_ms: logged.body.duration_ms,
      key_id: key.id,
      token_id: null,
      address: "127.0.0.1",
      created_at: new Date(clock.now()).toISOString(),
      request_body: null,
      response_body: null,
    });
    expect(logged.body.duration_ms).toBeGreaterThan(0);
  });

  test("and in the process's log has no token by value, and nothing that somebody searched for", async () => {
    const { sandbox, email, password } = await server.account();
    const shipment = await createShipment(sandbox);
    const signIn = await server.client().post("/api/v1/auth/sign-in", { email, password });
    const tracking = shipment.tracking_url.split("/").at(-1);
    const signedIn = signIn.headers.get("set-cookie")?.match(/=([^;]+)/)?.[1] ?? "";
    const line = spyOn(server.deps.log, "line");
    const paths = [`/shipments?x=${signedIn}`, `/shipments?q=${tracking}`, `/shipments/${tracking}`];
    for (const path of [...paths, "/shipments?q=Alex%20Example&limit=5"]) await sandbox.get(platform + path);
    const written = JSON.stringify(line.mock.calls);
    line.mockRestore();
    const logged = JSON.stringify(await logOf(sandbox));
    for (const token of [tracking, signedIn]) {
      expect(token).toHaveLength(43);
      expect(written).not.toContain(token);
      expect(logged).not.toContain(token);
    }
    for (const text of [logged, written]) {
      expect(text).toContain("?q=***&limit=5");
      expect(text).not.toContain("Alex");
    }
  });

  test("has both bodies where it changed something, and where it was refused", async () => {
    const { sandbox } = await server.account();
    const body = JSON.stringify(shipmentBody(), null, 2);
    const headers = { "content-type": "application/json" };
    const made = await sandbox.send(`${platform}/shipments`, { method: "POST", body, headers });
    expect(made.status).toBe(201);
    const refused = await sandbox.get(`${platform}/shipments/shp_none`);
    const unparsable = await sandbox.send(`${platform}/shipments`, { method: "POST", body: "{oh", headers });
    const bodies = async (answer: Answer) => {
      const logged = await sandbox.get(`${log}/${idOf(answer)}`);
      return [logged.body.code, logged.body.request_body, logged.body.response_body];
    };
    const answered = made.text.replace(/(\/t\/)[\w-]+/, "$1***");
    expect(answered).not.toBe(made.text);
    expect(await bodies(made)).toEqual([null, JSON.stringify(shipmentBody()), answered]);
    expect(await bodies(refused)).toEqual(["not_found", null, refused.text]);
    expect(await bodies(unparsable)).toEqual([
      "body_unparsable",
      "(3 bytes that are no JSON)",
      unparsable.text,
    ]);
  });

  test("has at most 16 KiB of a body", async () => {
    const { sandbox } = await server.account();
    const metadata = { long: "é".repeat(30_000) };
    const answer = await sandbox.post(`${platform}/shipments`, shipmentBody({ metadata }));
    expect(answer.status).toBe(422);
    const { body } = await sandbox.get(`${log}/${idOf(answer)}`);
    expect(Buffer.byteLength(body.request_body)).toBeGreaterThan(16_000);
    expect(Buffer.byteLength(body.request_body)).toBeLessThanOrEqual(16_384);
    expect(JSON.stringify(shipmentBody({ metadata }))).toStartWith(body.request_body);
  });

  test("shows its bodies to keys that could have made it, and to users", async () => {
    const { sandbox, session } = await server.account();
    const keyWith = async (scopes: string[]) => {
      const input = { name: "some", environment: "sandbox", scopes };
      const { body } = await session.post("/api/v1/keys", input);
      return server.client({ "x-api-key": body.secret });
    };
    const narrow = await keyWith(["usage:read"]);
    const reader = await keyWith(["usage:read", "shipments:read"]);
    const writer = await keyWith(["usage:read", "shipments:write"]);
    const made = await sandbox.post(`${platform}/shipments`, shipmentBody());
    const refused = await narrow.post(`${platform}/shipments`, shipmentBody());
    expect([made.status, refused.status]).toEqual([201, 403]);
    for (const answer of [made, refused]) {
      const sent = async (client: Client, headers = {}) => {
        const { body } = await client.get(`${log}/${idOf(answer)}`, headers);
        expect([body.route, body.status]).toEqual(["createShipment", answer.status]);
        return [body.request_body, body.response_body];
      };
      for (const key of [narrow, reader]) expect(await sent(key)).toEqual([null, null]);
      // What was refused for its scope was not read.
      const request = answer === made ? JSON.stringify(shipmentBody()) : null;
      expect(await sent(writer)).toEqual([request, expect.any(String)]);
      expect(await sent(session, { "x-environment": "sandbox" })).toEqual([request, expect.any(String)]);
    }
    // Any key may ask for the usage, so any sees how that was refused.
    const usage = await sandbox.get(`${platform}/usage?no=1`);
    const { body } = await narrow.get(`${log}/${idOf(usage)}`);
    expect([body.status, body.response_body]).toEqual([400, usage.text]);
  });

  test("of an account's own carrier is there, with its token; an installation's carrier is in nobody's log", async () => {
    const { accountId, sandbox, live, session } = await server.account();
    const tokens = `${platform}/carriers/${await addCarrier(server, "sandbox", accountId)}/tokens`;
    const { body: token } = await sandbox.post(tokens, { name: "server" });
    const own = server.client({ authorization: `Bearer ${token.secret}` });
    const installedId = await addCarrier(server, "sandbox", null);
    const installed = await carrierClient(server, { accountId }, installedId);
    const report = { id: "r-1", assignment_id: "asg_none", type: "delivered", proof: { pin: "4711" } };
    const sent = await own.post("/api/v1/carrier/reports", [report]);
    expect(sent.status).toBe(200);
    await own.get("/api/v1/carrier/me");
    await installed.get("/api/v1/carrier/me");
    const { body } = await sandbox.get(`${log}/${idOf(sent)}`);
    expect(body).toMatchObject({
      route: "sendCarrierReports",
      key_id: null,
      token_id: token.id,
      status: 200,
    });
    expect(JSON.parse(body.request_body)).toEqual([{ ...report, proof: { pin: "***" } }]);
    expect(body.response_body).toContain('"result":"refused"');
    const narrow = await session.post("/api/v1/keys", {
      name: "some",
      environment: "sandbox",
      scopes: ["usage:read"],
    });
    const seen = await server.client({ "x-api-key": narrow.body.secret }).get(`${log}/${idOf(sent)}`);
    expect([seen.status, seen.body.request_body, seen.body.response_body]).toEqual([200, null, null]);
    for (const query of ["?caller=token", `?token_id=${token.id}`]) {
      const routes = (await logOf(sandbox, query)).map(({ route }) => route);
      expect(routes).toEqual(["getOwnCarrier", "sendCarrierReports"]);
    }
    for (const query of ["?caller=session", "?caller=key"]) {
      expect((await logOf(sandbox, query)).filter(({ token_id }) => token_id !== null)).toEqual([]);
    }
    expect(await logOf(live, "?caller=token")).toEqual([]);
    const { body: usage } = await sandbox.get(`${platform}/usage?group_by=route`);
    expect(JSON.stringify(usage)).not.toContain("sendCarrierReports");
  });

  test("is logged once, also if refused, and not at all for an unknown caller", async () => {
    const account = await server.account();
    const { sandbox } = account;
    await createShipment(sandbox);
    await sandbox.get(`${platform}/shipments/shp_none`);
    await sandbox.post(`${platform}/shipments`, {});
    await sandbox.send(`${platform}/shipments`, { method: "HEAD" });
    await server.client().get(`${platform}/shipments`);
    await server.client({ "x-api-key": "nonsense" }).get(`${platform}/shipments`);
    await account.session.get("/api/v1/keys");
    const routes = (await logOf(sandbox)).map(({ method, route, status }) => `${method} ${route} ${status}`);
    expect(routes).toEqual([
      "HEAD listShipments 200",
      "POST createShipment 422",
      "GET getShipment 404",
      "POST createShipment 201",
    ]);
  });
});

test("no secret is anywhere in the file", async () => {
  const account = await server.account();
  const { sandbox } = account;
  const webhook = await sandbox.post(`${platform}/webhooks`, {
    url: "http://127.0.0.1:19999/hook",
    events: ["*"],
  });
  const rotated = await sandbox.post(`${platform}/webhooks/${webhook.body.id}/rotate-secret`, {});
  expect([webhook.status, rotated.status]).toEqual([201, 200]);
  const secrets = [webhook.body.secret, rotated.body.secret, account.sandboxKey, account.liveKey];
  const words = ["hunter-two-and-more", "987654321012"];
  const metadata = { note: account.liveKey, password: words[0] };
  expect((await sandbox.post(`${platform}/shipments`, shipmentBody({ metadata }))).status).toBe(201);
  await sandbox.post(`${platform}/shipments`, { secret: words[0], pin: Number(words[1]) });
  await sandbox.get(`${platform}/shipments?key=${account.sandboxKey}&password=${words[0]}`);
  const { shipment } = await createAssigned(sandbox, {
    delivery: { ...(shipmentBody().delivery as object), requirements: { pin: true } },
  });
  const read = await sandbox.get(`${platform}/shipments/${shipment.id}/pin`);
  expect(read.body.pin).toMatch(/^\d+$/);
  const logged = await sandbox.get(`${log}/${idOf(read)}`);
  expect([logged.body.status, logged.body.response_body]).toEqual([200, null]);

  const { data } = server.deps.config;
  const files = readdirSync(data).filter((name) => name.startsWith("telemetry.db"));
  const text = files.map((name) => readApart(join(data, name)).toString("latin1")).join();
  const masked = [
    idOf(webhook),
    '\\"secret\\":\\"***',
    '\\"password\\":\\"***',
    "wb_live_***",
    "password=***",
  ];
  for (const found of masked) expect([found, text.includes(found)]).toEqual([found, true]);
  for (const secret of [...secrets, ...words]) {
    expect(secret.length).toBeGreaterThan(10);
    // Without the beginning that says what kind of secret it is.
    expect(text.includes(secret.replace(/^(whsec_|wb_\w+?_)/, ""))).toBe(false);
  }
});

describe("the list", () => {
  test("can be filtered", async () => {
    const account = await server.account();
    const { sandbox, session } = account;
    const begun = clock.now();
    await createShipment(sandbox);
    clock.advance(60);
    const missing = await sandbox.get(`${platform}/shipments/shp_none`);
    await sandbox.get(`${platform}/shipments?no=1`);
    clock.advance(60);
    await session.get(`${platform}/events`, { "x-environment": "sandbox" });
    const ended = clock.now();
    const made = await logOf(sandbox);
    expect(made.map(({ status }) => status)).toEqual([200, 400, 404, 201]);
    const keyId = made[3].key_id;
    const at = (ms: number) => new Date(ms).toISOString();

    const found = async (query: string) =>
      (await logOf(sandbox, `?${query}`))
        .filter(({ route }) => route !== "listRequests")
        .map(({ status }) => status);
    expect(await found("status=404")).toEqual([404]);
    expect(await found("status=400")).toEqual([400]);
    expect(await found("status=4xx")).toEqual([400, 404]);
    expect(await found("status=2xx")).toEqual([200, 201]);
    expect(await found("status=5xx")).toEqual([]);
    expect(await found("caller=key")).toEqual([400, 404, 201]);
    expect(await found("caller=session")).toEqual([200]);
    expect(await found("method=POST")).toEqual([201]);
    expect(await found("route=getShipment")).toEqual([404]);
    expect(await found(`key_id=${keyId}`)).toEqual([400, 404, 201]);
    expect(await found(`request_id=${idOf(missing)}`)).toEqual([404]);
    expect(await found("code=query_invalid")).toEqual([400]);
    expect(await found("code=query_invalid&status=404")).toEqual([]);
    expect(await found(`created_before=${at(begun + 60_000)}`)).toEqual([201]);
    expect(await found(`created_after=${at(ended)}`)).toEqual([200]);
    expect(await found(`created_after=${at(begun + 1)}&created_before=${at(ended)}`)).toEqual([400, 404]);
  });

  test.each([
    ["status=20", { status: "pattern" }],
    ["status=6xx", { status: "pattern" }],
    ["caller=me", { caller: "enum" }],
    ["method=TRACE", { method: "enum" }],
    ["key_id=shp_1", { key_id: "format" }],
    ["request_id=1", { request_id: "format" }],
    ["route=", { route: "min_length" }],
    ["code=oh_no", { code: "enum" }],
    ["limit=0", { limit: "minimum" }],
    ["path=/", { path: "unknown_field" }],
    [
      "created_after=2026-01-02T00:00:00Z&created_before=2026-01-01T00:00:00Z",
      { created_before: "contradictory" },
    ],
  ])("cannot be asked for %s", async (query, at) => {
    const { sandbox } = await server.account();
    expectProblem(server, await sandbox.get(`${log}?${query}`), { status: 400, code: "query_invalid", at });
  });

  test("continues at its cursor, newest first", async () => {
    const { sandbox } = await server.account();
    const made: string[] = [];
    // Some are written together, and some alone: in all more batches than are read at once.
    for (let times = 0; times < 14; times += 1) {
      made.unshift(idOf(await sandbox.get(`${platform}/events`)));
      if (times % 4 > 1) await flushRequests(server.deps);
    }
    const seen: string[] = [];
    let query = "?route=listEvents&limit=2";
    for (let pages = 0; pages < 7; pages += 1) {
      const { body } = await sandbox.get(`${log}${query}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      query = `?route=listEvents&limit=2&cursor=${body.next_cursor}`;
      expect(body.has_more).toBe(pages < 6);
    }
    expect(seen).toEqual(made);
  });

  test("searches part of a long log for each page", async () => {
    const { sandbox } = await server.account();
    const first = idOf(await sandbox.post(`${platform}/shipments`, {}));
    for (let batches = 0; batches < 130; batches += 1) {
      await flushRequests(server.deps);
      await sandbox.get(`${platform}/events`);
    }
    const found = await sandbox.get(`${log}?method=POST`);
    expect(found.body).toEqual({ data: [], has_more: true, next_cursor: expect.any(String) });
    expect(found.headers.get("link")).toContain(found.body.next_cursor);
    const { body } = await sandbox.get(`${log}?method=POST&cursor=${found.body.next_cursor}`);
    expect(body).toMatchObject({ data: [{ id: first }], has_more: false, next_cursor: null });
    // Nothing is left out where one page stops and the next goes on.
    const others = await sandbox.get(`${log}?route=listEvents&limit=100`);
    const rest = await sandbox.get(`${log}?route=listEvents&limit=100&cursor=${others.body.next_cursor}`);
    const ids = [...others.body.data, ...rest.body.data].map(({ id }: { id: string }) => id);
    expect([ids.length, new Set(ids).size, rest.body.has_more]).toEqual([130, 130, false]);
  });

  test("has the account's own, of one environment", async () => {
    const [one, other] = [await server.account(), await server.account()];
    const id = idOf(await one.sandbox.get(`${platform}/events`));
    const person = { "x-environment": "sandbox" };
    expect(await logOf(other.sandbox)).toEqual([]);
    expect(await logOf(one.live)).toEqual([]);
    for (const stranger of [other.sandbox, one.live]) {
      expectProblem(server, await stranger.get(`${log}/${id}`), { status: 404, code: "not_found" });
    }
    expect((await one.session.get(`${log}/${id}`, person)).body.id).toBe(id);
    const [own] = (await one.session.get(`${log}?route=getRequest&status=200`, person)).body.data;
    expect([own.route, own.key_id]).toEqual(["getRequest", null]);
  });

  test("requires the scope usage:read", async () => {
    const { session } = await server.account();
    const input = { name: "narrow", environment: "sandbox", scopes: ["events:read"] };
    const { body } = await session.post("/api/v1/keys", input);
    const narrow = server.client({ "x-api-key": body.secret });
    for (const path of [log, `${log}/req_1`, `${platform}/usage`]) {
      expectProblem(server, await narrow.get(path), { status: 403, code: "scope_missing" });
    }
  });
});
