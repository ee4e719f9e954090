import { describe, expect, test } from "bun:test";
import { closeSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import type { WorkerStore } from "../../../src/infra/db/store.ts";
import { eventually } from "../../support/harness.ts";
import { addItems, end, limitPages } from "./fixtures/item-tasks.ts";
import { addItem, itemSets, itemStores, silentLog, temporaryFolder } from "./support.ts";

const itemsOf = ({ db }: WorkerStore) =>
  db.all<{ body: string }>(sql`SELECT body FROM items ORDER BY rowid`).map(({ body }) => body);

/** What the task was refused with. A matcher of `rejects` would wait for it without hearing the Worker. */
const refusalOf = (refused: Promise<void>) =>
  refused.then(
    () => undefined,
    (error) => error,
  );

/** A log that is looked at. */
function watchedLog() {
  const errors: string[] = [];
  return { ...silentLog, errors, error: (_: object, message: string) => void errors.push(message) };
}

describe("a database that a thread of its own writes", () => {
  test("shows here what a task has written, and is written by nobody else", async () => {
    using folder = temporaryFolder();
    await using stores = await itemStores(folder.path);
    const { telemetry } = stores;
    await Promise.all([telemetry.run(addItems, ["a", "b"]), telemetry.run(addItems, ["c"])]);
    expect(itemsOf(telemetry).sort()).toEqual(["a", "b", "c"]);
    expect(() => telemetry.db.run(sql`DELETE FROM items`)).toThrow();
    expect(itemsOf(telemetry).length).toBe(3);
  });

  test("refuses a task that fails, and does the next one", async () => {
    using folder = temporaryFolder();
    await using stores = await itemStores(folder.path);
    const { telemetry } = stores;
    await telemetry.run(addItems, ["once"]);
    expect((await refusalOf(telemetry.run(addItems, ["once"])))?.message).toContain("INSERT INTO items");
    expect((await refusalOf(telemetry.run({ ...addItems, name: "unknown" }, [])))?.message).toContain(
      "No task is called unknown",
    );
    await telemetry.run(addItems, ["twice"]);
    expect(itemsOf(telemetry)).toEqual(["once", "twice"]);
  });

  test("is written when its stores close, and refuses what comes later", async () => {
    using folder = temporaryFolder();
    const stores = await itemStores(folder.path);
    const bodies = Array.from({ length: 2_000 }, (_, index) => `item ${index}`);
    const written = stores.telemetry.run(addItems, bodies);
    await stores.close();
    await written;
    expect((await refusalOf(stores.telemetry.run(addItems, ["late"])))?.code).toBe("shutting_down");
    expect(readdirSync(folder.path)).not.toContain("telemetry.db-wal");
    await using again = await itemStores(folder.path);
    expect(itemsOf(again.telemetry)).toEqual(bodies);
  });

  test("keeps a short log, and empties it beside reads", async () => {
    using folder = temporaryFolder();
    await using stores = await itemStores(folder.path);
    let largestBytes = 0;
    for (let index = 0; index < 40; index += 1) {
      await stores.telemetry.run(
        addItems,
        Array.from({ length: 100 }, (_, at) => `${index} ${at} `.padEnd(10_000, "x")),
      );
      largestBytes = Math.max(largestBytes, statSync(join(folder.path, "telemetry.db-wal")).size);
    }
    expect(largestBytes).toBeLessThan(32_000_000);
    expect(itemsOf(stores.telemetry).length).toBe(4_000);
  });

  test("is opened for reading alone without a Worker", async () => {
    using folder = temporaryFolder();
    const stores = await openStores({ dataDir: folder.path, log: silentLog, migrations: itemSets });
    expect((await refusalOf(stores.telemetry.run(addItems, ["a"])))?.message).toContain("opened for reading");
    await stores.close();
  });
});

describe("trouble of the writing thread", () => {
  test("a thread that ends is logged, fails what it had to do, and another one takes its place", async () => {
    using folder = temporaryFolder();
    const log = watchedLog();
    await using stores = await itemStores(folder.path, log);
    const { telemetry } = stores;
    await telemetry.run(addItems, ["before"]);
    expect((await refusalOf(telemetry.run(end, null)))?.message).toContain("has ended");
    expect(log.errors).toContain("A thread that writes a database ended; it restarts when needed");
    expect((await refusalOf(telemetry.run(addItems, ["too soon"])))?.message).toContain("has ended");
    await stores.platform("live").write((tx) => addItem(tx, "meanwhile"));
    await eventually("another thread", () =>
      telemetry.run(addItems, ["after"]).then(
        () => true,
        () => undefined,
      ),
    );
    expect(itemsOf(telemetry)).toEqual(["before", "after"]);
  });

  test("a full disk refuses the task, and it works again when there is space", async () => {
    using folder = temporaryFolder();
    await using stores = await itemStores(folder.path);
    const { telemetry } = stores;
    await telemetry.run(limitPages, 10);
    const large = "x".repeat(1_000_000);
    expect((await refusalOf(telemetry.run(addItems, [large])))?.code).toBe("storage_full");
    await telemetry.run(limitPages, 100_000);
    await telemetry.run(addItems, [large]);
    expect(itemsOf(telemetry)).toEqual([large]);
  });

  test("damage that a task meets is reported as if a request had met it", async () => {
    using folder = temporaryFolder();
    {
      await using stores = await itemStores(folder.path);
      const bodies = Array.from({ length: 3_000 }, (_, index) => `item ${index}`);
      await stores.telemetry.run(addItems, bodies);
    }
    const log = watchedLog();
    await using stores = await itemStores(folder.path, log);
    overwritePages(join(folder.path, "telemetry.db"));
    expect((await refusalOf(stores.telemetry.run(addItems, ["item 1"])))?.code).toBe("storage_unavailable");
    expect(stores.condition.schemaIsCurrent).toBe(false);
    expect(log.errors.join()).toContain("telemetry.db is damaged");
  });
});

/** All pages but the first ones, which say what is in the file. */
function overwritePages(path: string): void {
  const from = 3 * 4_096;
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, Buffer.alloc(statSync(path).size - from, 0xa5), 0, undefined, from);
  closeSync(descriptor);
}
