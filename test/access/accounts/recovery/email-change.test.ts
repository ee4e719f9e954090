import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, jobsAtRest, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { type MailServer, mailSettings, startMailServer, tokenIn } from "../../../support/mail-server.ts";

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
});
afterAll(() => mail.stop());

const auth = "/api/v1/auth";
const next = "new.address@example.com";
const refused = { status: 403, code: "email_verification_refused" } as const;
const change = (email: string, { session } = account) => session.post(`${auth}/email`, { email });
const confirm = (token: string) => server.client().post(`${auth}/email-verification/confirmation`, { token });
const signIn = (email: string, running = server) =>
  running.client().post(`${auth}/sign-in`, { email, password: account.password });
const userOf = async ({ session } = account) => (await session.get(`${auth}/session`)).body.user;

/** A mail to this address with this text, with every mail before it sent. */
async function mailTo(email: string, containing: string) {
  const found = await eventually(`a mail to ${email} with "${containing}"`, () =>
    mail.taken.findLast(({ to, text }) => to.includes(email) && text.includes(containing)),
  );
  const due = () => {
    const rows = databaseRows(server);
    return [...(rows["accounts.mailed_links"] ?? []), ...(rows["accounts.security_mails"] ?? [])];
  };
  await eventually("no mail that is due", () => due().every(({ due_at }) => due_at === null) || undefined);
  return found;
}

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  await jobsAtRest(server.deps);
}

describe("changing the email address", () => {
  test("waits for the link to the new one, and tells the old one twice", async () => {
    expect((await change("New.Address@Example.com")).status).toBe(204);
    const letter = await mailTo(next, "/dashboard/verify-email#");
    expect((await mailTo(account.email, "is about to change")).text).toContain(next);
    expect((await userOf()).email).toBe(account.email);
    expect((await signIn(next)).status).toBe(401);
    const token = tokenIn(letter);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
    expect(await userOf()).toMatchObject({ email: next, email_verified: true });
    expect((await signIn(next)).status).toBe(200);
    expect((await signIn(account.email)).status).toBe(401);
    await mailTo(account.email, "was changed");
    const [entry] = (await account.session.get("/api/v1/audit?action=email.changed")).body.data;
    expect(entry).toMatchObject({ actor: { kind: "user", email: account.email }, target: { name: next } });
    expect(JSON.stringify(databaseRows(server))).not.toContain(token);
    expectProblem(server, await confirm(token), refused);
  });

  test("does not tell who else has the address: only its mailbox learns that", async () => {
    const other = await server.account();
    const [free, taken] = [await change(next), await change(other.email)];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    const letter = await mailTo(other.email, "already has this address");
    expect(letter.text).not.toContain("#");
    expect((await userOf()).email).toBe(account.email);
  });

  test("comes to nothing when somebody else takes the address first, or the link is a day old", async () => {
    await change(next);
    const token = tokenIn(await mailTo(next, "#"));
    const body = { email: next, password: account.password, account_name: "Faster" };
    expect((await server.client().post(`${auth}/sign-up`, body)).status).toBe(201);
    expectProblem(server, await confirm(token), refused);
    await change("later@example.com");
    const late = tokenIn(await mailTo("later@example.com", "#"));
    await pass(24 * 3600);
    expectProblem(server, await confirm(late), refused);
  });

  test("ends with a new password, and a corrected address takes the place of the first", async () => {
    await change("mistyped@example.com");
    const first = tokenIn(await mailTo("mistyped@example.com", "#"));
    await change(next);
    const second = tokenIn(await mailTo(next, "#"));
    expectProblem(server, await confirm(first), refused);
    const passwords = { current_password: account.password, new_password: "another long enough passphrase" };
    expect((await account.session.post(`${auth}/password`, passwords)).status).toBe(204);
    expectProblem(server, await confirm(second), refused);
    expect((await userOf()).email).toBe(account.email);
  });

  test("ends links for a new password that went to the old address", async () => {
    await server.client().post(`${auth}/password-reset`, { email: account.email });
    await pass(1);
    const reset = tokenIn(await mailTo(account.email, "/reset-password#"));
    await change(next);
    expect((await confirm(tokenIn(await mailTo(next, "#")))).status).toBe(204);
    const body = { token: reset, password: "another long enough passphrase" };
    const answer = await server.client().post(`${auth}/password-reset/confirmation`, body);
    expectProblem(server, answer, { status: 403, code: "password_reset_refused" });
  });

  test("needs the password entered lately, another address, and is bounded", async () => {
    const own = await change(account.email.toUpperCase());
    expectProblem(server, own, { status: 422, code: "validation_failed", at: { "#/email": "unchanged" } });
    for (const email of ["a@example.com", "b@example.com", "c@example.com"]) {
      expect((await change(email)).status).toBe(204);
    }
    expectProblem(server, await change("d@example.com"), { status: 429, code: "mail_throttled" });
    clock.advance(15 * 60 + 1);
    expectProblem(server, await change(next), { status: 403, code: "confirmation_required" });
  });

  test("happens at once where no mail is set up, unverified, and is refused for a taken address", async () => {
    const silent = await startServer({ replacements: { clock } });
    const [user, other] = [await silent.account(), await silent.account()];
    expectProblem(silent, await change(other.email, user), {
      status: 422,
      code: "email_taken",
      at: { "#/email": "taken" },
    });
    expect((await change(next, user)).status).toBe(204);
    expect(await userOf(user)).toMatchObject({ email: next, email_verified: null });
    expect((await signIn(next, silent)).status).toBe(200);
    expect(databaseRows(silent)["accounts.security_mails"]).toEqual([]);
    await silent.stop();
  });
});

describe("a sign-in from a new network", () => {
  const signInFrom = (address: string, browser: string, user = account) =>
    server
      .client({ "x-forwarded-for": address, "user-agent": browser })
      .post(`${auth}/sign-in`, { email: user.email, password: user.password });
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0";
  const told = () => databaseRows(server)["accounts.security_mails"] ?? [];

  test("is told by mail, at most three times a day, and never of a network known before", async () => {
    expect((await signInFrom("198.51.100.1", firefox)).status).toBe(200);
    expect(told()).toEqual([]);
    await signInFrom("198.51.100.1", firefox);
    expect(told()).toEqual([]);
    await signInFrom("203.0.113.9", firefox);
    const letter = await mailTo(account.email, "network that you did not use before");
    expect(letter.text).toContain("203.0.113.9");
    expect(letter.text).toContain("Firefox on Linux");
    expect(letter.text).toContain(new Date(clock.now()).toISOString());
    // Whoever knows the password writes no text into the mail.
    await signInFrom("203.0.113.10", "Visit https://evil.example now");
    expect((await mailTo(account.email, "203.0.113.10")).text).not.toContain("evil");
    for (const end of [11, 12, 13]) await signInFrom(`203.0.113.${end}`, firefox);
    expect(told()).toHaveLength(3);
    await signInFrom("203.0.113.9", firefox);
    await pass(24 * 3600 + 1);
    await signInFrom("203.0.113.14", firefox);
    await mailTo(account.email, "203.0.113.14");
    expect(told()).toHaveLength(4);
  });

  test("is told to verified addresses only, and wrong passwords are not told", async () => {
    const body = { email: "unverified@example.com", password: account.password, account_name: "x" };
    const from = { "x-forwarded-for": "198.51.100.2" };
    expect((await server.client().post(`${auth}/sign-up`, body, from)).status).toBe(201);
    const user = { ...account, email: body.email };
    expect((await signInFrom("203.0.113.30", firefox, user)).status).toBe(200);
    await signInFrom("198.51.100.3", firefox);
    await signInFrom("203.0.113.31", firefox, { ...account, password: "not the password at all" });
    expect(told()).toEqual([]);
  });
});
