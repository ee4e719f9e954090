import { afterAll, beforeAll, expect, test } from "bun:test";
import { createApp } from "../../src/app/app.ts";
import { operationOf } from "../../src/infra/http/operation.ts";
import { expectProblem } from "../api/problem.ts";
import { createClock, jobsAtRest, type TestClock } from "../support/clock.ts";
import { databaseRows } from "../support/database.ts";
import { createAssigned, createShipment, platform, shipmentBody, withPin } from "../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";

/** The operator looks as an account: reads what its people read, changes nothing, and both audit logs say so. */

let server: TestServer;
let clock: TestClock;
let operator: TestOperator;
let account: TestAccount;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
  operator = await createOperator(server);
  account = await server.account();
});
afterAll(() => server.stop());

const environment = { "x-environment": "sandbox" };
const readOnly = { status: 403, code: "viewing_is_read_only" } as const;
const viewOf = ({ accountId }: TestAccount) => `/api/v1/operator/accounts/${accountId}/view`;
const session = async () => (await operator.session.get("/api/v1/auth/session")).body;

async function viewsIn(client: TestAccount["session"]): Promise<Answer["body"][]> {
  const actions = "account.view_started,account.view_ended";
  return (await client.get(`/api/v1/audit?action=${actions}`)).body.data;
}

test("a view reads the account's own data, and none of the operator's or of others", async () => {
  const { id } = await createShipment(account.sandbox);
  await server.account();
  const started = await operator.session.post(viewOf(account));
  expect(started.status).toBe(200);
  expect(started.body).toMatchObject({
    user: { email: operator.email, role: "viewer", is_operator: false },
    account: { id: account.accountId, name: "Test" },
    viewing: {
      account_id: account.accountId,
      account_name: "Test",
      ends_at: new Date(clock.now() + 30 * 60_000).toISOString(),
    },
  });
  expect(started.body.scopes.every((scope: string) => scope.endsWith(":read"))).toBe(true);
  expect(await session()).toEqual(started.body);
  const { body: shipments } = await operator.session.get(`${platform}/shipments`, environment);
  expect(shipments.data.map((shipment: { id: string }) => shipment.id)).toEqual([id]);
  const { body: keys } = await operator.session.get("/api/v1/keys");
  expect(keys.data).toHaveLength(2);
  expectProblem(server, await operator.session.get("/api/v1/operator/accounts"), {
    status: 403,
    code: "operator_required",
  });
  expect((await operator.session.delete(viewOf(account))).status).toBe(204);
  expect(await session()).toMatchObject({
    user: { role: "owner", is_operator: true },
    account: { id: operator.accountId },
    viewing: null,
  });
  expect((await operator.session.get(`${platform}/shipments`, environment)).body.data).toEqual([]);
});

test("every operation that changes something, or shows a secret, is refused and changes nothing", async () => {
  const { body: shipment } = await account.sandbox.post(`${platform}/shipments`, shipmentBody());
  await jobsAtRest(server.deps);
  await operator.session.post(viewOf(account));
  const before = databaseRows(server);
  const routes = createApp(server.deps).routes.filter((route) => {
    const { access, answer } = operationOf(route);
    const isSession = access.kind === "session" || access.kind === "platform";
    const isAllowed = access.kind === "session" && access.asOneself;
    return isSession && !isAllowed && (route.method !== "GET" || answer?.secret === true);
  });
  expect(routes.length).toBeGreaterThan(60);
  for (const { method, path } of routes) {
    const filled = path.replace("/shipments/:id", `/shipments/${shipment.id}`).replace(/:\w+/g, "x");
    const headers = { ...environment, "content-type": "application/json" };
    const answer = await operator.session.send(filled, {
      method,
      headers,
      ...(method === "GET" ? {} : { body: "{}" }),
    });
    expect([method, path, answer.status, answer.body?.code]).toEqual([
      method,
      path,
      ...Object.values(readOnly),
    ]);
  }
  expect(databaseRows(server)).toEqual(before);
  await operator.session.delete(viewOf(account));
});

test("an export has the recipients' PINs for the account, and not for the operator who looks as it", async () => {
  const customer = await server.account();
  await createAssigned(customer.sandbox, withPin);
  const typesOf = async (client: TestAccount["session"]) => {
    const { status, text } = await client.get(`${platform}/export`, environment);
    const lines = text.trimEnd().split("\n");
    return [status, new Set(lines.map((line) => JSON.parse(line).type as string))] as const;
  };
  const [status, types] = await typesOf(customer.session);
  expect([status, types.has("pin")]).toEqual([200, true]);
  await operator.session.post(viewOf(customer));
  types.delete("pin");
  expect(await typesOf(operator.session)).toEqual([200, types]);
  await operator.session.delete(viewOf(customer));
});

test("what the operator looks at is no usage of the account, and uses none of its limits", async () => {
  const usageOf = async () =>
    (await account.session.get(`${platform}/usage?caller=session`, environment)).body.totals.requests;
  const requestsOf = async () =>
    (await account.sandbox.get(`${platform}/requests?limit=100&caller=session`)).body.data.length;
  await usageOf();
  const [usage, logged] = [await usageOf(), await requestsOf()];
  await operator.session.post(viewOf(account));
  for (let times = 0; times < 5; times += 1) await operator.session.get(`${platform}/events`, environment);
  await operator.session.delete(viewOf(account));
  expect(await requestsOf()).toBe(logged);
  // Its own read is the one more.
  expect(await usageOf()).toBe(usage + 1);
});

test("both audit logs tell beginning and end, the account's without a name", async () => {
  const customer = await server.account();
  await operator.session.post(viewOf(customer));
  const expires_at = new Date(clock.now() + 30 * 60_000).toISOString();
  await operator.session.delete(viewOf(customer));
  const target = { type: "account", id: customer.accountId, name: "Test" };
  const told = await viewsIn(customer.session);
  expect(told).toEqual([
    expect.objectContaining({ action: "account.view_ended", target }),
    expect.objectContaining({ action: "account.view_started", target, details: { expires_at } }),
  ]);
  for (const { actor, address } of told) {
    expect([actor.kind, actor.email, address]).toEqual(["operator", null, null]);
  }
  const [ended, started] = await viewsIn(operator.session);
  for (const entry of [ended, started]) {
    expect(entry).toMatchObject({ target, actor: { kind: "user", email: operator.email } });
  }
});

test("a view ends by itself after 30 minutes, and with its session", async () => {
  const customer = await server.account();
  const actionsOf = async () => (await viewsIn(customer.session)).map(({ action }) => action);
  await operator.session.post(viewOf(customer));
  clock.advance(29 * 60);
  expect((await session()).viewing.account_id).toBe(customer.accountId);
  clock.advance(60);
  expect((await session()).viewing).toBeNull();
  expect((await operator.session.get("/api/v1/operator/jobs")).status).toBe(200);
  await jobsAtRest(server.deps);
  expect(await actionsOf()).toEqual(["account.view_ended", "account.view_started"]);

  await operator.session.post(viewOf(customer));
  const stream = await fetch(`${server.url}${platform}/events/stream?environment=sandbox`, {
    headers: { cookie: operator.cookie },
  });
  expect(stream.status).toBe(200);
  const body = stream.text();
  expect((await operator.session.post("/api/v1/auth/sign-out")).status).toBe(204);
  await body;
  expect(await actionsOf()).toEqual([
    "account.view_ended",
    "account.view_started",
    "account.view_ended",
    "account.view_started",
  ]);
  expect((await operator.session.get("/api/v1/auth/session")).status).toBe(401);
});

test("a view that begins over another ends it in both audit logs", async () => {
  const { headers } = await server.client().post("/api/v1/auth/sign-in", {
    email: operator.email,
    password: "a long enough passphrase",
  });
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const again = server.client({ cookie, "sec-fetch-site": "same-origin" });
  const customers = [await server.account(), await server.account()] as const;
  const [first, second] = customers;
  await again.post(viewOf(first));
  clock.advance(30 * 60);
  // Its job may not have run yet.
  await again.post(viewOf(second));
  clock.advance(30 * 60);
  await Promise.all([first, second, second].map((each) => again.post(viewOf(each))));
  for (const each of customers) await again.delete(viewOf(each));
  await jobsAtRest(server.deps);
  for (const each of customers) {
    const actions = (await viewsIn(each.session)).map(({ action }) => action);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions).toEqual(
      actions.map((_, at) => (at % 2 === 0 ? "account.view_ended" : "account.view_started")),
    );
  }
});

test("only the operator starts one, of an account that is there and not their own", async () => {
  const { body } = await server.client().post("/api/v1/auth/sign-in", {
    email: operator.email,
    password: "a long enough passphrase",
  });
  expect(body.user.is_operator).toBe(true);
  expectProblem(server, await account.session.post(viewOf(account)), {
    status: 403,
    code: "operator_required",
  });
  const cookie = (
    await server.client().post("/api/v1/auth/sign-in", {
      email: operator.email,
      password: "a long enough passphrase",
    })
  ).headers.get("set-cookie");
  const again = server.client({ cookie: cookie?.split(";")[0] ?? "", "sec-fetch-site": "same-origin" });
  for (const accountId of [operator.accountId, server.deps.ids.make("acct")]) {
    expectProblem(server, await again.post(`/api/v1/operator/accounts/${accountId}/view`), {
      status: 404,
      code: "not_found",
    });
  }
  expect((await again.delete(viewOf(account))).status).toBe(204);
});
