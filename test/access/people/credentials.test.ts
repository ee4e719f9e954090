import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectProblem } from "../../api/problem.ts";
import { databaseRows } from "../../support/database.ts";
import { platform } from "../../support/fixtures.ts";
import { addOpenFleet } from "../../support/fleets.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
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
