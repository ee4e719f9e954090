import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { platform } from "../support/fixtures.ts";
import { type Answer, startServer, type TestServer } from "../support/harness.ts";
import { appCode } from "../support/second-factor.ts";
import { run } from "./run.ts";
import { typed } from "./typed.ts";

const password = "a long enough passphrase";
const operator = "operator@example.com";

let folder: string;
/** An installation with its operator, in which nobody serves: each test has a copy. */
let initialized: string;
let copies = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-commands-"));
  initialized = join(folder, "initialized");
  const made = await run(["init", "--email", operator, "--password-stdin", "--json", "--data", initialized], {
    input: `${password}\n`,
  });
  expect(made).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.parse(made.stdout)).toEqual({
    account: {
      id: expect.stringMatching(/^acct_/),
      name: "Operator",
      tier: "unlimited",
      created_at: expect.any(String),
    },
    user: {
      id: expect.stringMatching(/^usr_/),
      account_id: JSON.parse(made.stdout).account.id,
      email: operator,
      role: "owner",
      is_operator: true,
      created_at: expect.any(String),
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

function copy(): string {
  copies += 1;
  const data = join(folder, `copy-${copies}`);
  cpSync(initialized, data, { recursive: true });
  return data;
}

const server = (dataDir: string) => startServer({ dataDir, config: { defaultTier: "free" } });

/** Runs a command that has to succeed, in a process of its own if it reads input. @returns what it printed as JSON */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
async function done(data: string, args: string[], input?: string): Promise<any> {
  const line = [...args, "--data", data, "--json"];
  const finished = input === undefined ? await typed(line) : await run(line, { input });
  expect(finished).toMatchObject({ exitCode: 0, stderr: "" });
  return JSON.parse(finished.stdout);
}

const refusalOf = ({ status, body }: Answer) => [status, body.code];

const keyFor = (account: string, ...more: string[]) => [
  ...["key", "create", "--account", account, "--environment", "sandbox", "--name", "CI"],
  ...more,
];
const passwordFor = (email: string) => ["user", "password", email, "--password-stdin"];

async function signIn(running: TestServer, email: string, secret: string) {
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await running.client(headers).post("/api/v1/auth/sign-in", { email, password: secret });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { answer, session: running.client({ ...headers, cookie }) };
}

describe.each(["beside a running server", "on the files"])("%s", (where) => {
  let data: string;
  let beside: TestServer | undefined;
  beforeAll(async () => {
    data = copy();
    if (where === "beside a running server") beside = await server(data);
  });
  afterAll(() => beside?.stop());

  /** Whoever serves these files now, or for this long. */
  async function ask<T>(look: (running: TestServer) => Promise<T>): Promise<T> {
    if (beside) return look(beside);
    const running = await server(data);
    try {
      return await look(running);
    } finally {
      await running.stop();
    }
  }

  test("a key counts at once, has what it was issued with, and is refused once it is revoked", async () => {
    const scopes = "tracking:read, events:read";
    const expires = "2100-01-31T00:00:00Z";
    const issued = await done(data, keyFor(operator, "--scopes", scopes, "--expires", expires));
    const { id, secret } = issued;
    expect(issued).toMatchObject({
      account_id: expect.stringMatching(/^acct_/),
      name: "CI",
      environment: "sandbox",
      scopes: scopes.split(", "),
      expires_at: "2100-01-31T00:00:00.000Z",
      secret: expect.stringMatching(/^wb_sandbox_/),
    });
    const use = (running: TestServer) => running.client({ "x-api-key": secret });
    await ask(async (running) => {
      expect((await use(running).get(`${platform}/events`)).status).toBe(200);
      expect(refusalOf(await use(running).get(`${platform}/shipments`))).toEqual([403, "scope_missing"]);
    });

    const revoked = await done(data, ["key", "revoke", id]);
    expect(revoked).not.toHaveProperty("secret");
    expect(revoked).toMatchObject({ id, revoked_at: expect.any(String) });
    expect(refusalOf(await ask((running) => use(running).get(`${platform}/events`)))).toEqual([
      401,
      "api_key_revoked",
    ]);
  });

  test("a user of a new account signs in; a new password ends the sessions; another user joins", async () => {
    const email = "alex@example.com";
    const made = await done(
      data,
      [
        "user",
        "create",
        email,
        "--account-name",
        "Book shop",
        "--default-tier",
        "growth",
        "--password-stdin",
      ],
      `${password}\n`,
    );
    expect(made).toMatchObject({
      account: { name: "Book shop", tier: "growth" },
      user: { email, role: "owner", is_operator: false },
    });
    const next = "another long enough passphrase";
    if (beside) {
      const { session } = await signIn(beside, email, password);
      expect((await session.get("/api/v1/auth/session")).status).toBe(200);
      expect(await done(data, passwordFor(email), next)).toMatchObject({ sessions_ended: 1 });
      expect(refusalOf(await session.get("/api/v1/auth/session"))).toEqual([401, "session_required"]);
    } else {
      expect(await done(data, passwordFor(email), next)).toMatchObject({ sessions_ended: 0 });
    }
    await ask(async (running) => {
      expect(refusalOf((await signIn(running, email, password)).answer)).toEqual([401, "sign_in_failed"]);
      const { answer: signedIn, session } = await signIn(running, email, next);
      expect(signedIn.status).toBe(200);
      const path = "/api/v1/auth/second-factor";
      const { secret } = (await session.post(path)).body;
      const code = appCode(secret, Date.now());
      expect((await session.post(`${path}/confirmation`, { code })).status).toBe(200);
      const { answer } = await signIn(running, email, next);
      expect(refusalOf(answer)).toEqual([401, "second_factor_required"]);
    });
    expect(await done(data, ["user", "second-factor-off", email])).toMatchObject({ was_on: true });
    expect(await done(data, ["user", "second-factor-off", email])).toMatchObject({ was_on: false });
    await ask(async (running) => expect((await signIn(running, email, next)).answer.status).toBe(200));
    const link = ["user", "reset-link", email, "--public-url", "http://waybill.example.com"];
    const { url, expires_at } = await done(data, link);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    const [page, token] = url.split("#");
    expect(page).toEndWith("/dashboard/reset-password");
    await ask(async (running) => {
      const reset = { token, password: "a third passphrase of mine" };
      const confirmation = "/api/v1/auth/password-reset/confirmation";
      expect((await running.client().post(confirmation, reset)).status).toBe(204);
      expect((await signIn(running, email, reset.password)).answer.status).toBe(200);
    });
    const joined = await done(
      data,
      ["user", "create", "bea@example.com", "--account", email, "--password-stdin"],
      password,
    );
    expect([joined.account.id, joined.user.role]).toEqual([made.account.id, "developer"]);
    const watching = ["user", "create", "kim@example.com", "--account", email, "--role", "viewer"];
    expect((await done(data, [...watching, "--password-stdin"], password)).user.role).toBe("viewer");
    const roleOf = (who: string, role: string) => ["user", "role", who, role];
    expect((await done(data, roleOf("kim@example.com", "owner"))).user.role).toBe("owner");
    expect((await done(data, roleOf(email, "viewer"))).user.role).toBe("viewer");
    const last = await run([...roleOf("kim@example.com", "viewer"), "--data", data]);
    expect([last.exitCode, last.stderr]).toEqual([1, "waybill: Make somebody else an owner first.\n"]);
  });

  test("another tier holds for the next request, and the audit log tells that a command did it", async () => {
    const { secret, account_id: accountId } = await done(data, keyFor(operator));
    const readAccount = (running: TestServer) =>
      running.client({ "x-api-key": secret }).get(`${platform}/account`);
    expect((await ask(readAccount)).body.tier).toBe("unlimited");
    expect(await done(data, ["account", "tier", accountId, "growth"])).toMatchObject({
      account: { id: accountId, tier: "growth" },
    });
    const entries = await ask(async (running) => {
      expect((await readAccount(running)).body.tier).toBe("growth");
      const { session } = await signIn(running, operator, password);
      return (await session.get("/api/v1/audit?limit=100")).body.data;
    });
    const changed = entries.find(({ action }: { action: string }) => action === "account.tier_changed");
    expect(changed).toMatchObject({
      actor: { kind: "operator", user_id: null, email: null },
      target: { type: "account", id: accountId },
      address: null,
      request_id: null,
      details: { tier: "growth", previous_tier: "unlimited" },
    });
    const created = entries.find(({ action }: { action: string }) => action === "account.created");
    expect(created.actor.kind).toBe("operator");
  });
});

describe("what is refused is said of the flag it came from", () => {
  let running: TestServer;
  beforeAll(async () => {
    running = await server(copy());
  });
  afterAll(() => running.stop());

  const bad: [args: string[], sentence: string | RegExp][] = [
    [keyFor(operator, "--scopes", "tracking:read,all"), /^--scopes must be one of shipments:read, /],
    [
      keyFor(operator, "--expires", "tomorrow"),
      "--expires must be an RFC 3339 time such as 2026-01-31T09:30:00.000Z",
    ],
    [keyFor(operator, "--expires", "2020-01-01T00:00:00Z"), "--expires must be in the future"],
    [
      keyFor("nobody@example.com"),
      "--account is unknown: give an account id (acct_…) or the email address of one of its users",
    ],
    [["account", "tier", operator, "gold"], "<tier> must be one of free, growth, scale, unlimited"],
    [["account", "tier", "acct_1", "free"], /^<account> is unknown: /],
    [["key", "revoke", "key_1"], "<key> is not the id of a key"],
    [keyFor(operator, "--name", ""), "--name must not be empty"],
    [
      [
        "key",
        "create",
        "--account",
        operator,
        "--environment",
        "live",
        "--name",
        "X",
        "--scopes",
        "sandbox:write",
      ],
      "--scopes must include a scope other than sandbox:write, which has no effect on live keys",
    ],
  ];
  test.each(bad)("%j", async (args, sentence) => {
    const { exitCode, stdout, stderr } = await typed([...args, "--data", running.deps.config.data]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^waybill: .*\n$/);
    expect(stderr.slice("waybill: ".length, -1)).toMatch(sentence);
  });

  const passwords: [args: string[], input: string, exitCode: number, sentence: string][] = [
    [passwordFor(operator), "short", 2, "the password must have at least 12 characters"],
    [passwordFor(operator), "password1234", 2, "the password is too common; try four unrelated words"],
    [passwordFor("nobody@example.com"), password, 2, "<email> belongs to no user"],
    [
      ["user", "create", "x@example.com", "--password-stdin"],
      password,
      2,
      "--account is required to join an existing account, or --account-name to open a new one: give one of the two",
    ],
    [
      [
        "user",
        "create",
        "x@example.com",
        "--account",
        operator,
        "--default-tier",
        "growth",
        "--password-stdin",
      ],
      password,
      2,
      "--default-tier is for new accounts only: an existing account keeps its tier",
    ],
    [
      ["user", "create", "x@example.com", "--account-name", "X", "--role", "viewer", "--password-stdin"],
      password,
      2,
      "--role must be owner for the first user of a new account",
    ],
    [
      ["user", "create", operator, "--account-name", "X", "--password-stdin"],
      password,
      1,
      "<email> already has an account",
    ],
    [
      ["init", "--email", "x@example.com", "--password-stdin"],
      password,
      1,
      "This installation already has an operator. Sign in instead.",
    ],
    [["user", "password", operator], "", 2, "no terminal to ask for the password; use --password-stdin"],
  ];
  test("of those that take a password too; the password that is there stays", async () => {
    await Promise.all(
      passwords.map(async ([args, input, exitCode, sentence]) => {
        const finished = await run([...args, "--data", running.deps.config.data], { input });
        expect(finished).toEqual({ exitCode, stdout: "", stderr: `waybill: ${sentence}\n` });
      }),
    );
    expect((await signIn(running, operator, password)).answer.status).toBe(200);
  });
});

test("a changed audit log fails its verification, which names the entry", async () => {
  const data = copy();
  const whole = await done(data, ["audit", "verify"]);
  expect(whole.accounts).toEqual([
    {
      account_id: expect.any(String),
      entries: 1,
      redacted: 0,
      last_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      broken_at: null,
    },
  ]);
  const { account_id, last_hash } = whole.accounts[0];
  const told = await run(["audit", "verify", "--account", operator, "--data", data]);
  expect(told).toMatchObject({ exitCode: 0, stdout: `${account_id}  1 entry  ${last_hash}\n` });
  const database = new Database(join(data, "accounts.db"));
  database.prepare("UPDATE audit_entries SET at = at + 1").run();
  database.close();
  const broken = await run(["audit", "verify", "--data", data]);
  expect([broken.exitCode, broken.stdout]).toEqual([1, ""]);
  expect(broken.stderr).toStartWith(`waybill: the audit log was changed: ${account_id} at aud_`);
});

test("a key's secret is all there is on standard output, and nowhere else", async () => {
  const data = copy();
  const { exitCode, stdout, stderr } = await run([...keyFor(operator), "--data", data]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^wb_sandbox_[0-9A-Za-z]{36}\n$/);
  expect(stderr).toMatch(/^Created the sandbox key key_\w+ \(CI\)\. The secret is not shown again\.\n$/);
  expect(stderr).not.toContain(stdout.trim().slice(-8));
});

test("init says which folder it used, and whether it made the installation", async () => {
  const cwd = join(folder, "elsewhere");
  mkdirSync(cwd);
  const init = (email: string) =>
    run(["init", "--email", email, "--password-stdin"], { cwd, input: `${password}\n` });
  const place = join(realpathSync(cwd), "waybill-data");
  expect((await init(operator)).stderr).toContain(`Created a new installation in ${place}.`);
  const again = await init("second@example.com");
  expect(again.exitCode).not.toBe(0);
  expect(again.stderr).not.toContain("Made");
});

test("without an installation nothing is made but by init", async () => {
  const data = join(folder, "nothing");
  expect(await typed([...keyFor(operator), "--data", data])).toEqual({
    exitCode: 73,
    stdout: "",
    stderr: `waybill: no installation in ${data}: name its folder with --data, or create one with \`waybill init\`\n`,
  });
  expect(await Bun.file(join(data, "accounts.db")).exists()).toBe(false);
});

test("too little space for a running server: the folder is named, and what to do", async () => {
  const data = copy();
  const full = await startServer({ dataDir: data, config: { minFreeMb: 1_000_000_000 } });
  expect(await typed([...keyFor(operator), "--data", data])).toEqual({
    exitCode: 75,
    stdout: "",
    stderr: `waybill: the disk of the data folder ${data} has less free space than --min-free-mb keeps: free some space, then try again\n`,
  });
  await full.stop();
});
