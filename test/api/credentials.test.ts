import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addDriver, driverToken } from "../support/drivers.ts";
import { createShipment, platform, shipmentBody } from "../support/fixtures.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { expectProblem, refuses, secretValue, type WrongRequest } from "./problem.ts";

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
let revokedKey: string;

const path = `${platform}/shipments`;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  other = await server.account();
  const issued = await account.session.post("/api/v1/keys", { name: "gone", environment: "sandbox" });
  revokedKey = issued.body.secret;
  await account.session.delete(`/api/v1/keys/${issued.body.id}`);
});
afterAll(() => server.stop());

const lastChanged = (key: string) => `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`;

function unauthorized(
  name: string,
  headers: () => Record<string, string>,
  code: WrongRequest["code"],
): WrongRequest {
  return {
    name,
    send: () => server.client(headers()).post(path, shipmentBody()),
    status: code === "ambiguous_credentials" ? 400 : 401,
    code,
  };
}

describe("invalid API keys", () => {
  const invalid = "api_key_invalid";
  refuses(
    () => server,
    [
      unauthorized("none", () => ({}), "api_key_missing"),
      unauthorized("a foreign cookie", () => ({ cookie: `session=${secretValue}` }), "api_key_missing"),
      unauthorized("malformed", () => ({ "x-api-key": secretValue }), invalid),
      unauthorized("empty", () => ({ "x-api-key": "" }), "api_key_missing"),
      unauthorized("a typo", () => ({ "x-api-key": lastChanged(account.sandboxKey) }), invalid),
      unauthorized("well formed, never issued", () => ({ "x-api-key": neverIssued }), invalid),
      unauthorized("cut short", () => ({ "x-api-key": account.sandboxKey.slice(0, -1) }), invalid),
      unauthorized("in other letters", () => ({ "x-api-key": account.sandboxKey.toUpperCase() }), invalid),
      unauthorized(
        "of the other environment's name",
        () => ({ "x-api-key": account.sandboxKey.replace("sandbox", "live") }),
        invalid,
      ),
      unauthorized("revoked", () => ({ "x-api-key": revokedKey }), "api_key_revoked"),
      unauthorized("as a bearer without a key", () => ({ authorization: "Bearer" }), invalid),
      unauthorized("as basic credentials", () => ({ authorization: `Basic ${account.sandboxKey}` }), invalid),
      unauthorized("without a scheme", () => ({ authorization: account.sandboxKey }), invalid),
      unauthorized(
        "two different",
        () => ({ "x-api-key": account.sandboxKey, authorization: `Bearer ${account.liveKey}` }),
        "ambiguous_credentials",
      ),
      unauthorized(
        "a valid and an invalid one",
        () => ({ "x-api-key": account.sandboxKey, authorization: `Bearer ${secretValue}` }),
        "ambiguous_credentials",
      ),
      unauthorized(
        "revoked, beside a valid session",
        () => ({ "x-api-key": revokedKey, ...sessionHeaders(account) }),
        "api_key_revoked",
      ),
    ],
  );
});

/** Made by hand: 30 zeros and the checksum of them. */
const neverIssued = `wb_sandbox_${"0".repeat(30)}${checksumOf("0".repeat(30))}`;

function checksumOf(random: string): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = Bun.hash.crc32(random);
  let text = "";
  while (rest > 0) {
    text = digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text.padStart(6, "0");
}

const sessionCookies = new Map<TestAccount, string>();

beforeAll(async () => {
  for (const signedIn of [account, other]) {
    const { email, password } = signedIn;
    const answer = await server.client().post("/api/v1/auth/sign-in", { email, password });
    const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    sessionCookies.set(signedIn, cookie);
  }
});

function sessionHeaders(of: TestAccount): Record<string, string> {
  return { cookie: sessionCookies.get(of) ?? "", "sec-fetch-site": "same-origin" };
}

test("a key outside of the headers is ignored", async () => {
  const key = account.sandboxKey;
  const inQuery = await server.client().get(`${path}?access_token=${key}`);
  const inBody = await server.client().post(path, { ...shipmentBody(), access_token: key });
  for (const answer of [inQuery, inBody]) {
    expect([answer.status, answer.body.code]).toEqual([401, "api_key_missing"]);
  }
});

test("a token in the header of API keys hears which header is its own, and a key there what it is", async () => {
  const driver = await addDriver(server, "sandbox", account.accountId);
  const secret = await driverToken(server, driver, account.accountId);
  const right = await server.client({ authorization: `Bearer ${secret}` }).get("/api/v1/driver/me");
  expect(right.status).toBe(200);
  for (const own of ["/api/v1/driver/me", "/api/v1/carrier/me"]) {
    const token = await server.client({ "x-api-key": secret }).get(own);
    expectProblem(server, token, { status: 401, code: "token_missing" });
    expect(token.body.detail).toContain("Authorization: Bearer");
    const key = await server.client({ "x-api-key": account.sandboxKey }).get(own);
    expectProblem(server, key, { status: 401, code: "token_invalid" });
    expect(key.body.detail).toContain("This is an API key");
  }
  const nothing = await server.client().get("/api/v1/driver/me");
  expectProblem(server, nothing, { status: 401, code: "device_required" });
});

test("keys are judged before the body", async () => {
  const send = (key: string) =>
    server.client({ "x-api-key": key, "content-type": "application/json" }).send(path, {
      method: "POST",
      body: '{"pickup":',
    });
  const [wrong, valid] = [await send(neverIssued), await send(account.sandboxKey)];
  expect([wrong.status, wrong.body.code]).toEqual([401, "api_key_invalid"]);
  expect([valid.status, valid.body.code]).toEqual([400, "body_unparsable"]);
});

describe("valid API keys", () => {
  test.each([
    ["X-API-Key", () => ({ "x-api-key": account.sandboxKey })],
    ["a bearer", () => ({ authorization: `Bearer ${account.sandboxKey}` })],
    ["a bearer in small letters", () => ({ authorization: `bearer ${account.sandboxKey}` })],
    [
      "both with the same key",
      () => ({ "x-api-key": account.sandboxKey, authorization: `Bearer ${account.sandboxKey}` }),
    ],
  ])("%s", async (_name, headers) => {
    const answer = await server.client(headers()).get(path);
    expect(answer.status).toBe(200);
  });

  test("a key beats a cookie, and needs nothing that a session needs", async () => {
    const mine = await createShipment(account.sandbox);
    const headers = {
      ...sessionHeaders(other),
      "sec-fetch-site": "cross-site",
      "x-api-key": account.sandboxKey,
    };
    const answer = await server.client(headers).get(path);
    expect(answer.body.data.map((entry: { id: string }) => entry.id)).toContain(mine.id);
    expect((await server.client(headers).post(path, shipmentBody())).status).toBe(201);
  });
});

describe("the environment", () => {
  const named = (name: string, send: WrongRequest["send"], code: WrongRequest["code"]): WrongRequest => ({
    name,
    send,
    status: 400,
    code,
  });
  const session = () => account.session;
  refuses(
    () => server,
    [
      named(
        "a key with X-Environment",
        () => account.sandbox.get(path, { "x-environment": "sandbox" }),
        "environment_not_allowed",
      ),
      named(
        "a key with ?environment",
        () => account.sandbox.get(`${path}?environment=live`),
        "environment_not_allowed",
      ),
      named("a session without one", () => session().get(path), "environment_required"),
      named(
        "a session with an unknown one",
        () => session().get(path, { "x-environment": secretValue }),
        "environment_required",
      ),
      named(
        "a session with an unknown one in the query",
        () => session().get(`${path}?environment=${secretValue}`),
        "environment_required",
      ),
      named(
        "a session that changes something and names it in the query only",
        () => session().post(`${path}?environment=sandbox`, shipmentBody()),
        "environment_required",
      ),
      named(
        "a session that names two",
        () => session().get(`${path}?environment=live`, { "x-environment": "sandbox" }),
        "environment_required",
      ),
      named(
        "a session that changes something and names two",
        () => session().post(`${path}?environment=live`, shipmentBody(), { "x-environment": "sandbox" }),
        "environment_required",
      ),
    ],
  );

  test("a session reaches each environment by header, and reads by query", async () => {
    const live = await session().post(path, shipmentBody(), { "x-environment": "live" });
    const sandbox = await session().post(path, shipmentBody(), { "x-environment": "sandbox" });
    expect([live.body.environment, sandbox.body.environment]).toEqual(["live", "sandbox"]);
    for (const { id, environment } of [live.body, sandbox.body]) {
      const answers = [
        await session().get(`${path}/${id}?environment=${environment}`),
        await session().get(`${path}/${id}`, { "x-environment": environment }),
        await session().get(`${path}/${id}?environment=${environment}`, { "x-environment": environment }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    }
  });

  test("a session and a key see the same", async () => {
    const bySession = await session().get(`${path}?environment=sandbox&limit=100`);
    const byKey = await account.sandbox.get(`${path}?limit=100`);
    expect(bySession.body.data).toEqual(byKey.body.data);
    expect(byKey.body.data.length).toBeGreaterThan(0);
  });
});

describe("what a live key cannot do", () => {
  const sandboxOnly = (name: string, send: (live: Client) => ReturnType<Client["get"]>): WrongRequest => ({
    name,
    send: () => send(account.live),
    status: 403,
    code: "sandbox_only",
  });
  refuses(
    () => server,
    [
      sandboxOnly("a simulation", (live) => live.post(path, shipmentBody({ simulation: {} }))),
      sandboxOnly("a wrong simulation", (live) =>
        live.post(path, shipmentBody({ simulation: { outcome: secretValue } })),
      ),
      sandboxOnly("advance", (live) => live.post(`${platform}/sandbox/shipments/shp_x/advance`, {})),
      sandboxOnly("reset", (live) => live.delete(`${platform}/sandbox/data`)),
      {
        name: "reset by a session in live",
        send: () => account.session.delete(`${platform}/sandbox/data`, { "x-environment": "live" }),
        status: 403,
        code: "sandbox_only",
      },
    ],
  );
});
