import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { examineDataFolder } from "../../src/app/doctor/doctor.ts";
import { openReader } from "../../src/infra/db/connection.ts";
import { createLog } from "../../src/infra/log/log.ts";
import { dayMs } from "../../src/infra/units.ts";
import { temporaryFolder } from "../infra/db/support.ts";
import { createClock } from "../support/clock.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../support/harness.ts";

/** Databases that were copied one by one are restored to moments of their own. */

let folder: ReturnType<typeof temporaryFolder>;
let restored: string;
beforeEach(() => {
  folder = temporaryFolder();
  restored = join(folder.path, "restored");
  mkdirSync(restored, { mode: 0o700 });
});
afterEach(() => folder[Symbol.dispose]());

/** As it is at this moment. */
function restore({ deps }: TestServer, ...names: string[]): void {
  for (const name of names) {
    const connection = openReader(join(deps.config.data, `${name}.db`), undefined);
    connection.prepare("VACUUM INTO ?").run(join(restored, `${name}.db`));
    connection.close();
  }
}

/** A server on what was restored, with what it complains of. */
async function startRestored() {
  const complaints: string[] = [];
  const note = (...said: unknown[]) => void complaints.push(said.map(String).join(" "));
  const log = { ...createLog("silent"), warn: note, error: note, fatal: note };
  // So late that everything which shipments wait for is due.
  const clock = createClock(Date.now() + 40 * dayMs);
  const server = await startServer({ dataDir: restored, replacements: { log, clock } });
  return { ...server, complaints, [Symbol.asyncDispose]: server.stop };
}

async function findingsOf({ deps }: TestServer): Promise<string[]> {
  const { checks } = await examineDataFolder({
    dataDir: restored,
    config: deps.config,
    nativeBinding: undefined,
    now: deps.clock.now(),
    onExamine: () => {},
  });
  return checks.filter(({ state }) => state !== "ok").map(({ message }) => message);
}

test("the shipments are newer than the accounts: others go on, and nobody reaches what lacks its account", async () => {
  await using stack = new AsyncDisposableStack();
  const primary = stack.adopt(await startServer(), ({ stop }) => stop());
  const old = await primary.account();
  const kept = await createShipment(old.live);
  restore(primary, "accounts");
  const young = await primary.account();
  const lost = await createShipment(young.live);
  restore(primary, "live", "sandbox", "telemetry");

  await using standby = await startRestored();
  const asOld = standby.client({ "x-api-key": old.liveKey });
  expect((await asOld.get(`${platform}/shipments/${kept.id}`)).status).toBe(200);
  await createShipment(asOld);
  const asYoung = standby.client({ "x-api-key": young.liveKey });
  expect((await asYoung.get(`${platform}/shipments/${lost.id}`)).status).toBe(401);
  expect((await asOld.get(`${platform}/shipments/${lost.id}`)).status).toBe(404);
  // Jobs treat it as any other.
  const { db } = standby.deps.stores.platform("live");
  const expired = sql`SELECT 1 FROM shipments WHERE id = ${lost.id} AND status = 'expired'`;
  await eventually("its expiry", () => db.get(expired));
  expect(standby.complaints).toEqual([]);
  expect(await findingsOf(standby)).toEqual([
    "1 account that rows name is missing: accounts.db is older than live.db.",
  ]);
});

test("the accounts are newer than the shipments: the key works, and the shipment is unknown", async () => {
  await using stack = new AsyncDisposableStack();
  const primary = stack.adopt(await startServer(), ({ stop }) => stop());
  restore(primary, "live", "sandbox", "telemetry");
  const account = await primary.account();
  const lost = await createShipment(account.live);
  restore(primary, "accounts");

  await using standby = await startRestored();
  const live = standby.client({ "x-api-key": account.liveKey });
  expect((await live.get(`${platform}/shipments/${lost.id}`)).status).toBe(404);
  await createShipment(live);
  expect(await findingsOf(standby)).toEqual([]);
  expect(standby.complaints).toEqual([]);
});
