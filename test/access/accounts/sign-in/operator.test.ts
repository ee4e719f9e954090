import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createSetUpToken } from "../../../../src/access/accounts/sign-in/operator.ts";
import { createClock } from "../../../support/clock.ts";
import { type Answer, startServer, type TestServer } from "../../../support/harness.ts";

const clock = createClock();
const path = "/api/v1/auth/setup";
const person = { password: "a long enough passphrase", account_name: "Operator" };
const refused = [403, "set_up_refused"];

const outcome = ({ status, body }: Answer) => [status, body.code];
let people = 0;
const input = (token: string) => ({ ...person, token, email: `operator-${++people}@example.com` });

function operators({ deps }: TestServer): unknown[] {
  return deps.stores.accounts.db.all(sql`
    SELECT email, tier FROM users JOIN accounts ON accounts.id = account_id WHERE is_operator`);
}

function tokenOf({ deps }: TestServer): string {
  const token = createSetUpToken(deps);
  if (token === undefined) throw new Error("there is an operator");
  return token;
}

describe("the set-up link", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({
      replacements: { clock },
      config: { signup: "closed", defaultTier: "free" },
    });
  });
  afterAll(() => server.stop());

  test("cannot be guessed, and signing up makes nobody the operator", async () => {
    const client = server.client();
    expect(outcome(await client.post(path, input("")))).toEqual([422, "validation_failed"]);
    tokenOf(server);
    expect(outcome(await client.post(path, input("a".repeat(43))))).toEqual(refused);
    await server.account();
    expect(operators(server)).toEqual([]);
  });

  test("is valid for 30 minutes; a newer one replaces it", async () => {
    const client = server.client();
    const first = tokenOf(server);
    const late = tokenOf(server);
    expect(outcome(await client.post(path, input(first)))).toEqual(refused);
    clock.advance(30 * 60);
    expect(outcome(await client.post(path, input(late)))).toEqual(refused);
    expect(operators(server)).toEqual([]);
  });

  test("makes one operator of several concurrent users, signs in, and works only once", async () => {
    const client = server.client({ "sec-fetch-site": "same-origin" });
    const token = tokenOf(server);
    clock.advance(29 * 60);
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post(path, input(token))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    const made = answers.find(({ status }) => status === 201);
    expect(operators(server)).toEqual([{ email: made?.body.user.email, tier: "unlimited" }]);

    const cookie = made?.headers.get("set-cookie")?.split(";")[0] ?? "";
    const session = server.client({ cookie, "sec-fetch-site": "same-origin" });
    expect((await session.get("/api/v1/auth/session")).body.user).toEqual(made?.body.user);
    const entries = (await session.get("/api/v1/audit")).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "session.started",
      "account.created",
    ]);
    expect(entries[1].actor).toMatchObject({ kind: "user", email: made?.body.user.email });

    expect(outcome(await client.post(path, input(token)))).toEqual(refused);
    expect(createSetUpToken(server.deps)).toBeUndefined();
  });

  test("a page of another site cannot use it", async () => {
    const open = await startServer();
    const foreign = open.client({ "sec-fetch-site": "cross-site" });
    expect(outcome(await foreign.post(path, input(tokenOf(open))))).toEqual([403, "cross_origin_refused"]);
    await open.stop();
  });

  test("a password that is easy to guess leaves the link as it is", async () => {
    const open = await startServer();
    const token = tokenOf(open);
    const easy = await open.client().post(path, { ...input(token), password: "password1234" });
    expect(outcome(easy)).toEqual([422, "validation_failed"]);
    expect((await open.client().post(path, input(token))).status).toBe(201);
    await open.stop();
  });
});

test("the page that the link opens loads nothing, and its policy lets its own script run", async () => {
  const server = await startServer();
  const { status, headers, text } = await server.client().get("/setup");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toStartWith("text/html");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(text).not.toMatch(/(src|href)="(?!\/dashboard")/);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toStartWith("default-src 'none'; ");
  for (const [kind, pattern] of [
    ["script-src", /<script type="module">([\s\S]*?)<\/script>/],
    ["style-src", /<style>([\s\S]*?)<\/style>/],
  ] as const) {
    const own = pattern.exec(text)?.[1] ?? "";
    expect(own).not.toBe("");
    const hash = new Bun.CryptoHasher("sha256").update(own).digest("base64");
    expect(policy).toContain(`${kind} 'sha256-${hash}'`);
  }
  await server.stop();
});
