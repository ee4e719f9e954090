import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { watchCondition } from "../../../src/infra/db/condition.ts";
import type { StorageLog } from "../../../src/infra/db/observers.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import type { Store } from "../../../src/infra/db/store.ts";
import { timedSync } from "../../../src/infra/db/timed-sync.ts";
import { eventually } from "../../support/harness.ts";
import { addItem, itemSets, itemStores, silentLog, temporaryFolder } from "./support.ts";

const pageBytes = 4096;

function heardLog(): StorageLog & { heard: string[] } {
  const heard: string[] = [];
  const note = (level: string) => (_fields: object, message: string) =>
    void heard.push(`${level}: ${message}`);
  return { heard, info: note("info"), warn: note("warn"), error: note("error"), fatal: note("fatal") };
}

const looks = {
  minFreeBytes: 100,
  freeBytes: async () => 100,
  isDamaged: () => false,
  isSchemaCurrent: () => true,
  syncRunningMs: () => 0,
};

test("space is low below the minimum, and each change is logged once", async () => {
  const log = heardLog();
  let free = 99;
  let asked = 0;
  const freeBytes = async () => {
    asked += 1;
    return free;
  };
  const condition = await watchCondition({ ...looks, freeBytes }, log);
  expect(condition.spaceIsLow).toBe(true);
  await eventually("a second look", () => asked > 1 || undefined);
  expect(log.heard).toEqual(["warn: Disk nearly full: writes are refused until space is freed"]);
  free = 100;
  await eventually("space", () => !condition.spaceIsLow || undefined);
  expect(log.heard.slice(1)).toEqual(["info: Disk space is available again: writes resume"]);
  condition.stop();
});

test("a disk that does not say how much is free changes nothing, and is reported once", async () => {
  const log = heardLog();
  let asked = 0;
  const freeBytes = async () => {
    asked += 1;
    if (asked > 1) throw new Error("EIO");
    return 0;
  };
  const condition = await watchCondition({ ...looks, freeBytes }, log);
  await eventually("a third look", () => asked > 2 || undefined);
  expect(condition.spaceIsLow).toBe(true);
  expect(log.heard.length).toBe(2);
  condition.stop();
});

test("stopped, it releases the reserve, and checks no more", async () => {
  const condition = await watchCondition({ ...looks, freeBytes: async () => 0 }, silentLog);
  expect(condition.spaceIsLow).toBe(true);
  condition.stop();
  expect(condition.spaceIsLow).toBe(false);
});

test("a schema that another program changes is seen", async () => {
  using folder = temporaryFolder();
  await using stores = await itemStores(folder.path);
  expect(stores.condition.schemaIsCurrent).toBe(true);
  const { db } = stores.platform("live");
  db.run(sql`INSERT INTO migrations (name, sha256) VALUES ('9999_later', '')`);
  await eventually("the change", () => !stores.condition.schemaIsCurrent || undefined);
  db.run(sql`DELETE FROM migrations WHERE name = '9999_later'`);
  await eventually("the change back", () => stores.condition.schemaIsCurrent || undefined);
});

describe("a table that is damaged where no start checks", () => {
  const uses = {
    read: async (store: Store) => store.db.all(sql`SELECT body FROM items`),
    write: (store: Store) => store.write((tx) => addItem(tx, "new")),
  };

  test.each(["read", "write"] as const)(
    "is noticed by a %s, told of once, and stays noticed",
    async (use) => {
      using folder = temporaryFolder();
      await damageItems(folder.path);
      const log = heardLog();
      const stores = await openStores({ dataDir: folder.path, log, migrations: itemSets });
      expect(stores.condition.schemaIsCurrent).toBe(true);
      await expect(uses.read(stores.platform("sandbox"))).resolves.toEqual([]);
      expect(stores.condition.schemaIsCurrent).toBe(true);
      log.heard.length = 0;
      for (let tries = 0; tries < 2; tries += 1) {
        await expect(uses[use](stores.platform("live"))).rejects.toThrow();
        expect(stores.condition.schemaIsCurrent).toBe(false);
      }
      expect(log.heard).toEqual([
        expect.stringMatching(/^error: \S+live\.db is damaged \(.+\): .+ restore the newest backup/),
      ]);
      await stores.close();
    },
  );

  test("what a caller did wrong is no damage", async () => {
    using folder = temporaryFolder();
    await using stores = await itemStores(folder.path);
    const live = stores.platform("live");
    await live.write((tx) => addItem(tx, "once"));
    await expect(live.write((tx) => addItem(tx, "once"))).rejects.toThrow();
    expect(() => live.db.all(sql`SELECT nothing`)).toThrow();
    expect(stores.condition.schemaIsCurrent).toBe(true);
  });
});

/** Makes stores, the live one too large to be read through, and spoils the first page of its table and of its index. */
async function damageItems(dataDir: string): Promise<void> {
  const stores = await itemStores(dataDir);
  const live = stores.platform("live");
  await live.write((tx) => addItem(tx, "x".repeat(3 * 1024 * 1024)));
  const roots = live.db.all<{ rootpage: number }>(
    sql`SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'items'`,
  );
  await stores.close();
  const path = join(dataDir, "live.db");
  const content = readFileSync(path);
  for (const { rootpage } of roots)
    content.fill(0xff, (rootpage - 1) * pageBytes, (rootpage - 1) * pageBytes + 8);
  writeFileSync(path, content);
}

test("a sync is timed while it runs and when it has ended", async () => {
  const held = Promise.withResolvers<void>();
  const durations: number[] = [];
  const timed = timedSync(
    () => held.promise,
    (ms) => durations.push(ms),
  );
  expect(timed.runningMs()).toBe(0);
  const synced = timed.sync();
  const first = timed.runningMs();
  await eventually("time to pass", () => timed.runningMs() > first || undefined);
  held.resolve();
  await synced;
  expect(timed.runningMs()).toBe(0);
  expect(durations.length).toBe(1);
  expect(durations[0]).toBeGreaterThan(first);
});
