import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createUser } from "../../../../src/access/accounts/operator/administration.ts";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, jobsAtRest, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { type MailServer, mailSettings, startMailServer, tokenIn } from "../../../support/mail-server.ts";
import { createOperator } from "../../../support/operator.ts";

let mail: MailServer;
let server: TestServer;
let clock: TestClock;
let people = 0;

beforeAll(async () => {
  mail = await startMailServer();
});
beforeEach(async () => {
  clock = createClock();
  server = await startServer({
    replacements: { clock },
    config: mailSettings(mail),
  });
});
afterEach(async () => {
  await server.stop();
  mail.taken = [];
  mail.refusing = false;
});
afterAll(() => mail.stop());

const auth = "/api/v1/auth";
const confirmation = `${auth}/email-verification/confirmation`;
const password = "a long enough passphrase";
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const verifications = () => databaseRows(server)["accounts.email_verifications"] ?? [];
const isVerified = async (session: Client) => (await session.get(`${auth}/session`)).body.user.email_verified;
const confirm = (token: string) => server.client().post(confirmation, { token });
const settled = () =>
  eventually("no mail that is due", () =>
    verifications().every(({ due_at }) => due_at === null) ? true : undefined,
  );

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  await jobsAtRest(server.deps);
}

interface Person {
  email: string;
  session: Client;
}

async function signUp(extra: Record<string, string> = {}): Promise<Person> {
  people += 1;
  const email = `person-${people}@example.com`;
  const body = { email, password, account_name: "Free money: https://evil.example" };
  const { status, headers } = await server.client().post(`${auth}/sign-up`, body, extra);
  expect(status).toBe(201);
  return { email, session: withCookie(headers) };
}

function withCookie(headers: Headers): Client {
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return server.client({ cookie, "sec-fetch-site": "same-origin" });
}

const nextMail = (to: string) =>
  eventually(`a mail to ${to}`, () => mail.taken.findLast((taken) => taken.to.includes(to)));

describe("an email address", () => {
  test("is verified by the link that is mailed at sign-up, once", async () => {
    const { email, session } = await signUp();
    expect(await isVerified(session)).toBe(false);
    const letter = await nextMail(email);
    expect(letter.to).toEqual([email]);
    expect(letter.text).toContain("http://waybill.example.com/dashboard/verify-email#");
    expect(letter.text).not.toContain("evil");
    const token = tokenIn(letter);
    await settled();
    expect((await confirm(token)).status).toBe(204);
    expect(await isVerified(session)).toBe(true);
    expectProblem(server, await confirm(token), { status: 403, code: "email_verification_refused" });
    expect((await session.post(`${auth}/email-verification`)).status).toBe(204);
    await pass(daySeconds);
    expect(mail.taken).toHaveLength(1);
  });

  test("can be verified without a session, but not with a wrong or old token", async () => {
    const { email, session } = await signUp();
    const token = tokenIn(await nextMail(email));
    const refused = { status: 403, code: "email_verification_refused" } as const;
    for (const wrong of ["x", `${token}x`, token.toLowerCase()]) {
      expectProblem(server, await confirm(wrong), refused);
    }
    expect(await isVerified(session)).toBe(false);
    await settled();
    await pass(daySeconds);
    expectProblem(server, await confirm(token), refused);
  });

  test("has its token nowhere on the disk and in no log of requests", async () => {
    const { email } = await signUp();
    const token = tokenIn(await nextMail(email));
    await settled();
    expect((await confirm(`${token}x`)).status).toBe(403);
    expect(JSON.stringify(databaseRows(server))).not.toContain(token);
  });

  test.each(["the operator's", "one that the operator made"])("that is %s is verified", async (whose) => {
    const { session } = await createOperator(server);
    if (whose === "the operator's") return expect(await isVerified(session)).toBe(true);
    const email = "colleague@example.com";
    await createUser(server.deps, { email, password, account_name: "Colleagues" });
    const { headers } = await server.client().post(`${auth}/sign-in`, { email, password });
    expect(await isVerified(withCookie(headers))).toBe(true);
    await pass(daySeconds);
    expect([mail.taken, verifications()]).toEqual([[], []]);
  });
});

describe("a link", () => {
  test("is mailed once a day to an address", async () => {
    const { email, session } = await signUp();
    const first = tokenIn(await nextMail(email));
    await settled();
    const ask = () => session.post(`${auth}/email-verification`);
    const refused = await ask();
    expectProblem(server, refused, { status: 429, code: "email_verification_throttled" });
    expect(refused.headers.get("retry-after")).toBe(String(daySeconds));
    // No session lasts as long without being used.
    await pass(12 * hourSeconds - 1);
    expect((await ask()).headers.get("retry-after")).toBe(String(12 * hourSeconds + 1));
    await pass(12 * hourSeconds - 1);
    expect((await ask()).status).toBe(429);
    await pass(2);
    expect((await ask()).status).toBe(204);
    await eventually("the next mail", () => mail.taken[1]);
    const second = tokenIn(mail.taken[1] ?? (await nextMail(email)));
    await settled();
    expect((await confirm(first)).status).toBe(403);
    expect((await confirm(second)).status).toBe(204);
    expect(mail.taken).toHaveLength(2);
  });

  test("is sent to twenty addresses an hour; later users can request it again", async () => {
    const crowd = await Promise.all(Array.from({ length: 22 }, signUp));
    await settled();
    expect(mail.taken).toHaveLength(20);
    const told = new Set(mail.taken.flatMap(({ to }) => to));
    const [late] = crowd.filter(({ email }) => !told.has(email));
    if (!late) throw new Error("everybody was sent a link");
    const refused = await late.session.post(`${auth}/email-verification`);
    expectProblem(server, refused, { status: 429, code: "email_verification_throttled" });
    expect(refused.headers.get("retry-after")).toBe(String(hourSeconds));
    await pass(hourSeconds);
    expect((await late.session.post(`${auth}/email-verification`)).status).toBe(204);
    expect((await confirm(tokenIn(await nextMail(late.email)))).status).toBe(204);
    expect(await isVerified(late.session)).toBe(true);
  });

  test("is mailed to three addresses at once from one public network, which leaves the others theirs", async () => {
    const from = (address: string) => ({ "x-forwarded-for": address });
    const strangers = [];
    for (let count = 0; count < 6; count += 1) strangers.push(await signUp(from("203.0.113.7")));
    const other = await signUp(from("198.51.100.9"));
    await nextMail(other.email);
    await settled();
    const told = mail.taken.flatMap(({ to }) => to);
    expect(told).toEqual([...strangers.slice(0, 3), other].map(({ email }) => email));
    const answer = await strangers[5]?.session.post(
      `${auth}/email-verification`,
      undefined,
      from("203.0.113.7"),
    );
    expect(answer && [answer.status, answer.body.code]).toEqual([429, "email_verification_throttled"]);
    clock.advance(20 * 60);
    const later = await strangers[5]?.session.post(
      `${auth}/email-verification`,
      undefined,
      from("203.0.113.7"),
    );
    expect(later?.status).toBe(204);
  });

  test("that the mail server refuses is retried, each time with a new token", async () => {
    mail.refusing = true;
    const { email, session } = await signUp();
    const attempt = (number: number) =>
      eventually(`attempt ${number}`, () => verifications().find(({ attempts }) => attempts === number));
    const first = await attempt(1);
    expect(first.due_at).toBe(clock.now() + 60_000);
    mail.refusing = false;
    await pass(60);
    const token = tokenIn(await nextMail(email));
    expect((await attempt(2)).token_hash).not.toBe(first.token_hash);
    expect((await confirm(token)).status).toBe(204);
    expect(await isVerified(session)).toBe(true);
  });
});

test("without a mail server no verification is requested", async () => {
  const silent = await startServer();
  const { session } = await silent.account();
  const { headers } = await silent
    .client()
    .post(`${auth}/sign-up`, { email: "somebody@example.com", password, account_name: "x" });
  expect(await isVerified(session)).toBeNull();
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const person = silent.client({ cookie, "sec-fetch-site": "same-origin" });
  expect(await isVerified(person)).toBeNull();
  const refused = await person.post(`${auth}/email-verification`);
  expectProblem(silent, refused, { status: 409, code: "mail_unavailable" });
  expect(databaseRows(silent)["accounts.email_verifications"]).toEqual([]);
  await silent.stop();
});
