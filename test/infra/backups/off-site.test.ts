import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { saveErasures } from "../../../src/access/erasure/service.ts";
import { loadConfig } from "../../../src/app/config/reading.ts";
import { storageOf } from "../../../src/app/restore/opening.ts";
import { exitCodes } from "../../../src/cli/exit-code.ts";
import { nameOf } from "../../../src/infra/backups/backup.ts";
import { isElsewhere } from "../../../src/infra/backups/elsewhere.ts";
import { takeBackups } from "../../../src/infra/backups/jobs.ts";
import { takeBackup } from "../../../src/infra/backups/taking.ts";
import { dayMs } from "../../../src/infra/units.ts";
import { run } from "../../cli/run.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { advance, createAssigned, createShipment, platform } from "../../support/fixtures.ts";
import { createClient, eventually, startServer, type TestServer } from "../../support/harness.ts";
import { createOperator, type TestOperator } from "../../support/operator.ts";
import { type PlayedS3, playS3, s3Bucket, s3Error, s3Key } from "../../support/played-s3.ts";
import { temporaryFolder } from "../db/support.ts";

/** Backups in S3-compatible storage, from a server's daily job to an empty machine. */

let s3: PlayedS3;
let place: ReturnType<typeof temporaryFolder>;
let clock: TestClock;
let server: TestServer;
let operator: TestOperator | undefined;

const settings = () => ({
  backupS3Endpoint: s3.endpoint,
  backupS3Bucket: s3Bucket,
  backupS3KeyId: s3Key.keyId,
  backupS3Key: s3Key.key,
});
const variables = () => ({
  WAYBILL_BACKUP_S3_ENDPOINT: s3.endpoint,
  WAYBILL_BACKUP_S3_BUCKET: s3Bucket,
  WAYBILL_BACKUP_S3_KEY_ID: s3Key.keyId,
  WAYBILL_BACKUP_S3_KEY: s3Key.key,
});

beforeEach(async () => {
  s3 = playS3();
  operator = undefined;
  place = temporaryFolder();
  clock = createClock();
  server = await startServer({
    dataDir: join(place.path, "data"),
    config: { ...settings(), backupKeep: 2 },
    replacements: { clock },
  });
});
afterEach(async () => {
  s3.fault = undefined;
  await server.stop();
  await s3.stop();
  place[Symbol.dispose]();
});

const folder = () => join(place.path, "data-backups");
const local = () => readdirSync(folder()).filter((name) => name.startsWith("waybill-"));
const descriptions = () => [...s3.objects.keys()].filter((key) => key.endsWith("/backup.json"));
const takeDaily = () => takeBackups(server.deps).run(clock.now());
async function seen() {
  operator ??= await createOperator(server);
  return (await operator.session.get("/api/v1/operator/backups")).body;
}

test("each backup goes there, byte for byte, and the operator sees it", async () => {
  expect(await isElsewhere(server.deps)).toBe(false);
  await takeDaily();
  const [name = ""] = local();
  const [described = ""] = descriptions();
  expect(described).toMatch(/^waybill\/[\da-f]{16}\/waybill-[\dT-]+Z\/backup\.json$/);
  for (const file of readdirSync(join(folder(), name))) {
    const there = s3.objects.get(described.replace("backup.json", file));
    expect(Bun.hash(there ?? "")).toBe(Bun.hash(readFileSync(join(folder(), name, file))));
  }
  expect(await isElsewhere(server.deps)).toBe(true);
  expect(await seen()).toMatchObject({
    folder: folder(),
    off_site: {
      endpoint: s3.endpoint,
      bucket: s3Bucket,
      count: 1,
      newest_at: expect.stringMatching(/Z$/),
      unreadable: null,
    },
    is_elsewhere: true,
    last_failure: null,
  });
  clock.advance((8 * dayMs) / 1_000);
  expect(await isElsewhere(server.deps)).toBe(false);
});

test("old ones end there as in the folder, and those of another installation stay", async () => {
  const storage = await storageOf({ ...loadConfig({}, {}, {}), ...settings() });
  if (storage === null) throw new Error("no storage");
  const take = (day: number) =>
    takeBackup({
      dataDir: server.deps.config.data,
      folder: folder(),
      keep: 2,
      minFreeMb: 0,
      now: () => Date.parse("2026-11-20T04:00:00.000Z") + day * dayMs,
      onCopy() {},
      upload: { storage, keep: 2, onUpload() {} },
    });
  const foreign = "waybill/0123456789abcdef/waybill-2026-01-01T000000Z/backup.json";
  s3.objects.set(foreign, new Uint8Array(1));
  const taken = [await take(0), await take(1), await take(2)];
  const names = taken.map(({ backup }) => nameOf(backup));
  expect(descriptions().map((key) => key.split("/")[2])).toEqual([
    "waybill-2026-01-01T000000Z",
    ...names.slice(1),
  ]);
  expect([...s3.objects.keys()].filter((key) => key.includes(String(names[0])))).toEqual([]);
  expect(taken[2]?.removed).toEqual([
    join(folder(), String(names[0])),
    expect.stringMatching(new RegExp(`^s3://${s3Bucket}/waybill/[\\da-f]{16}/${names[0]}$`)),
  ]);
  // What tells of a backup goes first, so that half of one is none.
  const removals = s3.seen.filter((said) => said.startsWith("DELETE"));
  expect([removals[0], removals.length]).toEqual([expect.stringMatching(/backup\.json$/), 6]);
});

test("one that was not taken is a failure with its reason, no backup there, and is uploaded by the next run", async () => {
  s3.fault = (said) => (said.includes("/live.db") ? s3Error(403, "AccessDenied") : undefined);
  await expect(takeDaily()).rejects.toThrow(
    /^the backup is in \S+, and not in the S3-compatible storage: the S3-compatible storage \S+ refused the request \(AccessDenied\): the key /,
  );
  const failed = await seen();
  expect(failed.last_failure.message).toContain("AccessDenied");
  expect([failed.data.length, failed.off_site.count, failed.is_elsewhere]).toEqual([1, 0, false]);
  expect(s3.objects.size).toBeGreaterThan(0);
  s3.fault = undefined;
  await takeDaily();
  expect([local().length, descriptions().length]).toEqual([1, 1]);
  const { last_failure, off_site } = await seen();
  expect([last_failure, off_site.count]).toEqual([null, 1]);
  const before = s3.seen.filter((said) => said.startsWith("PUT")).length;
  await takeDaily();
  expect(s3.seen.filter((said) => said.startsWith("PUT"))).toHaveLength(before);
});

test("what an interrupted upload left is no backup, and the next upload removes it", async () => {
  await takeDaily();
  const [described = ""] = descriptions();
  const half = described.replace(/waybill-[^/]+Z/, "waybill-2026-01-01T000000Z");
  s3.objects.set(half.replace("backup.json", "live.db"), new Uint8Array(10));
  s3.uploads.set("left", { key: half.replace("backup.json", "accounts.db"), parts: new Map() });
  s3.objects.set("waybill/elsewhere/else", new Uint8Array(1));
  const listed = await run(["restore", "--list", "--json"], { env: variables() });
  expect(JSON.parse(listed.stdout).data).toHaveLength(1);
  await takeBackups(server.deps).run(clock.now() + dayMs);
  expect([...s3.objects.keys()].filter((key) => key.includes("2026-01-01"))).toEqual([]);
  expect([s3.uploads.size, s3.objects.has("waybill/elsewhere/else")]).toEqual([0, true]);
});

test("one that this version cannot read is not listed, and not removed", async () => {
  await takeDaily();
  const [described = ""] = descriptions();
  const later = described.replace(/waybill-[^/]+Z/, "waybill-2026-01-01T000000Z");
  const manifest = JSON.parse(Buffer.from(s3.objects.get(described) ?? []).toString());
  manifest.databases.push({ file: "ledger.db", bytes: 10, schema: "0001_ledger" });
  s3.objects.set(later, Buffer.from(JSON.stringify(manifest)));
  s3.objects.set(later.replace("backup.json", "ledger.db"), new Uint8Array(10));
  // Whole in its description, and one of its files is not.
  const cut = described.replace(/waybill-[^/]+Z/, "waybill-2026-01-02T000000Z");
  s3.objects.set(cut, s3.objects.get(described) as Uint8Array);
  s3.objects.set(cut.replace("backup.json", "live.db"), new Uint8Array(10));
  await takeBackups(server.deps).run(clock.now() + dayMs);
  expect([...s3.objects.keys()].filter((key) => /2026-01-0[12]/.test(key))).toHaveLength(4);
  const listed = await run(["restore", "--list", "--json"], { env: variables() });
  expect(listed.stdout).toContain("/waybill-");
  expect(listed.stdout).not.toContain("/waybill-2026-01-0");
});

test("an empty machine lists and restores it, and erases again what was erased since", async () => {
  const { sandbox, sandboxKey } = await server.account();
  const kept = await createShipment(sandbox);
  const erased = (await createAssigned(sandbox)).shipment;
  await advance(sandbox, erased.id, "delivered");
  await takeDaily();
  // The backup was taken by the time of another process.
  clock.advance(60);
  const redacted = await sandbox.post(`${platform}/shipments/${erased.id}/redaction`);
  expect(redacted.status).toBe(200);
  await eventually("the list there", async () => {
    await saveErasures(server.deps, clock.now());
    const [, list] = [...s3.objects].find(([key]) => key.endsWith("/erasures.json")) ?? [];
    return Buffer.from(list ?? "").includes(erased.id) || undefined;
  });
  await server.stop();
  rmSync(join(place.path, "data"), { recursive: true });
  rmSync(folder(), { recursive: true });

  const restored = join(place.path, "restored");
  const options = { env: variables() };
  const table = await run(["restore", "--list"], options);
  const [, address = ""] = /(s3:\/\/\S+)/.exec(table.stdout) ?? [];
  const check = await run(["restore", "--check", address, "--data", restored], options);
  // The one warning is of what the start erases again.
  expect([check.exitCode, check.stdout]).toEqual([
    exitCodes.warned.code,
    expect.stringContaining("1 erasure must be repeated"),
  ]);
  const { exitCode, stdout } = await run(["restore", "s3:newest", "--data", restored, "--json"], options);
  expect(exitCode).toBe(exitCodes.done.code);
  expect(JSON.parse(stdout)).toMatchObject({
    backup: address,
    erased: { isKnown: true, erasures: [{ kind: "shipment", id: erased.id }] },
  });
  server = await startServer({ dataDir: restored, replacements: { clock } });
  const client = createClient(server.url, { "x-api-key": sandboxKey });
  expect((await client.get(`${platform}/shipments/${kept.id}`)).status).toBe(200);
});

test("a byte that changed there is noticed, and nothing is restored", async () => {
  await takeDaily();
  const [described = ""] = descriptions();
  const content = s3.objects.get(described.replace("backup.json", "live.db")) as Uint8Array;
  content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
  const restored = join(place.path, "new");
  const { exitCode, stderr } = await run(["restore", "s3:newest", "--data", restored], { env: variables() });
  expect(exitCode).toBe(exitCodes.damaged.code);
  expect(stderr).toMatch(/^waybill: the backup s3:\S+ is damaged: live\.db differs from its checksum\./);
  expect(readdirSync(restored).filter((name) => name.endsWith(".db") && name !== "lock.db")).toEqual([]);
});

test.each([
  ["nothing there", "s3:newest", exitCodes.unusable.code, "s3://waybill-test has no backup"],
  ["a name that it does not have", "s3:waybill-x", exitCodes.unusable.code, "has no backup waybill-x"],
])("restore is refused: %s", async (_what, named, code, why) => {
  const { exitCode, stderr } = await run(["restore", named, "--data", join(place.path, "new")], {
    env: variables(),
  });
  expect(exitCode).toBe(code);
  expect(stderr).toMatch(/^waybill: [^\n]+\n$/);
  expect(stderr).toContain(why);
});

test("half of its settings are refused by name", async () => {
  const { WAYBILL_BACKUP_S3_KEY: _key, ...env } = variables();
  for (const args of [
    ["restore", "--list"],
    ["serve", "--port", "0", "--data", join(place.path, "other")],
  ]) {
    const { exitCode, stderr } = await run(args, { env });
    expect([exitCode, stderr]).toEqual([
      exitCodes.usage.code,
      "waybill: WAYBILL_BACKUP_S3_ENDPOINT requires WAYBILL_BACKUP_S3_KEY_FILE, for backups in S3-compatible storage\n",
    ]);
  }
  expect(readdirSync(place.path)).not.toContain("other");
});
