import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { changeAccount } from "../../../../src/access/accounts/operator/administration.ts";
import { parseCidrs } from "../../../../src/infra/net/address.ts";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { appCode, withSecondFactor } from "../../../support/second-factor.ts";

let server: TestServer;
let clock: TestClock;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({
    config: { trustedProxies: parseCidrs(["127.0.0.1/32"]), secretKey: new Uint8Array(32).fill(7) },
    replacements: { clock },
  });
});
afterAll(() => server.stop());

const auth = "/api/v1/auth";
const path = `${auth}/second-factor`;
const quarterSeconds = 15 * 60;
let sources = 0;

/** Each from an address of its own, so that throttling one test does not slow the next. */
function signIn({ email, password }: TestAccount, code?: string, secret = password): Promise<Answer> {
  sources += 1;
  const client = server.client({ "x-forwarded-for": `198.51.${sources >> 8}.${sources & 255}` });
  return client.post(`${auth}/sign-in`, { email, password: secret, ...(code !== undefined && { code }) });
}

const required = { status: 401, code: "second_factor_required" } as const;
const failed = { status: 401, code: "second_factor_failed" } as const;
const confirmation = { status: 403, code: "confirmation_required" } as const;
const actions = async ({ session }: TestAccount) =>
  (await session.get("/api/v1/audit")).body.data.map(({ action }: { action: string }) => action);

describe("setting up a second factor", () => {
  test("asks for codes only after the first one was confirmed, and shows secrets once", async () => {
    const account = await server.account();
    const { status, body: made } = await account.session.post(path);
    expect(status).toBe(201);
    expect(made.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(made.uri).toContain(`secret=${made.secret}`);
    expect(made.uri).toContain(encodeURIComponent(account.email));
    expect(made.qr_svg).toStartWith("<svg ");
    const nothing = { active_since: null, recovery_codes_left: 0 };
    expect((await account.session.get(path)).body).toEqual(nothing);
    expect((await signIn(account)).body.user.has_second_factor).toBe(false);

    const wrong = await account.session.post(`${path}/confirmation`, { code: "000000" });
    expectProblem(server, wrong, { status: 422, code: "validation_failed", at: { "#/code": "wrong" } });
    const code = appCode(made.secret, clock.now());
    const { body } = await account.session.post(`${path}/confirmation`, { code });
    expect(new Set(body.recovery_codes).size).toBe(10);
    for (const each of body.recovery_codes)
      expect(each).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    const state = { active_since: new Date(clock.now()).toISOString(), recovery_codes_left: 10 };
    expect((await account.session.get(path)).body).toEqual(state);
    expect((await account.session.get(`${auth}/session`)).body.user.has_second_factor).toBe(true);
    // The code that confirmed it was used.
    expectProblem(server, await signIn(account, code), failed);
    const rows = JSON.stringify(databaseRows(server));
    for (const secret of [made.secret, code, ...body.recovery_codes]) expect(rows).not.toContain(secret);
    expect(await actions(account)).toContain("second_factor.enabled");
  });

  test("begins anew with another secret until it is confirmed", async () => {
    const { session } = await server.account();
    const [first, second] = [(await session.post(path)).body, (await session.post(path)).body];
    const confirm = (secret: string) =>
      session.post(`${path}/confirmation`, { code: appCode(secret, clock.now()) });
    expect((await confirm(first.secret)).status).toBe(422);
    expect((await confirm(second.secret)).status).toBe(200);
    const active = { status: 409, code: "second_factor_active" } as const;
    expectProblem(server, await session.post(path), active);
    expectProblem(server, await confirm(second.secret), active);
  });

  test("confirmed twice at the same time, happens once", async () => {
    const { session } = await server.account();
    const { secret } = (await session.post(path)).body;
    const confirm = () => session.post(`${path}/confirmation`, { code: appCode(secret, clock.now()) });
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const codes = answers.find(({ status }) => status === 200)?.body.recovery_codes;
    expect((await session.get(path)).body.recovery_codes_left).toBe(codes.length);
  });

  test("needs the password again, and one's own session", async () => {
    const { account } = await withSecondFactor(server, clock);
    const other = await server.account();
    await other.session.post(path);
    clock.advance(quarterSeconds + 1);
    const before = databaseRows(server);
    for (const answer of [
      await other.session.post(path),
      await other.session.post(`${path}/confirmation`, { code: "123456" }),
      await account.session.post(`${path}/recovery-codes`),
      await account.session.delete(path),
    ]) {
      expectProblem(server, answer, confirmation);
    }
    expectProblem(server, await account.sandbox.get(path), { status: 401, code: "session_required" });
    expect(databaseRows(server)).toEqual(before);
  });
});

describe("signing in with a second factor", () => {
  test("asks for a code only somebody who knows the password, and takes it with drift, once", async () => {
    const { account, codeAt, nextCode } = await withSecondFactor(server, clock);
    expectProblem(server, await signIn(account, undefined, "not the password"), {
      status: 401,
      code: "sign_in_failed",
    });
    expectProblem(server, await signIn(account, codeAt(), "not the password"), {
      status: 401,
      code: "sign_in_failed",
    });
    expectProblem(server, await signIn(account), required);
    expectProblem(server, await signIn(account, "12345"), failed);
    const code = nextCode();
    const answer = await signIn(account, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect([answer.status, answer.body.user.has_second_factor]).toEqual([200, true]);
    expectProblem(server, await signIn(account, code), failed);
    clock.advance(60);
    // One step behind and one ahead count, two do not.
    expectProblem(server, await signIn(account, codeAt(-2)), failed);
    expect((await signIn(account, codeAt(-1))).status).toBe(200);
    expectProblem(server, await signIn(account, codeAt(2)), failed);
    expect((await signIn(account, codeAt(1))).status).toBe(200);
    expectProblem(server, await signIn(account, codeAt(1)), failed);
    expect((await signIn(account, codeAt())).status).toBe(200);
  });

  test("takes a code once, also at the same time", async () => {
    const { account, recoveryCodes, nextCode } = await withSecondFactor(server, clock);
    for (const code of [nextCode(), recoveryCodes[0]]) {
      const answers = await Promise.all([1, 2, 3].map(() => signIn(account, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    }
  });

  test("keeps a used code used when the clock is set back, and locks nobody out", async () => {
    const { account, codeAt, nextCode } = await withSecondFactor(server, clock);
    const used = nextCode();
    expect((await signIn(account, used)).status).toBe(200);
    clock.advance(3600);
    expect((await signIn(account, codeAt())).status).toBe(200);
    clock.advance(-3600);
    expectProblem(server, await signIn(account, used), failed);
    expect((await signIn(account, nextCode())).status).toBe(200);
  });

  test("does not use a code up when the sign-in fails for another reason", async () => {
    const { account, recoveryCodes, nextCode } = await withSecondFactor(server, clock);
    const codes = [nextCode(), recoveryCodes[0]];
    await changeAccount(server.deps, account.accountId, { suspended: true });
    for (const code of codes) {
      expectProblem(server, await signIn(account, code), { status: 403, code: "account_suspended" });
    }
    await changeAccount(server.deps, account.accountId, { suspended: false });
    for (const code of codes) expect((await signIn(account, code)).status).toBe(200);
  });

  test("takes each recovery code once, however it is typed", async () => {
    const { account, recoveryCodes } = await withSecondFactor(server, clock);
    const [first = "", second = "", third = ""] = recoveryCodes;
    expect((await signIn(account, first)).status).toBe(200);
    expectProblem(server, await signIn(account, first), failed);
    expect((await signIn(account, second.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await signIn(account, third.replaceAll("1", "l").replaceAll("0", "O"))).status).toBe(200);
    expect((await account.session.get(path)).body.recovery_codes_left).toBe(7);

    const renewed = await account.session.post(`${path}/recovery-codes`);
    expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([200, 10]);
    expectProblem(server, await signIn(account, recoveryCodes[3]), failed);
    expect((await signIn(account, renewed.body.recovery_codes[0])).status).toBe(200);
    expect(await actions(account)).toContain("recovery_codes.replaced");
    const theirs = await withSecondFactor(server, clock);
    expectProblem(server, await signIn(theirs.account, renewed.body.recovery_codes[1]), failed);
  });

  test("slows down guesses at codes like guesses at the password, which the password does not forgive", async () => {
    const { account, nextCode } = await withSecondFactor(server, clock);
    for (let wrong = 0; wrong < 5; wrong += 1) {
      expectProblem(server, await signIn(account), required);
      expectProblem(server, await signIn(account, "000000"), failed);
    }
    const throttled = { status: 429, code: "sign_in_throttled" } as const;
    expectProblem(server, await signIn(account), throttled);
    expectProblem(server, await signIn(account, nextCode().replace(/.$/, "")), failed);
    const refused = await signIn(account, nextCode());
    expect([refused.status, await actions(account)]).toEqual([
      200,
      expect.arrayContaining(["session.refused"]),
    ]);
  });

  test("is over when it is turned off, with its recovery codes", async () => {
    const { account, recoveryCodes, codeAt, secret } = await withSecondFactor(server, clock);
    expect((await account.session.delete(path)).status).toBe(204);
    expect((await signIn(account)).body.user.has_second_factor).toBe(false);
    const before = databaseRows(server);
    expect((await account.session.delete(path)).status).toBe(204);
    expect(databaseRows(server)).toEqual(before);
    const missing = { status: 409, code: "second_factor_missing" } as const;
    expectProblem(server, await account.session.post(`${path}/recovery-codes`), missing);
    expectProblem(server, await account.session.post(`${path}/confirmation`, { code: codeAt() }), missing);
    const again = (await account.session.post(path)).body;
    expect(again.secret).not.toBe(secret);
    await account.session.post(`${path}/confirmation`, { code: appCode(again.secret, clock.now()) });
    expectProblem(server, await signIn(account, recoveryCodes[0]), failed);
    expect(await actions(account)).toContain("second_factor.disabled");
  });
});

describe("confirming a session", () => {
  test("needs a code too, used once, and the password alone forgives no wrong codes", async () => {
    const { account, nextCode } = await withSecondFactor(server, clock);
    const { session, password } = account;
    const confirm = (code?: string) => session.post(`${auth}/confirmation`, { password, code });
    clock.advance(quarterSeconds + 1);
    const at = (code: string) =>
      ({ status: 422, code: "validation_failed", at: { "#/code": code } }) as const;
    expectProblem(server, await confirm(), at("required"));
    expectProblem(server, await confirm("000000"), at("wrong"));
    expectProblem(server, await session.post(path), confirmation);
    const code = nextCode();
    expect((await confirm(code)).status).toBe(204);
    expectProblem(server, await confirm(code), at("wrong"));
    expectProblem(server, await session.post(path), { status: 409, code: "second_factor_active" });

    const sameAgain = { current_password: password, new_password: password };
    for (let wrong = 0; wrong < 4; wrong += 1) {
      expectProblem(server, await confirm("000000"), at("wrong"));
      if (wrong < 3) expect((await session.post(`${auth}/password`, sameAgain)).status).toBe(204);
    }
    expectProblem(server, await confirm("000000"), { status: 429, code: "sign_in_throttled" });
  });
});

test("nothing of the codes stays in any file or log", async () => {
  const { account, recoveryCodes, secret, nextCode } = await withSecondFactor(server, clock);
  const code = nextCode();
  await signIn(account, code);
  await signIn(account, recoveryCodes[0]);
  const { db } = server.deps.stores.accounts;
  const sealed = db.get<{ secret: string }>(sql`SELECT secret FROM second_factors ORDER BY created_at DESC`);
  expect(Object.keys(JSON.parse(sealed?.secret ?? "{}")).sort()).toEqual(["box", "key"]);
  const rows = JSON.stringify(databaseRows(server));
  for (const text of [secret, `"${code}"`, ...recoveryCodes]) expect(rows).not.toContain(text);
});
