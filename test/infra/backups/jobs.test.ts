import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import { createCalendar } from "../../../src/app/jobs.ts";
import { removeUpgradeCopies, takeBackups } from "../../../src/infra/backups/jobs.ts";
import { dayMs } from "../../../src/infra/units.ts";
import { startServer } from "../../support/harness.ts";
import { createOperator } from "../../support/operator.ts";
import { temporaryFolder } from "../db/support.ts";

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("waybill-"));

test("a server takes one backup a day beside its work; the operator sees the newest", async () => {
  using place = temporaryFolder();
  const backupFolder = join(place.path, "backups");
  const server = await startServer({
    config: { backupFolder, metrics: { hostname: "127.0.0.1", port: 0 } },
  });
  const told = async () => {
    const metrics = await (await fetch(String(server.metricsUrl))).text();
    return Number(/^waybill_backup_newest_timestamp_seconds (.+)$/m.exec(metrics)?.[1]);
  };
  expect(await told()).toBe(0);
  const { session } = await createOperator(server);
  const storage = async () => (await session.get("/api/v1/operator/storage")).body;
  expect(await storage()).toMatchObject({ backup_folder: backupFolder, last_backup: null });

  const job = takeBackups(server.deps);
  const { now } = server.deps.clock;
  const before = now();
  await job.run(before);
  const after = now();
  const [name = "", ...more] = backupsIn(backupFolder);
  expect(more).toEqual([]);
  const { last_backup } = await storage();
  expect({ ...last_backup }).toMatchObject({
    path: join(backupFolder, name),
    at: expect.stringMatching(/Z$/),
    size_bytes: expect.any(Number),
    version,
  });
  expect(last_backup.size_bytes).toBeGreaterThan(100_000);
  expect(Date.parse(last_backup.at)).toBeWithin(before, after + 1);
  expect(await told()).toBeCloseTo(Date.parse(last_backup.at) / 1000, 2);

  await job.run(before);
  expect(backupsIn(backupFolder)).toEqual([name]);
  await job.run(now() + dayMs);
  expect(backupsIn(backupFolder)).toHaveLength(2);

  const known = (await storage()).last_backup.path;
  const ahead = join(backupFolder, "waybill-2999-01-01T000000Z");
  const manifest = JSON.parse(readFileSync(join(known, "backup.json"), "utf8"));
  mkdirSync(ahead);
  writeFileSync(
    join(ahead, "backup.json"),
    JSON.stringify({ ...manifest, taken_at: "2999-01-01T00:00:00.000Z" }),
  );
  expect((await storage()).last_backup.path).toBe(known);
  await job.run(now() + dayMs);
  expect(backupsIn(backupFolder)).toHaveLength(4);

  const newest = (await storage()).last_backup.path;
  renameSync(backupFolder, `${backupFolder}.away`);
  writeFileSync(backupFolder, "in the way");
  expect((await storage()).last_backup.path).toBe(newest);
  await server.stop();
});

test("a failed one reports the reason, and is retried at the next run", async () => {
  using place = temporaryFolder();
  const backupFolder = join(place.path, "backups");
  writeFileSync(backupFolder, "in the way");
  const server = await startServer({ config: { backupFolder } });
  const job = takeBackups(server.deps);
  const now = server.deps.clock.now();
  await expect(job.run(now)).rejects.toThrow(/ENOTDIR/);
  const { session } = await createOperator(server);
  expect((await session.get("/api/v1/operator/storage")).body).toMatchObject({ last_backup: null });
  rmSync(backupFolder);
  await job.run(now);
  expect(backupsIn(backupFolder)).toHaveLength(1);
  await server.stop();
});

test("the job reports the message of the child process", async () => {
  using place = temporaryFolder();
  const backupFolder = join(place.path, "backups");
  const server = await startServer({
    config: { backupFolder, minFreeMb: 1_000_000 },
    replacements: { freeBytes: async () => Number.MAX_SAFE_INTEGER },
  });
  const failing = takeBackups(server.deps).run(server.deps.clock.now());
  await expect(failing).rejects.toThrow(
    new RegExp(`^not enough disk space for the backup in ${backupFolder}: [^\\n]+$`),
  );
  expect(backupsIn(backupFolder)).toEqual([]);
  await server.stop();
});

test("a hanging folder blocks neither metrics nor storage, and only one lookup waits for it", async () => {
  using place = temporaryFolder();
  const backupFolder = join(place.path, "backups");
  const silent = join(backupFolder, "waybill-2026-11-21T040000Z");
  mkdirSync(silent, { recursive: true });
  const manifest = join(silent, "backup.json");
  // Reading it waits for a writer.
  Bun.spawnSync(["mkfifo", manifest]);
  const server = await startServer({
    config: { backupFolder, metrics: { hostname: "127.0.0.1", port: 0 } },
  });
  const newest = () => server.deps.backups.newest(server.deps.clock.now());
  const looking = newest();
  try {
    const { session } = await createOperator(server);
    expect((await session.get("/api/v1/operator/storage")).body).toMatchObject({ last_backup: null });
    const metrics = await (await fetch(String(server.metricsUrl))).text();
    expect(metrics).toContain("waybill_backup_newest_timestamp_seconds 0\n");
    expect(newest()).toBe(looking);
  } finally {
    Bun.spawnSync(["sh", "-c", 'echo "{}" > "$0"', manifest]);
  }
  expect(await looking).toBeUndefined();
  await server.stop();
});

test("no server starts with a folder that is in the data folder", async () => {
  using place = temporaryFolder();
  const starting = startServer({
    dataDir: place.path,
    config: { backupFolder: join(place.path, "backups") },
  });
  await expect(starting).rejects.toThrow(/is inside the data folder and would be lost with it/);
});

test("without a folder the job does not exist", async () => {
  const server = await startServer();
  expect(createCalendar(server.deps).map(({ name }) => name)).not.toContain("backups.take");
  const { session } = await createOperator(server);
  expect((await session.get("/api/v1/operator/storage")).body).toMatchObject({
    backup_folder: null,
    last_backup: null,
  });
  await server.stop();
});

test("copies that upgrades left end after 30 days, and nothing else does", async () => {
  const server = await startServer();
  const { data } = server.deps.config;
  const now = server.deps.clock.now();
  const make = (name: string, ageMs: number) => {
    const path = join(data, name);
    writeFileSync(path, "");
    utimesSync(path, new Date(now - ageMs), new Date(now - ageMs));
    return path;
  };
  const old = make("live.before-0002_quotes.db", 30 * dayMs + 60_000);
  const kept = [
    make("sandbox.before-0038_inbox.db", 30 * dayMs - 60_000),
    make("live.before-the-move.db.gz", 90 * dayMs),
    make("mine.db", 90 * dayMs),
  ];
  await removeUpgradeCopies(server.deps).run(now);
  expect(existsSync(old)).toBe(false);
  expect(kept.map((path) => existsSync(path))).toEqual([true, true, true]);
  await server.stop();
});
