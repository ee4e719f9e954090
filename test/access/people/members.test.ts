import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Role } from "../../../src/access/roles.ts";
import { expectProblem } from "../../api/problem.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { createAssigned, platform } from "../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { createOperator } from "../../support/operator.ts";
import { addPerson, type Person } from "../../support/people.ts";

let server: TestServer;
let clock: TestClock;
beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

const path = "/api/v1/account/members";
const give = (by: Pick<TestAccount, "session">, { user }: { user: { id: string } }, role: Role) =>
  by.session.patch(`${path}/${user.id}`, { role });
const roleOf = async ({ session }: Pick<Person, "session">) =>
  (await session.get("/api/v1/auth/session")).body.user?.role;

async function ownerOf(account: TestAccount) {
  const { body } = await account.session.get("/api/v1/auth/session");
  return { user: { id: body.user.id as string }, session: account.session };
}

describe("the people of an account", () => {
  test("are listed with roles, newest first, in pages", async () => {
    const account = await server.account();
    const kim = await addPerson(server, account.accountId, "dispatcher");
    clock.advance(90);
    const { body } = await kim.session.get(path);
    expect(body.data).toEqual([
      {
        id: kim.user.id,
        email: kim.user.email,
        role: "dispatcher",
        is_you: true,
        has_second_factor: false,
        email_verified: null,
        created_at: new Date(clock.now() - 90_000).toISOString(),
        last_seen_at: new Date(clock.now() - 90_000).toISOString(),
      },
      expect.objectContaining({ email: account.email, role: "owner", is_you: false }),
    ]);
    const first = await kim.session.get(`${path}?limit=1`);
    expect(first.body.has_more).toBe(true);
    const next = await kim.session.get(`${path}?limit=1&cursor=${first.body.next_cursor}`);
    expect(next.body.data).toHaveLength(1);
    await server.deps.stores.accounts.synced();
    const [seen] = (await kim.session.get(path)).body.data;
    expect(seen.last_seen_at).toBe(new Date(clock.now()).toISOString());
  });

  test("get another role from an owner, who entered the password lately; the audit log says from and to", async () => {
    const account = await server.account();
    const kim = await addPerson(server, account.accountId, "viewer");
    const answer = await give(account, kim, "developer");
    expect([answer.status, answer.body.role, answer.body.is_you]).toEqual([200, "developer", false]);
    expect(await roleOf(kim)).toBe("developer");
    const rows = databaseRows(server);
    expect((await give(account, kim, "developer")).status).toBe(200);
    expect(databaseRows(server)).toEqual(rows);
    const [entry] = (await account.session.get("/api/v1/audit?action=user.role_changed")).body.data;
    expect(entry).toMatchObject({
      actor: { email: account.email },
      target: { type: "user", id: kim.user.id, name: kim.user.email },
      details: { role: "developer", previous_role: "viewer" },
    });
    clock.advance(16 * 60);
    const late = await give(account, kim, "viewer");
    expectProblem(server, late, { status: 403, code: "confirmation_required" });
    expect(await roleOf(kim)).toBe("developer");
  });

  test("always have an owner, also when two give up the role at the same moment", async () => {
    const account = await server.account();
    const alex = await ownerOf(account);
    const refused = await give(account, alex, "developer");
    expectProblem(server, refused, { status: 409, code: "last_owner" });
    for (let round = 0; round < 5; round += 1) {
      const bea = await addPerson(server, account.accountId, "owner");
      const answers = await Promise.all([give(account, alex, "viewer"), give(bea, bea, "viewer")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { body } = await account.session.get(path);
      const owners = body.data.filter(({ role }: { role: Role }) => role === "owner");
      expect(owners).toHaveLength(1);
      if ((await roleOf(alex)) === "viewer") {
        expect((await give(bea, alex, "owner")).status).toBe(200);
        expect((await give(account, bea, "viewer")).status).toBe(200);
      }
    }
  });

  test("who take each other's role at the same moment: the first wins, and the second may no longer", async () => {
    const account = await server.account();
    const alex = await ownerOf(account);
    const bea = await addPerson(server, account.accountId, "owner");
    const answers = await Promise.all([give(account, bea, "viewer"), give(bea, alex, "viewer")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe("a person who is removed", () => {
  test("is signed out at once with every stream, and only the audit log's entry tells that somebody was", async () => {
    const account = await server.account();
    const kim = await addPerson(server, account.accountId, "developer");
    const { body: key } = await kim.session.post("/api/v1/keys", { name: "Kim's", environment: "sandbox" });
    const invited = await addPerson(server, account.accountId, "owner");
    const invitation = { email: "lee@example.com", role: "viewer" };
    const { url } = (await invited.session.post("/api/v1/account/invitations", invitation)).body;
    const { shipment } = await createAssigned(account.sandbox);
    const stream = await fetch(
      `${server.url}${platform}/tracking/${shipment.id}/stream?environment=sandbox`,
      { headers: { cookie: kim.cookie } },
    );
    for (const { user } of [kim, invited]) {
      expect((await account.session.delete(`${path}/${user.id}`)).status).toBe(204);
      const again = await account.session.delete(`${path}/${user.id}`);
      expectProblem(server, again, { status: 404, code: "not_found" });
    }
    expectProblem(server, await kim.session.get(path), { status: 401, code: "session_required" });
    expect(await stream.text()).toContain("event: status");
    expect((await server.client({ "x-api-key": key.secret }).get(`${platform}/account`)).status).toBe(200);
    const token = { token: url.split("#")[1] };
    const dead = await server.client().post("/api/v1/auth/invitation", token);
    expectProblem(server, dead, { status: 403, code: "invitation_refused" });
    await eventually("nothing of the person", () =>
      JSON.stringify(databaseRows(server)).includes(kim.user.email) ? undefined : true,
    );
    const [, entry] = (await account.session.get("/api/v1/audit?action=user.removed")).body.data;
    expect(entry).toMatchObject({
      actor: { email: account.email },
      target: { type: "user", id: kim.user.id, name: null },
      details: { role: "developer" },
    });
  });

  test("is removed by an owner, or leaves by themselves, but never as the last owner or the operator", async () => {
    const account = await server.account();
    const alex = await ownerOf(account);
    const kim = await addPerson(server, account.accountId, "developer");
    const lee = await addPerson(server, account.accountId, "viewer");
    const remove = (by: Pick<Person, "session">, id: string) => by.session.delete(`${path}/${id}`);
    const before = databaseRows(server);
    expectProblem(server, await remove(kim, lee.user.id), { status: 403, code: "scope_missing" });
    expectProblem(server, await remove(account, alex.user.id), { status: 409, code: "last_owner" });
    expect(databaseRows(server)).toEqual(before);
    const left = await remove(kim, kim.user.id);
    expect([left.status, left.headers.get("set-cookie")]).toEqual([
      204,
      expect.stringContaining("Max-Age=0"),
    ]);

    for (let round = 0; round < 3; round += 1) {
      const bea = await addPerson(server, account.accountId, "owner");
      const answers = await Promise.all([remove(bea, bea.user.id), give(account, alex, "viewer")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([expect.any(Number), 409]);
      const owners = (await lee.session.get(path)).body.data.filter(
        ({ role }: { role: Role }) => role === "owner",
      );
      expect(owners).toHaveLength(1);
      if (owners[0].id === bea.user.id) expect((await give(bea, alex, "owner")).status).toBe(200);
    }
    const operator = await createOperator(server);
    const { body } = await operator.session.get("/api/v1/auth/session");
    const second = await addPerson(server, operator.accountId, "owner");
    const refused = await remove(second, body.user.id);
    expectProblem(server, refused, { status: 409, code: "operator_not_removable" });
    clock.advance(16 * 60);
    const late = await remove(lee, lee.user.id);
    expectProblem(server, late, { status: 403, code: "confirmation_required" });
  });
});

describe("notifications", () => {
  const notifications = "/api/v1/auth/notifications";

  test("are chosen by each person alone", async () => {
    const account = await server.account();
    const kim = await addPerson(server, account.accountId, "viewer");
    const all = { webhooks: true, security: true };
    expect((await kim.session.get(notifications)).body).toEqual(all);
    const changed = await kim.session.patch(notifications, { webhooks: false });
    expect(changed.body).toEqual({ ...all, webhooks: false });
    expect((await kim.session.patch(notifications, {})).body).toEqual(changed.body);
    expect((await account.session.get(notifications)).body).toEqual(all);
  });
});
