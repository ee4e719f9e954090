import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import { version } from "../../../package.json";
import { type BackupOptions, takeBackup } from "../../../src/infra/backups/taking.ts";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { lockFolder } from "../../../src/infra/db/data-folder.ts";
import { schemaVersions } from "../../../src/infra/db/databases.ts";
import { installationSecret } from "../../../src/infra/db/installation.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import type { Stores } from "../../../src/infra/db/store.ts";
import { dayMs } from "../../../src/infra/units.ts";
import { fillDataFolder } from "../../support/data-folder.ts";
import { mountDisk } from "../../support/mount.ts";
import { testWith } from "../../support/test-with.ts";
import { silentLog, temporaryFolder } from "../db/support.ts";

const databases = ["accounts.db", "live.db", "sandbox.db", "telemetry.db"];
const complete = [...databases, "SHA256SUMS", "backup.json"].sort();

let place: ReturnType<typeof temporaryFolder>;
let dataDir: string;
let folder: string;
/** Open, as a running server has them. */
let stores: Stores;
let now: number;

beforeEach(async () => {
  place = temporaryFolder();
  [dataDir, folder] = [join(place.path, "data"), join(place.path, "backups")];
  stores = await openInstallation(dataDir);
  now = Date.parse("2026-11-21T04:00:00.123Z");
});
afterEach(async () => {
  await stores.close();
  place[Symbol.dispose]();
});

async function openInstallation(data: string): Promise<Stores> {
  await fillDataFolder(data);
  const opened = await openStores({ dataDir: data, log: silentLog });
  await installationSecret(opened.accounts, "cursor_key", () => crypto.getRandomValues(new Uint8Array(32)));
  return opened;
}

const take = (order: Partial<BackupOptions> = {}) =>
  takeBackup({ dataDir, folder, keep: null, minFreeMb: 0, now: () => now, onCopy() {}, ...order });

const addEvent = (to: Stores, id: string) =>
  to.platform("live").write((tx) => {
    tx.run(sql`INSERT INTO webhook_endpoints (id, account_id, url, events, secrets, failure_count, created_at,
      updated_at) VALUES (${id}, 'nobody', '', '[]', '[]', 0, 0, 0)`);
  });
const idsIn = (from: Stores) =>
  from
    .platform("live")
    .db.all<{ id: string }>(sql`SELECT id FROM webhook_endpoints ORDER BY id`)
    .map(({ id }) => id);

/** What is there besides the lock. */
const listed = (path = folder) =>
  (existsSync(path) ? readdirSync(path) : []).filter((name) => name !== "lock.db");

async function refusalOf(work: Promise<unknown>): Promise<{ fault: string; message: string }> {
  return work.then(
    () => Promise.reject(new Error("it was done")),
    (error) => error,
  );
}

describe("a backup", () => {
  test("beside open databases is a data folder of what was written before, with what it is", async () => {
    await addEvent(stores, "before");
    const { backup, removed } = await take();
    await addEvent(stores, "after");
    expect(removed).toEqual([]);
    expect(backup.path).toBe(join(folder, "waybill-2026-11-21T040000Z"));
    expect(listed()).toEqual(["waybill-2026-11-21T040000Z"]);
    expect(readdirSync(backup.path).sort()).toEqual(complete);
    const schemas = schemaVersions();
    expect(JSON.parse(readFileSync(join(backup.path, "backup.json"), "utf8"))).toEqual({
      waybill: version,
      installation: expect.stringMatching(/^[\da-f]{16}$/),
      taken_at: "2026-11-21T04:00:00.123Z",
      finished_at: "2026-11-21T04:00:00.123Z",
      ends_at: null,
      databases: Object.entries(schemas).map(([name, schema]) => ({
        file: `${name}.db`,
        bytes: statSync(join(backup.path, `${name}.db`)).size,
        schema,
        taken_at: "2026-11-21T04:00:00.123Z",
      })),
    });
    const restored = await openInstallation(backup.path);
    expect(idsIn(restored)).toEqual(["before"]);
    await restored.close();
  });

  test("in the same second as another one gets its own, later name", async () => {
    for (const name of ["waybill-2026-11-21T040000Z", "waybill-2026-11-21T040001Z"]) {
      const { backup } = await take();
      expect(backup.path).toBe(join(folder, name));
      expect(backup.manifest.taken_at).toBe("2026-11-21T04:00:00.123Z");
    }
    expect(listed()).toHaveLength(2);
  });

  test("reports its progress, and ends with the accounts", async () => {
    const told: [string, number][] = [];
    await take({ onCopy: (file, _bytes, share) => told.push([file, share]) });
    expect(told.map(([file]) => file)).toEqual(databases.toReversed());
    const shares = told.map(([, share]) => share);
    expect(shares[0]).toBe(0);
    expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
    expect(shares.at(-1)).toBeLessThan(1);
  });

  test("has checksums that sha256sum(1) accepts, and that reveal a flipped byte", async () => {
    const { backup } = await take();
    const check = () =>
      Bun.spawnSync(["sha256sum", "--check", "--quiet", "SHA256SUMS"], { cwd: backup.path }).exitCode;
    expect(check()).toBe(0);
    const content = readFileSync(join(backup.path, "live.db"));
    content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
    writeFileSync(join(backup.path, "live.db"), content);
    expect(check()).not.toBe(0);
  });

  test("of a killed process's folder changes nothing there, and contains its log", async () => {
    await addEvent(stores, "in the log");
    const killed = join(place.path, "killed");
    cpSync(dataDir, killed, { recursive: true, filter: (source) => !source.endsWith("-shm") });
    const contents = () =>
      databases
        .flatMap((name) => [name, `${name}-wal`])
        .map((name) => Bun.hash(readFileSync(join(killed, name))));
    const before = contents();
    const { backup } = await take({ dataDir: killed });
    expect(contents()).toEqual(before);
    const restored = await openInstallation(backup.path);
    expect(idsIn(restored)).toEqual(["in the log"]);
    await restored.close();
  });

  test("does not need databases whose loss does no harm", async () => {
    const less = join(place.path, "less");
    cpSync((await take()).backup.path, less, { recursive: true });
    for (const name of ["sandbox.db", "telemetry.db"]) rmSync(join(less, name));
    now += dayMs;
    const { backup } = await take({ dataDir: less });
    expect(backup.manifest.databases.map(({ file }) => file)).toEqual(["accounts.db", "live.db"]);
  });
});

describe("is refused, and leaves nothing", () => {
  test.each([
    ["the data folder itself", () => dataDir],
    ["a folder in it", () => join(dataDir, "backups/daily")],
    ["one whose name begins as the way out does", () => join(dataDir, "..backups")],
  ])("%s", async (_what, where) => {
    const before = readdirSync(dataDir);
    const refusal = await refusalOf(take({ folder: where() }));
    expect(refusal).toMatchObject({ fault: "unusable" });
    expect(refusal.message).toContain("is inside the data folder and would be lost with it");
    expect(readdirSync(dataDir)).toEqual(before);
  });

  test("a folder in it by another name", async () => {
    symlinkSync(dataDir, join(place.path, "link"));
    expect(await refusalOf(take({ folder: join(place.path, "link/backups") }))).toMatchObject({
      fault: "unusable",
    });
  });

  test("a folder that cannot be made", async () => {
    writeFileSync(folder, "mine");
    const refusal = await refusalOf(take());
    expect(refusal).toMatchObject({ fault: "unusable" });
    expect(refusal.message).toContain(`cannot use the backup folder ${folder}`);
    expect(readFileSync(folder, "utf8")).toBe("mine");
  });

  test("a disk that has less space than it may need", async () => {
    const refusal = await refusalOf(take({ minFreeMb: 2 ** 30 }));
    expect(refusal).toMatchObject({ fault: "full" });
    expect(refusal.message).toMatch(
      /not enough disk space .* may need \d\.\d MB plus 1073741824 MB kept free/,
    );
    expect(listed()).toEqual([]);
  });

  test("a database that is damaged", async () => {
    const { backup } = await take();
    const damaged = join(place.path, "damaged");
    cpSync(backup.path, damaged, { recursive: true });
    truncateSync(join(damaged, "live.db"), statSync(join(damaged, "live.db")).size / 2);
    now += dayMs;
    const refusal = await refusalOf(take({ dataDir: damaged }));
    expect(refusal).toMatchObject({ fault: "damaged" });
    expect(refusal.message).toContain(join(damaged, "live.db"));
    expect(listed()).toEqual(["waybill-2026-11-21T040000Z"]);
  });

  test("a database that cannot be read: the fault is the data folder's", async () => {
    const unreadable = join(place.path, "unreadable");
    cpSync((await take()).backup.path, unreadable, { recursive: true });
    rmSync(join(unreadable, "accounts.db"));
    mkdirSync(join(unreadable, "accounts.db"));
    now += dayMs;
    const refusal = await refusalOf(take({ dataDir: unreadable }));
    expect(refusal.message).toStartWith(`the disk of the data folder ${unreadable} failed`);
  });

  test("a database that is missing", async () => {
    rmSync(join((await take()).backup.path, "live.db"));
    now += dayMs;
    const refusal = await refusalOf(take({ dataDir: join(folder, "waybill-2026-11-21T040000Z") }));
    expect(refusal).toMatchObject({ fault: "damaged" });
    expect(refusal.message).toContain("live.db is missing");
  });

  test("a database that was emptied, and no old backup is removed", async () => {
    const { path } = (await take()).backup;
    now += dayMs;
    const emptied = join(place.path, "emptied");
    for (const content of ["", "a database without tables"]) {
      cpSync(path, emptied, { recursive: true });
      writeFileSync(join(emptied, "live.db"), "");
      if (content !== "") openConnection(join(emptied, "live.db"), undefined).close();
      const refusal = await refusalOf(take({ dataDir: emptied, keep: 1 }));
      expect(refusal).toMatchObject({ fault: "damaged" });
      expect(refusal.message).toMatch(/live\.db (is empty|has no tables): check the disk/);
      expect(listed()).toEqual([basename(path)]);
      rmSync(emptied, { recursive: true });
    }
  });

  test("a database in another's place", async () => {
    const mixed = join(place.path, "mixed");
    cpSync((await take()).backup.path, mixed, { recursive: true });
    cpSync(join(mixed, "sandbox.db"), join(mixed, "live.db"));
    now += dayMs;
    const refusal = await refusalOf(take({ dataDir: mixed }));
    expect(refusal).toMatchObject({ fault: "misplaced" });
    expect(refusal.message).toStartWith(`${join(mixed, "live.db")} holds what belongs in sandbox.db`);
  });

  test("a newer version's database", async () => {
    const newer = join(place.path, "newer");
    cpSync((await take()).backup.path, newer, { recursive: true });
    const live = openConnection(join(newer, "live.db"), undefined);
    live.exec("INSERT INTO migrations (name, sha256) VALUES ('9999_later', '')");
    live.close();
    now += dayMs;
    expect(await refusalOf(take({ dataDir: newer }))).toMatchObject({ fault: "newer" });
  });

  test("a copy that its disk has spoilt", async () => {
    const onCopy = (file: string) => {
      if (file !== "accounts.db") return;
      const path = join(folder, "waybill-2026-11-21T040000Z.unfinished/live.db");
      const content = readFileSync(path);
      for (let page = 4096; page < content.length; page += 4096) content.fill(0xa5, page, page + 64);
      writeFileSync(path, content);
    };
    const refusal = await refusalOf(take({ onCopy }));
    expect(refusal).toMatchObject({ fault: "damaged" });
    expect(refusal.message).toMatch(
      /the copy \S+live\.db is damaged \(.+\), and was removed: check the disk/,
    );
    expect(listed()).toEqual([]);
  });

  test("secrets that get another key meanwhile", async () => {
    const rotated = join(place.path, "rotated");
    cpSync((await take()).backup.path, rotated, { recursive: true });
    now += dayMs;
    const onCopy = (file: string) => {
      if (file !== "accounts.db") return;
      const accounts = openConnection(join(rotated, file), undefined);
      accounts.exec("INSERT INTO installation (name, value) VALUES ('secret_key', x'01')");
      accounts.close();
    };
    const refusal = await refusalOf(take({ dataDir: rotated, onCopy }));
    expect(refusal).toMatchObject({ fault: "in_use" });
    expect(refusal.message).toContain("changed during the backup: run it again");
    expect(listed()).toEqual(["waybill-2026-11-21T040000Z"]);
  });

  test("a second one at the same time", async () => {
    mkdirSync(folder);
    const unlock = lockFolder(folder, undefined, "");
    const refusal = await refusalOf(take());
    expect(refusal).toMatchObject({ fault: "in_use" });
    expect(refusal.message).toContain(`another backup into ${folder} is running`);
    unlock();
    await take();
  });

  testWith("mounts", "a disk that fills up in the middle", async () => {
    using _disk = mountDisk("size=4m", folder);
    // It takes the space that was there when the copying began.
    const onCopy = () => writeFileSync(join(folder, "filling"), new Uint8Array(4_000_000));
    const refusal = await refusalOf(take({ onCopy }));
    expect(refusal).toMatchObject({ fault: "full" });
    expect(refusal.message).toContain(`the disk of the backup folder ${folder} is full: free some space`);
    expect(listed()).toEqual(["filling"]);
  });
});

describe("old ones", () => {
  const names = () => listed().toSorted();

  test("are removed when there are too many, the oldest first", async () => {
    for (let day = 0; day < 3; day += 1, now += dayMs) expect((await take({ keep: 3 })).removed).toEqual([]);
    const { removed } = await take({ keep: 2 });
    expect(removed).toEqual([
      join(folder, "waybill-2026-11-22T040000Z"),
      join(folder, "waybill-2026-11-21T040000Z"),
    ]);
    expect(names()).toEqual(["waybill-2026-11-23T040000Z", "waybill-2026-11-24T040000Z"]);
  });

  test("of other days stay however many are taken in one, and of a day that is over the newest stays", async () => {
    for (let day = 0; day < 2; day += 1, now += dayMs) await take({ keep: 3 });
    for (let second = 0; second < 7; second += 1) expect((await take({ keep: 3 })).removed).toEqual([]);
    expect(names()).toHaveLength(9);
    now += dayMs;
    await take({ keep: 3 });
    expect(names()).toEqual([
      "waybill-2026-11-22T040000Z",
      "waybill-2026-11-23T040006Z",
      "waybill-2026-11-24T040000Z",
    ]);
  });

  test("include those with later names if the clock was set back; the new one stays", async () => {
    await take();
    now -= 2 * dayMs;
    const { backup, removed } = await take({ keep: 1 });
    expect(removed).toEqual([join(folder, "waybill-2026-11-21T040000Z")]);
    expect(names()).toEqual([basename(backup.path)]);
  });

  test("from a clock that was ahead take no place of those of earlier days", async () => {
    now += 1_000 * dayMs;
    await take();
    now -= 1_000 * dayMs;
    for (let day = 0; day < 2; day += 1, now += dayMs) await take({ keep: 3 });
    const { removed } = await take({ keep: 3 });
    expect(removed.map((path) => basename(path))).toEqual(["waybill-2029-08-17T040000Z"]);
    expect(names()).toHaveLength(3);
  });

  test("stay where none is to be removed, and where the new one failed", async () => {
    for (let day = 0; day < 2; day += 1, now += dayMs) await take();
    await refusalOf(take({ keep: 1, minFreeMb: 2 ** 30 }));
    expect(names()).toHaveLength(2);
  });

  test("of another installation, and folders that only have such a name, stay", async () => {
    const other = join(place.path, "other");
    await (await openInstallation(other)).close();
    await take({ dataDir: other });
    mkdirSync(join(folder, "waybill-2020-01-01T000000Z"));
    writeFileSync(join(folder, "waybill-2020-01-02T000000Z"), "mine");
    mkdirSync(join(folder, "photos"));
    for (let day = 0; day < 2; day += 1) {
      now += dayMs;
      await take({ keep: 1 });
    }
    expect(names()).toEqual([
      "photos",
      "waybill-2020-01-01T000000Z",
      "waybill-2020-01-02T000000Z",
      "waybill-2026-11-21T040000Z",
      "waybill-2026-11-23T040000Z",
    ]);
  });

  test("that were left unfinished by a killed process are removed", async () => {
    mkdirSync(join(folder, "waybill-2026-11-20T040000Z.unfinished"), { recursive: true });
    writeFileSync(join(folder, "waybill-2026-11-20T040000Z.unfinished/live.db"), "half");
    await take();
    expect(names()).toEqual(["waybill-2026-11-21T040000Z"]);
  });
});
