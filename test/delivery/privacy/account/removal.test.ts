import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { requestDeletion } from "../../../../src/access/accounts/deletion/deletion.ts";
import { ofAccount } from "../../../../src/access/accounts/deletion/deletion-store.ts";
import { deleteAccount } from "../../../../src/delivery/privacy/account/removal.ts";
import { ownedTables } from "../../../../src/infra/db/owned-rows.ts";
import type { Store } from "../../../../src/infra/db/store.ts";
import { addFleet } from "../../../support/carrier-rows.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { startServer, type TestServer } from "../../../support/harness.ts";

/** A deletion that stops between any two of its transactions is completed by the next try. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const stores = (): Store[] => {
  const { accounts, platform: platformOf } = server.deps.stores;
  return [accounts, platformOf("live"), platformOf("sandbox")];
};

/** Runs `work`, and refuses every transaction after the first `count`, as a kill would. @returns whether one was refused */
async function stoppedAfter(count: number, work: () => Promise<void>): Promise<boolean> {
  let left = count;
  let isStopped = false;
  const writes = stores().map((store) => store.write);
  for (const [index, store] of stores().entries()) {
    const write = writes[index] as Store["write"];
    store.write = (fn) => {
      left -= 1;
      if (left >= 0) return write(fn);
      isStopped = true;
      return Promise.reject(new Error("killed"));
    };
  }
  await work().catch(() => {});
  for (const [index, store] of stores().entries()) store.write = writes[index] as Store["write"];
  return isStopped;
}

function rowsLeft(accountId: string): string[] {
  return stores().flatMap(({ name, db }) =>
    ownedTables(db, ofAccount)
      .filter(({ name: table, condition }) =>
        db.get(sql.raw(`SELECT 1 FROM "${table}" WHERE ${condition.replaceAll("?", `'${accountId}'`)}`)),
      )
      .map(({ name: table }) => `${name}.${table}`),
  );
}

test("a stop between any two transactions leaves nothing after the next try", async () => {
  await Promise.all(server.deps.loops.map((loop) => loop.stop(5_000)));
  let isStopped = true;
  let stops = 0;
  for (let count = 1; isStopped; count += 1) {
    const { accountId, sandbox } = await server.account();
    await createShipment(sandbox);
    await addFleet(server, "live", accountId);
    await sandbox.post(`${platform}/webhooks`, { url: "https://example.com/hook", events: ["*"] });
    await requestDeletion(server.deps, accountId, null, { isDueNow: true });
    isStopped = await stoppedAfter(count, () => deleteAccount(server.deps, accountId));
    if (isStopped) stops += 1;
    await deleteAccount(server.deps, accountId);
    expect({ count, left: rowsLeft(accountId) }).toEqual({ count, left: [] });
    expect(
      server.deps.stores.accounts.db.get(sql`SELECT 1 FROM accounts WHERE id = ${accountId}`),
    ).toBeUndefined();
  }
  expect(stops).toBeGreaterThan(10);
});

test("two who delete the same account at once are one deletion, and a deletion that is taken back stops", async () => {
  const { accountId, session } = await server.account();
  const path = "/api/v1/account/deletion";
  const asked = await Promise.all([session.post(path), session.post(path)]);
  expect(asked.map(({ status }) => status)).toEqual([200, 200]);
  expect(asked[0]?.body).toEqual(asked[1]?.body);
  await Promise.all([session.delete(path), deleteAccount(server.deps, accountId)]);
  await deleteAccount(server.deps, accountId);
  expect((await session.get("/api/v1/auth/session")).body.account.deletion_due_at).toBeNull();
});
