import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { countFailure, countSignUp } from "../../../src/access/limits/attempts.ts";
import type { Deps } from "../../../src/infra/deps.ts";
import { errorCatalog } from "../../../src/infra/error-catalog.ts";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { expectProblem, secretValue } from "../../api/problem.ts";
import { createClock } from "../../support/clock.ts";
import { createShipment, platform } from "../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";

const clock = createClock();
const failuresAtOnce = 1_000;
let server: TestServer;
let account: TestAccount;
let revokedKey: string;

beforeAll(async () => {
  // Trusted to say where a request comes from, so that each test has addresses of its own.
  const config = { trustedProxies: parseCidrs(["127.0.0.1/32"]) };
  server = await startServer({ config, replacements: { clock } });
  account = await server.account();
  const { body } = await account.session.post("/api/v1/keys", { name: "gone", environment: "sandbox" });
  revokedKey = body.secret;
  await account.session.delete(`/api/v1/keys/${body.id}`);
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;
const ask = (address: string, headers: Record<string, string>) =>
  server.client({ "x-forwarded-for": address, ...headers }).get(path);
const guess = (address: string, key: string = secretValue) => ask(address, { "x-api-key": key });
const fetchFrom = (address: string, page: string) =>
  fetch(server.url + page, { headers: { "x-forwarded-for": address }, redirect: "manual" });
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

/** As if the address had failed so often: nothing of a request is needed to count it. */
function countFailures(address: string, times: number, of: Deps = server.deps): void {
  for (let failed = 0; failed < times; failed += 1) {
    expect(countFailure(of, { address, isShared: false }, clock.now())).toBe(0);
  }
}

/** Leaves nothing to an address; the last failures are requests. */
async function exhaust(address: string): Promise<void> {
  countFailures(address, failuresAtOnce - 2);
  expect(statusesOf([await guess(address), await guess(address)])).toEqual([401, 401]);
}

test("a client that sends many invalid keys is throttled to ten a second", async () => {
  const address = "198.51.100.1";
  await exhaust(address);
  const throttled = await guess(address);
  expectProblem(server, throttled, { status: 429, code: "authentication_throttled" });
  expect(throttled.headers.get("retry-after")).toBe("1");
  clock.advance(0.099);
  expect((await guess(address)).status).toBe(429);
  clock.advance(0.001);
  expect(statusesOf([await guess(address), await guess(address)])).toEqual([401, 429]);
});

test("all errors of keys look the same then", async () => {
  const address = "198.51.100.2";
  await exhaust(address);
  const lastChanged = `${account.sandboxKey.slice(0, -1)}${account.sandboxKey.endsWith("A") ? "B" : "A"}`;
  const wrong: Record<string, string>[] = [
    { "x-api-key": secretValue },
    { "x-api-key": lastChanged },
    { "x-api-key": revokedKey },
    { authorization: `Basic ${account.sandboxKey}` },
  ];
  for (const headers of wrong) {
    const { status, body } = await ask(address, headers);
    const { request_id: _, ...rest } = body;
    expect([status, rest]).toEqual([429, expect.objectContaining({ code: "authentication_throttled" })]);
    expect(rest.detail).toBe(errorCatalog.authentication_throttled.detail);
  }
});

test("a valid key always passes, and sees nothing of the limit", async () => {
  const address = "198.51.100.3";
  await exhaust(address);
  const answer = await guess(address, account.sandboxKey);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([200, null]);
  expect((await guess(address)).status).toBe(429);
});

const auth = "/api/v1/auth";
/** Bodies that are refused before anything else of signing up is looked at. */
const badSignUp = (client: Client) => client.post(`${auth}/sign-up`, { email: "no address" });
const at = (address: string) => server.client({ "x-forwarded-for": address });

test("refused bodies of strangers share it, and say nothing more than keys then do", async () => {
  const address = "198.51.100.20";
  countFailures(address, failuresAtOnce - 50);
  const answers = await Promise.all(Array.from({ length: 50 }, () => badSignUp(at(address))));
  expect(new Set(statusesOf(answers))).toEqual(new Set([422]));
  expectProblem(server, await badSignUp(at(address)), { status: 429, code: "authentication_throttled" });
  expect((await guess(address)).status).toBe(429);
  expect((await at(address).get("/api/v1/track/none")).status).toBe(429);
  expect((await badSignUp(at("198.51.100.21"))).status).toBe(422);
});

test("pages, and whoever has valid credentials, never wait for it", async () => {
  const address = "198.51.100.22";
  await exhaust(address);
  const { email, password, sandbox } = account;
  const { tracking_url } = await createShipment(sandbox);
  const token = tracking_url.slice(tracking_url.lastIndexOf("/") + 1);
  expect((await at(address).get(`/api/v1/track/${token}`)).status).toBe(200);
  expect((await at(address).post(`${auth}/sign-in`, { email, password })).status).toBe(200);
  const person = {
    email: "attempts@example.com",
    password: "a long enough passphrase",
    account_name: "Shop",
  };
  const signedUp = await at(address).post(`${auth}/sign-up`, person);
  expect(signedUp.status).toBe(201);
  const pages = ["/dashboard", "/dashboard/none", "/t/none", "/docs", "/docs/errors", "/nowhere"];
  for (const page of pages) expect((await fetchFrom(address, page)).status).not.toBe(429);
  const key = { "x-api-key": account.sandboxKey };
  expect((await ask(address, { ...key, "x-environment": "live" })).status).toBe(400);
  const cookie = signedUp.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await ask(address, { cookie })).body.code).toBe("environment_required");
  expect((await at(address).get("/api/v1/operator/tiers", { cookie })).body.code).toBe("operator_required");
});

test("an undeclared proxy has many users behind it, so it never waits", async () => {
  const undeclared = await startServer({ replacements: { clock } });
  const [proxy, user] = ["127.0.0.1", "203.0.113.1"];
  for (const address of [proxy, user]) countFailures(address, failuresAtOnce, undeclared.deps);
  const through = (headers: Record<string, string>) =>
    undeclared.client({ "x-api-key": secretValue, ...headers }).get(path);
  const answers = await Promise.all(Array.from({ length: 50 }, () => through({ "x-forwarded-for": user })));
  expect(new Set(statusesOf(answers))).toEqual(new Set([401]));
  expect((await through({})).status).toBe(429);
  await undeclared.stop();
});

test("requests without a key do not count", async () => {
  const address = "198.51.100.4";
  await exhaust(address);
  expectProblem(server, await ask(address, {}), { status: 401, code: "api_key_missing" });
  const cookie = { cookie: `waybill_session=${secretValue}`, "x-environment": "live" };
  expectProblem(server, await ask(address, cookie), { status: 401, code: "session_required" });
});

test("others are left alone: of IPv6 each /64 is one", async () => {
  await exhaust("2001:db8::1");
  expect((await guess("2001:db8::ffff:0:2")).status).toBe(429);
  expect((await guess("2001:db8:0:0:9::3")).status).toBe(429);
  expect((await guess("2001:db8:0:1::1")).status).toBe(401);
  expect((await guess("[2001:db8::7]:4100")).status).toBe(429);
  await exhaust("198.51.100.5");
  expect((await guess("198.51.100.5:4100")).status).toBe(429);
  expect((await guess("::ffff:198.51.100.5")).status).toBe(429);
  expect((await guess("198.51.100.6")).status).toBe(401);
});

test("a limited number of addresses is remembered; the oldest failure is dropped first", () => {
  const deps = { ...server.deps };
  const begin = clock.now();
  const later = begin + 100;
  const fail = (address: string, now: number) => () => countFailure(deps, { address, isShared: false }, now);
  const failOften = (address: string, now: number) => {
    for (let times = 0; times < failuresAtOnce; times += 1) fail(address, now)();
  };
  failOften("first", begin);
  failOften("second", later);
  fail("first", later)();
  for (let other = 0; other < 9_998; other += 1) fail(`other ${other}`, later)();
  expect(fail("second", later)()).toBeGreaterThan(0);
  fail("one more", later)();
  expect(fail("first", later)()).toBeGreaterThan(0);
  expect(fail("second", later)()).toBe(0);
});

describe("of IPv6 a wider network", () => {
  const deps = () => ({ ...server.deps });
  const fail = (of: Deps, address: string) => countFailure(of, { address, isShared: false }, clock.now()) > 0;

  test.each([
    ["a /56", 4, (network: number) => `2001:db8:0:${network.toString(16)}::1`],
    ["a /48", 16, (network: number) => `2001:db8:0:${(network * 256).toString(16)}::1`],
  ])("%s may fail %i times as often as a /64", (_, allowance, addressOf) => {
    const of = deps();
    for (let network = 0; network < allowance; network += 1) {
      for (let sent = 0; sent < failuresAtOnce; sent += 1) expect(fail(of, addressOf(network))).toBe(false);
    }
    expect(fail(of, addressOf(allowance))).toBe(true);
    expect(fail(of, "2001:db8:1::1")).toBe(false);
  });
});

describe("opening accounts", () => {
  const atOnce = (client: { address: string; isShared: boolean }, of = { ...server.deps }) => {
    let opened = 0;
    try {
      for (; opened < 1_000; opened += 1) countSignUp(of, client, clock.now());
    } catch (error) {
      expect(error).toMatchObject({ code: "sign_up_throttled" });
    }
    return opened;
  };

  test("a stranger's network opens 20 at once, then one every 10 seconds", () => {
    const of = { ...server.deps };
    const stranger = { address: "203.0.113.7", isShared: false };
    expect(atOnce(stranger, of)).toBe(20);
    expect(atOnce({ ...stranger, address: "203.0.113.8" }, of)).toBe(20);
    clock.advance(9.999);
    expect(atOnce(stranger, of)).toBe(0);
    clock.advance(0.001);
    expect(atOnce(stranger, of)).toBe(1);
  });

  test.each([
    ["this machine", { address: "127.0.0.1", isShared: false }],
    ["a private network", { address: "10.1.2.3", isShared: false }],
    ["an undeclared proxy", { address: "172.17.0.1", isShared: true }],
  ])("%s opens 500 at once", (_, client) => expect(atOnce(client)).toBe(500));

  test("a server for tests lets anybody do so", () => {
    const of = { ...server.deps, config: { ...server.deps.config, ephemeral: true } };
    expect(atOnce({ address: "203.0.113.7", isShared: false }, of)).toBe(500);
  });
});
