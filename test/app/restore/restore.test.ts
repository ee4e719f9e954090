import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { exitCodes } from "../../../src/cli/exit-code.ts";
import { lockFolder } from "../../../src/infra/db/data-folder.ts";
import { run } from "../../cli/run.ts";
import { temporaryFolder } from "../../infra/db/support.ts";
import { startServer } from "../../support/harness.ts";
import { databases, makeBackup, shipmentsIn } from "./support.ts";

const key = new Uint8Array(32).fill(1);
const env = { WAYBILL_SECRET_KEY: Buffer.from(key).toString("hex") };

let place: ReturnType<typeof temporaryFolder>;
/** One with sealed secrets. */
let backup: string;
/** The folder of it, which has a shipment more than its backup. */
let data: string;
let shipment: string;
let later: string;

beforeAll(async () => {
  place = temporaryFolder();
  const sealed = await makeBackup(place.path, "data", key);
  [data, backup, shipment, later] = [sealed.dataDir, sealed.path, sealed.before, sealed.after];
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
