import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { changeAccount } from "../../../../src/access/accounts/operator/administration.ts";
import { signIn as serviceSignIn } from "../../../../src/access/accounts/sign-in/service.ts";
import { personScopes, scopes } from "../../../../src/access/model.ts";
import { parseCidrs } from "../../../../src/infra/net/address.ts";
import { expectProblem, refuses, secretValue, type WrongRequest } from "../../../api/problem.ts";
import { createClock, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestServer,
} from "../../../support/harness.ts";

let server: TestServer;
let clock: TestClock;

beforeAll(async () => {
  clock = createClock();
  // Trusted to say where a request comes from, so that a test can come from several addresses.
  server = await startServer({
    config: { trustedProxies: parseCidrs(["127.0.0.1/32"]) },
    replacements: { clock },
  });
});
afterAll(() => server.stop());

const auth = "/api/v1/auth";
const password = "correct horse battery staple";
const hourSeconds = 3_600;

let made = 0;
const newEmail = () => `person-${++made}@example.com`;
/** Each from an address of its own, so that throttling one test does not slow the next. */
const from = (): Record<string, string> => ({ "x-forwarded-for": `198.51.100.${++made % 250}` });

const signUp = (email: string, change: object = {}, client: Client = server.client(from())) =>
  client.post(`${auth}/sign-up`, { email, password, account_name: "Shop", ...change });
const signIn = (email: string, secret: string = password, client: Client = server.client(from())) =>
  client.post(`${auth}/sign-in`, { email, password: secret });

/** A wrong password is told to the account afterwards. */
const rowsButAudit = () => ({ ...databaseRows(server), "accounts.audit_entries": [] });

const cookieOf = (answer: Answer) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";
const signedIn = (answer: Answer, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) =>
  server.client({ cookie: cookieOf(answer), ...headers });
const session = (client: Client) => client.get(`${auth}/session`);

const change = (client: Client, current_password: string, new_password: string) =>
  client.post(`${auth}/password`, { current_password, new_password });

/** Nobody's password is hashed or checked until it is released; then it is done without the usual labour. */
function holdPasswords() {
  const { hash } = Bun.password;
  const hashing = Promise.withResolvers<void>();
  const checking = Promise.withResolvers<void>();
  const hashed = spyOn(Bun.password, "hash").mockImplementation(async (secret) => {
    await hashing.promise;
    return hash(secret, { algorithm: "bcrypt", cost: 4 });
  });
  const checked = spyOn(Bun.password, "verify").mockImplementation(async (secret) => {
    await checking.promise;
    return secret === password;
  });
  return {
    releaseHashes: hashing.resolve,
    releaseChecks: checking.resolve,
    [Symbol.dispose]() {
      hashing.resolve();
      checking.resolve();
      hashed.mockRestore();
      checked.mockRestore();
    },
  };
}

describe("signing up", () => {
  test("is throttled on repetition, before it reveals who has an account", async () => {
    const email = newEmail();
    await signUp(email);
    const client = server.client({ "x-forwarded-for": "203.0.113.80" });
    const answers = await Promise.all(Array.from({ length: 25 }, () => signUp(email, {}, client)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20);
    const refused = await signUp(newEmail(), {}, client);
    expectProblem(server, refused, { status: 429, code: "sign_up_throttled" });
    expect(refused.headers.get("retry-after")).toBe("10");
    expect((await signUp(newEmail())).status).toBe(201);
    clock.advance(10);
    expect((await signUp(newEmail(), {}, client)).status).toBe(201);
  });

  test("opens an account, signs in, and stores only a hash of the password", async () => {
    const email = newEmail();
    const answer = await signUp(email.toUpperCase());
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      user: {
        id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
        email,
        email_verified: null,
        role: "owner",
        has_second_factor: false,
        is_operator: false,
      },
      scopes: [...scopes, ...personScopes],
      account: {
        id: expect.stringMatching(/^acct_[0-9a-z]{26}$/),
        name: "Shop",
        created_at: new Date(clock.now()).toISOString(),
        deletion_due_at: null,
        purpose: null,
      },
      expires_at: new Date(clock.now() + 12 * hourSeconds * 1000).toISOString(),
      viewing: null,
    });
    expect((await session(signedIn(answer))).body).toEqual(answer.body);
    const rows = JSON.stringify(databaseRows(server));
    expect(rows).not.toContain(password);
    expect(rows).not.toContain(cookieOf(answer).split("=")[1] ?? "=");
    expect(rows).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  });

  test("the cookie is for this host, for scripts not to see, and for no other site's requests", async () => {
    const answer = await signUp(newEmail());
    expect(answer.headers.get("set-cookie")).toMatch(
      /^waybill_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  const refused = (name: string, change: object, at: Record<string, string>): WrongRequest => ({
    name,
    send: () => signUp("somebody@example.com", change),
    status: 422,
    code: "validation_failed",
    at,
  });
  refuses(
    () => server,
    [
      refused("no email address", { email: secretValue }, { "#/email": "format" }),
      refused("11 characters", { password: "zq!8vP_2mkQ" }, { "#/password": "min_length" }),
      refused("257 characters", { password: "zq!8".repeat(65) }, { "#/password": "max_length" }),
      refused("a common password", { password: "password1234" }, { "#/password": "common_password" }),
      refused("a blank name", { account_name: "  " }, { "#/account_name": "pattern" }),
      refused("no name", { account_name: undefined }, { "#/account_name": "required" }),
      refused("an unknown field", { role: "operator" }, { "#/role": "unknown_field" }),
    ],
  );

  test("an address that has an account is refused, and nothing changes", async () => {
    const email = newEmail();
    await signUp(email);
    const rows = databaseRows(server);
    for (const again of [email, ` ${email}`.trim().toUpperCase()]) {
      expectProblem(server, await signUp(again), {
        status: 422,
        code: "email_taken",
        at: { "#/email": "taken" },
      });
    }
    expect(databaseRows(server)).toEqual(rows);
  });

  test("the same address twice at once is one account", async () => {
    const email = newEmail();
    const answers = await Promise.all([signUp(email), signUp(email)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

describe("signing in", () => {
  test("a wrong password and an unknown user get the same answer", async () => {
    const email = newEmail();
    await signUp(email);
    const rows = rowsButAudit();
    const answers = [
      await signIn(email, secretValue),
      await signIn(newEmail(), secretValue),
      await signIn("x", "y"),
    ];
    for (const answer of answers) {
      expectProblem(server, answer, { status: 401, code: "sign_in_failed" });
      expect({ ...answer.body, request_id: "" }).toEqual({ ...answers[0]?.body, request_id: "" });
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    expect(rowsButAudit()).toEqual(rows);
  });

  test("each opens its own session; the case of the address does not matter", async () => {
    const email = newEmail();
    const first = await signUp(email);
    const second = await signIn(email.toUpperCase());
    expect(second.status).toBe(200);
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    for (const answer of [first, second]) expect((await session(signedIn(answer))).status).toBe(200);
  });

  test("after five failures an account waits, for longer each time, from wherever; others do not", async () => {
    const [email, other] = [newEmail(), newEmail()];
    await signUp(email);
    await signUp(other);
    for (let failures = 0; failures < 5; failures += 1)
      expect((await signIn(email, "wrong")).status).toBe(401);
    const rows = rowsButAudit();
    const throttled = await signIn(email);
    expectProblem(server, throttled, { status: 429, code: "sign_in_throttled" });
    expect(throttled.body.detail).toBe("Wait 1 second, then try again.");
    expect(throttled.headers.get("retry-after")).toBe("1");
    expect(rowsButAudit()).toEqual(rows);
    expect((await signIn(other)).status).toBe(200);
    clock.advance(1);
    expect((await signIn(email, "wrong")).status).toBe(401);
    expect((await signIn(email)).headers.get("retry-after")).toBe("2");
    clock.advance(2);
    expect((await signIn(email)).status).toBe(200);
  });

  test("an address that guesses at many accounts waits too", async () => {
    const client = server.client({ "x-forwarded-for": "203.0.113.9" });
    for (let failures = 0; failures < 5; failures += 1) await signIn(newEmail(), "wrong", client);
    const email = newEmail();
    await signUp(email);
    expect((await signIn(email, password, client)).status).toBe(429);
    expect((await signIn(email)).status).toBe(200);
  });

  test("after a success its address does not wait, but earlier failures there still count", async () => {
    const client = server.client({ "x-forwarded-for": "203.0.113.40" });
    for (let failures = 0; failures < 8; failures += 1) {
      expect((await signIn(newEmail(), "wrong", client)).status).toBe(401);
      if (failures >= 4) clock.advance(2 ** (failures - 4));
    }
    const emails = [newEmail(), newEmail()];
    for (const email of emails) await signUp(email);
    for (const email of emails) expect((await signIn(email, password, client)).status).toBe(200);
    expect((await signIn(newEmail(), "wrong", client)).status).toBe(401);
    expect((await signIn(newEmail(), "wrong", client)).headers.get("retry-after")).toBe("16");
    clock.advance(hourSeconds / 2);
    expect((await signIn(newEmail(), "wrong", client)).status).toBe(401);
    expect((await signIn(newEmail(), "wrong", client)).headers.get("retry-after")).toBe("8");
  });

  test("strangers do not keep people out of where they signed in before, nor from a new password", async () => {
    const email = newEmail();
    await signUp(email);
    const known = server.client({ "x-forwarded-for": "203.0.113.50" });
    const first = await signIn(email, password, known);
    for (let failures = 0; failures < 5; failures += 1) await signIn(email, "wrong");
    expect((await signIn(email)).status).toBe(429);
    expect((await signIn(email, password, known)).status).toBe(200);
    expect((await change(signedIn(first), password, "another long enough passphrase")).status).toBe(204);
    expect((await signIn(email)).status).toBe(429);

    for (let failures = 0; failures < 5; failures += 1) await signIn(email, "wrong", known);
    expect((await signIn(email, password, known)).status).toBe(429);
  });

  test("a signed-in user cannot guess the password more often than others", async () => {
    const client = signedIn(await signUp(newEmail()));
    for (let failures = 0; failures < 5; failures += 1) {
      expect((await change(client, "wrong", "another long enough passphrase")).status).toBe(422);
    }
    expectProblem(server, await change(client, password, "another long enough passphrase"), {
      status: 429,
      code: "sign_in_throttled",
    });
  });

  test("works while strangers sign up, and an unchecked attempt does not count", async () => {
    const [email, other] = [newEmail(), newEmail()];
    await signUp(email);
    using held = holdPasswords();
    const crowd = server.client({ "x-forwarded-for": "10.0.0.5" });
    const signUps = Array.from({ length: 80 }, () => signUp(newEmail(), {}, crowd));
    expect((await Promise.race(signUps)).status).toBe(503);
    const first = signIn(email);
    const signIns = Array.from({ length: 160 }, () => signIn(newEmail(), "wrong"));
    expect((await Promise.race(signIns)).status).toBe(503);
    const client = server.client({ "x-forwarded-for": "203.0.113.60" });
    for (let busy = 0; busy < 6; busy += 1) {
      expectProblem(server, await signIn(other, "wrong", client), { status: 503, code: "busy" });
    }
    held.releaseChecks();
    held.releaseHashes();
    expect((await first).status).toBe(200);
    await Promise.all([...signUps, ...signIns]);
    expect((await signIn(other, "wrong", client)).status).toBe(401);
  });

  test("and signing up go on while 300 sign up from one address", async () => {
    const email = newEmail();
    await signUp(email);
    using held = holdPasswords();
    const crowd = server.client({ "x-forwarded-for": "10.0.0.6" });
    const signUps = Array.from({ length: 300 }, () => signUp(newEmail(), {}, crowd));
    expect((await Promise.race(signUps)).status).toBe(503);
    const strangers = [signUp(newEmail()), signIn(email)];
    held.releaseChecks();
    held.releaseHashes();
    expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual([201, 200]);
    await Promise.all(signUps);
  });

  test("a familiar network stays familiar after a restart, and its address is not stored", async () => {
    const email = newEmail();
    await signUp(email);
    const address = "203.0.113.51";
    await signIn(email, password, server.client({ "x-forwarded-for": address }));
    const attempts = { ...server.deps };
    const from = (address: string) => ({ requestId: "req", address, isShared: false, userAgent: null });
    const guess = () => serviceSignIn(attempts, { email, password: "wrong" }, from("203.0.113.52"));
    for (let failures = 0; failures < 5; failures += 1) await expect(guess()).rejects.toThrow();
    await expect(serviceSignIn(attempts, { email, password }, from("203.0.113.53"))).rejects.toMatchObject({
      code: "sign_in_throttled",
    });
    await serviceSignIn(attempts, { email, password }, from(address));
    expect(JSON.stringify(databaseRows(server)["accounts.familiar_networks"])).not.toContain(address);
  });

  test("strangers do not keep people out of where they signed up", async () => {
    const email = newEmail();
    const home = server.client({ "x-forwarded-for": "203.0.113.54" });
    await signUp(email, {}, home);
    for (let failures = 0; failures < 5; failures += 1) await signIn(email, "wrong");
    expect((await signIn(email)).status).toBe(429);
    expect((await signIn(email, password, home)).status).toBe(200);
  });

  test("a right password forgives the user's own failures on that network", async () => {
    const client = server.client({ "x-forwarded-for": "203.0.113.41" });
    const emails = [newEmail(), newEmail(), newEmail()];
    for (const email of emails) await signUp(email);
    for (const email of emails) {
      for (let failures = 0; failures < 4; failures += 1) await signIn(email, "wrong", client);
      expect((await signIn(email, password, client)).status).toBe(200);
    }
  });

  test("behind an undeclared proxy no network waits, only the owners of the accounts", async () => {
    const undeclared = await startServer();
    const { email, password: right } = await undeclared.account();
    const other = await undeclared.account();
    const client = undeclared.client({ "x-forwarded-for": "198.51.100.1" });
    const tryIn = (email: string, password: string) => client.post(`${auth}/sign-in`, { email, password });
    for (let failures = 0; failures < 5; failures += 1) await tryIn(newEmail(), "wrong");
    for (let failures = 0; failures < 5; failures += 1) await tryIn(other.email, "wrong");
    expect((await tryIn(email, right)).status).toBe(200);
    expect((await tryIn(other.email, right)).status).toBe(429);
    await undeclared.stop();
  });

  test("a suspended account's right password does not count as a guess", async () => {
    const email = newEmail();
    const { body } = await signUp(email);
    await changeAccount(server.deps, body.account.id, { suspended: true });
    const client = server.client({ "x-forwarded-for": "203.0.113.70" });
    for (let tries = 0; tries < 6; tries += 1) {
      expectProblem(server, await signIn(email, password, client), {
        status: 403,
        code: "account_suspended",
      });
    }
  });

  test("ten guesses at once are no way around it", async () => {
    const email = newEmail();
    await signUp(email);
    const client = server.client({ "x-forwarded-for": "203.0.113.77" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(email, "wrong", client)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(401),
      ...Array(5).fill(429),
    ]);
  });
});

describe("a session", () => {
  test("ends with signing out, which also deletes its cookie", async () => {
    const answer = await signUp(newEmail());
    const client = signedIn(answer);
    const out = await client.post(`${auth}/sign-out`);
    expect([out.status, out.text]).toEqual([204, ""]);
    expect(out.headers.get("set-cookie")).toBe("waybill_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    expectProblem(server, await session(client), { status: 401, code: "session_required" });
  });

  test("ends 12 hours after its last use", async () => {
    const client = signedIn(await signUp(newEmail()));
    const lasts = async () => Date.parse((await session(client)).body.expires_at) - clock.now();
    clock.advance(11 * hourSeconds);
    expect(await lasts()).toBeGreaterThan(0);
    await eventually("the use to be noted", async () => (await lasts()) === 12 * hourSeconds * 1000);
    clock.advance(11 * hourSeconds);
    expect((await session(client)).status).toBe(200);
    await eventually("the use to be noted", async () => (await lasts()) === 12 * hourSeconds * 1000);
    clock.advance(12 * hourSeconds);
    expectProblem(server, await session(client), { status: 401, code: "session_required" });
  });

  test("ends after 7 days, however much it is used", async () => {
    const client = signedIn(await signUp(newEmail()));
    for (let half = 0; half < 15; half += 1) {
      clock.advance(11 * hourSeconds);
      expect((await session(client)).status).toBe(200);
      await server.deps.stores.accounts.synced();
    }
    clock.advance(3 * hourSeconds - 1);
    expect((await session(client)).status).toBe(200);
    clock.advance(1);
    expectProblem(server, await session(client), { status: 401, code: "session_required" });
  });

  test.each(["", "x", "waybill_session", "a".repeat(43)])("the token %j is none", async (token) => {
    const answer = await server.client({ cookie: `waybill_session=${token}` }).get(`${auth}/session`);
    expectProblem(server, answer, { status: 401, code: "session_required" });
  });
});

describe("changing the password", () => {
  test("ends the user's other sessions, keeps this one, and only the new password works", async () => {
    const email = newEmail();
    const [one, two, other] = [await signUp(email), await signIn(email), await signUp(newEmail())];
    const next = "another long enough passphrase";
    expect((await change(signedIn(one), password, next)).status).toBe(204);
    expect((await session(signedIn(one))).status).toBe(200);
    expect((await session(signedIn(two))).status).toBe(401);
    expect((await session(signedIn(other))).status).toBe(200);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, next)).status).toBe(200);
  });

  test("needs the present one, and a new one that is not common", async () => {
    const email = newEmail();
    const client = signedIn(await signUp(email));
    const rows = databaseRows(server);
    expectProblem(server, await change(client, secretValue, "another long enough passphrase"), {
      status: 422,
      code: "validation_failed",
      at: { "#/current_password": "wrong" },
    });
    expectProblem(server, await change(client, password, "password1234"), {
      status: 422,
      code: "validation_failed",
      at: { "#/new_password": "common_password" },
    });
    expect(databaseRows(server)).toEqual(rows);
  });
});

test("a sign-in with the old password fails if the password changes meanwhile", async () => {
  const email = newEmail();
  const owner = signedIn(await signUp(email));
  const verify = Bun.password.verify;
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const held = spyOn(Bun.password, "verify").mockImplementationOnce(async (secret, hash) => {
    const matches = await verify(secret, hash);
    begun.resolve();
    await mayEnd.promise;
    return matches;
  });
  const late = signIn(email);
  await begun.promise;
  const next = "another long enough passphrase";
  const changed = await owner.post(`${auth}/password`, { current_password: password, new_password: next });
  expect(changed.status).toBe(204);
  mayEnd.resolve();
  expectProblem(server, await late, { status: 401, code: "sign_in_failed" });
  held.mockRestore();
});

describe("another site's page", () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = cookieOf(await signUp(newEmail()));
  });
  const foreign: [string, Record<string, string>][] = [
    ["says nothing", {}],
    ["is cross-site", { "sec-fetch-site": "cross-site" }],
    ["is same-site", { "sec-fetch-site": "same-site" }],
    ["has no site", { "sec-fetch-site": "none" }],
    ["has a foreign origin", { origin: "https://evil.example" }],
    ["has the origin null", { origin: "null" }],
    ["has an origin that begins alike", { origin: "http://127.0.0.1.evil.example" }],
    [
      "is cross-site with a foreign origin",
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    ],
  ];
  test.each(foreign)("that %s cannot change anything with the cookie", async (_name, headers) => {
    const client = server.client({ cookie, ...headers });
    const rows = databaseRows(server);
    const requests: [string, string, unknown][] = [
      ["POST", "/api/v1/keys", { name: "k", environment: "live" }],
      ["POST", `${auth}/sign-out`, undefined],
      ["POST", `${platform}/shipments`, shipmentBody()],
      ["DELETE", `${platform}/sandbox/data`, undefined],
    ];
    for (const [method, path, body] of requests) {
      const answer = await client.send(path, {
        method,
        headers: { "x-environment": "sandbox", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expectProblem(server, answer, { status: 403, code: "cross_origin_refused" });
    }
    expect(databaseRows(server)).toEqual(rows);
    expect((await client.get(`${auth}/session`)).status).toBe(200);
  });

  test("cannot sign anybody in or up either", async () => {
    const rows = databaseRows(server);
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      const client = server.client(headers);
      for (const answer of [
        await signIn("a@example.com", password, client),
        await signUp(newEmail(), {}, client),
      ]) {
        expectProblem(server, answer, { status: 403, code: "cross_origin_refused" });
      }
    }
    expect(databaseRows(server)).toEqual(rows);
  });

  test("our own page, by either header, can", async () => {
    for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: server.url }]) {
      const answer = await server
        .client({ cookie, ...headers })
        .post("/api/v1/keys", { name: "k", environment: "live" });
      expect(answer.status).toBe(201);
    }
  });
});
