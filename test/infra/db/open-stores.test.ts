import { describe, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { dueRows } from "../../../src/infra/db/due-rows.ts";
import { type Db, prepared, type Store, type Stores, type Tx } from "../../../src/infra/db/store.ts";
import { mountDisk } from "../../support/mount.ts";
import { testWith } from "../../support/test-with.ts";
import { addItems } from "./fixtures/item-tasks.ts";
import { memoryStores } from "./memory-stores.ts";
import { addItem, itemStores, temporaryFolder } from "./support.ts";

const megabyte = 1_000_000;

const itemsOf = (store: Pick<Store, "db">) =>
  store.db.all<{ body: string }>(sql`SELECT body FROM items ORDER BY rowid`).map(({ body }) => body);

const logSizeBytes = (dataDir: string, store: Pick<Store, "name">) =>
  statSync(join(dataDir, `${store.name}.db-wal`)).size;

describe("the data folder", () => {
  test("is created with its parents, for its owner alone", async () => {
    using folder = temporaryFolder();
    const dataDir = join(folder.path, "var/waybill");
    await using _stores = await itemStores(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir)).toContain("lock.db");
  });

  test("keeps what was written, and holds nothing but databases when closed", async () => {
    using folder = temporaryFolder();
    {
      await using stores = await itemStores(folder.path);
      await stores.platform("live").write((tx) => addItem(tx, "kept"));
      await stores.telemetry.run(addItems, ["counted"]);
    }
    expect(readdirSync(folder.path).sort()).toEqual([
      "accounts.db",
      "live.db",
      "lock.db",
      "sandbox.db",
      "telemetry.db",
    ]);
    await using stores = await itemStores(folder.path);
    expect(itemsOf(stores.platform("live"))).toEqual(["kept"]);
    expect(itemsOf(stores.telemetry)).toEqual(["counted"]);
  });

  test("knows of a database that is new until something is written, so that no job looks for its rows", async () => {
    using folder = temporaryFolder();
    const due = dueRows({ table: "items", id: (row) => `${row}.body`, at: (row) => `${row}.rowid` });
    const areEmpty = (stores: Stores) =>
      (["live", "sandbox"] as const).map((name) => due(stores.platform(name)).isEmpty());
    {
      await using stores = await itemStores(folder.path);
      await stores.platform("live").write(() => {});
      expect(areEmpty(stores)).toEqual([true, true]);
      await stores.platform("live").write((tx) => addItem(tx, "kept"));
      expect(areEmpty(stores)).toEqual([false, true]);
    }
    await using stores = await itemStores(folder.path);
    expect(areEmpty(stores)).toEqual([false, false]);
  });

  test("is refused to a second opener at once, and free after the first has closed", async () => {
    using folder = temporaryFolder();
    {
      await using _first = await itemStores(folder.path);
      await expect(itemStores(folder.path)).rejects.toThrow(
        `Another waybill process is using the data folder ${folder.path}. Stop it first, or choose another folder with --data.`,
      );
    }
    await using _second = await itemStores(folder.path);
  });
});

test("live and sandbox never meet", async () => {
  using folder = temporaryFolder();
  await using stores = await itemStores(folder.path);
  await stores.platform("live").write((tx) => addItem(tx, "real"));
  expect(itemsOf(stores.platform("sandbox"))).toEqual([]);
});

test("every connection has the house's settings", async () => {
  using folder = temporaryFolder();
  await using stores = await itemStores(folder.path);
  const all = [stores.accounts, stores.telemetry, stores.platform("live"), stores.platform("sandbox")];
  const wanted = {
    journal_mode: "wal",
    synchronous: 1,
    foreign_keys: 1,
    trusted_schema: 0,
    temp_store: 2,
    wal_autocheckpoint: 0,
    mmap_size: 0,
  };
  for (const { db } of all) {
    const values = Object.keys(wanted).map((name) => db.get<object>(sql.raw(`PRAGMA ${name}`)));
    expect(Object.assign({}, ...values)).toEqual(wanted);
    expect(db.get(sql`PRAGMA busy_timeout`)).toEqual({ timeout: 1_000 });
  }
});

test("writes through the real worker come back, in every store", async () => {
  using folder = temporaryFolder();
  await using stores = await itemStores(folder.path);
  for (const store of [stores.accounts, stores.platform("live"), stores.platform("sandbox")]) {
    const bodies = Array.from({ length: 300 }, (_, index) => `item ${index}`);
    const lengths = await Promise.all(
      bodies.map((body) =>
        store.write((tx) => {
          addItem(tx, body);
          return body.length;
        }),
      ),
    );
    expect(lengths).toEqual(bodies.map(({ length }) => length));
    await store.synced();
    expect(itemsOf(store)).toEqual(bodies);
  }
});

test("under heavy writing a log stays far under 64 MB, and nothing is lost", async () => {
  using folder = temporaryFolder();
  await using stores = await itemStores(folder.path);
  for (const store of [stores.platform("live"), stores.platform("sandbox")]) {
    let largestBytes = 0;
    let writtenBytes = 0;
    const writer = async (name: number) => {
      for (let index = 0; index < 100; index++) {
        const body = `${name} ${index} `.padEnd(10_000, "x");
        await store.write((tx) => addItem(tx, body));
        writtenBytes += body.length;
        largestBytes = Math.max(largestBytes, logSizeBytes(folder.path, store));
      }
    };
    await Promise.all(Array.from({ length: 32 }, (_, name) => writer(name)));
    expect(writtenBytes).toBe(32 * megabyte);
    expect(largestBytes).toBeLessThan(32 * megabyte);
    expect(store.db.get(sql`SELECT count(*) AS n FROM items`)).toEqual({ n: 32 * 100 });
  }
});

test("a writer after a checkpoint pays no sync: the log already has its header", async () => {
  using folder = temporaryFolder();
  await using stores = await itemStores(folder.path);
  for (const store of [
    stores.accounts,
    stores.telemetry,
    stores.platform("live"),
    stores.platform("sandbox"),
  ]) {
    expect(logSizeBytes(folder.path, store)).toBeGreaterThan(0);
  }
});

describe("a full disk", () => {
  test("refuses the writes, not the reads, and writes work again when there is space", async () => {
    using folder = temporaryFolder();
    await using stores = await itemStores(folder.path);
    const store = stores.platform("live");
    await store.write((tx) => addItem(tx, "before"));
    store.db.get(sql`PRAGMA max_page_count = 10`);
    const large = "x".repeat(megabyte);
    const refused = await Promise.allSettled([
      store.write((tx) => addItem(tx, "small")),
      store.write((tx) => addItem(tx, large)),
    ]);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: "storage_full" } });
    expect(itemsOf(store)).toEqual(["before"]);
    store.db.get(sql`PRAGMA max_page_count = 100000`);
    await store.write((tx) => addItem(tx, large));
    expect(itemsOf(store)).toEqual(["before", large]);
  });

  testWith("mounts", "of a real, small file system: every acknowledged item is there", async () => {
    using disk = mountDisk("size=8m");
    await using stores = await itemStores(disk.path);
    const store = stores.platform("live");
    const acknowledged: string[] = [];
    const body = (index: number) => `${index} `.padEnd(50_000, "x");
    let refusal: unknown;
    for (let index = 0; refusal === undefined; index++) {
      await store
        .write((tx) => addItem(tx, body(index)))
        .then(
          () => acknowledged.push(body(index)),
          (error) => {
            refusal = error;
          },
        );
    }
    expect(refusal).toMatchObject({ code: "storage_full" });
    expect(itemsOf(store)).toEqual(acknowledged);
    disk.remount("size=64m");
    await store.write((tx) => addItem(tx, "there is space again"));
    expect(itemsOf(store)).toEqual([...acknowledged, "there is space again"]);
  });
});

test("prepared() makes a feature's statements once for each connection", async () => {
  using folder = temporaryFolder();
  await using stores = await itemStores(folder.path);
  let made = 0;
  const itemStore = prepared((db: Db) => {
    made += 1;
    return { count: () => db.get(sql`SELECT count(*) AS n FROM items`) };
  });
  const live = stores.platform("live");
  expect(itemStore(live.db).count()).toEqual({ n: 0 });
  await live.write((tx) => itemStore(tx).count());
  expect(made).toBe(1);
  itemStore(stores.platform("sandbox").db);
  expect(made).toBe(2);
});

test("stores in memory are migrated, apart from each other, and answer like the others", async () => {
  const [one, other] = [memoryStores(), memoryStores()];
  const rows = (stores: Stores) => stores.platform("live").db.all(sql`SELECT * FROM marks`);
  await one.platform("live").write((tx) => tx.run(sql`CREATE TABLE marks (id INTEGER) STRICT`));
  expect(rows(one)).toEqual([]);
  expect(() => rows(other)).toThrow("no such table");
  const names = one.accounts.db.all<{ name: string }>(sql`SELECT name FROM migrations`);
  expect(names.length).toBeGreaterThan(0);
  await Promise.all([one.close(), other.close()]);
});

test("what the types refuse", () => {
  const misuse = (store: Store, needsTx: (tx: Tx) => void) => {
    // @ts-expect-error an async function would go on after its transaction has committed
    void store.write(async (tx) => addItem(tx, "late"));
    // @ts-expect-error so would a function that returns a promise
    void store.write(() => Promise.resolve(1));
    // @ts-expect-error what changes rows is called in a write, not with the plain handle
    needsTx(store.db);
    return store.write(() => 1) satisfies Promise<number>;
  };
  expect(misuse).toBeFunction();
});
