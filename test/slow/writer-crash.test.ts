import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { itemStores, linesOf, spawnWriter, temporaryFolder, textOf } from "../infra/db/support.ts";

/** Ends the writer the hard way after it has acknowledged some; returns all that it has acknowledged. */
async function killAfter(count: number, writer: ReturnType<typeof spawnWriter>): Promise<string[]> {
  const acknowledged: string[] = [];
  for await (const body of linesOf(writer.stdout)) {
    acknowledged.push(body);
    if (acknowledged.length === count) writer.kill("SIGKILL");
  }
  await writer.exited;
  return acknowledged;
}

async function itemsIn(dataDir: string): Promise<Set<string>> {
  await using stores = await itemStores(dataDir);
  const live = stores.platform("live").db;
  expect(live.get(sql`PRAGMA integrity_check`)).toEqual({ integrity_check: "ok" });
  return new Set(live.all<{ body: string }>(sql`SELECT body FROM items`).map(({ body }) => body));
}

test("a killed writer loses nothing that it has acknowledged, and leaves the folder free", async () => {
  using folder = temporaryFolder();
  const acknowledged: string[] = [];
  for (const count of [1, 500, 5_000]) {
    acknowledged.push(...(await killAfter(count, spawnWriter(folder.path))));
    const kept = await itemsIn(folder.path);
    expect(acknowledged.filter((body) => !kept.has(body))).toEqual([]);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(5_501);
});

test("a second process is refused while the first goes on", async () => {
  using folder = temporaryFolder();
  const first = spawnWriter(folder.path);
  const lines = linesOf(first.stdout);
  await lines.next();
  const second = spawnWriter(folder.path);
  expect(await second.exited).toBe(1);
  expect(await textOf(second.stderr)).toContain(
    `Another waybill process is using the data folder ${folder.path}.`,
  );
  expect((await lines.next()).done).toBe(false);
  first.kill("SIGKILL");
  await first.exited;
});

test("a sync that fails ends the process, with nothing answered that it was to cover", async () => {
  using folder = temporaryFolder();
  const writer = spawnWriter(folder.path, "failing-disk.ts");
  const acknowledged = (await textOf(writer.stdout)).trim().split("\n");
  expect(await writer.exited).toBe(74);
  expect(await textOf(writer.stderr)).toContain("Check the disk");
  const kept = await itemsIn(folder.path);
  expect(acknowledged.filter((body) => !kept.has(body))).toEqual([]);
  expect(kept.size).toBeGreaterThan(acknowledged.length);
});
