import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { nextHash, verifyChain } from "../../../src/access/audit/chain.ts";
import { auditStore } from "../../../src/access/audit/store.ts";
import { perform } from "../../../src/app/admin-socket/operations.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** Entries are chained in each account: what is changed afterwards shows. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const run = (statement: ReturnType<typeof sql>) =>
  server.deps.stores.accounts.write((tx) => void tx.run(statement));
const entriesOf = (accountId: string) =>
  auditStore(server.deps.stores.accounts.db).after(accountId, 0, Number.MAX_SAFE_INTEGER);

/** An account with five entries. */
async function withEntries() {
  const { accountId, session } = await server.account();
  await session.post("/api/v1/keys", { name: "Shop", environment: "live", scopes: ["quotes:read"] });
  const entries = entriesOf(accountId);
  expect(entries).toHaveLength(5);
  return { accountId, entries, id: (at: number) => entries[at]?.id ?? "" };
}

test("untouched entries are intact, in each account separately", async () => {
  const [first, second] = [await withEntries(), await withEntries()];
  for (const { accountId, entries } of [first, second]) {
    expect(await verifyChain(server.deps, accountId)).toEqual({
      entries: 5,
      redacted: 0,
      lastHash: entries.at(-1)?.hash ?? "",
      brokenAt: null,
    });
  }
  expect(new Set([...first.entries, ...second.entries].map(({ hash }) => hash)).size).toBe(10);
});

test.each([
  ["at", sql`at + 1`],
  ["action", sql`'key.revoked'`],
  ["user_id", sql`(SELECT id FROM users LIMIT 1)`],
  ["email", sql`'other@example.com'`],
  ["target_type", sql`'user'`],
  ["target_id", sql`'key_other'`],
  ["target_name", sql`'Another name'`],
  ["address", sql`'203.0.113.1'`],
  ["request_id", sql`'req_other'`],
  ["details", sql`'{"tier":"growth"}'`],
  ["hash", sql`'00'`],
])("another %s shows at its entry", async (column, value) => {
  const { accountId, id } = await withEntries();
  await run(sql`UPDATE audit_entries SET ${sql.identifier(column)} = ${value} WHERE id = ${id(2)}`);
  expect(await verifyChain(server.deps, accountId)).toMatchObject({ entries: 2, brokenAt: id(2) });
});

test("a removed or exchanged entry shows at the next one", async () => {
  const removed = await withEntries();
  await run(sql`DELETE FROM audit_entries WHERE id = ${removed.id(1)}`);
  expect(await verifyChain(server.deps, removed.accountId)).toMatchObject({ brokenAt: removed.id(2) });

  const moved = await withEntries();
  await run(sql`UPDATE audit_entries SET account_id = ${removed.accountId} WHERE id = ${moved.id(2)}`);
  expect(await verifyChain(server.deps, moved.accountId)).toMatchObject({ brokenAt: moved.id(3) });
});

test("entries from before the chain begin it: the first new one covers them", async () => {
  const { accountId, session } = await server.account();
  await run(sql`UPDATE audit_entries SET hash = NULL WHERE account_id = ${accountId}`);
  await session.post("/api/v1/keys", { name: "New", environment: "live" });
  await session.post("/api/v1/keys", { name: "Newer", environment: "live" });
  const entries = entriesOf(accountId);
  expect(entries.map(({ hash }) => hash !== null)).toEqual([false, false, false, false, true, true]);
  expect(await verifyChain(server.deps, accountId)).toMatchObject({ entries: 6, brokenAt: null });
  await run(sql`UPDATE audit_entries SET at = at + 1 WHERE id = ${entries[1]?.id ?? ""}`);
  expect(await verifyChain(server.deps, accountId)).toMatchObject({ brokenAt: entries[4]?.id ?? "" });
});

test("a long log is verified in steps", async () => {
  const { accountId } = await server.account();
  const count = 1_203;
  await server.deps.stores.accounts.write((tx) => {
    const { position: _, ...newest } = auditStore(tx).newest(accountId) ?? expect.unreachable();
    for (let made = 0; made < count; made += 1) {
      const row = { ...newest, id: server.deps.ids.make("aud") };
      auditStore(tx).insert({ ...row, hash: nextHash(tx, row) });
    }
  });
  expect(await verifyChain(server.deps, accountId)).toMatchObject({ entries: count + 4, brokenAt: null });
});

test("the operation names the accounts with a changed log", async () => {
  const [whole, broken] = [await withEntries(), await withEntries()];
  await run(sql`UPDATE audit_entries SET at = 0 WHERE id = ${broken.id(4)}`);
  const { accounts } = (await perform(server.deps, "audit verify", {})) as {
    accounts: { account_id: string }[];
  };
  const of = (accountId: string) => accounts.find(({ account_id }) => account_id === accountId);
  expect(of(whole.accountId)).toEqual({
    account_id: whole.accountId,
    entries: 5,
    redacted: 0,
    last_hash: whole.entries.at(-1)?.hash,
    broken_at: null,
  } as never);
  expect(of(broken.accountId)).toMatchObject({ entries: 4, broken_at: broken.id(4) });
});
