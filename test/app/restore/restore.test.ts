import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { restore } from "../../../src/app/restore/restore.ts";
import { exitCodes } from "../../../src/cli/exit-code.ts";
import { takeBackup } from "../../../src/infra/backups/taking.ts";
import { openReader } from "../../../src/infra/db/connection.ts";
import { lockFolder } from "../../../src/infra/db/data-folder.ts";
import { run } from "../../cli/run.ts";
import { temporaryFolder } from "../../infra/db/support.ts";
import { addCarrier } from "../../support/carrier-rows.ts";
import { createAssigned, createShipment, platform, withPin } from "../../support/fixtures.ts";
import { startServer } from "../../support/harness.ts";

const key = new Uint8Array(32).fill(1);
const env = { WAYBILL_SECRET_KEY: Buffer.from(key).toString("hex") };
const databases = ["accounts.db", "live.db", "sandbox.db", "telemetry.db"];

let place: ReturnType<typeof temporaryFolder>;
/** One with sealed secrets, and one without a key. */
let backup: string;
let plainBackup: string;
/** The folder of the first, which has a shipment more than its backup. */
let data: string;
let shipment: string;
let later: string;

/** A folder with a shipment, its backup, and a shipment that came later. */
async function makeBackup(name: string, secretKey: Uint8Array | null) {
  const dataDir = join(place.path, name);
  const server = await startServer({ dataDir, config: { secretKey } });
  const { sandbox, accountId } = await server.account();
  await addCarrier(server, "sandbox", accountId);
  await sandbox.post(`${platform}/webhooks`, { url: "https://inbox.example.com/", events: ["*"] });
  const before = (await createAssigned(sandbox, withPin)).shipment.id as string;
  const taken = await takeBackup({
    dataDir,
    folder: join(place.path, `${name}-backups`),
    keep: null,
    minFreeMb: 0,
    now: Date.now,
    onCopy() {},
  });
  const after = (await createShipment(sandbox)).id as string;
  await server.stop();
  return { dataDir, path: taken.backup.path, before, after };
}

beforeAll(async () => {
  place = temporaryFolder();
  const sealed = await makeBackup("data", key);
  [data, backup, shipment, later] = [sealed.dataDir, sealed.path, sealed.before, sealed.after];
  plainBackup = (await makeBackup("plain", null)).path;
});
afterAll(() => place[Symbol.dispose]());

let folders = 0;
/** What a folder holds, without the driver that the executable unpacks there. */
const contentOf = (path: string) =>
  readdirSync(path)
    .filter((name) => name !== "native")
    .sort();
const newFolder = () => join(place.path, `restored-${++folders}`);

/** A copy of the backup that somebody or something changed. */
function spoiled(change: (path: string) => void): string {
  const path = join(newFolder(), basename(backup));
  cpSync(backup, path, { recursive: true });
  change(path);
  return path;
}

const shipmentsIn = (dataDir: string): unknown[] => {
  const connection = openReader(join(dataDir, "sandbox.db"), undefined);
  const ids = connection.prepare("SELECT id FROM shipments ORDER BY id").pluck().all();
  connection.close();
  return ids;
};

const restoreInto = (dataDir: string, from: string, ...flags: string[]) =>
  run(["restore", from, "--data", dataDir, "--min-free-mb", "0", ...flags], { env });

test("a restored folder is the backup, and the server starts on it", async () => {
  const dataDir = newFolder();
  const { exitCode, stdout, stderr } = await restoreInto(dataDir, backup);
  expect([exitCode, stderr]).toEqual([exitCodes.done.code, ""]);
  expect(stdout).toMatch(/100 % {2}copying telemetry\.db/);
  expect(stdout).toContain(`Restored ${backup} into ${dataDir}.`);
  expect(stdout).toMatch(/^│ sandbox\.db +│ 2\d{3}-.+Z +│ 1 shipment +│$/m);
  expect(stdout).toMatch(
    /^- Waybill sends \d+ pending webhook deliver(y|ies)\. Receivers may get them twice/m,
  );
  expect(stdout).not.toContain("replaced");
  for (const name of databases)
    expect(readFileSync(join(dataDir, name)).equals(readFileSync(join(backup, name)))).toBe(true);
  const examined = await run(["doctor", "--data", dataDir, "--min-free-mb", "0"], { env });
  expect([examined.exitCode, examined.stderr]).toEqual([exitCodes.done.code, ""]);

  const server = await startServer({ dataDir, config: { secretKey: key } });
  const ids = server.deps.stores.platform("sandbox").db.all("SELECT id FROM shipments");
  expect(ids).toEqual([{ id: shipment }]);
  await server.stop();
});

test("an archive is restored like its folder, and --replace keeps what was there", async () => {
  const archive = join(place.path, "backup.tar");
  const packed = Bun.spawnSync(["tar", "-C", join(backup, ".."), "-cf", archive, basename(backup)]);
  expect(packed.exitCode).toBe(0);
  const dataDir = newFolder();
  cpSync(data, dataDir, { recursive: true });
  const refused = await restoreInto(dataDir, archive);
  expect([refused.exitCode, refused.stdout]).toEqual([exitCodes.unusable.code, ""]);
  expect(refused.stderr).toContain(`${dataDir} is not empty: restore into another folder, or use --replace`);
  expect(shipmentsIn(dataDir)).toEqual([shipment, later]);

  const { exitCode, stdout } = await restoreInto(dataDir, archive, "--replace");
  expect(exitCode).toBe(exitCodes.done.code);
  const [, replaced = ""] = /^The former content is in (\S+); /m.exec(stdout) ?? [];
  expect(stdout).toMatch(/^│ sandbox\.db +│ 2\d{3}-.+Z +│ 1 shipment +│ 2 shipments +│$/m);
  expect(shipmentsIn(dataDir)).toEqual([shipment]);
  expect(shipmentsIn(replaced)).toEqual([shipment, later]);
  expect(replaced).toStartWith(join(dataDir, "replaced-"));
});

/** Restores the plain backup over what is there. */
const replaceBy = (dataDir: string, onStep: (step: string) => void = () => {}) =>
  restore({
    backup: plainBackup,
    config: { data: dataDir, secretKey: null, minFreeMb: 0 },
    replace: true,
    now: () => Date.UTC(2026, 10, 21, 4),
    onStep,
  });

test("two restores within a second keep both former contents", async () => {
  const dataDir = newFolder();
  const source = join(place.path, "plain");
  cpSync(source, dataDir, { recursive: true });
  const [one, two] = [await replaceBy(dataDir), await replaceBy(dataDir)];
  expect([one.replaced, two.replaced]).toEqual([
    join(dataDir, "replaced-2026-11-21T040000Z"),
    join(dataDir, "replaced-2026-11-21T040001Z"),
  ]);
  expect(shipmentsIn(String(one.replaced))).toEqual(shipmentsIn(source));
  expect(shipmentsIn(String(two.replaced))).toEqual(shipmentsIn(plainBackup));
});

test("repeating an interrupted restore finishes it and reports what it brought", async () => {
  const [whole, interrupted] = [newFolder(), newFolder()];
  for (const dataDir of [whole, interrupted]) cpSync(join(place.path, "plain"), dataDir, { recursive: true });
  const expected = await replaceBy(whole);
  expect(expected.databases).toHaveLength(databases.length);
  const stopped = replaceBy(interrupted, (step) => {
    if (step === "removing the plan") throw new Error("interrupted");
  });
  await expect(stopped).rejects.toThrow("interrupted");
  const replaced = expected.replaced?.replace(whole, interrupted) ?? null;
  expect(await replaceBy(interrupted)).toEqual({ ...expected, data: interrupted, replaced });
});

describe("a backup that cannot be relied on is refused, and the folder stays as it was", () => {
  const manifestOf = (path: string) => JSON.parse(readFileSync(join(path, "backup.json"), "utf8"));
  const changes: [what: string, code: number, why: string | RegExp, change: (path: string) => void][] = [
    [
      "a flipped bit",
      exitCodes.damaged.code,
      "live.db differs from its checksum",
      (path) => {
        const content = readFileSync(join(path, "live.db"));
        content[50_000] = (content[50_000] ?? 0) ^ 1;
        writeFileSync(join(path, "live.db"), content);
      },
    ],
    [
      "a file that is cut off",
      exitCodes.damaged.code,
      /sandbox\.db has \d+ bytes instead of \d+/,
      (path) => truncateSync(join(path, "sandbox.db"), 8192),
    ],
    [
      "a missing file",
      exitCodes.damaged.code,
      "accounts.db is missing",
      (path) => rmSync(join(path, "accounts.db")),
    ],
    [
      "no checksums",
      exitCodes.damaged.code,
      "SHA256SUMS is missing",
      (path) => rmSync(join(path, "SHA256SUMS")),
    ],
    [
      "a manifest of something else",
      exitCodes.damaged.code,
      "backup.json does not describe a backup",
      (path) => writeFileSync(join(path, "backup.json"), "{}"),
    ],
    ["no backup", exitCodes.unusable.code, "is no backup", (path) => rmSync(join(path, "backup.json"))],
    [
      "a newer version",
      exitCodes.newer.code,
      "was made by Waybill 99.0.0 and is newer than this version",
      (path) =>
        writeFileSync(join(path, "backup.json"), JSON.stringify({ ...manifestOf(path), waybill: "99.0.0" })),
    ],
    [
      "a newer schema",
      exitCodes.newer.code,
      "is newer than this version",
      (path) => {
        const manifest = manifestOf(path);
        manifest.databases[1].schema = "9999_future";
        writeFileSync(join(path, "backup.json"), JSON.stringify(manifest));
      },
    ],
  ];
  test.each(changes)("%s", async (_what, code, why, change) => {
    const dataDir = newFolder();
    cpSync(data, dataDir, { recursive: true });
    const before = contentOf(dataDir);
    const { exitCode, stderr } = await restoreInto(dataDir, spoiled(change), "--replace");
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(/^waybill: [^\n]+\n$/)]);
    expect(stderr).toMatch(typeof why === "string" ? new RegExp(RegExp.escape(why)) : why);
    expect(contentOf(dataDir)).toEqual(before);
    expect(shipmentsIn(dataDir)).toEqual([shipment, later]);
  });

  test("no key, a wrong key, and no space", async () => {
    const dataDir = newFolder();
    const restoreWith = (given: Record<string, string>, free = "0") =>
      run(["restore", backup, "--data", dataDir, "--min-free-mb", free], { env: given });
    const keyless = await restoreWith({});
    expect(keyless.exitCode).toBe(exitCodes.usage.code);
    expect(keyless.stderr).toContain("are encrypted: set their key in WAYBILL_SECRET_KEY");
    const wrong = await restoreWith({ WAYBILL_SECRET_KEY: "22".repeat(32) });
    expect(wrong.exitCode).toBe(exitCodes.usage.code);
    expect(wrong.stderr).toContain("WAYBILL_SECRET_KEY does not match the secrets");
    const full = await restoreWith(env, "1000000");
    expect(full.exitCode).toBe(exitCodes.tryLater.code);
    expect(full.stderr).toContain("not enough disk space");
    expect(contentOf(dataDir)).toEqual(["lock.db"]);
  });

  test("a folder that a server uses", async () => {
    const dataDir = newFolder();
    mkdirSync(dataDir, { mode: 0o700 });
    const unlock = lockFolder(dataDir, undefined, "");
    const { exitCode, stderr } = await restoreInto(dataDir, backup, "--replace");
    unlock();
    expect(exitCode).toBe(exitCodes.tryLater.code);
    expect(stderr).toContain("Another waybill process is using the data folder");
  });
});

test("killed before each of its steps: the folder is as it was, or whole after the next start", async () => {
  const fixture = join(import.meta.dir, "fixtures/killed-restore.ts");
  const restoring = async (dataDir: string, killBefore: number) => {
    const child = Bun.spawn([process.execPath, fixture, plainBackup, dataDir, String(killBefore)], {
      stderr: "pipe",
    });
    const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
    const [steps, said] = await Promise.all(texts);
    if (said !== "") throw new Error(said);
    return { ended: (await child.exited) === 0, steps: Number(steps) };
  };
  const source = join(place.path, "plain");
  const [before, restored] = [shipmentsIn(source), shipmentsIn(plainBackup)];
  expect(before).not.toEqual(restored);
  const outcomes: unknown[] = [];
  for (let step = 0; ; step += 1) {
    const [full, empty] = [newFolder(), newFolder()];
    cpSync(source, full, { recursive: true });
    const [killed] = await Promise.all([restoring(full, step), restoring(empty, step)]);
    if (killed.ended) {
      expect(killed.steps).toBe(step);
      break;
    }
    const server = await startServer({ dataDir: full });
    await server.stop();
    expect(existsSync(join(full, "restoring"))).toBe(false);
    const ids = shipmentsIn(full);
    outcomes.push(ids.length);
    const replaced = readdirSync(full).filter((name) => name.startsWith("replaced-"));
    if (ids.length === before.length) expect([ids, replaced]).toEqual([before, []]);
    else {
      expect(ids).toEqual(restored);
      expect(shipmentsIn(join(full, String(replaced[0])))).toEqual(before);
    }
    // Nothing was there: a start must not take the remains for a new installation.
    const start = await startServer({ dataDir: empty }).catch((error: Error) => error);
    if (start instanceof Error) {
      expect(start.message).toContain(`a restore into ${empty} was interrupted: run it again`);
      await replaceBy(empty);
    } else await start.stop();
    expect(shipmentsIn(empty)).toEqual(restored);
    for (const folder of [full, empty]) rmSync(folder, { recursive: true });
  }
  expect(new Set(outcomes)).toEqual(new Set([before.length, restored.length]));
}, 300_000);
