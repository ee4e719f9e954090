import { afterAll, beforeAll, expect, test } from "bun:test";
import { countFailure } from "../../src/limits/attempts.ts";
import { parseCidrs } from "../../src/webhooks/address.ts";
import { expectProblem, secretValue } from "../http/problem.ts";
import { createClock } from "../support/clock.ts";
import { platform } from "../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../support/harness.ts";

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
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

async function exhaust(address: string): Promise<void> {
  const answers = await Promise.all(Array.from({ length: failuresAtOnce }, () => guess(address)));
  expect(new Set(statusesOf(answers))).toEqual(new Set([401]));
}

test("who sends many keys that do not count is slowed down to ten a second", async () => {
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

test("all that is wrong with a key is told alike then", async () => {
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
    expect(rest.detail).toBe("Too many API keys were refused.");
  }
});

test("a valid key passes, before and after, and is told nothing of it", async () => {
  const address = "198.51.100.3";
  await exhaust(address);
  const answer = await guess(address, account.sandboxKey);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([200, null]);
  expect((await guess(address)).status).toBe(429);
});

test("requests without a key count for nothing", async () => {
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
  await exhaust("198.51.100.5");
  expect((await guess("::ffff:198.51.100.5")).status).toBe(429);
  expect((await guess("198.51.100.6")).status).toBe(401);
});

test("only so many addresses are remembered: the one that failed longest ago is forgotten", () => {
  const deps = { ...server.deps };
  const begin = clock.now();
  const later = begin + 100;
  const fail = (address: string, now: number) => () => countFailure(deps, address, now);
  const failOften = (address: string, now: number) => {
    for (let times = 0; times < failuresAtOnce; times += 1) fail(address, now)();
  };
  failOften("first", begin);
  failOften("second", later);
  fail("first", later)();
  for (let other = 0; other < 9_998; other += 1) fail(`other ${other}`, later)();
  expect(fail("second", later)).toThrow("Too many");
  fail("one more", later)();
  expect(fail("first", later)).toThrow("Too many");
  expect(fail("second", later)).not.toThrow();
});
