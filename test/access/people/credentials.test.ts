import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { findWebhookMakers } from "../../../src/messaging/webhooks/made-by.ts";
import { expectProblem } from "../../api/problem.ts";
import { databaseRows } from "../../support/database.ts";
import { platform } from "../../support/fixtures.ts";
import { addOpenFleet } from "../../support/fleets.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { addPerson, type Person } from "../../support/people.ts";

/** Keys and tokens outlive who made them: lists name the maker, and an owner revokes them with the person. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const members = "/api/v1/account/members";
const sandbox = { "x-environment": "sandbox" };

async function makeKey({ session }: Pick<Person, "session">, environment = "sandbox") {
  const { status, body } = await session.post("/api/v1/keys", { name: `of ${environment}`, environment });
  expect(status).toBe(201);
  return body as { id: string; secret: string; created_by: unknown };
}

/** A person who made a key in each environment and a token. */
async function addMaker(account: TestAccount) {
  const kim = await addPerson(server, account.accountId, "developer");
  const keys = [await makeKey(kim), await makeKey(kim, "live")];
  const carrier = await addOpenFleet(server, account.accountId);
  const path = `${platform}/carriers/${carrier}/tokens`;
  const { status, body: token } = await kim.session.post(path, { name: "server" }, sandbox);
  expect(status).toBe(201);
  const works = async () => {
    const byKeys = keys.map(({ secret }) =>
      server.client({ "x-api-key": secret }).get(`${platform}/account`),
    );
    const byToken = server
      .client({ authorization: `Bearer ${token.secret}` })
      .get("/api/v1/carrier/assignments");
    return (await Promise.all([...byKeys, byToken])).map(({ status }) => status);
  };
  return { kim, keys, token, works, tokensPath: path };
}

test("keys and tokens name who created them, also after that person has left", async () => {
  const account = await server.account();
  const { kim, keys, token, tokensPath, works } = await addMaker(account);
  const maker = { kind: "user", id: kim.user.id, name: kim.user.email };
  expect([...keys, token].map(({ created_by }) => created_by)).toEqual([maker, maker, maker]);
  const owner = (await account.session.get("/api/v1/auth/session")).body.user;
  const rotated = await account.session.post(`/api/v1/keys/${keys[0]?.id}/rotation`, {
    grace_period_seconds: 60,
  });
  expect(rotated.body.created_by).toEqual({ kind: "user", id: owner.id, name: owner.email });
  const byKey = await account.sandbox.post(tokensPath, { name: "by a key" });
  expect(byKey.body.created_by).toMatchObject({ kind: "key", name: expect.any(String) });

  await account.session.delete(`${members}/${kim.user.id}`);
  const gone = { ...maker, name: null };
  const { body: key } = await account.session.get(`/api/v1/keys/${keys[0]?.id}`);
  expect(key.created_by).toEqual(gone);
  const { body: tokens } = await account.sandbox.get(tokensPath);
  expect(tokens.data.map(({ created_by }: { created_by: unknown }) => created_by)).toEqual([
    byKey.body.created_by,
    gone,
  ]);
  expect(await works()).toEqual([200, 200, 200]);
  // Nothing has the address of who left.
  expect(JSON.stringify(databaseRows(server)["accounts.api_keys"])).not.toContain(kim.user.email);
});

test("an owner sees what a person created and that works, and revokes it with the person or the role", async () => {
  for (const leave of [
    ({ session }: TestAccount, id: string) => session.delete(`${members}/${id}?revoke_credentials=true`),
    ({ session }: TestAccount, id: string) =>
      session.patch(`${members}/${id}?revoke_credentials=true`, { role: "viewer" }),
  ]) {
    const account = await server.account();
    const { kim, keys, token, works } = await addMaker(account);
    const other = await addPerson(server, account.accountId, "developer");
    const kept = await makeKey(other);
    const revoked = await makeKey(kim);
    await account.session.delete(`/api/v1/keys/${revoked.id}`);
    const list = `${members}/${kim.user.id}/credentials`;
    const { body } = await account.session.get(list);
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect([ids(body.keys), ids(body.tokens)]).toEqual([ids(keys).reverse(), [token.id]]);
    expect(JSON.stringify(body)).not.toContain("secret");
    expectProblem(server, await kim.session.get(list), { status: 403, code: "scope_missing" });
    expectProblem(server, await (await server.account()).session.get(list), {
      status: 404,
      code: "not_found",
    });

    expect(await works()).toEqual([200, 200, 200]);
    expect((await leave(account, kim.user.id)).status).toBeLessThan(300);
    expect(await works()).toEqual([401, 401, 401]);
    expect((await server.client({ "x-api-key": kept.secret }).get(`${platform}/account`)).status).toBe(200);
    const { body: log } = await account.session.get("/api/v1/audit?action=key.revoked,token.revoked");
    const targets = log.data.map(({ target }: { target: { id: string } }) => target.id).sort();
    expect(targets).toEqual([...ids(keys), token.id, revoked.id].sort());
  }
});

test("without the word nothing is revoked, and a refused removal revokes nothing", async () => {
  const account = await server.account();
  const { kim, works } = await addMaker(account);
  await account.session.patch(`${members}/${kim.user.id}`, { role: "dispatcher" });
  expect(await works()).toEqual([200, 200, 200]);
  await makeKey(account);
  const owner = (await account.session.get("/api/v1/auth/session")).body.user;
  const before = databaseRows(server)["accounts.api_keys"];
  expectProblem(server, await account.session.delete(`${members}/${owner.id}?revoke_credentials=true`), {
    status: 409,
    code: "last_owner",
  });
  expectProblem(server, await account.session.delete(`${members}/${kim.user.id}?revoke_credentials=maybe`), {
    status: 400,
    code: "query_invalid",
    at: { revoke_credentials: "enum" },
  });
  expect(databaseRows(server)["accounts.api_keys"]).toEqual(before);
});

const live = { "x-environment": "live" };
const webhooks = `${platform}/webhooks`;

/** A person who made an endpoint in each environment and the link of a driver, whose phone is connected. */
async function addOtherMaker(account: TestAccount) {
  const kim = await addPerson(server, account.accountId, "developer");
  const endpoints = await Promise.all(
    [sandbox, live].map(async (environment) => {
      const input = { url: "https://1.1.1.1/hook", events: ["*"], description: "Kim's" };
      const { status, body } = await kim.session.post(webhooks, input, {
        ...environment,
        "idempotency-key": "endpoint",
      });
      expect(status).toBe(201);
      return body;
    }),
  );
  const carrier = await addOpenFleet(server, account.accountId);
  const boss = await addPerson(server, account.accountId, "owner");
  const newDriver = { carrier_id: carrier, name: "Robin Berg", vehicle: { type: "bicycle" } };
  const { body: driver } = await account.sandbox.post(`${platform}/drivers`, newDriver);
  const linkBy = async (session: TestAccount["session"]) => {
    const { status, body } = await session.post(`${platform}/drivers/${driver.id}/link`, {}, sandbox);
    expect(status).toBe(201);
    return body;
  };
  return { kim, boss, endpoints, driver, linkBy };
}

const connect = ({ url }: { url: string }, name: string) =>
  server.client().post("/api/v1/driver/link", { code: url.slice(url.indexOf("#") + 1), device_name: name });

test("webhook endpoints, links for drivers and the phones they connect name who created them", async () => {
  const account = await server.account();
  const { kim, endpoints, driver, linkBy } = await addOtherMaker(account);
  const maker = { kind: "user", id: kim.user.id, name: kim.user.email };
  expect(endpoints.map(({ created_by }) => created_by)).toEqual([maker, maker]);
  // A dispatcher makes links.
  await account.session.patch(`${members}/${kim.user.id}`, { role: "dispatcher" });
  const link = await linkBy(kim.session);
  expect(link.created_by).toEqual(maker);
  expect((await connect(link, "Robin's phone")).status).toBe(201);
  const devices = async () =>
    (await account.sandbox.get(`${platform}/drivers/${driver.id}/devices`)).body.data;
  expect(await devices()).toMatchObject([{ name: "Robin's phone", created_by: maker }]);
  const byKey = await account.sandbox.post(webhooks, { url: "https://1.1.1.1/", events: ["*"] });
  expect(byKey.body.created_by).toMatchObject({ kind: "key", name: expect.any(String) });
  const { body: listed } = await account.sandbox.get(webhooks);
  expect(listed.data.map(({ created_by }: { created_by: unknown }) => created_by)).toEqual([
    byKey.body.created_by,
    maker,
  ]);

  await account.session.delete(`${members}/${kim.user.id}`);
  const gone = { ...maker, name: null };
  const { body: left } = await account.sandbox.get(`${webhooks}/${endpoints[0].id}`);
  expect([left.created_by, left.enabled]).toEqual([gone, true]);
  expect(await devices()).toMatchObject([{ created_by: gone }]);
  // Nothing keeps the address: no stored response, no event.
  await eventually("the erasure", () => {
    const rows = databaseRows(server);
    const places = ["webhook_endpoints", "events", "idempotency_keys"].flatMap((table) =>
      ["sandbox", "live"].map((environment) => rows[`${environment}.${table}`]),
    );
    expect(JSON.stringify(places)).toContain(endpoints[0].id);
    return !JSON.stringify(places).includes(kim.user.email) || undefined;
  });
});

test("with the person or the role an owner disables the endpoints and ends the links that the person created", async () => {
  for (const leave of [
    ({ session }: TestAccount, id: string) => session.delete(`${members}/${id}?revoke_credentials=true`),
    ({ session }: TestAccount, id: string) =>
      session.patch(`${members}/${id}?revoke_credentials=true`, { role: "viewer" }),
  ]) {
    const account = await server.account();
    const { kim, boss, endpoints, driver, linkBy } = await addOtherMaker(account);
    const kept = await account.session.post(webhooks, { url: "https://1.1.1.1/", events: ["*"] }, sandbox);
    await account.session.patch(`${members}/${kim.user.id}`, { role: "dispatcher" });
    const link = await linkBy(kim.session);
    expect((await connect(link, "Robin's phone")).status).toBe(201);
    const list = `${members}/${kim.user.id}/credentials`;
    const { body } = await account.session.get(list);
    expect(body.webhooks.map(({ id }: { id: string }) => id).sort()).toEqual(
      endpoints.map(({ id }) => id).sort(),
    );
    expect(body.webhooks[0]).toMatchObject({ url: "https://1.1.1.1/hook", description: "Kim's" });
    expect(body.driver_links).toEqual([
      {
        driver_id: driver.id,
        environment: "sandbox",
        created_at: expect.any(String),
        expires_at: link.expires_at,
      },
    ]);

    expect((await leave(account, kim.user.id)).status).toBeLessThan(300);
    expect((await connect(link, "Kim's own phone")).status).toBe(403);
    for (const [index, environment] of [sandbox, live].entries()) {
      const { body: endpoint } = await account.session.get(`${webhooks}/${endpoints[index].id}`, environment);
      expect([endpoint.enabled, endpoint.disabled_reason]).toEqual([false, "owner"]);
    }
    const { body: other } = await account.session.get(`${webhooks}/${kept.body.id}`, sandbox);
    expect(other.enabled).toBe(true);
    // The phone that was connected is the driver's.
    const { body: devices } = await account.sandbox.get(`${platform}/drivers/${driver.id}/devices`);
    expect(devices.data).toHaveLength(1);
    const log = await eventually("the audit log", async () => {
      const { body: found } = await boss.session.get(
        "/api/v1/audit?action=webhook.changed,driver.link_ended",
      );
      return found.data.length === 3 ? found.data : undefined;
    });
    expect(log.map(({ target }: { target: { id: string } }) => target.id).sort()).toEqual(
      [...endpoints.map(({ id }) => id), driver.id].sort(),
    );
    // A link that somebody else makes later works.
    expect((await connect(await linkBy(boss.session), "New phone")).status).toBe(201);
  }
});

test("a refused removal disables no endpoint, and endpoints of earlier versions are named by the audit log", async () => {
  const account = await server.account();
  const { kim, endpoints } = await addOtherMaker(account);
  const owner = (await account.session.get("/api/v1/auth/session")).body.user;
  const own = await account.session.post(webhooks, { url: "https://1.1.1.1/", events: ["*"] }, sandbox);
  const others = await account.session.get(`${members}?limit=100`);
  for (const { id, role } of others.body.data)
    if (role === "owner" && id !== owner.id) await account.session.delete(`${members}/${id}`);
  for (const refused of [
    await account.session.delete(`${members}/${owner.id}?revoke_credentials=true`),
    await account.session.patch(`${members}/${owner.id}?revoke_credentials=true`, { role: "viewer" }),
  ]) {
    expectProblem(server, refused, { status: 409, code: "last_owner" });
  }
  const { body } = await account.session.get(`${webhooks}/${own.body.id}`, sandbox);
  expect(body.enabled).toBe(true);

  await eventually("the audit log", async () => {
    const { body: log } = await account.session.get("/api/v1/audit?action=webhook.created");
    return log.data.length === 3 || undefined;
  });
  for (const environment of ["sandbox", "live"] as const)
    server.deps.stores.platform(environment).db.run(sql`UPDATE webhook_endpoints SET created_by = ''`);
  await findWebhookMakers(server.deps);
  for (const [index, environment] of [sandbox, live].entries()) {
    const { body: endpoint } = await account.session.get(`${webhooks}/${endpoints[index].id}`, environment);
    expect(endpoint.created_by).toEqual({ kind: "user", id: kim.user.id, name: kim.user.email });
  }
});
