import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { verifyChain } from "../../../src/access/audit/chain.ts";
import { moveAuditEntries } from "../../../src/access/audit/jobs.ts";
import { moveQueuedAudit, queueAudit } from "../../../src/access/audit/outbox.ts";
import { auditOutboxStore, auditStore } from "../../../src/access/audit/store.ts";
import { write } from "../../../src/infra/deps.ts";
import type { Environment } from "../../../src/infra/environment.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { callerOf, platform } from "../../support/fixtures.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";

/** Endpoints are in another database than the audit log: an outbox beside the change carries its entry over. */

let server: TestServer;
let clock: TestClock;
beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

const path = `${platform}/webhooks`;
const url = "http://127.0.0.1:4999/hooks/very-secret-path?token=very-secret-query";
const input = { url, events: ["shipment.created"] };
const sandbox = { "x-environment": "sandbox" };

/** Newest first, once there are `count`. */
async function entriesOf({ session }: TestAccount, count: number): Promise<Answer["body"][]> {
  const words = ["created", "changed", "removed", "secret_rotated"].map((word) => `webhook.${word}`);
  return eventually(`${count} entries`, async () => {
    const { body } = await session.get(`/api/v1/audit?limit=100&action=${words}`);
    return body.data.length === count ? body.data : undefined;
  });
}

const waiting = (accountId: string, environment: Environment = "sandbox") =>
  auditOutboxStore(server.deps.stores.platform(environment).db).ofAccount(accountId, 100);
const appended = (accountId: string) =>
  auditStore(server.deps.stores.accounts.db)
    .after(accountId, 0, 1_000)
    .filter(({ action }) => action.startsWith("webhook."));

/** Makes changes while the accounts' disk fails: the server's job leaves them alone until the clock moves. */
async function whileItCannotMove(accountId: string, change: () => Promise<unknown>): Promise<void> {
  const failing = spyOn(server.deps.stores.accounts, "write").mockRejectedValue(new Error("no disk"));
  await change();
  const jobs = server.deps.loops.flatMap((loop) => loop.jobs);
  const job = jobs.find(({ name }) => name === "audit.move.sandbox") ?? expect.unreachable();
  await eventually("a failure", () => job.lastFailure()?.id === accountId || undefined);
  failing.mockRestore();
}

async function queue(accountId: string, names: string[]): Promise<void> {
  await write(server.deps, "sandbox", (writing) => {
    for (const name of names) {
      const target = { type: "webhook", id: `whe_${name}`, name } as const;
      queueAudit(writing, callerOf(accountId, "sandbox"), { action: "webhook.created", target });
    }
  });
}

test("changes of an endpoint are recorded: actor, address, request and fields", async () => {
  const account = await server.account();
  const { session } = account;
  const made = await session.post(path, input, sandbox);
  const one = `${path}/${made.body.id}`;
  const answers = [
    made,
    await session.patch(one, { headers: { "X-Token": "very-secret-value" }, enabled: false }, sandbox),
    await session.patch(one, { url: "http://localhost:4999/other", max_per_second: 5 }, sandbox),
    await session.post(`${one}/rotate-secret`, { grace_period_seconds: 60 }, sandbox),
    await session.delete(one, sandbox),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 204]);
  const { body: signedIn } = await session.get("/api/v1/auth/session");
  const entries = (await entriesOf(account, 5)).reverse();
  const target = { type: "webhook", id: made.body.id, name: "127.0.0.1:4999" };
  const moved = { ...target, name: "localhost:4999" };
  expect(entries.map((entry) => [entry.action, entry.target, entry.details])).toEqual([
    ["webhook.created", target, { environment: "sandbox" }],
    ["webhook.changed", target, { environment: "sandbox", changed: ["headers", "enabled"] }],
    ["webhook.changed", moved, { environment: "sandbox", changed: ["url", "max_per_second"] }],
    ["webhook.secret_rotated", moved, { environment: "sandbox", grace_period_seconds: 60 }],
    ["webhook.removed", moved, { environment: "sandbox" }],
  ]);
  for (const [index, entry] of entries.entries()) {
    expect(entry).toMatchObject({
      at: new Date(clock.now()).toISOString(),
      actor: { kind: "user", user_id: signedIn.user.id, email: account.email, key: null },
      address: "127.0.0.1",
      request_id: answers[index]?.headers.get("x-request-id"),
    });
  }
  const written = JSON.stringify(databaseRows(server)["accounts.audit_entries"]);
  for (const secret of ["very-secret", made.body.secret, answers[3]?.body.secret]) {
    expect(written).not.toContain(secret);
  }
  expect(await verifyChain(server.deps, account.accountId)).toMatchObject({ brokenAt: null });
});

test("a key is recorded by its id, prefix and last four characters, in both environments", async () => {
  const account = await server.account();
  const { body: keys } = await account.session.get("/api/v1/keys");
  for (const environment of ["sandbox", "live"] as const) {
    const address = environment === "live" ? "https://127.0.0.1:4999/" : url;
    expect((await account[environment].post(path, { ...input, url: address })).status).toBe(201);
  }
  const entries = await entriesOf(account, 2);
  for (const environment of ["sandbox", "live"] as const) {
    const entry = entries.find(({ details }) => details.environment === environment);
    const key = keys.data.find((each: Answer["body"]) => each.environment === environment);
    const secret = account[`${environment}Key`];
    expect(entry.actor).toEqual({
      kind: "key",
      user_id: null,
      email: null,
      key: { id: key.id, prefix: `wb_${environment}_`, last4: secret.slice(-4) },
    });
    expect(entry.details).toEqual({ environment });
    expect(JSON.stringify(entry)).not.toContain(secret.slice(0, -4));
  }
});

test("what changes nothing, is refused or repeated leaves no entry", async () => {
  const account = await server.account();
  const once = { "idempotency-key": "once" };
  const { body } = await account.sandbox.post(path, input, once);
  await account.sandbox.post(path, input, once);
  for (const patch of [{}, { enabled: true, url, events: input.events }]) {
    expect((await account.sandbox.patch(`${path}/${body.id}`, patch)).status).toBe(200);
  }
  expect((await account.sandbox.patch(`${path}/${body.id}`, { url: "http://10.0.0.1/" })).status).toBe(422);
  expect((await account.sandbox.delete(`${path}/whe_x`)).status).toBe(404);
  await account.sandbox.delete(`${path}/${body.id}`);
  const actions = (await entriesOf(account, 2)).map(({ action }) => action);
  expect(actions).toEqual(["webhook.removed", "webhook.created"]);
});

test("an entry that cannot be stored undoes the change", async () => {
  const account = await server.account();
  const make = server.deps.ids.make.bind(server.deps.ids);
  const broken = spyOn(server.deps.ids, "make").mockImplementation((prefix) => {
    if (prefix === "aud") throw new Error("no ids for entries");
    return make(prefix);
  });
  expect((await account.sandbox.post(path, input)).status).toBe(500);
  broken.mockRestore();
  expect((await account.sandbox.get(path)).body.data).toEqual([]);
});

test("an entry has the time of its change, and is chained when it is appended", async () => {
  const account = await server.account();
  const changedAt = clock.now();
  await whileItCannotMove(account.accountId, () => account.sandbox.post(path, input));
  expect(waiting(account.accountId)).toHaveLength(1);
  await account.session.post("/api/v1/keys", { name: "Later", environment: "live" });
  clock.advance(600);
  await moveQueuedAudit(server.deps, "sandbox", account.accountId);
  const { body } = await account.session.get("/api/v1/audit");
  expect(body.data.map(({ action }: Answer["body"]) => action).slice(0, 2)).toEqual([
    "webhook.created",
    "key.issued",
  ]);
  expect(body.data[0].at).toBe(new Date(changedAt).toISOString());
  expect(await verifyChain(server.deps, account.accountId)).toMatchObject({ brokenAt: null });
});

test("a process that was killed after appending appends nothing twice", async () => {
  const { accountId } = await server.account();
  const names = ["a", "b", "c"];
  await whileItCannotMove(accountId, () => queue(accountId, names));
  const platformStore = server.deps.stores.platform("sandbox");
  const killed = spyOn(platformStore, "write").mockRejectedValue(new Error("killed"));
  await expect(moveQueuedAudit(server.deps, "sandbox", accountId)).rejects.toThrow("killed");
  killed.mockRestore();
  expect(appended(accountId).map(({ targetName }) => targetName)).toEqual(names);
  expect(waiting(accountId)).toHaveLength(3);
  await moveQueuedAudit(server.deps, "sandbox", accountId);
  expect([appended(accountId).length, waiting(accountId).length]).toEqual([3, 0]);
  expect(await verifyChain(server.deps, accountId)).toMatchObject({ brokenAt: null });
});

test("two jobs at once append each entry once, in the order of the changes", async () => {
  const { accountId } = await server.account();
  const names = Array.from({ length: 40 }, (_, index) => String(index).padStart(2, "0"));
  await whileItCannotMove(accountId, () => queue(accountId, names));
  const jobs = [1, 2].map(() => moveAuditEntries(server.deps, "sandbox"));
  for (const job of jobs) await job.run(clock.now());
  for (const job of jobs) await job.drain();
  expect(appended(accountId).map(({ targetName }) => targetName)).toEqual(names);
  expect(waiting(accountId)).toEqual([]);
});

test("another account never sees an entry, and a sandbox reset removes none", async () => {
  const [mine, theirs] = [await server.account(), await server.account()];
  const { body } = await theirs.sandbox.post(path, input);
  expect((await theirs.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  const [entry] = await entriesOf(theirs, 1);
  expect(entry.target.id).toBe(body.id);
  await entriesOf(mine, 0);
  const foreign = await mine.session.get(`/api/v1/audit?target_id=${body.id}`);
  expect(foreign.body.data).toEqual([]);
  await eventually("an empty outbox", () => waiting(theirs.accountId).length === 0 || undefined);
});
