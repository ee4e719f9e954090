import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { createUser } from "../../src/access/accounts/operator/administration.ts";
import { flushSpending } from "../../src/access/limits/spending.ts";
import { dayMs } from "../../src/infra/units.ts";
import { expectProblem } from "../api/problem.ts";
import { createClock, type TestClock } from "../support/clock.ts";
import { databaseRows } from "../support/database.ts";
import { advance, createAssigned, platform } from "../support/fixtures.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";
import { startReceiver } from "../support/receiver.ts";

let server: TestServer;
let clock: TestClock;
let operator: TestOperator;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock }, config: { defaultTier: "free" } });
  operator = await createOperator(server);
});
afterAll(() => server.stop());

const accounts = "/api/v1/operator/accounts";
const shipments = `${platform}/shipments`;
const suspended = { status: 403, code: "account_suspended" } as const;
const now = () => new Date(clock.now()).toISOString();

const change = (id: string, body: object) => operator.session.patch(`${accounts}/${id}`, body);
const suspend = ({ accountId }: TestAccount) => change(accountId, { suspended: true });
const restore = ({ accountId }: TestAccount) => change(accountId, { suspended: false });

async function find(query: string): Promise<string[]> {
  const answer = await operator.session.get(`${accounts}?limit=100&${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data.map(({ id }: { id: string }) => id);
}

async function auditOf(session: TestAccount["session"]): Promise<Answer["body"][]> {
  return (await session.get("/api/v1/audit?limit=100")).body.data;
}

describe("an account", () => {
  test("is shown with its people and no secret", async () => {
    const account = await server.account();
    await createUser(server.deps, {
      email: "second@example.com",
      password: account.password,
      account: account.accountId,
    });
    const answer = await operator.session.get(`${accounts}/${account.accountId}`);
    const { limits, environments, keys, audit, ...inList } = answer.body;
    expect(inList).toEqual({
      id: account.accountId,
      name: "Test",
      tier: "free",
      status: "active",
      suspended_at: null,
      deletion_due_at: null,
      created_at: now(),
      users: [account.email, "second@example.com"].map((email) => ({
        id: expect.stringMatching(/^usr_/),
        email,
        role: email === account.email ? "owner" : "developer",
        is_operator: false,
        created_at: now(),
      })),
      usable_keys: 2,
      last_request_at: null,
      recipient_mail: false,
      recipient_mail_allowed: false,
      traffic: {
        from: new Date(clock.now() - 13 * dayMs).toISOString().slice(0, 10),
        requests_by_day: Array(14).fill(0),
        requests: 0,
        errors: 0,
        rate_limited: 0,
        commonest_error: null,
      },
      needs: [],
    });
    expect(limits).toMatchObject({ requests_per_day: 10_000 });
    expect(environments.map(({ environment }: { environment: string }) => environment)).toEqual([
      "sandbox",
      "live",
    ]);
    expect(keys).toHaveLength(2);
    const actions = audit.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["account.created", "key.issued", "user.created"]));
    const listed = await operator.session.get(accounts);
    expect(listed.body.data[0]).toEqual(inList);
    expect(await find("q=SECOND@")).toEqual([account.accountId]);
  });

  test("that is not there is not found", async () => {
    for (const id of [server.deps.ids.make("acct"), "x"]) {
      expectProblem(server, await operator.session.get(`${accounts}/${id}`), {
        status: 404,
        code: "not_found",
      });
      expectProblem(server, await change(id, { tier: "free" }), { status: 404, code: "not_found" });
    }
  });
});

describe("reading", () => {
  const actions = "action=accounts.listed,account.read&limit=100";
  const settle = () => server.deps.stores.accounts.write(() => undefined);
  const readsOf = async (session: TestAccount["session"]): Promise<Answer["body"][]> => {
    // What nobody waits for is written before a later write is answered.
    await settle();
    return (await session.get(`/api/v1/audit?${actions}`)).body.data;
  };
  const nextHour = () => clock.advance(3_600);

  test("the list is told to the operator's own account, once an hour", async () => {
    const account = await server.account();
    nextHour();
    const before = (await readsOf(operator.session)).length;
    const answer = await operator.session.get(`${accounts}?q=tester`);
    for (let times = 0; times < 3; times += 1) await operator.session.get(accounts);
    const [entry, ...earlier] = await readsOf(operator.session);
    expect(earlier).toHaveLength(before);
    expect(entry).toMatchObject({
      action: "accounts.listed",
      actor: { kind: "user", email: operator.email },
      target: { type: "installation", id: "accounts", name: null },
      request_id: answer.headers.get("x-request-id"),
      details: {},
    });
    nextHour();
    await operator.session.get(accounts);
    expect(await readsOf(operator.session)).toHaveLength(before + 2);
    expect(await readsOf(account.session)).toEqual([]);
  });

  test("an account is told there without a name and to the operator with it, once an hour", async () => {
    const [account, other] = [await server.account(), await server.account()];
    nextHour();
    const before = (await readsOf(operator.session)).length;
    for (const { accountId } of [account, account, other]) {
      expect((await operator.session.get(`${accounts}/${accountId}`)).status).toBe(200);
    }
    const target = { type: "account", id: account.accountId, name: "Test" };
    const own = await readsOf(operator.session);
    expect(own).toHaveLength(before + 2);
    expect(own[1]).toMatchObject({ action: "account.read", target, actor: { email: operator.email } });
    const told = await readsOf(account.session);
    expect(told).toEqual([expect.objectContaining({ action: "account.read", target, address: null })]);
    expect(told[0].actor).toEqual({ kind: "operator", user_id: null, email: null, key: null });
    expect(await readsOf(other.session)).toHaveLength(1);
  });

  test("the operator's own account, one that is not there, and a refused list leave no entry", async () => {
    nextHour();
    const before = await readsOf(operator.session);
    await operator.session.get(`${accounts}/${operator.accountId}`);
    await operator.session.get(`${accounts}/acct_x`);
    expect((await operator.session.get(`${accounts}?cursor=none`)).status).toBe(400);
    expect(await readsOf(operator.session)).toEqual(before);
  });

  test("is answered while the entry cannot be written", async () => {
    const { accountId } = await server.account();
    nextHour();
    const hanging = spyOn(server.deps.stores.accounts, "write").mockReturnValue(new Promise(() => {}));
    const answers = [
      await operator.session.get(accounts),
      await operator.session.get(`${accounts}/${accountId}`),
    ];
    hanging.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe("the list", () => {
  test("is newest first, whole in pages, and filtered by name, email address, tier and status", async () => {
    const made = [await server.account(), await server.account(), await server.account()];
    const [one, two, three] = made.map(({ accountId }) => accountId);
    expect((await find("")).slice(0, 3)).toEqual([three, two, one] as string[]);
    const first = await operator.session.get(`${accounts}?limit=2`);
    const rest = await operator.session.get(`${accounts}?limit=100&cursor=${first.body.next_cursor}`);
    const paged = [...first.body.data, ...rest.body.data].map(({ id }: { id: string }) => id);
    expect(paged).toEqual(await find(""));

    expect(await find(`q=${made[1]?.email.slice(0, -4)}`)).toEqual([two as string]);
    expect(await find("q=operaTOR")).toEqual([operator.accountId]);
    expect(await find(`q=${encodeURIComponent(" ÖPERATOR ")}`)).toEqual([operator.accountId]);
    expect(await find("q=nobody%25")).toEqual([]);
    expect(await find("tier=unlimited")).toEqual([operator.accountId]);
    await change(two as string, { tier: "growth", suspended: true });
    expect(await find("tier=growth")).toEqual([two as string]);
    expect(await find("status=suspended")).toEqual([two as string]);
    expect(await find("status=active")).not.toContain(two);
  });

  test("takes no cursor of other filters, and no unknown status", async () => {
    const { body } = await operator.session.get(`${accounts}?limit=1`);
    const other = await operator.session.get(`${accounts}?tier=free&cursor=${body.next_cursor}`);
    expectProblem(server, other, { status: 400, code: "cursor_invalid", at: { cursor: "cursor" } });
    expect((await operator.session.get(`${accounts}?status=gone`)).status).toBe(400);
  });
});

describe("another tier", () => {
  test("holds for the next request, and for no other account", async () => {
    const [account, neighbour] = [await server.account(), await server.account()];
    const policy = async ({ sandbox }: TestAccount) =>
      (await sandbox.get(shipments)).headers.get("ratelimit-policy");
    const free = '"rate";q=20;w=2, "day";q=10000;w=86400';
    expect(await policy(account)).toBe(free);
    const answer = await change(account.accountId, { tier: "growth" });
    expect([answer.status, answer.body.tier]).toEqual([200, "growth"]);
    expect(await policy(account)).toBe('"rate";q=100;w=2, "day";q=250000;w=86400');
    expect(await policy(neighbour)).toBe(free);
  });

  test("is told in the account without a name, and to the operator with it", async () => {
    const account = await server.account();
    const answer = await change(account.accountId, { tier: "scale" });
    const entry = {
      action: "account.tier_changed",
      target: { type: "account", id: account.accountId, name: "Test" },
      details: { tier: "scale", previous_tier: "free" },
    };
    const [own] = await auditOf(operator.session);
    expect(own).toMatchObject({
      ...entry,
      actor: { kind: "user", email: operator.email },
      request_id: answer.headers.get("x-request-id"),
    });
    const told = await account.session.get("/api/v1/audit");
    expect(told.body.data[0]).toMatchObject({
      ...entry,
      actor: { kind: "operator", user_id: null, email: null },
      address: null,
      request_id: null,
    });
    expect(told.text).not.toContain(operator.email);
  });

  test("that there is not is refused, with all that came with it", async () => {
    const { accountId } = await server.account();
    const before = databaseRows(server);
    expectProblem(server, await change(accountId, { tier: "platinum", suspended: true }), {
      status: 422,
      code: "validation_failed",
      at: { "#/tier": "enum" },
    });
    expect(databaseRows(server)).toEqual(before);
  });

  test("and the same state again is no change", async () => {
    const account = await server.account();
    await suspend(account);
    const before = databaseRows(server);
    clock.advance(1);
    for (const body of [{}, { tier: "free" }, { suspended: true }]) {
      expect((await change(account.accountId, body)).status).toBe(200);
    }
    expect(databaseRows(server)).toEqual(before);
  });
});

describe("a suspended account", () => {
  test("has people who can sign out, and are told whom to ask", async () => {
    const account = await server.account();
    await suspend(account);
    const refused = await account.session.get("/api/v1/auth/session");
    expectProblem(server, refused, suspended);
    expect(refused.body.detail).toContain("operator of this installation");
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await account.session.post("/api/v1/auth/sign-out", undefined, foreign)).status).toBe(403);
    const left = await account.session.post("/api/v1/auth/sign-out");
    expect(left.status).toBe(204);
    expect(left.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await account.session.get("/api/v1/auth/session")).status).toBe(401);
  });

  test("is refused at once by key, by session and at the door; its neighbors are not", async () => {
    const [account, neighbour] = [await server.account(), await server.account()];
    const asSession = (one: TestAccount) => one.session.get(shipments, { "x-environment": "live" });
    for (const client of [account.sandbox, account.live])
      expect((await client.get(shipments)).status).toBe(200);
    const answer = await suspend(account);
    expect(answer.body).toMatchObject({ status: "suspended", suspended_at: now() });
    await flushSpending(server.deps);

    const before = databaseRows(server);
    for (const client of [account.sandbox, account.live]) {
      expectProblem(server, await client.get(shipments), suspended);
      expectProblem(server, await client.post(shipments, {}), suspended);
    }
    expectProblem(server, await asSession(account), suspended);
    expectProblem(server, await account.session.get("/api/v1/keys"), suspended);
    const { email, password } = account;
    const signIn = (body: object) => server.client().post("/api/v1/auth/sign-in", body);
    expectProblem(server, await signIn({ email, password }), suspended);
    expect(databaseRows(server)).toEqual(before);
    // A wrong password is told to the account's audit log, as ever.
    expectProblem(server, await signIn({ email, password: "wrong" }), {
      status: 401,
      code: "sign_in_failed",
    });

    expect((await neighbour.sandbox.get(shipments)).status).toBe(200);
    expect((await asSession(neighbour)).status).toBe(200);
  });

  test("has back what it had when it is restored", async () => {
    const account = await server.account();
    await suspend(account);
    expect((await account.sandbox.get(shipments)).status).toBe(403);
    const answer = await restore(account);
    expect(answer.body).toMatchObject({ status: "active", suspended_at: null, usable_keys: 2 });
    expect((await account.sandbox.get(shipments)).status).toBe(200);
    expect((await account.session.get("/api/v1/keys")).status).toBe(200);
    const actions = (await auditOf(account.session)).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(["account.restored", "account.suspended"]);
    const own = (await auditOf(operator.session)).slice(0, 2);
    expect(own.map(({ action, target }) => [action, target.id])).toEqual([
      ["account.restored", account.accountId],
      ["account.suspended", account.accountId],
    ]);
  });

  test("has no open stream left, of a key nor of a session", async () => {
    const account = await server.account();
    const { shipment } = await createAssigned(account.sandbox);
    const path = `${server.url}${platform}/tracking/${shipment.id}/stream`;
    const signedIn = await server
      .client()
      .post("/api/v1/auth/sign-in", { email: account.email, password: account.password });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const streams = await Promise.all([
      fetch(path, { headers: { "x-api-key": account.sandboxKey } }),
      fetch(`${path}?environment=sandbox`, { headers: { cookie } }),
    ]);
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    await suspend(account);
    for (const stream of streams) expect(await stream.text()).not.toContain("delivered");
  });

  test("does not keep its goods, its endpoints and its recipients waiting", async () => {
    const receiver = startReceiver();
    const account = await server.account();
    await account.sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["shipment.delivered"] });
    const { shipment } = await createAssigned(account.sandbox, { simulation: { speed: 20 } });
    await suspend(account);
    await eventually("the delivery to be simulated", async () => {
      clock.advance(1);
      return receiver.received.length > 0 || undefined;
    });
    expect(receiver.received[0]?.event.data.shipment.id).toBe(shipment.id);
    const page = shipment.tracking_url.slice(server.url.length);
    expect((await server.client().get(page)).status).toBe(200);
    expectProblem(server, await advance(account.sandbox, shipment.id), suspended);
    await receiver.stop();
  });

  test("is never the operator's own", async () => {
    const before = databaseRows(server);
    expectProblem(server, await change(operator.accountId, { suspended: true }), {
      status: 422,
      code: "validation_failed",
      at: { "#/suspended": "own_account" },
    });
    expect(databaseRows(server)).toEqual(before);
    expect((await change(operator.accountId, { suspended: false })).status).toBe(200);
  });
});
