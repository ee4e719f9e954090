import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { DataFolderError } from "../../../src/infra/db/data-folder-error.ts";
import { storeNames } from "../../../src/infra/db/database.ts";
import { asMigration } from "../../../src/infra/db/migrations.macro.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import { mountDisk } from "../../support/mount.ts";
import { testWith } from "../../support/test-with.ts";
import { bodiesIn, itemSets, silentLog, temporaryFolder, writeItem } from "./support.ts";

/** An upgrade migrates four databases: all of them, or none. */

const kept = [{ body: "kept" }];
const later = asMigration(
  "0002_later",
  "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT; ALTER TABLE items ADD COLUMN note TEXT;",
);
const broken = asMigration("0002_later", "CREATE TABLE later (id INTEGER) STRICT; SELECT nonsense;");
const duplicate = asMigration("0002_later", "INSERT INTO items SELECT body FROM items;");
const large = asMigration(
  "0002_later",
  `CREATE TABLE later (body BLOB NOT NULL) STRICT;
   WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
   INSERT INTO later SELECT randomblob(1000000) FROM n;`,
);

/** The version after: one more migration of each set. */
function versionWith(changed: Partial<Record<keyof typeof itemSets, typeof later>> = {}): typeof itemSets {
  const { accounts, platform, telemetry } = itemSets;
  return {
    accounts: [...accounts, changed.accounts ?? later],
    platform: [...platform, changed.platform ?? later],
    telemetry: [...telemetry, changed.telemetry ?? later],
  };
}

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
beforeEach(async () => {
  folder = temporaryFolder();
  dataDir = join(folder.path, "data");
  await writeItem(dataDir, "kept");
});
afterEach(() => folder[Symbol.dispose]());

async function refusalOf(path: string, migrations: typeof itemSets): Promise<DataFolderError> {
  const refusal = await openStores({ dataDir: path, log: silentLog, migrations }).catch((error) => error);
  if (refusal instanceof DataFolderError) return refusal;
  throw new Error(`it was not refused: ${refusal}`);
}

describe("one that fails leaves the folder to the version before", () => {
  test.each([
    ["accounts", "accounts.db", broken, "no such column: nonsense"],
    ["platform", "live.db", broken, "no such column: nonsense"],
    ["platform", "live.db", duplicate, "UNIQUE constraint failed: items.body"],
    ["telemetry", "telemetry.db", broken, "no such column: nonsense"],
  ])("for %s, in %s", async (set, file, migration, why) => {
    // Somebody asked for a rewrite before.
    writeFileSync(join(dataDir, "live.db-remains"), "");
    const before = readdirSync(dataDir).sort();
    const { fault, message } = await refusalOf(dataDir, versionWith({ [set]: migration }));
    expect(fault).toBe("not_upgradable");
    expect(message).toBe(
      `${file} cannot be migrated: 0002_later failed (${why}). Nothing was changed: start the previous version again, and report this error.`,
    );
    expect(readdirSync(dataDir).sort()).toEqual(before);
    expect(await bodiesIn(dataDir)).toEqual(kept);
    expect(await bodiesIn(dataDir, versionWith())).toEqual(kept);
  });

  testWith("mounts", "because the disk is full, before it begins or while it writes", async () => {
    using disk = mountDisk("size=256m");
    const onDisk = join(disk.path, "data");
    cpSync(dataDir, onDisk, { recursive: true });
    const before = readdirSync(onDisk).sort();
    const messages: string[] = [];
    for (const megabytes of [12, 40, 120]) {
      disk.remount(`size=${megabytes}m`);
      const { fault, message } = await refusalOf(onDisk, versionWith({ platform: large }));
      expect(fault).toBe("full");
      messages.push(message);
      expect(readdirSync(onDisk).sort()).toEqual(before);
      expect(await bodiesIn(onDisk)).toEqual(kept);
    }
    expect(messages[0]).toMatch(
      /not enough disk space to upgrade .*: it needs 17 MB, and 12 MB are available/,
    );
    expect(messages[1]).toContain("is full: free some space, then try again");
    expect(messages[2]).toContain("not enough disk space to upgrade");
    disk.remount("size=256m");
    expect(await bodiesIn(onDisk, versionWith({ platform: large }))).toEqual(kept);
  });
});

describe("one that is killed", () => {
  /** What a process leaves that is killed before one of its statements; equal states once. */
  async function statesOfUpgrade(): Promise<string[]> {
    const states = new Map<string, string>();
    const look = () => {
      // The others are made anew by whoever opens the databases first.
      const files = readdirSync(dataDir).filter((name) => !/-shm$|^lock\.db$|^native$/.test(name));
      const content = files.map((name) => [name, Bun.hash(readFileSync(join(dataDir, name)))]).join();
      if (states.has(content)) return;
      const state = join(folder.path, `state-${states.size}`);
      mkdirSync(state, { mode: 0o700 });
      for (const name of files) copyFileSync(join(dataDir, name), join(state, name));
      states.set(content, state);
    };
    const { prototype } = Database;
    const originals = { exec: prototype.exec, pragma: prototype.pragma, prepare: prototype.prepare };
    const names = Object.keys(originals) as (keyof typeof originals)[];
    for (const name of names) {
      const original = originals[name] as (...given: unknown[]) => unknown;
      Object.assign(prototype, {
        [name](this: Database.Database, ...given: unknown[]) {
          look();
          return original.apply(this, given);
        },
      });
    }
    try {
      expect(await bodiesIn(dataDir, versionWith())).toEqual(kept);
    } finally {
      Object.assign(prototype, originals);
    }
    return [...states.values()];
  }

  const schemaIn = (state: string) =>
    storeNames.map((name) => {
      const database = new Database(join(state, `${name}.db`));
      const count = database.prepare("SELECT count(*) FROM migrations").pluck().get();
      database.close();
      return count;
    });

  test("before any statement leaves the version before, or what the next start completes", async () => {
    const states = await statesOfUpgrade();
    const found = { before: 0, between: 0, after: 0 };
    for (const state of states) {
      cpSync(state, `${state}-old`, { recursive: true });
      const counts = schemaIn(`${state}-old`);
      if (counts.every((count) => count === 1)) {
        found.before += 1;
        expect(await bodiesIn(`${state}-old`, itemSets, false)).toEqual(kept);
      } else {
        found[counts.every((count) => count === 2) ? "after" : "between"] += 1;
        expect((await refusalOf(`${state}-old`, itemSets)).message).toContain("a newer version applied it");
      }
      expect(await bodiesIn(state, versionWith(), false)).toEqual(kept);
      expect(schemaIn(state)).toEqual([2, 2, 2, 2]);
    }
    // Each database is opened once, so the inspection leaves few states of its own.
    expect(found.before).toBeGreaterThanOrEqual(10);
    // Between the commits of four databases.
    expect(found.between).toBe(3);
    expect(found.after).toBeGreaterThan(3);
  });

  test("while it copies is begun anew, and every copy is the version before", async () => {
    const unfinished = join(dataDir, "live.before-0002_later.db.unfinished");
    copyFileSync(join(dataDir, "live.db"), unfinished);
    truncateSync(unfinished, 5_000);
    expect(await bodiesIn(dataDir)).toEqual(kept);
    expect(await bodiesIn(dataDir, versionWith())).toEqual(kept);
    const copies = readdirSync(dataDir)
      .filter((name) => name.includes("before"))
      .sort();
    expect(copies).toEqual(storeNames.toSorted().map((name) => `${name}.before-0002_later.db`));
    const restored = join(folder.path, "restored");
    mkdirSync(restored, { mode: 0o700 });
    for (const name of storeNames)
      copyFileSync(join(dataDir, `${name}.before-0002_later.db`), join(restored, `${name}.db`));
    expect(await bodiesIn(restored)).toEqual(kept);
  });

  test("before it rewrites a file has the next start do so: no deleted bytes stay", async () => {
    const secret = "a deleted secret";
    const database = new Database(join(dataDir, "live.db"));
    database.exec(`CREATE TABLE t (b TEXT); INSERT INTO t VALUES ('${secret}'); DROP TABLE t`);
    database.close();
    const isThere = () => readFileSync(join(dataDir, "live.db")).includes(secret);
    expect(isThere()).toBe(true);
    expect(await bodiesIn(dataDir)).toEqual(kept);
    expect(isThere()).toBe(true);
    writeFileSync(join(dataDir, "live.db-remains"), "");
    expect(await bodiesIn(dataDir)).toEqual(kept);
    expect(isThere()).toBe(false);
    expect(readdirSync(dataDir)).not.toContain("live.db-remains");
  });
});
