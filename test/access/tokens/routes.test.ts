import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { tokensPerCarrierMax } from "../../../src/access/tokens/token.ts";
import { expectProblem } from "../../api/problem.ts";
import { addCarrier } from "../../support/carrier-rows.ts";
import { createClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { platform } from "../../support/fixtures.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

const me = "/api/v1/carrier/me";
const clock = createClock();
let server: TestServer;
let account: TestAccount;
let carrier: string;
let tokens: string;

beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  carrier = await addCarrier(server, "sandbox", account.accountId);
  tokens = `${platform}/carriers/${carrier}/tokens`;
});
afterAll(() => server.stop());

const withToken = (secret: string, headers = {}) =>
  server.client({ authorization: `Bearer ${secret}`, ...headers });

async function issue(client: Client = account.sandbox, path = tokens, headers = {}) {
  const answer = await client.post(path, { name: "Dispatch server" }, headers);
  expect(answer.status).toBe(201);
  return answer.body;
}

describe("a token", () => {
  test("is shown once, stored as a hash, and says whose it is", async () => {
    const issued = await issue();
    expect(issued.secret).toMatch(/^wbc_sandbox_[0-9A-Za-z]{36}$/);
    expect(issued).toMatchObject({ carrier_id: carrier, environment: "sandbox", revoked_at: null });
    expect(issued.last4).toBe(issued.secret.slice(-4));
    const { body } = await account.sandbox.get(tokens);
    expect(body.data[0]).toEqual({ ...issued, secret: undefined });
    expect(JSON.stringify(databaseRows(server))).not.toContain(issued.secret);
    const answer = await withToken(issued.secret).get(me);
    expect(answer.body).toMatchObject({
      id: carrier,
      environment: "sandbox",
      status: "active",
      token: { id: issued.id, prefix: "wbc_sandbox_", last4: issued.last4 },
    });
  });

  test("opens nothing but /carrier, and nothing else opens that", async () => {
    const { secret } = await issue();
    for (const path of [`${platform}/shipments`, "/api/v1/keys", tokens]) {
      const answer = await withToken(secret).get(path);
      expect(answer.status).toBe(401);
    }
    for (const client of [withToken(secret), server.client({ "x-api-key": secret })]) {
      const refused = await client.get(`${platform}/shipments`);
      expectProblem(server, refused, { status: 401, code: "api_key_invalid" });
      expect(refused.body.detail).toContain("works for /api/v1/carrier/* only");
    }
    expect((await withToken(account.sandboxKey).get(me)).body.detail).toContain("This is an API key.");
    const live = await issue(
      account.live,
      `${platform}/carriers/${await addCarrier(server, "live", account.accountId)}/tokens`,
    );
    expect((await withToken(live.secret).get(me)).body.environment).toBe("live");
    const wrong = [
      account.sandboxKey,
      secret.replace("wbc_sandbox_", "wbc_live_"),
      secret.replace("wbc_", "wbd_"),
      `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`,
      "",
    ];
    for (const text of wrong) {
      expectProblem(server, await withToken(text).get(me), { status: 401, code: "token_invalid" });
    }
    const inAnotherHeader = await server.client({ "x-api-key": secret }).get(me);
    expectProblem(server, inAnotherHeader, { status: 401, code: "token_missing" });
    expectProblem(server, await account.session.get(me), { status: 401, code: "token_missing" });
    expectProblem(server, await withToken(secret).get(`${me}?environment=sandbox`), {
      status: 400,
      code: "query_invalid",
      at: { environment: "unknown_field" },
    });
  });

  test("is rotated with a grace period, once", async () => {
    const old = await issue();
    const path = `${tokens}/${old.id}/rotation`;
    const next = await account.sandbox.post(path, { grace_period_seconds: 60 });
    expect(next.status).toBe(201);
    expect(next.body.name).toBe(old.name);
    expect((await withToken(old.secret).get(me)).status).toBe(200);
    expectProblem(server, await account.sandbox.post(path, {}), { status: 409, code: "key_replaced" });
    clock.advance(60);
    expectProblem(server, await withToken(old.secret).get(me), { status: 401, code: "token_expired" });
    expectProblem(server, await account.sandbox.post(path, {}), { status: 409, code: "key_revoked" });
    expect((await withToken(next.body.secret).get(me)).status).toBe(200);
    const last = await account.sandbox.post(`${tokens}/${next.body.id}/rotation`);
    expectProblem(server, await withToken(next.body.secret).get(me), { status: 401, code: "token_revoked" });
    expect((await withToken(last.body.secret).get(me)).status).toBe(200);
  });

  test("is revoked with the next request, and stays in the list", async () => {
    const { id, secret } = await issue();
    const carrierServer = withToken(secret);
    expect((await carrierServer.get(me)).status).toBe(200);
    expect((await account.sandbox.delete(`${tokens}/${id}`)).status).toBe(204);
    expectProblem(server, await carrierServer.get(me), { status: 401, code: "token_revoked" });
    expect((await account.sandbox.delete(`${tokens}/${id}`)).status).toBe(204);
    const { body } = await account.sandbox.get(tokens);
    expect(body.data.find((token: { id: string }) => token.id === id).revoked_at).not.toBeNull();
  });

  test("a repeated request issues one token, without its secret", async () => {
    const once = { "idempotency-key": "token-1" };
    const first = await issue(account.sandbox, tokens, once);
    const again = await issue(account.sandbox, tokens, once);
    expect(again).toEqual({ ...first, secret: null });
  });

  test("stops with its account, and starts again with it", async () => {
    const other = await server.account();
    const id = await addCarrier(server, "sandbox", other.accountId);
    const { secret } = await issue(other.sandbox, `${platform}/carriers/${id}/tokens`);
    await changeAccount(server.deps, other.accountId, { suspended: true });
    expectProblem(server, await withToken(secret).get(me), { status: 403, code: "account_suspended" });
    await changeAccount(server.deps, other.accountId, { suspended: false });
    expect((await withToken(secret).get(me)).status).toBe(200);
  });

  test("of the installation's carriers, and of deleted ones, belong to nobody else", async () => {
    const ofInstallation = await addCarrier(server, "sandbox", null);
    const deleted = await addCarrier(server, "sandbox", account.accountId, { deletedAt: 1 });
    for (const id of [ofInstallation, deleted]) {
      const answer = await account.sandbox.post(`${platform}/carriers/${id}/tokens`, { name: "x" });
      expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    }
  });

  test("has a rate of its own, which the account's requests do not touch", async () => {
    const limited = await server.account();
    await changeAccount(server.deps, limited.accountId, { tier: "free" });
    const id = await addCarrier(server, "sandbox", limited.accountId);
    const path = `${platform}/carriers/${id}/tokens`;
    const [one, other] = [await issue(limited.sandbox, path), await issue(limited.sandbox, path)];
    const answers = await Promise.all(Array.from({ length: 201 }, () => withToken(one.secret).get(me)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    expect((await withToken(other.secret).get(me)).status).toBe(200);
    expect((await limited.sandbox.get(path)).status).toBe(200);
  });

  test("is one of a limited number", async () => {
    const id = await addCarrier(server, "sandbox", account.accountId);
    const path = `${platform}/carriers/${id}/tokens`;
    for (let count = 0; count < tokensPerCarrierMax; count += 1) await issue(account.sandbox, path);
    const refused = await account.sandbox.post(path, { name: "one more" });
    expectProblem(server, refused, { status: 409, code: "limit_reached" });
    const page = await account.sandbox.get(`${path}?limit=15`);
    const rest = await account.sandbox.get(`${path}?limit=15&cursor=${page.body.next_cursor}`);
    const ids = [...page.body.data, ...rest.body.data].map((token: { id: string }) => token.id);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(new Set(ids).size).toBe(tokensPerCarrierMax);
  });
});

test("the audit log records who issued, rotated and revoked, without secrets", async () => {
  const { id, secret } = await issue(account.session, tokens, { "x-environment": "sandbox" });
  const next = await account.sandbox.post(`${tokens}/${id}/rotation`, { grace_period_seconds: 5 });
  await account.sandbox.delete(`${tokens}/${next.body.id}`);
  const { body, text } = await account.session.get(
    "/api/v1/audit?action=token.issued,token.replaced,token.revoked&limit=4",
  );
  expect(body.data.map((entry: { action: string }) => entry.action)).toEqual([
    "token.revoked",
    "token.replaced",
    "token.issued",
    "token.issued",
  ]);
  expect(body.data[1]).toMatchObject({
    actor: { kind: "key" },
    target: { type: "token", id, name: "Dispatch server" },
    details: { environment: "sandbox", carrier_id: carrier, replaced_by: next.body.id },
  });
  expect(body.data[3].actor.kind).toBe("user");
  for (const part of [secret, next.body.secret]) expect(text).not.toContain(part);
});

test("scopes decide which keys manage tokens", async () => {
  const issueKey = async (scopes: string[]) => {
    const { body } = await account.session.post("/api/v1/keys", {
      name: "k",
      environment: "sandbox",
      scopes,
    });
    return server.client({ "x-api-key": body.secret });
  };
  const reader = await issueKey(["carriers:read"]);
  expect((await reader.get(tokens)).status).toBe(200);
  expectProblem(server, await reader.post(tokens, { name: "x" }), { status: 403, code: "scope_missing" });
  const other = await issueKey(["shipments:read", "sandbox:write"]);
  expectProblem(server, await other.get(tokens), { status: 403, code: "scope_missing" });
});

test("a request log shows no token, wherever it was sent", async () => {
  const { secret } = await issue();
  await account.sandbox.post(tokens, { name: `mine ${secret}` });
  await account.sandbox.get(`${platform}/shipments?q=${secret}`);
  await server.client().get(`/api/v1/track/${secret}`);
  const { text } = await account.sandbox.get(`${platform}/requests?limit=100`);
  expect(text).not.toContain(secret.slice("wbc_sandbox_".length));
  const stored = server.deps.stores.telemetry.db.all<{ text: string }>(
    sql`SELECT entries || bodies AS text FROM request_batches`,
  );
  expect(stored.map((row) => row.text).join()).not.toContain(secret.slice("wbc_sandbox_".length));
});
