import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { verifyChain } from "../../../src/access/audit/chain.ts";
import { erasePerson } from "../../../src/access/erasure/person.ts";
import { flushRequests } from "../../../src/access/request-log/recording.ts";
import { perform } from "../../../src/app/admin-socket/operations.ts";
import { expectProblem } from "../../api/problem.ts";
import { valuesInFiles } from "../../support/bytes.ts";
import { createClock } from "../../support/clock.ts";
import { platform, shipmentBody } from "../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";
import { createOperator } from "../../support/operator.ts";

/** A person who is removed leaves no trace in any file, and the audit log still verifies. */

const clock = createClock();
const password = "a long enough passphrase";
const members = "/api/v1/account/members";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

/** Somebody who joined by an invitation, worked, failed to sign in, and signs in from a browser of their own. */
async function join(owner: Client, email: string, role: string): Promise<{ id: string; session: Client }> {
  const browser = { "user-agent": `Browser of ${email}`, "sec-fetch-site": "same-origin" };
  const { body: invited } = await owner.post("/api/v1/account/invitations", { email, role });
  const token = invited.url.split("#")[1];
  const joined = await server.client(browser).post("/api/v1/auth/invitation/acceptance", { token, password });
  expect(joined.status).toBe(201);
  const cookie = joined.headers.get("set-cookie")?.split(";")[0] ?? "";
  await server.client(browser).post("/api/v1/auth/sign-in", { email, password: "not the passphrase" });
  return { id: joined.body.user.id, session: server.client({ ...browser, cookie }) };
}

/** Waits until no file holds one of the values, and names what is left otherwise. */
async function expectErased(...values: string[]): Promise<void> {
  const left = () => valuesInFiles(server.deps.config.data, values);
  await eventually("the erasure", () => left().length === 0 || undefined).catch(() => {
    expect(left()).toEqual([]);
  });
}

test("a person is removed with sessions, invitations and every name in every file", async () => {
  const { deps } = server;
  const operator = await createOperator(server);
  const { session: owner, accountId } = await server.account();
  const email = "leaving.zq9xk@example.com";
  const { id, session } = await join(owner, email, "developer");
  const stays = await join(owner, "staying.zq9wk@example.com", "developer");
  const live = { "x-environment": "live" };
  const body = shipmentBody();
  expect(
    (await session.post(`${platform}/shipments`, { ...body, parcels: [], reference: email }, live)).status,
  ).toBe(422);
  expect((await session.post("/api/v1/keys", { name: "Kept key", environment: "sandbox" })).status).toBe(201);
  await session.post("/api/v1/account/invitations", { email: "x@example.com", role: "viewer" });
  await operator.session.get(`/api/v1/operator/accounts/${accountId}`);
  await flushRequests(deps);
  expect(valuesInFiles(deps.config.data, [email]).map((found) => found.split(".db")[0])).toEqual(
    expect.arrayContaining(["accounts", "telemetry"]),
  );

  expectProblem(server, await session.delete(`${members}/${stays.id}`), {
    status: 403,
    code: "scope_missing",
  });
  expect((await owner.delete(`${members}/${id}`)).status).toBe(204);
  expect((await session.get("/api/v1/auth/session")).status).toBe(401);
  expect((await owner.delete(`${members}/${id}`)).status).toBe(404);
  await expectErased(email, "leaving.zq9xk");
  expect(valuesInFiles(deps.config.data, ["staying.zq9wk@example.com"]).length).toBeGreaterThan(0);
  const log = (await owner.get("/api/v1/audit?limit=100")).body.data;
  const acted = log.filter(({ actor }: { actor: { user_id: string } }) => actor.user_id === id);
  expect(acted.map(({ action }: { action: string }) => action)).toContain("key.issued");
  for (const { actor, address } of acted)
    expect([actor.kind, actor.email, address]).toEqual(["user", null, null]);
  expect(log[0]).toMatchObject({ action: "user.removed", target: { id, name: null } });
  const verdict = await verifyChain(deps, accountId);
  expect(verdict).toMatchObject({ brokenAt: null });
  expect(verdict.redacted).toBeGreaterThanOrEqual(acted.length);

  await deps.stores.accounts.write(
    (tx) =>
      void tx.run(sql`UPDATE audit_entries SET email = 'forged@example.com'
    WHERE account_id = ${accountId} AND user_id = ${id} AND action = 'key.issued'`),
  );
  expect((await verifyChain(deps, accountId)).brokenAt).not.toBeNull();

  const again = await join(owner, email, "viewer");
  expect(again.id).not.toBe(id);
  clock.advance(3_600);
  await erasePerson(deps, id);
  expect(deps.stores.accounts.db.all(sql`SELECT 1 FROM user_erasures WHERE user_id = ${id}`)).toEqual([]);
});

test("addresses that the person had before go too, and the removal is noted at once", async () => {
  const { deps } = server;
  const { session: owner, accountId } = await server.account();
  const { id, session } = await join(owner, "invited.zq7fk@example.com", "developer");
  const mention = { ...shipmentBody(), parcels: [], reference: "invited.zq7fk@example.com" };
  await session.post(`${platform}/shipments`, mention, { "x-environment": "live" });
  for (const email of ["second.zq7fk@example.com", "third.zq7fk@example.com"]) {
    expect((await session.post("/api/v1/auth/email", { email })).status).toBe(204);
  }
  await flushRequests(deps);
  expect((await owner.delete(`${members}/${id}`)).status).toBe(204);
  expect(deps.stores.accounts.db.all(sql`SELECT kind FROM erasures WHERE id = ${id}`)).toEqual([
    { kind: "user" },
  ]);
  await expectErased("zq7fk");
  expect(await verifyChain(deps, accountId)).toMatchObject({ brokenAt: null });
});

test("a stop on the way forgets nothing that is still looked for", async () => {
  const { deps } = server;
  const { accountId } = await server.account();
  const left = () => deps.stores.accounts.db.all(sql`SELECT * FROM user_erasures WHERE user_id = 'usr_stop'`);
  await deps.stores.accounts.write(
    (tx) =>
      void tx.run(sql`INSERT INTO user_erasures (user_id, account_id, email, due_at)
    VALUES ('usr_stop', ${accountId}, 'stop.zq6@example.com', ${clock.now() + 1e9})`),
  );
  const before = left();
  await erasePerson({ ...deps, stopping: AbortSignal.abort() }, "usr_stop");
  expect(left()).toEqual(before);
  expect(before).toHaveLength(1);
});

test("everybody may leave but the last owner, and a command removes whom it names", async () => {
  const { session: owner } = await server.account();
  const [own] = (await owner.get(members)).body.data;
  expectProblem(server, await owner.delete(`${members}/${own.id}`), { status: 409, code: "last_owner" });
  const viewer = await join(owner, "viewer.zq8@example.com", "viewer");
  expect((await viewer.session.delete(`${members}/${viewer.id}`)).status).toBe(204);
  const other = await join(owner, "other.zq8@example.com", "owner");
  const results = await Promise.all([
    owner.delete(`${members}/${other.id}`),
    other.session.delete(`${members}/${own.id}`),
  ]);
  expect(results.map(({ status }) => status).toSorted()).not.toEqual([204, 204]);
  const left = (await Promise.all([owner, other.session].map((one) => one.get(members)))).filter(
    ({ status }) => status === 200,
  );
  expect(left).toHaveLength(1);
  const [remaining] = left;
  const helper = await join(
    results[0]?.status === 204 ? owner : other.session,
    "helper.zq8@example.com",
    "viewer",
  );
  expect(remaining?.body.data).toHaveLength(1);
  const removed = await perform(server.deps, "user delete", { email: "helper.zq8@example.com" });
  expect(removed).toMatchObject({ user_id: helper.id });
  await expectErased("helper.zq8");
});
