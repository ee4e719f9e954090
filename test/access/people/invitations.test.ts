import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { insertUser } from "../../../src/access/accounts/opening.ts";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { type Role, roles } from "../../../src/access/roles.ts";
import { forgetRows } from "../../../src/infra/jobs/jobs.ts";
import { expectProblem } from "../../api/problem.ts";
import { createClock, type TestClock, wakeJobs } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { type MailServer, mailSettings, startMailServer } from "../../support/mail-server.ts";
import { addPerson, signInAs } from "../../support/people.ts";

let mail: MailServer;
let server: TestServer;
let clock: TestClock;
let account: TestAccount;
let round = 0;

beforeAll(async () => {
  mail = await startMailServer();
  clock = createClock();
  server = await startServer({
    replacements: { clock },
    config: { signup: "closed", ...mailSettings(mail) },
  });
});
beforeEach(async () => {
  round += 1;
  // All earlier invitations have expired, and their mails count no more.
  clock.advance(3 * 24 * hourSeconds);
  account = await server.account();
});
afterEach(async () => {
  mail.refusing = false;
  await settled();
  mail.taken = [];
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

const path = "/api/v1/account/invitations";
const password = "a long enough passphrase";
const hourSeconds = 3600;
/** An address that no other test has. */
const at = (name: string) => `${name}-${round}@example.com`;
const join = /\/dashboard\/join#(\S+)/;

const invite = (email: string, role: Role = "developer", session: Client = account.session) =>
  session.post(path, { email, role });
const tokenOf = ({ body }: Answer): string => join.exec(body.url)?.[1] ?? "";
const read = (token: string) => server.client().post("/api/v1/auth/invitation", { token });
const accept = (token: string, client = server.client(), chosen = password) =>
  client.post("/api/v1/auth/invitation/acceptance", { token, password: chosen });
const mailedTo = (email: string) =>
  eventually(`a mail to ${email}`, () => mail.taken.findLast(({ to }) => to.includes(email)));
const rowsWhere = (condition: SQL) =>
  server.deps.stores.accounts.db.all<{ attempts: number }>(
    sql`SELECT attempts FROM invitations WHERE ${condition}`,
  );
const settled = () =>
  eventually("no mail that is due", () => rowsWhere(sql`due_at IS NOT NULL`).length === 0 || undefined);
const attempted = (email: string) =>
  eventually(`an attempt to mail to ${email}`, () => rowsWhere(sql`email = ${email}`)[0]?.attempts === 1);
const sessionOf = ({ headers }: Answer): Client =>
  server.client({ cookie: headers.get("set-cookie")?.split(";")[0] ?? "", "sec-fetch-site": "same-origin" });
const actions = async () =>
  (await account.session.get("/api/v1/audit?limit=100")).body.data.map(
    ({ action, target, details, actor }: Record<string, Record<string, unknown>>) => [
      action,
      target?.name,
      details?.role,
      actor?.email,
    ],
  );

describe("an invitation", () => {
  test("is a link that works once, for the address and role that were invited", async () => {
    const made = await invite(at("Kim").toUpperCase(), "dispatcher");
    expect(made.status).toBe(201);
    expect(made.headers.get("cache-control")).toContain("no-store");
    const { url, ...invitation } = made.body;
    expect(invitation).toEqual({
      id: expect.stringMatching(/^inv_/),
      email: at("kim"),
      role: "dispatcher",
      created_at: new Date(clock.now()).toISOString(),
      expires_at: new Date(clock.now() + 48 * hourSeconds * 1000).toISOString(),
      invited_by: account.email,
      is_emailed: true,
    });
    expect((await account.session.get(path)).body.data).toEqual([invitation]);
    const token = tokenOf(made);
    expect(JSON.stringify(databaseRows(server))).not.toContain(token);
    expect((await read(token)).body).toEqual({
      account_name: "Test",
      email: at("kim"),
      role: "dispatcher",
      expires_at: invitation.expires_at,
    });
    await settled();

    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    const joined = answers.find(({ status }) => status === 201);
    expect(joined?.body).toMatchObject({
      user: { email: at("kim"), role: "dispatcher", email_verified: false, is_operator: false },
      account: { id: account.accountId, name: "Test" },
    });
    for (const again of [await read(token), await accept(token)]) {
      expectProblem(server, again, { status: 403, code: "invitation_refused" });
    }
    expect((await account.session.get(path)).body.data).toEqual([]);
    if (!joined) throw new Error("nobody joined");
    expect((await sessionOf(joined).get("/api/v1/auth/session")).status).toBe(200);
    const signIn = await server.client().post("/api/v1/auth/sign-in", { email: at("kim"), password });
    expect(signIn.status).toBe(200);
    expect(await actions()).toEqual(
      expect.arrayContaining([
        ["invitation.created", at("kim"), "dispatcher", account.email],
        ["invitation.accepted", at("kim"), "dispatcher", at("kim")],
      ]),
    );
  });

  test("is mailed with a link of its own, which shows that the address is right; both work", async () => {
    const made = await invite(at("kim"));
    const { text, to } = await mailedTo(at("kim"));
    expect(to).toEqual([at("kim")]);
    expect(text).toContain(`${account.email} invites you`);
    expect(text).not.toContain("Test");
    const mailed = join.exec(text)?.[1] ?? "";
    expect(mailed).not.toBe(tokenOf(made));
    expect((await read(tokenOf(made))).status).toBe(200);
    const { body } = await accept(mailed);
    expect([body.user.email_verified, body.user.role]).toEqual([true, "developer"]);
    expectProblem(server, await accept(tokenOf(made)), { status: 403, code: "invitation_refused" });
  });

  test("is mailed again after the mail server failed, and not after it was withdrawn", async () => {
    mail.refusing = true;
    const { body } = await invite(at("kim"));
    await attempted(at("kim"));
    mail.refusing = false;
    clock.advance(60);
    await wakeJobs(server.deps);
    await mailedTo(at("kim"));
    await settled();
    mail.refusing = true;
    const other = await invite(at("lee"));
    await attempted(at("lee"));
    expect((await account.session.delete(`${path}/${other.body.id}`)).status).toBe(204);
    mail.refusing = false;
    clock.advance(60);
    await wakeJobs(server.deps);
    await settled();
    expect(mail.taken.filter(({ to }) => to.includes(at("lee")))).toEqual([]);
    expect((await account.session.delete(`${path}/${body.id}`)).status).toBe(204);
  });

  test("is mailed to an address once a day, and by people whose own address is known", async () => {
    const mailed = async (email: string, session?: Client) =>
      (await invite(email, "viewer", session)).body.is_emailed;
    expect(await mailed(at("kim"))).toBe(true);
    expect(await mailed(at("kim"))).toBe(false);
    const { session } = await server.account();
    expect(await mailed(at("kim"), session)).toBe(false);
    clock.advance(24 * hourSeconds + 1);
    await settled();
    const { user } = await addPerson(server, account.accountId, "owner");
    const { session: again } = await signInAs(server, user);
    expect(await mailed(at("kim"), again)).toBe(true);
  });

  test("ends after 48 hours, when it is withdrawn, replaced, or its maker is no owner any more", async () => {
    const refused = async (answer: Answer) =>
      expectProblem(server, await read(tokenOf(answer)), { status: 403, code: "invitation_refused" });
    const old = await invite(at("kim"));
    const replaced = await invite(at("kim"), "viewer");
    await refused(old);
    expect((await read(tokenOf(replaced))).body.role).toBe("viewer");
    expect((await account.session.delete(`${path}/${replaced.body.id}`)).status).toBe(204);
    await refused(replaced);
    const gone = await account.session.delete(`${path}/${replaced.body.id}`);
    expectProblem(server, gone, { status: 404, code: "not_found" });

    const second = await addPerson(server, account.accountId, "owner");
    const theirs = await invite(at("lee"), "owner", second.session);
    const change = { role: "developer" };
    await account.session.patch(`/api/v1/account/members/${second.user.id}`, change);
    await refused(theirs);
    expect((await account.session.get(path)).body.data).toEqual([]);

    const last = await invite(at("max"));
    await settled();
    clock.advance(48 * hourSeconds);
    await refused(last);
    expectProblem(server, await accept(tokenOf(last)), { status: 403, code: "invitation_refused" });
    await forgetRows(server.deps).run(clock.now() + 24 * hourSeconds * 1000);
    expect(databaseRows(server)["accounts.invitations"]).toEqual([]);
  });

  test.each(roles)("of a %s asks for the password again", async (role) => {
    clock.advance(16 * 60);
    const asked = await invite(at("kim"), role);
    expectProblem(server, asked, { status: 403, code: "confirmation_required" });
    expect((await account.session.get(path)).body.data).toEqual([]);
  });

  test("is refused for an address that has a user, which counts as a sign-up", async () => {
    const { email } = await server.account();
    const before = databaseRows(server);
    expectProblem(server, await invite(email), {
      status: 422,
      code: "email_taken",
      at: { "#/email": "taken" },
    });
    expect(databaseRows(server)).toEqual(before);
    const { body } = await invite(at("kim"));
    expect(body.is_emailed).toBe(true);
  });

  test("opens no suspended account", async () => {
    const token = tokenOf(await invite(at("kim")));
    await settled();
    await changeAccount(server.deps, account.accountId, { suspended: true });
    for (const answer of [await read(token), await accept(token)]) {
      expectProblem(server, answer, { status: 403, code: "account_suspended" });
    }
    await changeAccount(server.deps, account.accountId, { suspended: false });
    expect((await accept(token)).status).toBe(201);
  });

  test("is refused past fifty that are open", async () => {
    for (let number = 0; number < 50; number += 1) {
      expect((await invite(at(`person-${number}`))).status).toBe(201);
    }
    const tooMany = await invite(at("kim"));
    expectProblem(server, tooMany, { status: 409, code: "limit_reached" });
    expect((await invite(at("person-7"))).status).toBe(201);
  });

  test("counts as a sign-up when somebody tries to accept it, which one network may twenty times", async () => {
    const token = tokenOf(await invite(at("kim")));
    await settled();
    const busy = server.client({ "x-forwarded-for": "203.0.113.5" });
    const statuses: number[] = [];
    for (let tries = 0; tries < 20; tries += 1) {
      statuses.push((await accept(token, busy, "password1234")).status);
    }
    expect(statuses).toEqual(Array(20).fill(422));
    expectProblem(server, await accept("wrong", busy), { status: 403, code: "invitation_refused" });
    expectProblem(server, await accept(token, busy), { status: 429, code: "sign_up_throttled" });
    expect((await accept(token, server.client({ "x-forwarded-for": "198.51.100.7" }))).status).toBe(201);
  });

  test("makes an account no larger than two hundred people", async () => {
    const [first, second] = [await invite(at("kim")), await invite(at("lee"))];
    await settled();
    await server.deps.stores.accounts.write((tx) => {
      for (let number = 2; number < 200; number += 1) {
        const email = at(`person-${number}`);
        const user = {
          email,
          passwordHash: "",
          role: "viewer",
          isOperator: false,
          isVerified: true,
        } as const;
        insertUser(server.deps, tx, account.accountId, user);
      }
    });
    expect((await accept(tokenOf(first))).status).toBe(201);
    const before = (await account.session.get(path)).body.data;
    for (const answer of [await accept(tokenOf(second)), await invite(at("max"))]) {
      expectProblem(server, answer, { status: 409, code: "limit_reached" });
    }
    expect((await account.session.get(path)).body.data).toEqual(before);
  });

  test.each(roles)("of a %s cannot be made by anybody but an owner", async (role) => {
    const { session } = await addPerson(server, account.accountId, role);
    const answer = await invite(at("kim"), "viewer", session);
    expect(answer.status).toBe(role === "owner" ? 201 : 403);
  });
});
