import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { recordFailedSignIn } from "../../../src/access/accounts/sessions/failed-sign-ins.ts";
import { accountStore } from "../../../src/access/accounts/store.ts";
import { auditActions } from "../../../src/access/audit/audit.ts";
import { keysPerAccountMax } from "../../../src/access/keys/key.ts";
import { scopes } from "../../../src/access/model.ts";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { expectProblem, secretValue } from "../../api/problem.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { type Answer, type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";

let server: TestServer;
let clock: TestClock;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({
    config: { trustedProxies: parseCidrs(["127.0.0.1/32"]) },
    replacements: { clock },
  });
});
afterAll(() => server.stop());

const audit = "/api/v1/audit";
const auth = "/api/v1/auth";
const keys = "/api/v1/keys";
const password = "correct horse battery staple";
const address = "198.51.100.7";

interface Person {
  client: Client;
  email: string;
  userId: string;
  accountId: string;
  /** Which request signed up. */
  requestId: string;
  secrets: string[];
}

let people = 0;

function signedIn(answer: Answer): Client {
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return server.client({ cookie, "sec-fetch-site": "same-origin", "x-forwarded-for": address });
}

async function signUp(): Promise<Person> {
  const email = `auditor-${++people}@example.com`;
  const answer = await server
    .client({ "x-forwarded-for": address })
    .post(`${auth}/sign-up`, { email, password, account_name: "Shop" });
  expect(answer.status).toBe(201);
  return {
    client: signedIn(answer),
    email,
    userId: answer.body.user.id,
    accountId: answer.body.account.id,
    requestId: answer.headers.get("x-request-id") ?? "",
    secrets: [password, answer.headers.get("set-cookie")?.match(/=([^;]+)/)?.[1] ?? ""],
  };
}

async function issue({ client }: Person, change: object = {}): Promise<Answer> {
  const answer = await client.post(keys, { name: "Shop", environment: "sandbox", ...change });
  expect(answer.status).toBe(201);
  return answer;
}

async function entriesOf({ client }: Person, query = "limit=100"): Promise<Answer["body"][]> {
  const answer = await client.get(`${audit}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const tell = (entry: Answer["body"]) => `${entry.action} ${entry.target.id}`;
const requestIdOf = (answer: Answer) => answer.headers.get("x-request-id");

describe("an entry", () => {
  test("records the action, the key, the actor, the address and the request", async () => {
    const person = await signUp();
    const issued = await issue(person, { environment: "live", scopes: ["quotes:read"] });
    const [entry] = await entriesOf(person);
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      at: new Date(clock.now()).toISOString(),
      action: "key.issued",
      actor: { kind: "user", user_id: person.userId, email: person.email, key: null },
      target: { type: "key", id: issued.body.id, name: "Shop" },
      address,
      request_id: requestIdOf(issued),
      details: { environment: "live", scopes: ["quotes:read"], expires_at: null },
    });
  });

  test("is written for an account and its first session by signing up", async () => {
    const person = await signUp();
    const entries = await entriesOf(person);
    expect(entries.map(({ action, target }) => [action, target.type, target.name])).toEqual([
      ["session.started", "session", null],
      ["account.created", "account", "Shop"],
    ]);
    expect(entries[1].target.id).toBe(person.accountId);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        actor: { kind: "user", user_id: person.userId, email: person.email },
        address,
        request_id: person.requestId,
        details: {},
      });
    }
  });

  test("is written for a session that starts, and that is signed out", async () => {
    const person = await signUp();
    const answer = await server
      .client({ "x-forwarded-for": "203.0.113.5" })
      .post(`${auth}/sign-in`, { email: person.email, password });
    const out = await signedIn(answer).post(`${auth}/sign-out`);
    expect(out.status).toBe(204);
    const [ended, started] = await entriesOf(person);
    expect(started).toMatchObject({
      action: "session.started",
      address: "203.0.113.5",
      request_id: requestIdOf(answer),
    });
    expect(ended).toMatchObject({ action: "session.ended", address, request_id: requestIdOf(out) });
    expect(ended.target).toEqual(started.target);
  });

  test("is written for a wrong password, at most 20 times an hour, without the password", async () => {
    const person = await signUp();
    const refused = await server
      .client({ "x-forwarded-for": "203.0.113.1" })
      .post(`${auth}/sign-in`, { email: person.email.toUpperCase(), password: secretValue });
    expect(refused.status).toBe(401);
    const written = () => entriesOf(person, "action=session.refused&limit=100");
    const entry = await eventually("an entry", async () => (await written())[0]);
    expect(entry).toMatchObject({
      actor: { kind: "unknown", user_id: null, email: null },
      target: { type: "user", id: person.userId, name: person.email },
      address: "203.0.113.1",
      request_id: requestIdOf(refused),
      details: {},
    });
    const user = accountStore(server.deps.stores.accounts.db).findUser(person.userId);
    const origin = { requestId: requestIdOf(refused) ?? "", address, userAgent: null, isShared: false };
    const tell = () => recordFailedSignIn(server.deps, user ?? expect.unreachable(), origin);
    // Each is written before a later write is answered.
    const settle = () => server.deps.stores.accounts.write(() => undefined);
    for (let times = 0; times < 30; times += 1) tell();
    await settle();
    expect(await written()).toHaveLength(20);
    clock.advance(3_600);
    tell();
    await settle();
    expect(await written()).toHaveLength(21);
    expect(JSON.stringify(databaseRows(server)["accounts.audit_entries"])).not.toContain(secretValue);
  });

  test("is written for a changed password and for each session that ends with it", async () => {
    const person = await signUp();
    const [first] = await entriesOf(person, "action=session.started");
    await server.client().post(`${auth}/sign-in`, { email: person.email, password });
    await server.client().post(`${auth}/sign-in`, { email: person.email, password });
    const started = await entriesOf(person, "action=session.started");
    const changed = await person.client.post(`${auth}/password`, {
      current_password: password,
      new_password: "another long enough passphrase",
    });
    expect(changed.status).toBe(204);
    const entries = await entriesOf(person, "limit=3");
    expect(entries.map(tell).sort()).toEqual(
      [
        `password.changed ${person.userId}`,
        ...started.filter(({ id }) => id !== first.id).map(({ target }) => `session.ended ${target.id}`),
      ].sort(),
    );
    for (const entry of entries) expect(entry.request_id).toBe(requestIdOf(changed));
  });

  test("is written for a key that is replaced, and for its successor", async () => {
    const person = await signUp();
    const { body: old } = await issue(person);
    const replaced = await person.client.post(`${keys}/${old.id}/rotation`, { grace_period_seconds: 60 });
    const entries = await entriesOf(person, "limit=2");
    expect(entries.map(({ action, target, details }) => ({ action, target, details }))).toEqual([
      {
        action: "key.replaced",
        target: { type: "key", id: old.id, name: "Shop" },
        details: {
          environment: "sandbox",
          replaced_by: replaced.body.id,
          grace_period_seconds: 60,
          expires_at: new Date(clock.now() + 60_000).toISOString(),
        },
      },
      {
        action: "key.issued",
        target: { type: "key", id: replaced.body.id, name: "Shop" },
        details: { environment: "sandbox", scopes: [...scopes], expires_at: null },
      },
    ]);
    for (const entry of entries) expect(entry.request_id).toBe(requestIdOf(replaced));
  });

  test("is written once for a key that is revoked twice", async () => {
    const person = await signUp();
    const { body: key } = await issue(person);
    const revoked = await person.client.delete(`${keys}/${key.id}`);
    await person.client.delete(`${keys}/${key.id}`);
    const entries = await entriesOf(person, `target_id=${key.id}`);
    expect(entries.map(({ action }) => action)).toEqual(["key.revoked", "key.issued"]);
    expect(entries[0]).toMatchObject({
      request_id: requestIdOf(revoked),
      details: { environment: "sandbox" },
    });
  });

  test("of a command has neither person nor request", async () => {
    const account = await server.account();
    const answer = await account.session.get(audit);
    const actions = answer.body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(["key.issued", "key.issued", "session.started", "account.created"]);
    for (const entry of answer.body.data) {
      expect(entry).toMatchObject({
        actor: { kind: "operator", user_id: null, email: null },
        address: null,
        request_id: null,
      });
    }
  });

  test("never holds a secret", async () => {
    const person = await signUp();
    const { body: key } = await issue(person);
    const { body: next } = await person.client.post(`${keys}/${key.id}/rotation`);
    const rows = JSON.stringify(databaseRows(server)["accounts.audit_entries"]);
    expect(rows).toContain(key.id);
    for (const secret of [...person.secrets, key.secret, next.secret]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(rows).not.toContain(secret.slice(-20));
    }
  });
});

describe("a failed change is not recorded", () => {
  test("a refused request", async () => {
    const person = await signUp();
    const { body: key } = await issue(person);
    const before = databaseRows(server);
    const refused = [
      await server.client().post(`${auth}/sign-up`, { email: person.email, password, account_name: "x" }),
      await person.client.post(keys, {
        name: "late",
        environment: "live",
        expires_at: "2001-01-01T00:00:00Z",
      }),
      await person.client.post(`${keys}/key_x/rotation`),
      await person.client.delete(`${keys}/${key.id}x`),
      await person.client.post(`${auth}/password`, {
        current_password: secretValue,
        new_password: "another long enough passphrase",
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 404, 404, 422]);
    expect(databaseRows(server)).toEqual(before);
  });

  test("undoing a change also undoes its entry", async () => {
    const person = await signUp();
    const { body: old } = await issue(person);
    for (let more = 1; more < keysPerAccountMax; more += 1) await issue(person);
    const before = databaseRows(server);
    const tooMany = await person.client.post(`${keys}/${old.id}/rotation`, { grace_period_seconds: 60 });
    expectProblem(server, tooMany, { status: 409, code: "limit_reached" });
    expect(databaseRows(server)).toEqual(before);
  });

  test("a change that cannot be recorded is not made", async () => {
    const person = await signUp();
    const { body: key } = await issue(person);
    const before = databaseRows(server);
    const make = server.deps.ids.make.bind(server.deps.ids);
    const broken = spyOn(server.deps.ids, "make").mockImplementation((prefix) => {
      if (prefix === "aud") throw new Error("no ids for entries");
      return make(prefix);
    });
    const answers = [
      await person.client.delete(`${keys}/${key.id}`),
      await person.client.post(keys, { name: "n", environment: "live" }),
      await person.client.post(`${keys}/${key.id}/rotation`),
      await person.client.post(`${auth}/sign-out`),
    ];
    broken.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect(databaseRows(server)).toEqual(before);
  });
});

describe("the list", () => {
  test("is newest first and whole in pages, with a link to the next", async () => {
    const person = await signUp();
    for (let more = 0; more < 5; more += 1) await issue(person);
    const all = await entriesOf(person);
    expect(all).toHaveLength(7);
    const paged: string[] = [];
    let path: string | undefined = `${audit}?limit=3`;
    while (path !== undefined) {
      const answer: Answer = await person.client.get(path);
      paged.push(...answer.body.data.map(({ id }: { id: string }) => id));
      path = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    ).toEqual(paged);
  });

  test("can be of some actions, of one target, of some time", async () => {
    const person = await signUp();
    const from = new Date(clock.now()).toISOString();
    clock.advance(60);
    const later = new Date(clock.now()).toISOString();
    const { body: key } = await issue(person);
    const { body: other } = await issue(person);
    await person.client.delete(`${keys}/${key.id}`);
    const found = async (query: string) => (await entriesOf(person, query)).map(tell);
    expect(await found("action=key.revoked")).toEqual([`key.revoked ${key.id}`]);
    expect(await found("action=key.revoked,account.created")).toEqual([
      `key.revoked ${key.id}`,
      `account.created ${person.accountId}`,
    ]);
    expect(await found(`target_id=${other.id}`)).toEqual([`key.issued ${other.id}`]);
    expect(await found(`created_after=${later}`)).toHaveLength(3);
    expect(await found(`created_before=${later}`)).toHaveLength(2);
    expect(await found(`created_after=${from}&created_before=${later}`)).toHaveLength(2);
    expect(await found(`target_id=${key.id}&action=password.changed`)).toEqual([]);
    for (const action of auditActions) {
      const entries = await entriesOf(person, `action=${action}`);
      for (const entry of entries) expect(entry.action).toBe(action);
    }
  });

  test.each([
    ["action=key.eaten", { action: "enum" }],
    ["created_after=yesterday", { created_after: "format" }],
    ["target_id=", { target_id: "min_length" }],
    ["limit=101", { limit: "maximum" }],
    [
      "created_after=2026-02-01T00:00:00Z&created_before=2026-01-01T00:00:00Z",
      { created_before: "contradictory" },
    ],
    ["environment=live", { environment: "unknown_field" }],
  ])("?%s is refused", async (query, at) => {
    const { session } = await server.account();
    expectProblem(server, await session.get(`${audit}?${query}`), { status: 400, code: "query_invalid", at });
  });

  test("is the account's own alone", async () => {
    const [mine, theirs] = [await signUp(), await signUp()];
    const { body: key } = await issue(theirs);
    expect(await entriesOf(theirs, `target_id=${key.id}`)).toHaveLength(1);
    expect(await entriesOf(mine, `target_id=${key.id}`)).toEqual([]);
    expect(await entriesOf(mine)).toHaveLength(2);
    const answer = await mine.client.get(audit);
    for (const foreign of [theirs.email, theirs.userId, theirs.accountId, key.id]) {
      expect(answer.text).not.toContain(foreign);
    }
  });

  test("is for people: keys do not open it, and nothing can be written to it", async () => {
    const account = await server.account();
    for (const client of [account.sandbox, account.live, server.client()]) {
      expectProblem(server, await client.get(audit), { status: 401, code: "session_required" });
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await account.session.send(audit, { method });
      expectProblem(server, answer, { status: 405, code: "method_not_allowed" });
    }
  });
});
