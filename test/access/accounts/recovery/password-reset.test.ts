import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { resetPassword } from "../../../../src/access/accounts/operator/administration.ts";
import { makeResetLink } from "../../../../src/access/accounts/recovery/recovering.ts";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, jobsAtRest, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { type MailServer, mailSettings, startMailServer, tokenIn } from "../../../support/mail-server.ts";
import { createOperator } from "../../../support/operator.ts";
import { withSecondFactor } from "../../../support/second-factor.ts";

let mail: MailServer;
let server: TestServer;
let clock: TestClock;
let account: TestAccount;

beforeAll(async () => {
  mail = await startMailServer();
});
beforeEach(async () => {
  clock = createClock();
  server = await startServer({
    replacements: { clock },
    config: mailSettings(mail),
  });
  account = await server.account();
});
afterEach(async () => {
  await server.stop();
  mail.taken = [];
  mail.refusing = false;
});
afterAll(() => mail.stop());

const auth = "/api/v1/auth";
const next = "another long enough passphrase";
const hourSeconds = 3600;
let sources = 0;
const elsewhere = () => server.client({ "x-forwarded-for": `198.51.100.${++sources}` });
const ask = (email: string, client = server.client()) => client.post(`${auth}/password-reset`, { email });
const reset = (token: string, password = next) =>
  elsewhere().post(`${auth}/password-reset/confirmation`, { token, password });
const signIn = ({ email }: { email: string }, password: string, code?: string) =>
  elsewhere().post(`${auth}/sign-in`, { email, password, code });
const links = () => databaseRows(server)["accounts.mailed_links"] ?? [];
const refused = { status: 403, code: "password_reset_refused" } as const;

/** The token of the user's `count`th link. */
async function mailedToken(email: string, count = 1): Promise<string> {
  await pass(1);
  const letters = () =>
    mail.taken.filter(({ to, text }) => to.includes(email) && text.includes("/reset-password#"));
  const letter = await eventually(`link ${count} to ${email}`, () => letters()[count - 1]);
  await eventually("no link that is due", () => links().every(({ due_at }) => due_at === null) || undefined);
  return tokenIn(letter);
}

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  await jobsAtRest(server.deps);
}

describe("a forgotten password", () => {
  test("is replaced by a mailed link, once, which ends every session", async () => {
    const { email, password, session } = account;
    expect((await ask(email.toUpperCase())).status).toBe(204);
    const token = await mailedToken(email);
    const common = await reset(token, "password1234");
    expectProblem(server, common, {
      status: 422,
      code: "validation_failed",
      at: { "#/password": "common_password" },
    });
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403]);
    expectProblem(server, await reset(token, "a third passphrase of mine"), refused);
    expectProblem(server, await session.get(`${auth}/session`), { status: 401, code: "session_required" });
    expect((await signIn(account, password)).status).toBe(401);
    const { status, headers } = await signIn(account, next);
    expect(status).toBe(200);
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    const signedIn = server.client({ cookie, "sec-fetch-site": "same-origin" });
    const entries = (await signedIn.get("/api/v1/audit")).body.data;
    const entry = entries.find(({ action }: { action: string }) => action === "password.reset");
    expect(entry.actor).toMatchObject({ kind: "user", email });
    const told = await eventually("the notice", () =>
      mail.taken.find(({ text }) => text.includes("sessions have ended")),
    );
    expect(told.to).toEqual([email]);
    expect(JSON.stringify(databaseRows(server))).not.toContain(token);
  });

  test("keeps the second factor, and does not wait for guesses at the old password", async () => {
    const factor = await withSecondFactor(server, clock);
    for (const user of [account, factor.account]) {
      const client = server.client({ "x-forwarded-for": "203.0.113.5" });
      const body = { email: user.email, password: "wrong again and again" };
      for (let wrong = 0; wrong < 4; wrong += 1) await client.post(`${auth}/sign-in`, body);
      await ask(user.email);
      expect((await reset(await mailedToken(user.email))).status).toBe(204);
    }
    expect((await signIn(account, next)).status).toBe(200);
    expectProblem(server, await signIn(factor.account, next), {
      status: 401,
      code: "second_factor_required",
    });
    expect((await signIn(factor.account, next, factor.nextCode())).status).toBe(200);
  });

  test("answers alike for addresses that nobody has, and mails nothing to them", async () => {
    const before = mail.taken.length;
    const unknown = await ask("nobody@example.com");
    const known = await ask(account.email);
    const shape = ({ status, text, headers }: typeof known) => [status, text, [...headers.keys()].sort()];
    expect(shape(unknown)).toEqual(shape(known));
    await mailedToken(account.email);
    expect((await ask("someone-else@example.com")).status).toBe(204);
    await pass(60);
    expect(mail.taken).toHaveLength(before + 1);
    // However many they are, they leave one row, which names none of them.
    expect(links().filter(({ user_id }) => user_id === null)).toHaveLength(1);
    expect(JSON.stringify(databaseRows(server))).not.toMatch(/nobody@|someone-else@/);
  });

  test("gets one link an hour, and the link lasts an hour", async () => {
    const { email } = account;
    await ask(email);
    const first = await mailedToken(email);
    expect((await ask(email)).status).toBe(204);
    await pass(hourSeconds - 2);
    expect((await ask(email)).status).toBe(204);
    expect(mail.taken).toHaveLength(1);
    await pass(2);
    expectProblem(server, await reset(first), refused);
    await ask(email);
    const second = await mailedToken(email, 2);
    expectProblem(server, await reset(first), refused);
    expect((await reset(second)).status).toBe(204);
  });

  test("sends three links at once to one public network, whoever has the addresses", async () => {
    const client = server.client({ "x-forwarded-for": "203.0.113.77" });
    const statuses: number[] = [];
    for (const email of ["a@example.com", account.email, "b@example.com", "c@example.com"]) {
      statuses.push((await ask(email, client)).status);
    }
    expect(statuses).toEqual([204, 204, 204, 429]);
    const answer = await ask(account.email, client);
    expectProblem(server, answer, { status: 429, code: "mail_throttled" });
    expect(answer.headers.get("retry-after")).toBe("1200");
    expect((await ask(account.email)).status).toBe(204);
  });

  test("mails twenty links an hour in total, and says so to nobody", async () => {
    const users = await Promise.all(Array.from({ length: 21 }, () => server.account()));
    for (const { email } of users) expect((await ask(email)).status).toBe(204);
    await pass(1);
    await eventually("twenty mails", () => (mail.taken.length === 20 ? true : undefined));
    const [late] = users.filter(({ email }) => !mail.taken.some(({ to }) => to.includes(email)));
    if (!late) throw new Error("everybody was mailed");
    await pass(hourSeconds);
    await ask(late.email);
    expect((await reset(await mailedToken(late.email))).status).toBe(204);
  });

  test("is mailed however many addresses change and links the operator makes", async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => server.account()));
    for (const [index, { email, session }] of users.entries()) {
      const change = await session.post(`${auth}/email`, { email: `new-${index}@example.com` });
      expect(change.status).toBe(204);
      await makeResetLink(server.deps, email);
    }
    const change = await account.session.post(`${auth}/email`, { email: "one-more@example.com" });
    expectProblem(server, change, { status: 429, code: "mail_throttled" });
    await ask(account.email);
    expect((await reset(await mailedToken(account.email))).status).toBe(204);
  });

  test("is mailed again after the mail server refused, each time with a new token", async () => {
    mail.refusing = true;
    await ask(account.email);
    await pass(1);
    const attempt = (number: number) =>
      eventually(`attempt ${number}`, () => links().find(({ attempts }) => attempts === number));
    const first = await attempt(1);
    expect(first.due_at).toBe(clock.now() + 60_000);
    mail.refusing = false;
    await pass(60);
    const token = await mailedToken(account.email);
    expect((await attempt(2)).token_hash).not.toBe(first.token_hash);
    expect((await reset(token)).status).toBe(204);
  });

  test("leaves a link that was mailed without effect once the password changed another way", async () => {
    const { email, session } = account;
    const passwords = { current_password: account.password, new_password: next };
    const ways = [
      () => session.post(`${auth}/password`, passwords),
      () => resetPassword(server.deps, { email, password: "a passphrase of the operator" }),
    ];
    for (const [index, changeIt] of ways.entries()) {
      await ask(email);
      const token = await mailedToken(email, index + 1);
      await session.post(`${auth}/email`, { email: "intruder@example.com" });
      await changeIt();
      expect(links().filter(({ user_id }) => user_id !== null)).toEqual([]);
      expectProblem(server, await reset(token, "a third passphrase of mine"), refused);
    }
    expectProblem(server, await session.get(`${auth}/session`), { status: 401, code: "session_required" });
    expect((await signIn(account, "a passphrase of the operator")).status).toBe(200);
  });
});

describe("a link that the operator makes", () => {
  const pathOf = (accountId: string, userId: string) =>
    `/api/v1/operator/accounts/${accountId}/members/${userId}/reset-link`;
  const idOf = async ({ session }: TestAccount) => (await session.get(`${auth}/session`)).body.user.id;

  test("sets a password once, where no mail is set up; both audit logs have it", async () => {
    const silent = await startServer({
      replacements: { clock },
      config: { publicUrl: "http://waybill.example.com" },
    });
    const user = await silent.account();
    const operator = await createOperator(silent);
    for (const email of [user.email, "nobody@example.com"]) {
      const answer = await silent.client().post(`${auth}/password-reset`, { email });
      expectProblem(silent, answer, { status: 409, code: "mail_unavailable" });
    }
    const path = pathOf(user.accountId, await idOf(user));
    const made = await operator.session.post(path);
    expect(made.status).toBe(201);
    expect(made.body.expires_at).toBe(new Date(clock.now() + hourSeconds * 1000).toISOString());
    const [page, token = ""] = made.body.url.split("#");
    expect(page).toBe("http://waybill.example.com/dashboard/reset-password");
    const actionsOf = async (client: TestAccount["session"]) =>
      (await client.get("/api/v1/audit")).body.data.map(
        (entry: { action: string; actor: { kind: string } }) => [entry.action, entry.actor.kind],
      );
    expect(await actionsOf(user.session)).toContainEqual(["password.link_created", "operator"]);
    expect(await actionsOf(operator.session)).toContainEqual(["password.link_created", "user"]);
    expect(JSON.stringify(databaseRows(silent))).not.toContain(token);
    const use = () => silent.client().post(`${auth}/password-reset/confirmation`, { token, password: next });
    expect([(await use()).status, (await use()).status]).toEqual([204, 403]);
    await silent.stop();
  });

  test("does not keep anybody from a mailed one", async () => {
    const operator = await createOperator(server);
    const made = await operator.session.post(pathOf(account.accountId, await idOf(account)));
    expect(made.status).toBe(201);
    expect((await ask(account.email)).status).toBe(204);
    expect((await reset(await mailedToken(account.email))).status).toBe(204);
  });

  test("is for the operator, with the password entered lately, and a user of that account", async () => {
    const operator = await createOperator(server);
    const other = await server.account();
    const id = await idOf(account);
    const path = pathOf(account.accountId, id);
    const wrong = await operator.session.post(pathOf(other.accountId, id));
    expectProblem(server, wrong, { status: 404, code: "not_found" });
    expectProblem(server, await account.session.post(path), { status: 403, code: "operator_required" });
    clock.advance(15 * 60 + 1);
    const late = await operator.session.post(path);
    expectProblem(server, late, { status: 403, code: "confirmation_required" });
  });
});
